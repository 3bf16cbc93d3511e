"""Parts of the table that come and go: what the table hears of them, and when to try them again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class PartState:
    """A part works from `at` on (`fault` None) or does not, for the reason in `fault`.

    `part` is its name for people, such as `buzzer`; `at` is in seconds of the table's clock.
    """

    part: str
    at: float
    fault: str | None = None


class Pauses:
    """How long to wait before the next try: 0.5 s, then each twice the last, up to `longest_s`."""

    def __init__(self, longest_s: float = LONGEST_PAUSE_S) -> None:
        self._longest_s = longest_s
        self._next_s = FIRST_PAUSE_S

    def next(self) -> float:
        """The pause to make now, in seconds; the one after it is longer."""
        pause, self._next_s = self._next_s, min(2 * self._next_s, self._longest_s)
        return pause

    def restart(self) -> None:
        """Begin short again: it has worked."""
        self._next_s = FIRST_PAUSE_S


class Report:
    """Tells of one part: each fault once, and that it is mended only after a fault."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._said: str | None = None

    def failed(self, fault: str, at: float) -> PartState | None:
        """What to say of a fault; None when it was said already."""
        if fault == self._said:
            return None
        self._said = fault
        return PartState(self._part, at, fault)

    def works(self, at: float) -> PartState | None:
        """What to say of a part that works; None when nobody was told otherwise."""
        if self._said is None:
            return None
        self._said = None
        return PartState(self._part, at)
