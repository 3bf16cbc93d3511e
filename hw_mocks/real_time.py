"""Runs pretend parts on the monotonic clock, for the demo and for tests of the whole.

Not pretended: exact moments. A busy machine is late by some milliseconds, as real lines are not;
tests that count milliseconds hand in moments themselves.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Protocol


class Timed(Protocol):
    """A part that does things when their moment has come: a `PtyReader`, `Hands`."""

    def advance(self, at: float) -> object:
        """Do all that is due up to `at`."""

    def next_due(self) -> float | None:
        """Return a moment before which nothing is due; None: nothing until something changes."""

    def attach(self, clock: Callable[[], float] | None, stir: Callable[[], None] | None) -> None:
        """Take `clock` for moments left out, and call `stir` after each change."""


class RealTime:
    """A thread that advances `parts` when something is due and sleeps in between.

    Give `Hands` before the readers they move. Use it in a `with` block, or `start` and `stop`.
    """

    def __init__(self, parts: Iterable[Timed], clock: Callable[[], float] = time.monotonic) -> None:
        self._parts = tuple(parts)
        self._clock = clock
        self._wake = threading.Condition()
        self._stirred = False
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    def start(self) -> None:
        """Let time run. Raises RuntimeError if it runs already."""
        if self._thread is not None:
            raise RuntimeError("time runs already")
        self._stopping = False
        self._error = None
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
        with self._wake:
            self._stopping = True
            self._wake.notify_all()
        self._thread.join()
        self._thread = None
        for part in self._parts:
            part.attach(None, None)
        if self._error is not None:
            raise self._error

    def _stir(self) -> None:
        with self._wake:
            self._stirred = True
            self._wake.notify_all()

    def _run(self) -> None:
        try:
            while not self._stopping:
                # Cleared first: what changes while the parts advance must not be slept over.
                self._stirred = False
                self._advance()
                self._sleep()
        except BaseException as error:
            self._error = error

    def _advance(self) -> None:
        now = self._clock()
        for part in self._parts:
            part.advance(now)

    def _sleep(self) -> None:
        dues = [due for part in self._parts if (due := part.next_due()) is not None]
        with self._wake:
            if self._stirred or self._stopping:
                return
            self._wake.wait(max(0.0, min(dues) - self._clock()) if dues else None)

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
