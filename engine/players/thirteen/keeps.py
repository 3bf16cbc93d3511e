"""What a card is worth if it is kept: the chance that it wins a later trick."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.cards import SUIT_MASKS, SUIT_OF, Card, Mask, Suit, cards_in
from engine.players.thirteen.chances import HIGHER
from engine.players.thirteen.sight import Sight

_TRUMP_WINS: Final = (0.95, 0.7, 0.5, 0.4, 0.3)
_PLAIN_WINS: Final = (0.52, 0.28, 0.14, 0.07, 0.03)
"""The chance that a card kept wins a trick, by how many unseen cards of its suit beat it."""
_RUFFED: Final = 1.0
"""How much of the chance of a plain card goes once its suit has run out elsewhere."""
_LOWER: Final = 0.004
"""Of two cards that are equal otherwise the lower one is laid."""


def keep(sight: Sight, card: Card, trump: Suit | None) -> float:
    """The chance that a card of the hand wins a later trick when this suit, or none, is trump."""
    suit = SUIT_OF[card]
    above = (sight.unseen & HIGHER[card]).bit_count()
    if suit == trump:
        return _kept_trump(above)
    return _kept_plain(above, (sight.unseen & SUIT_MASKS[suit]).bit_count()) + card % 13 * _LOWER


def keeps_of(sight: Sight, hand: Mask, trump: Suit | None) -> float:
    """The tricks that all cards of a hand may win later."""
    return sum([keep(sight, card, trump) for card in cards_in(hand)])


@cache
def _kept_trump(above: int) -> float:
    return _TRUMP_WINS[min(above, 4)] - _LOWER * above


@cache
def _kept_plain(above: int, out: int) -> float:
    return _PLAIN_WINS[min(above, 4)] * (1 - _RUFFED * float((2 / 3) ** out))
