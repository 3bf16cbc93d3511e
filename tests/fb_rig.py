"""Clocks and waits for parts with a thread, so that a test takes no time and every run is alike."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any


class Rig:
    """A clock that moves only while the part waits; `events` has what the part says.

    Each wait of the part moves the clock on by what it wants to wait and then calls what stands in
    `plan` for the moments up to then. When the plan is done, `done` is set and the part waits for
    good, until it is told to stop.
    """

    def __init__(self, plan: list[tuple[float, Callable[[], object]]]) -> None:
        self.now = 0.0
        self.events: list[Any] = []
        self.waits: list[float | None] = []
        self.done = threading.Event()
        self._plan = sorted(plan, key=lambda item: item[0])

    def clock(self) -> float:
        return self.now

    def event_wait(self, stopping: threading.Event, wait_s: float) -> None:
        """Stands in for `threading.Event.wait`."""
        if not self._moved(wait_s):
            self.done.set()
            stopping.wait(10)

    def condition_wait(self, changed: threading.Condition, wait_s: float | None) -> None:
        """Stands in for `threading.Condition.wait`."""
        if not self._moved(wait_s):
            self.done.set()
            changed.wait(10)

    def _moved(self, wait_s: float | None) -> bool:
        self.waits.append(wait_s)
        if not self._plan:
            return False
        until = self._plan[0][0] if wait_s is None else self.now + wait_s
        while self._plan and self._plan[0][0] <= until:
            moment, action = self._plan.pop(0)
            self.now = max(self.now, moment)
            action()
            if wait_s is None:
                return True
        self.now = max(self.now, until)
        return True


def drained(events: queue.SimpleQueue[Any]) -> list[Any]:
    """Everything that is on a queue."""
    found = []
    while not events.empty():
        found.append(events.get())
    return found
