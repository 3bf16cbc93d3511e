"""The calls: naming a trump or laying it face down, passing, changing it, asking for a new deal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, cast

from engine.actions import Action, Verb
from engine.cards import SUIT_MASKS, SUIT_OF, SUITS, Mask, cards_in, parse_card
from engine.view import View

_HONOURS: Final = {12: 1.0, 11: 0.7, 10: 0.45, 9: 0.25}
"""What ace, king, queen and jack of a trump are worth, in cards of its length."""
_ENOUGH: Final = 3.0
"""With less in its best suit the caller leaves the choice to its partner."""
_CHANGE: Final = 1.0
"""How much better another suit has to be for the trump to be changed."""
_UNKNOWN: Final = 3.5
"""What a trump is taken to be worth that the seat which may change it does not know."""
_HOPELESS: Final = 1.2
"""A hand worth no more than this asks for a new deal."""


def strength(hand: Mask, suit: int) -> float:
    """How good a trump a suit of a hand makes: its length, and its high cards.

    >>> strength(0b1000000000111, 0)
    5.0
    """
    cards = cards_in(hand & SUIT_MASKS[suit])
    return len(cards) + sum([_HONOURS.get(card % 13, 0.0) for card in cards])


def choose_trump(seen: View, legal: Sequence[Action], rng: Random) -> Action:
    """The best suit, or a pass. A card to be turned up is any card: it is not looked at."""
    if legal[0].verb is Verb.TURN:
        return rng.choice(legal)
    hand = cast(Mask, seen.hand)
    named = [call for call in legal if call.suit is not None]
    best = max(named, key=lambda call: strength(hand, _suit(call)))
    return _or_pass(best, strength(hand, _suit(best)), legal)


def choose_hidden(seen: View, legal: Sequence[Action], rng: Random) -> Action:
    """The lowest card of the best suit, or a pass; of the dealer any card, not looked at.

    The card cannot be played until it is shown, so that a high one would be missed.
    """
    if seen.viewer == seen.dealer:
        return rng.choice(legal)
    laid = [call for call in legal if call.cards]
    hand = cast(Mask, seen.hand)
    best = max(laid, key=lambda call: (strength(hand, _suit(call)), -_height(call)))
    return _or_pass(best, strength(hand, _suit(best)), legal)


def _or_pass(best: Action, worth: float, legal: Sequence[Action]) -> Action:
    passing = next((call for call in legal if call.verb is Verb.PASS), None)
    return passing if passing is not None and worth < _ENOUGH else best


def change(seen: View, legal: Sequence[Action]) -> Action | None:
    """Another trump, if the whole hand makes one that is clearly better; by its lowest card.

    A trump that this seat does not know, because nobody looked at it, is taken for an average one.
    """
    calls = [call for call in legal if call.verb is Verb.CHANGE]
    if not calls:
        return None
    hand = cast(Mask, seen.hand)
    down = cast("str | None", seen.facts.get("hidden"))
    if down is not None:
        hand |= 1 << parse_card(down)
    named = seen.trump.suit if down is None else down[-1]
    now = _UNKNOWN if named is None else strength(hand, SUITS.index(named))
    best = max(calls, key=lambda call: (strength(hand, _suit(call)), -_height(call)))
    return best if strength(hand, _suit(best)) >= now + _CHANGE else None


def fresh(seen: View, legal: Sequence[Action]) -> Action | None:
    """Asking for a new deal, with a hand from which nothing can be hoped for."""
    call = next((call for call in legal if call.verb is Verb.FRESH), None)
    return call if call is not None and _hope(seen) <= _HOPELESS else None


def _hope(seen: View) -> float:
    """Tricks that a hand of thirteen may win: its high cards, and what is long in trump."""
    hand = cast(Mask, seen.hand)
    high = sum([_HONOURS.get(card % 13, 0.0) for card in cards_in(hand)])
    trump = seen.trump.suit
    if trump is None:
        return high
    return high + max(0, (hand & SUIT_MASKS[SUITS.index(trump)]).bit_count() - 3)


def _suit(call: Action) -> int:
    return cast(int, call.suit) if call.suit is not None else SUIT_OF[call.cards[0]]


def _height(call: Action) -> int:
    return call.cards[0] % 13 if call.cards else 0
