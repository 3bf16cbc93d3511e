"""What every pretend device behind a pseudo-terminal has: its line, its moments, and its end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from hw_mocks.pty_line import PtyLine


class PtyDevice:
    """A device that a program can open at `path`, which must not exist yet.

    Every moment `at` may be left out: then it is now, by the clock of the `RealTime` that runs
    this device, else the latest moment its model has heard of. A moment that has passed already
    counts as now, because what was sent cannot be called back. May be used from several threads.
    """

    def __init__(self, path: Path | str, baud: int) -> None:
        self.line = PtyLine(path, baud)
        self._lock = threading.RLock()
        self._clock: Callable[[], float] | None = None
        self._stir: Callable[[], None] | None = None

    @property
    def path(self) -> str:
        """What the program opens; it stays the same over unplug and plug."""
        return self.line.path

    def now(self) -> float:
        """The latest moment its model has heard of."""
        raise NotImplementedError

    def attach(self, clock: Callable[[], float] | None, stir: Callable[[], None] | None) -> None:
        """Take `clock` for the moments left out, and call `stir` after each change.

        `stir` is called by whoever makes the change; two None undo it.
        """
        with self._lock:
            self._clock, self._stir = clock, stir

    def close(self) -> None:
        """Unplug for good; a second time does nothing."""
        with self._lock:
            self.line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _moment(self, at: float | None) -> float:
        now = self.now()
        if at is None:
            at = now if self._clock is None else self._clock()
        return max(at, now)

    def _stirred(self) -> None:
        # Outside the lock: whoever is stirred may want to ask this device something.
        stir = self._stir
        if stir is not None:
            stir()
