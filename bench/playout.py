"""Random playouts through the engine's public interface: what is legal, a pick, `apply`.

Everything is live: full checking, undo kept, events, rulings, all house rules of the preset. A deal
is driven by itself, or as part of a match that keeps the scores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine import Action, Match, Phase, RuleSet, Verb
from engine.cards import Card, cards_in
from engine.deal import Deal
from engine.game import Game

Pick = Callable[[], float]
"""Gives a random number from 0 to below 1, such as `Random.random`."""
OF_EACH = 32
"""So many playouts of one deal."""
_THROW = Verb.THROW
"""By a name of its own: a member of an enumeration takes ten times as long to look up."""
_ALONE = (Verb.SINGLE, Verb.TENNY)


class Playout:
    """One deal of a match, its pack shuffled beforehand and its first stage dealt."""

    __slots__ = ("match", "order", "pick")

    def __init__(
        self,
        game: Game,
        pick: Pick,
        seats: tuple[str, ...] | None = None,
        rules: RuleSet | None = None,
    ) -> None:
        self.pick = pick
        over = True
        while over:  # cards with which the deal is void are shuffled again
            self.match = Match(game, rules, game.seating(seats), dealer=0)
            self.order = sorted(cards_in(self.match.deal.pack), key=lambda card: pick())
            over = self.deal_stage()

    def copy(self) -> Playout:
        """A playout that stands where this one stands and goes its own way from here."""
        twin: Playout = object.__new__(Playout)
        twin.match, twin.order, twin.pick = self.match.copy(), self.order, self.pick
        return twin

    def deal_stage(self) -> bool:
        """Give every seat the cards it gets now, from the top of what is left of the pack.

        True when the deal is over with that: void, because of the cards.
        """
        seen = self.match.deal.seen
        left = [card for card in self.order if not seen >> card & 1]
        start = 0
        for seat, count in self.match.wants().items():
            cards: tuple[Card, ...] = tuple(left[start : start + count])
            start += count
            if self.match.apply(Action(seat, Verb.TAKE, cards)).deal is not None:
                return True
        return False

    def play(self) -> int:
        """Play the deal to its end; how many decisions that took, dealing not counted."""
        match, pick = self.match, self.pick
        decisions = 0
        while True:
            legal = match.choices()
            if not legal:
                if match.wants():
                    if self.deal_stage():
                        return decisions
                    continue
                legal = _of_several(match)
            action = legal[int(pick() * len(legal))]
            if action.verb is _THROW:
                action = thrown(match, action, pick)
            decisions += 1
            if match.apply(action).deal is not None:
                return decisions

    def go_on_to_play(self) -> bool:
        """Call until all cards are dealt and the first is to be led; False: the deal ends before.

        Nobody plays alone, with which most deals would end at once.
        """
        match, pick = self.match, self.pick
        while match.phase is not Phase.PLAY:
            if match.wants():
                if self.deal_stage():
                    return False
                continue
            legal = match.choices() or _of_several(match)
            legal = [action for action in legal if action.verb not in _ALONE] or legal
            action = legal[int(pick() * len(legal))]
            if action.verb is Verb.THROW:
                action = thrown(match, action, pick)
            if match.apply(action).deal is not None:
                return False
        return True


def play_out(deal: Deal[Any], pick: Pick) -> int:
    """Play a deal to its end, from the first lead on; how many decisions that took.

    Raises ValueError for one that is not over when nobody has anything to do.
    """
    decisions = 0
    while legal := deal.choices():
        deal.apply(legal[int(pick() * len(legal))])
        decisions += 1
    if deal.result is None:
        raise ValueError(f"found a deal in phase {deal.phase} without choices, expected its end")
    return decisions


def dealt(game: Game, pick: Pick, rules: RuleSet | None = None) -> Playout:
    """A deal in which all cards are dealt, and the first is to be led; nobody plays alone."""
    while True:
        playout = Playout(game, pick, rules=rules)
        if playout.go_on_to_play():
            return playout


def thrown(match: Match, listed: Action, pick: Pick) -> Action:
    """A `throw` of the lowest cards of a hand: it is listed once, with the most that may go."""
    count = 1 + int(pick() * listed.number)
    cards = cards_in(match.deal.hands[listed.seat])[:count]
    return Action(listed.seat, listed.verb, tuple(cards))


def _of_several(match: Match) -> Sequence[Action]:
    """What may be done where no single seat is on turn."""
    return [action for actions in match.legal().values() for action in actions]
