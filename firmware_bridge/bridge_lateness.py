"""How long what the bridge says may have been on its way.

Its lines bear no times. As long as nothing goes wrong an event is heard as it happens. When a line
was damaged or said twice, or the bridge was away, an event may have happened at any moment since
the last good line before that; and those right behind it may have waited for it.
"""

from __future__ import annotations

from typing import Final

CALM_S: Final = 0.25
"""Events are said again every 0.2 s: after so long, one that had waited would have been heard."""


class Lateness:
    """When lines were heard, and since when something has been wrong. Times are in seconds."""

    def __init__(self) -> None:
        self.heard_at = 0.0
        """When the last good line was heard."""
        self._from: float | None = None
        self._troubled_at = 0.0

    def heard(self, at: float) -> None:
        """A good line was heard."""
        self.heard_at = at

    def trouble(self, at: float) -> None:
        """What comes next may be late."""
        if self._from is None or at - self._troubled_at > CALM_S:
            self._from = self.heard_at
        self._troubled_at = at

    def clear(self) -> None:
        """All before is over."""
        self._from = None

    def since(self, at: float) -> float:
        """Return the earliest moment at which an event heard now may have happened."""
        if self._from is None or at - self._troubled_at > CALM_S:
            self._from = None
            return at
        self._troubled_at = at
        return self._from
