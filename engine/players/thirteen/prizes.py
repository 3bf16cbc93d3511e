"""What a deal may bring either side, as far as it counts towards the match."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.scoring import GAINS, code_of
from engine.mendikot.rules import MendikotRules
from engine.mendikot.scoring import POINTS
from engine.players.thirteen.sides import by_side
from engine.view import View

_CALLS_NEXT: Final = 0.3
"""What winning a deal is worth besides: the next trump, and a step towards a streak."""


class Prizes(NamedTuple):
    """What the deal is worth to us, and with a kot; what it is worth to the others, with a kot too.

    In points or kots, whichever decides the match.
    """

    win: float
    kot: float
    loss: float
    goon: float


def prizes(seen: View, rules: CourtPieceRules, *, own: bool) -> Prizes:
    """The prizes of a deal of Court Piece; what goes beyond winning the match is worth nothing."""
    ours, theirs = by_side(seen, seen.scores)
    return Prizes(
        *_gains(rules, callers=own, need=rules.target - ours),
        *_gains(rules, callers=not own, need=rules.target - theirs),
    )


def _gains(rules: CourtPieceRules, *, callers: bool, need: int) -> tuple[float, float]:
    found = []
    for kot in (False, True):
        gain = GAINS[code_of(callers=callers, kot=kot)]
        counted = gain.points if rules.count == "points" else gain.kots
        found.append(min(counted, need) + _CALLS_NEXT)
    return found[0], found[1]


def needed(seen: View, rules: MendikotRules) -> tuple[int, int]:
    """The points of Mendikot that our side, and the other, still need; no more than a deal has."""
    ours, theirs = by_side(seen, seen.scores)
    most = max(POINTS.values())
    return min(most, rules.target - ours), min(most, rules.target - theirs)
