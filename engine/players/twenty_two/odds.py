"""How likely others can meet cards that are laid.

The cards of another hand are taken to be drawn from those not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

from engine.players.twenty_two.sight import Sight


@lru_cache(maxsize=1 << 15)
def has(unseen: int, high: int, cards: int, some: int) -> float:
    """The chance that a hand of so many cards out of those unseen has `some` of the `high` ones.

    >>> round(has(4, 2, 2, 2), 3)
    0.167
    """
    cards = min(cards, unseen)
    short = sum(
        comb(high, few) * comb(unseen - high, cards - few) for few in range(min(some, cards + 1))
    )
    return 1 - short / comb(unseen, cards)


def stands(sight: Sight, heights: Sequence[int], hands: Iterable[int]) -> float:
    """The chance that none of some hands meets cards of these heights, given low to high."""
    chance = 1.0
    size = len(heights)
    for cards in hands:
        chance *= 1 - min(
            [
                has(sight.unseen, sight.high[height], cards, size - place)
                for place, height in enumerate(heights)
            ]
        )
    return chance
