"""A buzzer on a pin of the Pi: a short beep when asked, which nobody has to wait for.

Meant is an active buzzer (one that sounds by itself) behind a transistor: high = it sounds.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from firmware_bridge.gpio import GpioModule, find_gpio
from firmware_bridge.parts import PartState, Pauses, Report

BEEP_S: Final = 0.12
GAP_S: Final = 0.08
MOST_WAITING: Final = 3
"""So many beeps may be outstanding, the one that sounds among them; more are left out."""
PART: Final = "buzzer"


class Beeps:
    """When the buzzer sounds: pure, every time is passed in, in seconds and in order.

    Each `ask` is one beep of `BEEP_S`, at once or `GAP_S` after the one before it.
    """

    def __init__(self) -> None:
        self._starts: list[float] = []  # of the beeps that are not over yet
        self._free = -math.inf  # no beep may begin earlier: the gap after the last one

    def ask(self, at: float) -> None:
        """Ask for a beep."""
        self._forget(at)
        if len(self._starts) < MOST_WAITING:
            after = self._starts[-1] + BEEP_S + GAP_S if self._starts else self._free
            self._starts.append(max(at, after))

    def state(self, at: float) -> tuple[bool, float | None]:
        """Whether it sounds at `at`, and until when this stays so (None: until asked again)."""
        self._forget(at)
        if not self._starts:
            return False, None
        start = self._starts[0]
        return (True, start + BEEP_S) if at >= start else (False, start)

    def clear(self) -> None:
        """Leave out whatever was asked for."""
        self._starts.clear()

    def _forget(self, at: float) -> None:
        while self._starts and at >= self._starts[0] + BEEP_S:
            self._free = self._starts.pop(0) + BEEP_S + GAP_S


class Buzzer:
    """A buzzer on the BCM pin `pin`, from `start` to `close` on a thread of its own.

    It is off from the start and off at the end. `sink` is told when the pin fails and when it is
    back: it must not block. A failure is tried anew after growing pauses; beeps meanwhile are left
    out. `gpio` brings the module RPi.GPIO, `clock` gives the time in seconds, `wait` is how the
    thread waits for the condition that `beep` notifies.
    """

    def __init__(
        self,
        pin: int,
        sink: Callable[[PartState], object],
        clock: Callable[[], float] = time.monotonic,
        *,
        gpio: Callable[[], GpioModule] = find_gpio,
        wait: Callable[[threading.Condition, float | None], object] = threading.Condition.wait,
    ) -> None:
        self._pin = pin
        self._sink = sink
        self._clock = clock
        self._find = gpio
        self._wait = wait
        self._report = Report(PART)
        self._changed = threading.Condition()  # guards the two below
        self._beeps = Beeps()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)

    def start(self) -> None:
        """Set the pin up, off; once only."""
        self._thread.start()

    def beep(self) -> None:
        """Ask for a beep and return at once."""
        with self._changed:
            self._beeps.ask(self._clock())
            self._changed.notify_all()

    def stop(self) -> None:
        """Ask the thread to end and return at once."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()

    def close(self) -> None:
        """Be silent, and end the thread, which gives the pin back. May be called twice."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        pauses = Pauses()
        while not self._stopping:
            try:
                self._drive(pauses)
            except Exception as error:  # RPi.GPIO has no class of its own for its errors
                self._say(self._report.failed(str(error) or repr(error), self._clock()))
                self._pause(pauses.next())

    def _drive(self, pauses: Pauses) -> None:
        """Keep the pin at its level until told to stop, or until something fails."""
        gpio = self._find()
        gpio.setmode(gpio.BCM)
        gpio.setup([self._pin], gpio.OUT, initial=gpio.LOW)
        try:
            self._say(self._report.works(self._clock()))
            sounds = False
            while not self._stopping:
                with self._changed:
                    now = self._clock()
                    wanted, until = self._beeps.state(now)
                    if wanted == sounds and not self._stopping:
                        self._wait(self._changed, None if until is None else until - now)
                        continue
                gpio.output(self._pin, gpio.HIGH if wanted else gpio.LOW)
                sounds = wanted
                pauses.restart()
        finally:
            with suppress(Exception):
                gpio.output(self._pin, gpio.LOW)
            with suppress(Exception):
                gpio.cleanup([self._pin])

    def _pause(self, pause_s: float) -> None:
        until = self._clock() + pause_s
        with self._changed:
            while not self._stopping and (left := until - self._clock()) > 0:
                self._wait(self._changed, left)
            self._beeps.clear()

    def _say(self, state: PartState | None) -> None:
        if state is not None and not self._stopping:
            self._sink(state)
