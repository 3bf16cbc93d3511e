"""How likely a trick is won, and what a card may still be worth later: rough, quick odds.

A card not seen is taken to lie in each of the other three hands with the same chance.
"""

from __future__ import annotations

from functools import cache
from typing import Final

MISS: Final = tuple((2 / 3) ** cards for cards in range(33))
"""The chance that one given hand holds none of so many unseen cards."""


@cache
def win_chance(after: int, ours: bool, above: int, out: int, ruffs: int) -> float:
    """The chance that our side wins a trick.

    `after` seats (0 to 3, opponents and partner by turns, an opponent first) are still to play.
    The best card so far is `ours` or not; `above` unseen cards of the suit led beat it, `out` of
    that suit are unseen in all, and a seat with none of these has `ruffs` unseen trumps to beat it.

    >>> win_chance(0, True, 0, 5, 5), round(win_chance(1, True, 1, 6, 0), 2)
    (1.0, 0.67)
    """
    beats = 1 - MISS[above] + MISS[out] * (1 - MISS[ruffs])
    # Whatever an opponent has beaten, the partner has a higher card to beat.
    again = 1 - MISS[above // 2] + MISS[out] * (1 - MISS[ruffs // 2])
    rescue = again if ours else beats * again + (1 - beats) * beats
    chance = 1.0 if ours else 0.0
    for place in range(after):
        if place % 2 == 0:
            chance *= 1 - beats
        else:
            chance += (1 - chance) * rescue
    return chance
