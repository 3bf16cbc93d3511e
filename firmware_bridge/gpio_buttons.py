"""Push buttons on pins of the Pi: pull-up inside, the button to ground, looked at by sampling.

Edge interrupts would cost less, but RPi.GPIO's fail on recent kernels ("Failed to add edge
detection"), so the pins are looked at, and only as often as it takes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from firmware_bridge.buttons import ButtonEvent
from firmware_bridge.debounce import Debouncer
from firmware_bridge.gpio import PULLED_UP, GpioModule, find_gpio
from firmware_bridge.parts import PartState, Pauses, Report
from firmware_bridge.port import Wait

IDLE_S: Final = 0.012
"""From one look to the next while nothing happens: under 1 % of one core of a Pi 3."""
BUSY_S: Final = 0.003
"""The same while a button bounces or is on its way down or up."""
PART: Final = "buttons"


class GpioButtons:
    """Buttons on BCM pins: `pins` has the pin of each button by its number in the events.

    From `start` to `close` a thread looks at them and calls `sink` with each press, and with the
    state of the pins when they fail and when they are back; `sink` must not block. Without any pin
    nothing runs. `gpio` brings the module RPi.GPIO, `clock` gives the time in seconds, `wait` is
    how the thread waits.

    A failure of the module is told once and tried anew after growing pauses; after it, as at the
    start, a button that is held was not pressed. Only its own pins are set up and cleaned up.
    """

    def __init__(
        self,
        pins: Mapping[int, int],
        sink: Callable[[ButtonEvent | PartState], object],
        clock: Callable[[], float] = time.monotonic,
        *,
        gpio: Callable[[], GpioModule] = find_gpio,
        wait: Wait = threading.Event.wait,
    ) -> None:
        self._pins = dict(pins)
        self._sink = sink
        self._clock = clock
        self._find = gpio
        self._wait = wait
        self._report = Report(PART)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)

    def start(self) -> None:
        """Begin looking; once only."""
        if self._pins:
            self._thread.start()

    def stop(self) -> None:
        """Ask the thread to end and return at once."""
        self._stopping.set()

    def close(self) -> None:
        """End the thread, which gives the pins back. May be called twice."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        pauses = Pauses()
        while not self._stopping.is_set():
            try:
                self._look(pauses)
            except Exception as error:  # RPi.GPIO has no class of its own for its errors
                self._say(self._report.failed(str(error) or repr(error), self._clock()))
                self._wait(self._stopping, pauses.next())

    def _look(self, pauses: Pauses) -> None:
        """Look at the buttons until told to stop, or until something fails."""
        gpio = self._find()
        mine: list[int] = []
        try:
            gpio.setmode(gpio.BCM)
            for pin in self._pins.values():
                pull = gpio.PUD_OFF if pin in PULLED_UP else gpio.PUD_UP
                gpio.setup([pin], gpio.IN, pull_up_down=pull)
                mine.append(pin)
            debouncers = {button: Debouncer() for button in self._pins}
            while not self._stopping.is_set():
                self._sample(gpio, debouncers)
                pauses.restart()
                self._say(self._report.works(self._clock()))
                idle = all(debouncer.settled for debouncer in debouncers.values())
                self._wait(self._stopping, IDLE_S if idle else BUSY_S)
        finally:
            if mine:
                with suppress(Exception):  # there is nobody to tell, and nothing to be done
                    gpio.cleanup(mine)

    def _sample(self, gpio: GpioModule, debouncers: Mapping[int, Debouncer]) -> None:
        pressed: list[ButtonEvent] = []
        for button, debouncer in debouncers.items():
            at = self._clock()
            moment = debouncer.take(gpio.input(self._pins[button]) == gpio.LOW, at)
            if moment is not None:
                pressed.append(ButtonEvent(button, moment))
        for event in sorted(pressed, key=lambda event: event.at):
            self._sink(event)

    def _say(self, state: PartState | None) -> None:
        if state is not None and not self._stopping.is_set():
            self._sink(state)
