"""Carries out planned hand movements when their moment comes, in the order of time.

Plans of several people may overlap and touch each other's readers: all movements of a table go
through one `Hands`.

Not pretended: hands that hinder each other.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable, Iterable
from itertools import count

from hw_mocks.hand import Move


class Hands:
    """Movements still to come. May be used from several threads."""

    def __init__(self) -> None:
        self._coming: list[tuple[float, int, Move]] = []
        self._order = count()  # moves at the same moment stay in the order of their plans
        self._lock = threading.Lock()
        self._stir: Callable[[], None] | None = None

    def plan(self, moves: Iterable[Move]) -> None:
        """Take movements to carry out; a moment that has passed is the next `advance`."""
        with self._lock:
            for move in moves:
                heapq.heappush(self._coming, (move.at, next(self._order), move))
            stir = self._stir
        if stir is not None:
            stir()

    def advance(self, at: float) -> None:
        """Make every movement due up to `at`."""
        while (move := self._next(at)) is not None:
            move.make()

    def _next(self, at: float) -> Move | None:
        with self._lock:
            if not self._coming or self._coming[0][0] > at:
                return None
            return heapq.heappop(self._coming)[2]

    def next_due(self) -> float | None:
        """Return the moment of the next movement, None if none is planned."""
        with self._lock:
            return self._coming[0][0] if self._coming else None

    def attach(self, clock: Callable[[], float] | None, stir: Callable[[], None] | None) -> None:
        """Call `stir` after each new plan; the moments of plans need no clock."""
        with self._lock:
            self._stir = stir
