"""Twenty-Nine's cards in tables, made once, so that a choice need not count."""

from __future__ import annotations

from typing import Final

from engine.cards import RANKS, SUIT_MASKS, SUIT_OF, Mask, Suit
from engine.trump import Trump, strengths
from engine.twenty_nine.scoring import PACK, RANK_ORDER

HOLDINGS: Final = 1 << len(RANK_ORDER)
"""How many holdings of one suit there are: 256."""
_LOWEST: Final = min(RANKS.index(rank) for rank in RANK_ORDER)


def _higher(turned: bool) -> tuple[Mask, ...]:
    beaten_by = []
    for card in range(52):
        suit = SUIT_OF[card]
        power = strengths(RANK_ORDER, suit, Trump(None, turned))
        above = (n for n in range(52) if SUIT_OF[n] == suit and power[n] > power[card])
        beaten_by.append(sum(1 << n for n in above) & PACK)
    return tuple(beaten_by)


HIGHER: Final = (_higher(turned=False), _higher(turned=True))
"""`HIGHER[turned][card]`: the cards of its suit that beat it, ranks as usual or turned."""


def holding(hand: Mask, suit: int) -> int:
    """The cards of a suit as an index below `HOLDINGS`: bit 0 is its 7, bit 7 its ace."""
    return (hand & SUIT_MASKS[suit]) >> (13 * suit + _LOWEST)


def heights(held: int) -> tuple[int, ...]:
    """How high each card of a holding stands in its suit, strongest first: 7 a jack, 0 a seven.

    >>> heights(0b10010001)
    (7, 5, 0)
    """
    order = RANK_ORDER[::-1]
    return tuple(n for n in range(7, -1, -1) if held >> (RANKS.index(order[n]) - _LOWEST) & 1)


TRUMPS: Final[dict[object, Trump]] = {
    trump.word: trump
    for suit in (None, *map(Suit, range(4)))
    for trump in (Trump(suit), Trump(suit, True))
}
"""Trump by its word."""
