"""How many points the caller's side may expect, by the caller's first four cards and the trump.

The numbers are a least-squares fit to some thirty thousand deals of these players, each called on
four cards dealt blindly. Such a guess is off by five points as often as not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.cards import Mask
from engine.players.twenty_nine.cardtables import HOLDINGS, heights, holding
from engine.trump import Trump


class _Weights(NamedTuple):
    """What a holding of one suit adds: by its ranks `J9ATKQ87`, and for two, three, four cards."""

    ranks: tuple[float, ...]
    lengths: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def table(self) -> tuple[float, ...]:
        """The sum for each holding."""
        return tuple(self._of(heights(held)) for held in range(HOLDINGS))

    def _of(self, cards: tuple[int, ...]) -> float:
        by_length = (0.0, 0.0, *self.lengths)[min(len(cards), 4)]
        return sum(self.ranks[7 - height] for height in cards) + by_length


class _Worth(NamedTuple):
    """Expected points: `base` and what the trump suit and each other suit add."""

    base: float
    trump: tuple[float, ...]
    side: tuple[float, ...]


_WORTH: Final = {
    # (a trump suit?, ranks turned?)
    (True, False): _Worth(
        12.6,
        _Weights((2.6, 1.4, 0.6, 0.5, 0.1, 0.0, 0.0, 0.0), (1.3, 2.5, 3.2)).table(),
        _Weights((1.9, 0.4, 0.2, 0.2, 0.0, 0.0, 0.0, 0.0), (0.0, 0.4, 0.8)).table(),
    ),
    (False, False): _Worth(12.6, (), _Weights((2.8, 1.2, 0.1, 0.1, 0.0, -0.3, -0.2, 0.0)).table()),
    (True, True): _Worth(
        15.1,
        _Weights((0.8, -1.0, -0.9, -0.7, -0.8, -0.5, -0.5, 0.0), (1.7, 3.3, 5.0)).table(),
        _Weights((0.4, -1.2, -1.0, -0.6, -0.5, -0.7, -0.4, 0.0)).table(),
    ),
    (False, True): _Worth(
        19.7, (), _Weights((-0.5, -2.4, -1.8, -1.5, -1.4, -1.1, -0.7, 0.0)).table()
    ),
}


def expected_points(hand: Mask, trump: Trump) -> float:
    """The points a side may expect whose caller holds these four cards under this trump."""
    worth = _WORTH[trump.suit is not None, trump.reversed]
    total = worth.base
    for suit in range(4):
        table = worth.trump if suit == trump.suit else worth.side
        total += table[holding(hand, suit)]
    return total


def best_trump(hand: Mask, trumps: Iterable[Trump]) -> tuple[float, Trump]:
    """The trump of several (at least one) that promises most, and the points."""
    trump = max(trumps, key=lambda trump: expected_points(hand, trump))
    return expected_points(hand, trump), trump
