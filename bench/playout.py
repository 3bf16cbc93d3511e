"""Random playouts through the engine's public interface: legal actions, a pick, `apply`.

Everything is live: full checking, undo kept, events, rulings, all house rules of the preset.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import Action, Match, Verb
from engine.cards import Card, cards_in
from engine.game import Game

Pick = Callable[[], float]
"""Gives a random number from 0 to below 1, such as `Random.random`."""


def legal_now(match: Match) -> list[Action]:
    """What the seat on turn may do; the first of them where several are to act."""
    actors = match.actors()
    return match.deal.legal(actors[0]) if actors else []


def thrown(match: Match, listed: Action, pick: Pick) -> Action:
    """A `throw` of the lowest cards of a hand: it is listed once, with the most that may go."""
    count = 1 + int(pick() * listed.number)
    cards = cards_in(match.deal.hands[listed.seat])[:count]
    return listed._replace(cards=tuple(cards), number=0)


class Playout:
    """One deal of a match, its pack shuffled beforehand and its first stage dealt."""

    __slots__ = ("match", "order", "pick")

    def __init__(self, game: Game, pick: Pick, seats: tuple[str, ...] | None = None) -> None:
        self.pick = pick
        over = True
        while over:  # cards with which the deal is void are shuffled again
            self.match = Match(game, seating=game.seating(seats), dealer=0)
            self.order = sorted(cards_in(self.match.deal.pack), key=lambda card: pick())
            over = self.deal_stage()

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
            legal = legal_now(match)
            if not legal:
                if self.deal_stage():
                    return decisions
                continue
            action = legal[int(pick() * len(legal))]
            if action.verb is Verb.THROW:
                action = thrown(match, action, pick)
            decisions += 1
            if match.apply(action).deal is not None:
                return decisions
