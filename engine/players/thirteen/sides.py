"""Our side and the other, in what a view counts by team and by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.view import View


def by_side(seen: View, counted: Sequence[int]) -> tuple[int, int]:
    """What is counted by team: ours, theirs."""
    ours = seen.team_of[cast(int, seen.viewer)]
    return counted[ours], counted[1 - ours]


def by_seat(seen: View, ours: float, theirs: float) -> tuple[float, float, float, float]:
    """What is worth one thing for seats of our side, and another for those of the other."""
    if cast(int, seen.viewer) % 2 == 0:
        return ours, theirs, ours, theirs
    return theirs, ours, theirs, ours
