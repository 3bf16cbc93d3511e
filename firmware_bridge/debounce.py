"""From the levels of a push button to its presses: pure, levels and times in, presses out."""

from __future__ import annotations

from typing import Final

STEADY_S: Final = 0.03
"""A level counts when it has been the same for so long, in seconds."""
_LOOKS: Final = 3
"""… and in so many looks: two looks 30 ms apart may have been at two different bounces."""
_ROUNDING_S: Final = 1e-6


class Debouncer:
    """One button. `take` each look at it, in order of time; it has no clock of its own.

    Contacts bounce for a few milliseconds when they close and when they open. A press counts once
    the button has been down for `STEADY_S`, and the next one only after it has been up as long. A
    button that is down at the first look was not pressed: it has to be let go first.
    """

    def __init__(self) -> None:
        self._down: bool | None = None  # as last settled
        self._level = False
        self._since = 0.0  # the level has been the same from this look on
        self._looks = 0
        self._left_at: float | None = None  # when it first left what was settled

    def rests(self, down: bool) -> bool:
        """Whether a look that saw this need not be taken: it is as it was settled to be."""
        return down is self._down and self._left_at is None

    def take(self, down: bool, at: float) -> float | None:
        """Take a look at the button; the moment of the press where this look proves one.

        The moment is that of the first look that saw the contact closed, bounces included, but at
        most `STEADY_S` before it closed for good.
        """
        if self._down is None:
            self._down, self._level = down, down
        if down != self._level or not self._looks:
            self._level, self._since, self._looks = down, at, 0
        self._looks += 1
        if down != self._down and self._left_at is None:
            self._left_at = at
        if self._left_at is None or not self._is_steady(at):
            return None
        left_at, self._left_at = self._left_at, None
        pressed = down and not self._down
        self._down = down
        return max(left_at, self._since - STEADY_S) if pressed else None

    def _is_steady(self, at: float) -> bool:
        return self._looks >= _LOOKS and at - self._since >= STEADY_S - _ROUNDING_S
