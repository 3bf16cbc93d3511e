"""Lets time jump from moment to moment while the program runs in threads of its own.

The program's readers ask for the time (`clock`) and wait (`rest`, `wait`) here. Time stands still
until all of them wait and every byte on the lines has been read and dealt with; then it jumps to
the next moment at which a hand, a module or the program has something to do. So what happens does
not depend on how fast the machine is, and nobody waits in earnest.

Not pretended: that anything takes time in the program. Only for readers behind ptys, and not for
ports that pyserial alone can read.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from hw_mocks.pty_reader import PtyReader
from hw_mocks.real_time import Timed

SILENCE_S = 20.0
_LOOK_S, _SELDOM_S = 0.00005, 0.001


class Asker(Protocol):
    """A port of the program that reads one of the readers."""

    @property
    def traffic(self) -> tuple[int, int]:
        """How many bytes it has dealt with, and sent."""


@dataclass(eq=False, slots=True)
class _Sleeper:
    changed: threading.Condition
    is_due: Callable[[], bool]
    until: float | None

    def rests(self, alarm: float) -> bool:
        with self.changed:
            return not self.is_due() and (self.until is None or self.until > alarm)


class Lockstep:
    """A clock for a program, its pretend readers, and whoever moves cards on them.

    `hands` are advanced before the readers. `patience_s` is how long, in earnest, the program may
    take for what it does in no time. Used from one thread; `clock`, `rest` and `wait` are
    for the program's threads. Say with `attend` which ports there are before time passes.
    """

    def __init__(
        self, readers: Sequence[PtyReader], *hands: Timed, patience_s: float = SILENCE_S
    ) -> None:
        self._patience_s = patience_s
        self._readers = tuple(readers)
        self._parts = (*hands, *readers)
        self._ports: tuple[Asker, ...] = ()
        self._now = 0.0
        self._alarm = 0.0  # sleepers up to this moment have been woken
        self._lock = threading.Lock()
        self._sleepers: list[_Sleeper] = []

    # -- what the program uses -----------------------------------------------------------------

    def clock(self) -> float:
        """The present moment, in seconds from the start."""
        return self._now

    def rest(
        self, changed: threading.Condition, is_due: Callable[[], bool], wait_s: float | None
    ) -> None:
        """Wait on a condition that is held until `is_due`, or `wait_s` have passed."""
        until = None if wait_s is None else self._now + wait_s
        sleeper = _Sleeper(changed, is_due, until)
        with self._lock:
            self._sleepers.append(sleeper)
        changed.wait_for(lambda: is_due() or (until is not None and until <= self._alarm))
        with self._lock:
            self._sleepers.remove(sleeper)

    def wait(self, stop: threading.Event, seconds: float) -> None:
        """Wait until `stop` is set, or `seconds` have passed."""
        changed = threading.Condition()
        with changed:
            sleeper = _Sleeper(changed, stop.is_set, self._now + seconds)
            with self._lock:
                self._sleepers.append(sleeper)
            # Whoever sets the event knows nothing of this condition.
            while sleeper.rests(self._alarm):
                changed.wait(0.002)
            with self._lock:
                self._sleepers.remove(sleeper)

    # -- what runs it --------------------------------------------------------------------------

    def attend(self, ports: Sequence[Asker]) -> None:
        """Wait for these ports before time goes on; they have been started."""
        self._ports = tuple(ports)

    def pass_to(self, at: float, heard: Callable[[], object] = lambda: None) -> None:
        """Jump from moment to moment up to `at`, calling `heard` at each when all has settled.

        Raises RuntimeError when a byte or a port never comes to rest.
        """
        self._settle(heard)
        while (due := self._next_due()) is not None and due <= at:
            self._go_to(due, heard)
        self._go_to(max(self._now, at), heard)

    def _go_to(self, moment: float, heard: Callable[[], object]) -> None:
        self._now = max(self._now, moment)
        for part in self._parts:
            part.advance(self._now)
        self._settle(heard)
        # What comes in the very moment in which somebody's patience ends has come in time.
        self._alarm = self._now
        with self._lock:
            sleepers = tuple(self._sleepers)
        for sleeper in sleepers:
            if sleeper.until is not None and sleeper.until <= self._alarm:
                with sleeper.changed:
                    sleeper.changed.notify_all()
        self._settle(heard)

    def _next_due(self) -> float | None:
        with self._lock:
            moments = [sleeper.until for sleeper in self._sleepers]
        moments += [part.next_due() for part in self._parts]
        return min((due for due in moments if due is not None), default=None)

    def _settle(self, heard: Callable[[], object]) -> None:
        end = time.monotonic() + self._patience_s
        pause_s = _LOOK_S
        while not self._settled():
            if time.monotonic() > end:
                raise RuntimeError(f"the program does not come to rest: {self._state()}")
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, _SELDOM_S)
        heard()

    def _settled(self) -> bool:
        for reader in self._readers:
            reader.advance(self._now)
        with self._lock:
            sleepers = tuple(self._sleepers)
        return (
            len(sleepers) == len(self._ports)
            and all(sleeper.rests(self._alarm) for sleeper in sleepers)
            and self._all_read()
        )

    def _all_read(self) -> bool:
        traffic = [port.traffic for port in self._ports]
        dealt_with, sent = (sum(each) for each in zip(*traffic, strict=True)) if traffic else (0, 0)
        said = sum(reader.said for reader in self._readers)
        return said == dealt_with and sent == sum(reader.heard for reader in self._readers)

    def _state(self) -> str:
        lines = [(reader.path, reader.said, reader.heard) for reader in self._readers]
        return f"{len(self._sleepers)} ports wait; (said, heard) {lines}, {self._ports}"
