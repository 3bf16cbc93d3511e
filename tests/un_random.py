"""Random matches with unseen hands: real hands that the referee never sees.

The driver knows of a game what `Match.legal` says; where a verb is listed without a card it names
one of the hand that it dealt in secret, mostly by the rules, now and then against them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from en_random import direct, random_rules

from engine.actions import Action, Verb
from engine.cards import RANK_OF, SUIT_MASKS, Card, Mask, cards_in, mask_of
from engine.game import Game
from engine.match import Match
from engine.options import RuleSet
from engine.outcome import Outcome
from engine.rulings import Ruling
from engine.seating import DIRECTOR
from engine.twenty_two import TwentyTwoDeal
from engine.twenty_two.sets import follows, leads, low_to_high

_SELDOM: Final = {
    Verb.SINGLE: 0.15,
    Verb.TENNY: 0.1,
    Verb.TIMEOUT: 0.2,
    Verb.FRESH: 0.04,
    Verb.CHANGE: 0.3,
    Verb.SHOW: 0.25,
    Verb.PAIR: 0.15,
}
"""Verbs that would cut most deals short, or tell lies too often, if they were said like others."""


class SecretHands:
    """The hands that lie at the table, dealt when they are first asked for; one deal at a time."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._dealt: dict[int, tuple[Any, list[Mask]]] = {}

    def of(self, match: Match, seat: int) -> Mask:
        """The real hand of a seat now, what lies face down left out."""
        deal: Any = match.deal
        away: Mask = 0
        for its in range(len(deal.hands)):
            down = deal.face_down(its)
            away |= deal.book.laid[its] | (0 if its == seat else deal.hands[its])
            away |= 0 if down is None else 1 << down
        held: Mask = self._hands(deal)[seat] | deal.hands[seat]
        return held & ~away

    def _hands(self, deal: Any) -> list[Mask]:
        if id(deal) not in self._dealt:
            cards = list(cards_in(deal.pack))
            self._rng.shuffle(cards)
            each = getattr(deal, "cards_each", None) or len(cards) // len(deal.order)
            hands = [0] * len(deal.hands)
            for seat in deal.order:
                hands[seat] = mask_of(cards[:each])
                del cards[:each]
            # The deal is kept with them, so that its id stays its own.
            self._dealt[id(deal)] = (deal, hands)
        return self._dealt[id(deal)][1]


_TELLING: Final[dict[str, tuple[dict[str, object], ...]]] = {
    "twenty-nine": (
        {"seventh_card": True},
        {"asker_must_trump": True},
        {"ask": "must"},
        {"void_seventh": "point-trump", "void_no_points": True, "void_trumpless": True},
        {"stop_when_decided": False},
    ),
    "hidden-trump": ({"change_trump": True}, {"call_seconds": 5}),
    "single-sir": ({"call_seconds": 5},),
    "double-sir": ({"call_seconds": 5},),
    "mendikot": ({"trump_mode": "band"}, {"trump_mode": "band"}),
}
"""Options with which there is more to find out."""


def telling_rules(rng: Random, game: Game) -> RuleSet:
    """Random rules, mostly with some options with which there is more to find out."""
    rules = random_rules(rng, game)
    for options in _TELLING.get(game.name, ()):
        if rng.random() < 0.5:
            rules = rules.with_options(options)
    return rules


def random_unseen(rng: Random, game: Game, rules: RuleSet | None = None) -> Match:
    """A match of a game with unseen hands under random rules (or those given), at its start."""
    rules = telling_rules(rng, game) if rules is None else rules
    seats = len(game.seating(None).names)
    dealer = None if game.has_draw and rng.random() < 0.5 else rng.randrange(seats)
    return Match(game, rules, dealer=dealer, hands="unseen")


def random_try(rng: Random, match: Match, hands: SecretHands, lawful: float) -> Action:
    """Something a seat does, with a card if that is due; it may be refused.

    With probability `lawful` a card is chosen by the rules, as far as the real hand allows, else
    any of the hand; twice in a hundred it is any card at all.
    """
    listed = [action for actions in match.legal().values() for action in actions]
    verbs = sorted({action.verb for action in listed})
    verb = rng.choices(verbs, [_SELDOM.get(verb, 1.0) for verb in verbs])[0]
    fitting = [action for action in listed if action.verb is verb]
    if verb is Verb.BID and rng.random() < 0.7:
        return min(fitting, key=lambda action: action.number)
    chosen = rng.choice(fitting)
    bare = verb in (Verb.PLAY, Verb.HIDE, Verb.TURN, Verb.CHANGE) and chosen.suit is None
    if not bare or chosen.cards:
        return chosen
    return chosen.with_cards(_cards(rng, match, chosen, hands, lawful))


def _cards(
    rng: Random, match: Match, action: Action, hands: SecretHands, lawful: float
) -> tuple[Card, ...]:
    deal = match.deal
    held = hands.of(match, action.seat)
    if isinstance(deal, TwentyTwoDeal):
        if held.bit_count() != deal.cards_left(action.seat):
            # Hands dealt anew in the middle of a deal.
            unplayed = cards_in(deal.pack & ~deal.played)
            held = mask_of(rng.sample(unplayed, deal.cards_left(action.seat)))
        return _some_cards(rng, deal, held, lawful)
    down = deal.face_down(action.seat)
    if rng.random() < 0.02:
        return (rng.choice(cards_in(deal.pack)),)
    if not held and down is not None:
        return (down,)
    if action.verb is Verb.PLAY and rng.random() < lawful:
        held = _by_the_rules(deal, action.seat, held)
    # A hand of which another seat has played a card may run out too early.
    return (rng.choice(cards_in(held or deal.pack & ~deal.trick_state().played)),)


def _by_the_rules(deal: Any, seat: int, held: Mask) -> Mask:
    following = held & SUIT_MASKS[deal.trick.led] if deal.trick.cards else 0
    return following or held & deal.trump_due(seat) or held


def _some_cards(rng: Random, deal: TwentyTwoDeal, held: Mask, lawful: float) -> tuple[Card, ...]:
    cards = low_to_high(cards_in(held))
    if rng.random() < lawful:
        sets = follows(cards, deal.best) if deal.trick.cards else leads(cards)
        return rng.choice(list(sets))
    if deal.trick.cards:
        return tuple(rng.sample(cards, len(deal.best)))
    first = rng.choice(cards)
    alike = [card for card in cards if RANK_OF[card] == RANK_OF[first]]
    return tuple(alike[: rng.randint(1, len(alike))])


def drive_unseen(
    rng: Random, match: Match, steps: int, *, lawful: float = 0.9, directing: float = 0.0
) -> Iterator[tuple[Action, Outcome | None]]:
    """Try up to `steps` actions, each with what it brought about; None: it was refused.

    With probability `directing` a step is the director's, whose `undo` may reopen a match that is
    over; without that it stops at the end of the match.
    """
    hands = SecretHands(rng)
    for _ in range(steps):
        if rng.random() < directing:
            action = direct(rng, match)
        elif match.winner is None:
            action = random_try(rng, match, hands, lawful)
        elif directing:
            action = Action(DIRECTOR, Verb.UNDO)
        else:
            return
        try:
            outcome = match.apply(action)
        except Ruling:
            yield action, None
        else:
            yield action, outcome
