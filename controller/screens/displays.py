"""Picture displays of a running table, each drawn by a process of its own.

A display that is slow, dead or stuck is named among the faults and never holds up the game: its
process gets the newest screen only, and only when it is done with the one before; one that dies is
started again after growing pauses, one that does not answer is ended first.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, cast

import controller
from controller.config import DisplayConfig
from controller.screens.keeper import LONGEST_PAUSE_S
from controller.screens.thread import ScreenView
from controller.screens.worker import Order, frame
from display import Screen
from display.scene import Scene, scene_of
from firmware_bridge import PartState, Pauses, Report

START_S: Final = 60.0
"""So long a process may take until it has begun; a small Pi is slow."""
STUCK_S: Final = 15.0
"""So long it may take for one picture."""
LAST_LOOK_S: Final = 1.5
"""So long it may take to put its display out at the end."""
_STEADY_S: Final = 60.0

_ROOT: Final = str(Path(controller.__file__).parents[1])
WORKER: Final = (
    sys.executable,
    "-P",
    "-c",
    f"import sys; sys.path.append({_ROOT!r}); import controller.screens.worker as worker; "
    "sys.exit(worker.main())",
)
"""How the process of a display is started."""


class DisplayProcess:
    """One display: shows screens from `start` to `close`.

    `number` counts displays from 1. `sink` is told when the display fails and when it is back: it
    must not block. `clock` gives the time in seconds. `worker` is the command that keeps the
    display, as `controller.screens.worker` does; `start_s` and `stuck_s` are its time limits.
    """

    def __init__(
        self,
        number: int,
        config: DisplayConfig,
        sink: Callable[[PartState], object],
        clock: Callable[[], float] = time.monotonic,
        *,
        worker: Sequence[str] = WORKER,
        start_s: float = START_S,
        stuck_s: float = STUCK_S,
    ) -> None:
        self.name = f"display {number} ({config.device.driver})"
        self._config = config
        self._sink = sink
        self._clock = clock
        self._worker = worker
        self._start_s = start_s
        self._stuck_s = stuck_s
        self._report = Report(self.name)
        self._newest: Screen | None = None
        self._stopping = threading.Event()
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)

    def start(self) -> None:
        """Begin; once only."""
        self._thread.start()

    def show(self, screen: Screen) -> None:
        """Show a screen as soon as the display can; returns at once."""
        self._newest = screen
        if not self._stopping.is_set():
            os.eventfd_write(self._wake, 1)

    def stop(self) -> None:
        """Ask for the end and return at once."""
        if not self._stopping.is_set():
            self._stopping.set()
            os.eventfd_write(self._wake, 1)

    def close(self) -> None:
        """Put the display out and end its process; waits for that, but not for long."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join(3 * LAST_LOOK_S)
        wake, self._wake = self._wake, -1
        if wake >= 0 and not self._thread.is_alive():
            os.close(wake)

    def _run(self) -> None:
        pauses = Pauses(LONGEST_PAUSE_S)
        while not self._stopping.is_set():
            began = self._clock()
            try:
                reason = self._live()
            except Exception as error:  # no process can be started, or it talks nonsense
                reason = f"its process cannot be talked to: {error}"
            if self._clock() - began > _STEADY_S:
                pauses.restart()
            self._tell(reason)
            self._stopping.wait(pauses.next())

    def _live(self) -> str:
        """Let one process keep the display; why it has ended."""
        child = subprocess.Popen(
            self._worker,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        try:
            return _Life(self, child).last()
        finally:
            self._end(child)

    def _end(self, child: subprocess.Popen[bytes]) -> None:
        with suppress(OSError):
            cast(IO[bytes], child.stdin).close()
        if self._stopping.is_set():
            with suppress(subprocess.TimeoutExpired):
                child.wait(LAST_LOOK_S)
        child.kill()
        # A process that hangs in the kernel cannot be ended; it is not waited for.
        with suppress(subprocess.TimeoutExpired):
            child.wait(LAST_LOOK_S)
        cast(IO[bytes], child.stdout).close()

    def _tell(self, fault: str | None) -> None:
        at = self._clock()
        state = self._report.works(at) if fault is None else self._report.failed(fault, at)
        if state is not None and not self._stopping.is_set():
            self._sink(state)


class _Life:
    """One process of a display, from its start to its end."""

    def __init__(self, display: DisplayProcess, child: subprocess.Popen[bytes]) -> None:
        self._display = display
        self._child = child
        self._clock = display._clock
        self._sent: Scene | None = None
        self._busy_until: float | None = self._clock() + display._start_s
        self._not_before = self._clock()
        self._heard = b""

    def last(self) -> str:
        """Feed the process until it has to be ended; why."""
        config = self._display._config
        self._write(Order(config.device, config.refresh_s))
        while not self._display._stopping.is_set():
            wait_s = self._feed()
            if wait_s is not None and wait_s <= 0:
                return "its process does not answer, and was ended"
            if not self._listen(wait_s):
                return f"its process has ended ({self._status()})"
        return "the table ends"

    def _feed(self) -> float | None:
        """Send what is new if it is time; how long there is nothing to do but to listen."""
        now = self._clock()
        if self._busy_until is not None:
            return self._busy_until - now
        screen = self._display._newest
        if screen is None:
            return None
        config = self._display._config
        scene = scene_of(screen, config.shows, config.team)
        if scene == self._sent:
            return None
        if now < self._not_before:
            return self._not_before - now
        self._write(scene)
        self._sent = scene
        self._not_before = now + 1 / self._display._config.max_fps
        self._busy_until = now + self._display._stuck_s
        return self._display._stuck_s

    def _listen(self, wait_s: float | None) -> bool:
        """Wait for a word of the process or for news of the table; False when it has ended."""
        pipe, wake = cast(IO[bytes], self._child.stdout).fileno(), self._display._wake
        ready, _, _ = select.select([pipe, wake], [], [], wait_s)
        if wake in ready:
            os.eventfd_read(wake)
        if pipe not in ready:
            return True
        data = os.read(pipe, 4096)
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            self._display._tell(message["fault"])
            if message["done"]:
                self._busy_until = None
        return bool(data)

    def _write(self, thing: object) -> None:
        # At most one frame is under way, and a pipe takes that many bytes without blocking.
        cast(IO[bytes], self._child.stdin).write(frame(thing))

    def _status(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            code = self._child.wait(LAST_LOOK_S)
            return f"exit status {code}" if code >= 0 else f"signal {-code}"
        return "it closed its output"


class Views:
    """Several views as one: each gets every screen."""

    def __init__(self, views: Sequence[ScreenView]) -> None:
        self._views = views

    def show(self, screen: Screen) -> None:
        """Hand a screen to each."""
        for view in self._views:
            view.show(screen)

    def close(self) -> None:
        """Close each."""
        for view in self._views:
            view.close()
