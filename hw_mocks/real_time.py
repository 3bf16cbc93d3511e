"""Runs pretend parts on the monotonic clock, for the demo and for tests of the whole.

Not pretended: exact moments. A busy machine is late by some milliseconds, as real lines are not;
tests that count milliseconds hand in moments themselves.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Protocol, runtime_checkable

_LOOK_S = 0.05
"""So often it is looked whether somebody has opened the port of a reader that listens."""


class Timed(Protocol):
    """A part that does things when their moment has come: a `PtyReader`, `Hands`."""

    def advance(self, at: float) -> object:
        """Do all that is due up to `at`."""

    def next_due(self) -> float | None:
        """Return a moment before which nothing is due; None: nothing until something changes."""

    def attach(self, clock: Callable[[], float] | None, stir: Callable[[], None] | None) -> None:
        """Take `clock` for moments left out, and call `stir` after each change."""


@runtime_checkable
class Hearing(Protocol):
    """A part to which somebody may say something, at any time: a `PtyReader`."""

    @property
    def listens(self) -> bool:
        """Whether what is said to it matters."""

    def listening(self) -> int | None:
        """Return the descriptor that can be read when there is something to hear.

        None while nobody is there to say anything.
        """


class RealTime:
    """A thread that advances `parts` when something is due or said, and sleeps in between.

    Give `Hands` before the readers they move. Use it in a `with` block, or `start` and `stop`.
    """

    def __init__(self, parts: Iterable[Timed], clock: Callable[[], float] = time.monotonic) -> None:
        self._parts = tuple(parts)
        self._clock = clock
        self._alarm_lock = threading.Lock()
        self._alarm = -1  # an eventfd while time runs, readable when stirred
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    def start(self) -> None:
        """Let time run. Raises RuntimeError if it runs already."""
        if self._thread is not None:
            raise RuntimeError("time runs already")
        self._stopping = False
        self._error = None
        self._alarm = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        for part in self._parts:
            part.attach(self._clock, self._stir)
        self._thread = threading.Thread(target=self._run, name="pretend-time", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop and wait for the thread's end; then raise what stopped it before, if anything did.

        Stopping what does not run does nothing.
        """
        if self._thread is None:
            return
        self._stopping = True
        self._stir()
        self._thread.join()
        self._thread = None
        for part in self._parts:
            part.attach(None, None)
        with self._alarm_lock:
            os.close(self._alarm)
            self._alarm = -1
        if self._error is not None:
            raise self._error

    def _stir(self) -> None:
        with self._alarm_lock:  # a part may still stir when time has stopped
            if self._alarm >= 0:
                os.eventfd_write(self._alarm, 1)

    def _run(self) -> None:
        try:
            while True:
                # Cleared first: what changes from here on must not be slept over.
                self._clear()
                self._advance()
                if self._stopping:
                    return
                self._sleep()
        except BaseException as error:
            self._error = error

    def _clear(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._alarm)

    def _advance(self) -> None:
        now = self._clock()
        for part in self._parts:
            part.advance(now)

    def _sleep(self) -> None:
        dues = [due for part in self._parts if (due := part.next_due()) is not None]
        hearing = [
            part.listening() for part in self._parts if isinstance(part, Hearing) and part.listens
        ]
        waits = [max(0.0, min(dues) - self._clock())] if dues else []
        if None in hearing:
            waits.append(_LOOK_S)
        ears = [ear for ear in hearing if ear is not None]
        select.select([self._alarm, *ears], [], [], min(waits, default=None))

    def __enter__(self) -> RealTime:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
