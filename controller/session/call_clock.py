"""The clock of a call: seconds that run down, and can be paused."""

from __future__ import annotations


class CallClock:
    """Counts down from `start`; every moment is passed in, in seconds.

    `left` is None while no clock runs. A paused clock keeps what was left of it.
    """

    def __init__(self) -> None:
        self.paused = False
        """Whether the clock stands still; it does so until it is let go on, in later steps too."""
        self._ends: float | None = None
        self._kept: float | None = None

    def start(self, seconds: int | None, at: float) -> None:
        """Begin anew with so many seconds, or (None) with no clock at all."""
        self._kept = None if seconds is None or not self.paused else float(seconds)
        self._ends = None if seconds is None or self.paused else at + seconds

    def toggle_pause(self, at: float) -> None:
        """Stop the clock, or let it go on; where none runs there is nothing to stop."""
        if self.paused:
            self._ends = None if self._kept is None else at + self._kept
            self._kept = None
            self.paused = False
        elif self._ends is not None:
            self._kept = max(0.0, self._ends - at)
            self._ends = None
            self.paused = True

    def left(self, at: float) -> float | None:
        """Seconds left, 0 when it has run out; None while no clock runs."""
        if self._kept is not None:
            return self._kept
        return None if self._ends is None else max(0.0, self._ends - at)

    def run_out(self, at: float) -> bool:
        """Whether a running clock has come to its end."""
        return self._ends is not None and at >= self._ends
