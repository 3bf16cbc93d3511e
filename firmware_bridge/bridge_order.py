"""Which event of the bridge is next: each one once, in the order of its number.

The microcontroller numbers its events from 0 to 65535 and around, and says each one again until
that one is acknowledged. Several may be on their way at a time, so that after a damaged line the
next one is heard first. What is not acknowledged comes again: an event out of turn is simply left
to be repeated, and needs no memory.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

NUMBERS: Final = 1 << 16
"""The numbers of events go from 0 to one below this, and around."""
PATIENCE_S: Final = 2.0
"""So long a missing number is waited for at least: ten times an event is said in it."""
_FORGOTTEN_S: Final = 0.5  # what is still to be acknowledged is said more often
_OFTEN: Final = 8  # a missing one is said as often as the first after it
_REPEATED_S: Final = 5.0
_REMEMBERED: Final = 256
_BEHIND: Final = NUMBERS // 2


class Turn(Enum):
    """What is to be done with an event."""

    NEXT = auto()
    """It is the next one: take it, and acknowledge it."""
    AFTER_GAP = auto()
    """The same; but those before it were waited for in vain."""
    REPEAT = auto()
    """It was taken already: acknowledge it again."""
    EARLY = auto()
    """One before it is missing: leave it, it will be said again."""
    STRANGE = auto()
    """It bears the number of one taken already, but is not known to be that one."""


@dataclass(slots=True)
class _Gap:
    """Numbers are missing since `since`; `first` is the first after them.

    That one was heard so many `times`, at last at `heard_at`.
    """

    since: float
    first: int
    heard_at: float
    times: int = 0


class EventOrder:
    """The numbers of one counting, and the events taken under the last of them.

    Where the counting stands is unknown in the beginning: it starts with the first event heard,
    or the lowest of those that were left.
    """

    def __init__(self) -> None:
        self._next: int | None = None
        self._left: int | None = None
        self._count = 0  # of those taken in their turn
        self._taken: OrderedDict[int, tuple[str, float]] = OrderedDict()
        self._gap: _Gap | None = None

    @property
    def begun(self) -> bool:
        """Whether it is known where the counting stands."""
        return self._next is not None

    def begin_anew(self) -> None:
        """The microcontroller was reset: it counts from 0."""
        self._next = self._count = 0
        self._taken.clear()
        self._gap = None

    def resume(self) -> None:
        """Nothing was heard for a while: what was missing before may come now."""
        self._gap = None

    def leave(self, number: int) -> None:
        """Note an event that is left to be said again, before it is known where counting stands."""
        if self._left is None or (number - self._left) % NUMBERS >= _BEHIND:
            self._left = number

    def turn(self, number: int, text: str, at: float) -> Turn:
        """Judge the event of this number, `text` being its whole line. Taken are NEXT, AFTER_GAP.

        An event that says something else than the one which had its number is STRANGE, and so is a
        repeat of one that was not said for long: the counting may have begun anew unnoticed, and
        the same card lie where it lay.
        """
        if self._next is None:
            self.leave(number)
            self._next = self._left
        ahead = self._ahead(number)
        if ahead >= _BEHIND:
            text_then, at_then = self._taken.get(number, ("", 0.0))
            if text != text_then or at - at_then > _REPEATED_S:
                return Turn.STRANGE
            self._remember(number, text, at)
            return Turn.REPEAT
        if ahead and not self._waited_in_vain(number, at):
            return Turn.EARLY
        self._take(number, text, at)
        return Turn.AFTER_GAP if ahead else Turn.NEXT

    def has(self, number: int, text: str) -> bool:
        """Whether just this event was taken under this number."""
        return self._taken.get(number, ("", 0.0))[0] == text

    def take_late(self, number: int, text: str, at: float) -> bool:
        """Take a strange event that is of this counting all the same; False if it cannot be.

        It is one from before the first that was heard, which was missed without a trace.
        """
        if self._next is None or (self._next - number) % NUMBERS <= self._count:
            return False
        self._remember(number, text, at)
        return True

    def _take(self, number: int, text: str, at: float) -> None:
        self._next = (number + 1) % NUMBERS
        self._count = min(self._count + 1, NUMBERS)
        self._gap = None
        self._remember(number, text, at)

    def _remember(self, number: int, text: str, at: float) -> None:
        self._taken.pop(number, None)
        self._taken[number] = text, at
        if len(self._taken) > _REMEMBERED:
            self._taken.popitem(last=False)

    def _waited_in_vain(self, number: int, at: float) -> bool:
        """Whether the numbers before this one will never come.

        A firmware has forgotten them, or counts otherwise: that must not stop the table for good.
        """
        gap = self._gap
        if gap is None:
            gap = self._gap = _Gap(at, number, at)
        elif number != gap.first and (
            self._ahead(number) < self._ahead(gap.first) or at - gap.heard_at > _FORGOTTEN_S
        ):
            gap.first, gap.times = number, 0
        if number != gap.first:
            return False
        gap.heard_at, gap.times = at, gap.times + 1
        return gap.times >= _OFTEN and at - gap.since >= PATIENCE_S

    def _ahead(self, number: int) -> int:
        return (number - (self._next or 0)) % NUMBERS
