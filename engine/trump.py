"""What counts as trump, and how strong a card is under it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.cards import RANKS, SUITS, Suit


class Trump(NamedTuple):
    """A trump suit, or none (`suit` is None), with ranks turned upside down or not."""

    suit: Suit | None
    reversed: bool = False

    @property
    def word(self) -> str:
        """As deal objects write it: `h`, `none`, `reverse` or `h-reverse`."""
        if self.suit is None:
            return "reverse" if self.reversed else "none"
        return SUITS[self.suit] + ("-reverse" if self.reversed else "")


NO_TRUMP = Trump(None)


@lru_cache(maxsize=256)
def strengths(high_to_low: str, led: Suit, trump: Trump) -> tuple[int, ...]:
    """How strong each of the 53 cards is in a trick: the highest number wins.

    `high_to_low` is the rank order of the game, such as `J9ATKQ87`. Cards of neither the suit led
    nor the trump suit have strength 0; so has what the game does not use.
    """
    order = high_to_low if trump.reversed else high_to_low[::-1]
    table = [0] * 53
    for height, rank in enumerate(order, start=1):
        table[led * 13 + RANKS.index(rank)] = height
        if trump.suit is not None:
            table[trump.suit * 13 + RANKS.index(rank)] = height + len(order)
    return tuple(table)


@lru_cache(maxsize=64)
def strength_tables(high_to_low: str, trump: Trump) -> tuple[tuple[int, ...], ...]:
    """By suit led, how strong each of the 53 cards is; see `strengths`."""
    return tuple(strengths(high_to_low, Suit(led), trump) for led in range(4))
