"""How time passes at a pretend table: at once, or as it does.

Either way the people and the readers move when their moment comes, and the table takes what the
readers say before anybody decides anything new.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Final, Protocol, Self

from controller.compose import Pretend
from controller.table import Table
from firmware_bridge import ReaderEvent, TagSeen

SILENCE_S: Final = 20.0
"""So long the table may hear nothing of a frame before something is broken."""


class SilentReaderError(RuntimeError):
    """A frame went into a pseudo-terminal and never came out of it."""


class Passing(Protocol):
    """Lets time pass at a pretend table. Used in a `with` block."""

    def clock(self) -> float:
        """The present moment, in seconds."""

    def pass_to(self, at: float, table: Table) -> None:
        """Let time pass up to a moment while the table listens."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...


class AtOnce:
    """Nobody waits: the clock jumps to the next moment at which something happens.

    Every frame is heard by the table before the clock moves on, so that what happens does not
    depend on how fast the machine is.
    """

    def __init__(self, parts: Pretend) -> None:
        self._parts = parts
        self._now = 0.0

    def clock(self) -> float:
        """The present moment, in seconds from the start."""
        return self._now

    def pass_to(self, at: float, table: Table) -> None:
        """Jump from moment to moment up to `at`."""
        while (due := self._next_due()) is not None and due <= at:
            self._now = max(self._now, due)
            self._parts.hands.advance(self._now)
            for reader in self._parts.readers:
                before = reader.pieces
                reader.advance(self._now)
                self._hear(table, reader.pieces - before)
        self._now = max(self._now, at)

    def _next_due(self) -> float | None:
        moments = [self._parts.hands.next_due()]
        moments += [reader.next_due() for reader in self._parts.readers]
        return min((due for due in moments if due is not None), default=None)

    def _hear(self, table: Table, frames: int) -> None:
        while frames:
            try:
                event = table.events.get(timeout=SILENCE_S)
            except queue.Empty as error:
                raise SilentReaderError(f"{frames} frames were never heard") from error
            table.handle(event)
            frames -= isinstance(event, ReaderEvent) and isinstance(event.what, TagSeen)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class AsItDoes:
    """Time passes as it does, so that people can watch."""

    def __init__(self, parts: Pretend) -> None:
        self._real = parts.real_time()
        self.clock: Callable[[], float] = time.monotonic

    def pass_to(self, at: float, table: Table) -> None:
        """Let the table listen until the moment has come."""
        while (left := at - self.clock()) > 0:
            table.step(left)

    def __enter__(self) -> Self:
        self._real.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._real.stop()
