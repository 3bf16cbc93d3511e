"""Push buttons on pins of the Pi: pull-up inside, the button to ground, looked at by sampling.

Edge interrupts would cost less, but RPi.GPIO's fail on recent kernels ("Failed to add edge
detection"), so the pins are looked at, and only as often as it takes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from firmware_bridge.buttons import ButtonEvent
from firmware_bridge.debounce import Debouncer
from firmware_bridge.gpio import PULLED_UP, GpioModule, find_gpio
from firmware_bridge.parts import PartState, Pauses, Report
from firmware_bridge.port_keeper import Wait

IDLE_S: Final = 0.015
"""From one look to the next while nothing happens. Nobody presses a button for less than twice."""
BUSY_S: Final = 0.003
"""The same while a button bounces or is on its way down or up."""
PART: Final = "buttons"


def wait_cheaply(stopping: threading.Event, wait_s: float) -> None:
    """Wait until told to stop, or so long; short waits are not cut short.

    Waiting for an event costs ten times what sleeping does, and this is done sixty times a second.
    """
    if wait_s <= IDLE_S:
        time.sleep(wait_s)
    else:
        stopping.wait(wait_s)


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
        wait: Wait = wait_cheaply,
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
            buttons = [(button, pin, Debouncer()) for button, pin in self._pins.items()]
            self._sample(gpio, buttons)
            pauses.restart()
            self._say(self._report.works(self._clock()))
            while not self._stopping.is_set():
                idle = self._sample(gpio, buttons)
                self._wait(self._stopping, IDLE_S if idle else BUSY_S)
        finally:
            if mine:
                with suppress(Exception):  # there is nobody to tell, and nothing to be done
                    gpio.cleanup(mine)

    def _sample(self, gpio: GpioModule, buttons: Sequence[tuple[int, int, Debouncer]]) -> bool:
        """Look at every button once; whether all are as they were settled to be."""
        pressed: list[ButtonEvent] = []
        idle = True
        read, low = gpio.input, gpio.LOW
        for button, pin, debouncer in buttons:
            down = read(pin) == low
            if debouncer.rests(down):
                continue
            moment = debouncer.take(down, self._clock())
            idle = idle and debouncer.rests(down)
            if moment is not None:
                pressed.append(ButtonEvent(button, moment))
        for event in sorted(pressed, key=lambda event: event.at):
            self._sink(event)
        return idle

    def _say(self, state: PartState | None) -> None:
        if state is not None and not self._stopping.is_set():
            self._sink(state)
