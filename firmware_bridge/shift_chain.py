"""A chain of 74HC595 shift registers on four pins, driven through RPi.GPIO.

The status register is nearest to the Pi, then come the panels, three registers each. A register
takes its data on the rising clock edge and hands it on, so the far end is shifted first: last
panel to first panel, then status, each from its highest bit down to bit 0. All outputs change
together on the rising latch edge. The enable line is active low.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import astuple, dataclass

from firmware_bridge.errors import LightFault
from firmware_bridge.gpio import LAST_BCM_PIN, GpioModule
from firmware_bridge.panel_bits import PANEL_BITS, STATUS_BITS, chain_word


@dataclass(frozen=True, slots=True)
class ChainPins:
    """The BCM numbers of the pins of the chain, 0 to 27 and all different; else ValueError."""

    data: int = 17
    clock: int = 27
    latch: int = 22
    enable: int = 23

    def __post_init__(self) -> None:
        pins = astuple(self)
        for pin in pins:
            if not 0 <= pin <= LAST_BCM_PIN:
                raise ValueError(f"pin: found {pin}, expected a BCM number 0 to {LAST_BCM_PIN}")
        if len(set(pins)) < len(pins):
            raise ValueError(f"pins: found {self}, expected four different ones")

    def __str__(self) -> str:
        return f"data {self.data}, clock {self.clock}, latch {self.latch}, enable {self.enable}"


class ShiftChain:
    """The lights of a status register and `panels` panels (1 or more), on one thread.

    The outputs of the registers are random when they get power: the enable line is set to "off"
    before any other pin is touched and stays so until the first picture is latched. (A pull-up
    on that line keeps it off before and after.) A picture is shifted and latched only when it
    differs from the last one.

    Every failure of the GPIO module becomes a LightFault. After one, the next `show` shifts its
    picture whole.
    """

    def __init__(self, gpio: GpioModule, pins: ChainPins | None = None, panels: int = 2) -> None:
        if panels < 1:
            raise ValueError(f"panels: found {panels}, expected 1 or more")
        self._gpio = gpio
        self._pins = pins = pins or ChainPins()
        self._panels = panels
        self._length = STATUS_BITS + PANEL_BITS * panels
        self._shown: int | None = None
        self._lit = False
        self._closed = False
        with self._faults("set up the pins"), ExitStack() as undo:
            gpio.setmode(gpio.BCM)
            undo.callback(gpio.cleanup, list(astuple(pins)))
            gpio.setup([pins.enable], gpio.OUT, initial=gpio.HIGH)
            gpio.setup([pins.data, pins.clock, pins.latch], gpio.OUT, initial=gpio.LOW)
            undo.pop_all()

    def show(self, status: int, panels: Sequence[int]) -> None:
        """Show a picture: 8 status bits and 24 bits for each panel, first panel first.

        Raises ValueError when the picture does not fit the chain, LightFault when it cannot be
        shown.
        """
        word = chain_word(status, panels, self._panels)
        if self._closed:
            raise LightFault("the lights are closed: nothing can be shown any more")
        if word == self._shown:
            return
        self._shown = None
        with self._faults("show a picture"):
            self._shift(word)
            if not self._lit:
                self._gpio.output(self._pins.enable, self._gpio.LOW)
                self._lit = True
        self._shown = word

    def close(self) -> None:
        """Put all lights out and give the pins back. May be called twice.

        Every step is tried whatever became of the one before; then a LightFault tells of the
        failure, if there was one.
        """
        if self._closed:
            return
        self._closed = True
        with self._faults("put the lights out"), ExitStack() as steps:
            steps.callback(self._gpio.cleanup, list(astuple(self._pins)))
            steps.callback(self._gpio.output, self._pins.enable, self._gpio.HIGH)
            self._shift(0)

    def _shift(self, word: int) -> None:
        output, low, high = self._gpio.output, self._gpio.LOW, self._gpio.HIGH
        data, clock, latch = self._pins.data, self._pins.clock, self._pins.latch
        output(clock, low)  # a failure may have left them high, and then the first edge
        output(latch, low)  # would be none
        level = None
        for place in range(self._length - 1, -1, -1):
            bit = high if word >> place & 1 else low
            if bit != level:
                output(data, bit)
                level = bit
            output(clock, high)
            output(clock, low)
        output(latch, high)
        output(latch, low)

    @contextmanager
    def _faults(self, doing: str) -> Iterator[None]:
        """Turn whatever the GPIO module raises into a LightFault.

        RPi.GPIO raises RuntimeError, ValueError and SystemError, rpi-lgpio a class of its own.
        """
        try:
            yield
        except Exception as error:
            raise LightFault(f"pins {self._pins}: cannot {doing}: {error}") from error
