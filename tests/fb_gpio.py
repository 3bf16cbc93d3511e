"""A pretend RPi.GPIO module and a 74HC595 chain on its pins, for tests.

`PinBoard` keeps the rules of RPi.GPIO 0.7 that the light driver can break: a numbering must be
chosen, a pin must be set up as an output, `initial` is one level, `cleanup` makes inputs. It does
not pretend timing, warnings, inputs, PWM or edge detection. `Chain595` sees pin levels only.
"""

from __future__ import annotations

from collections.abc import Callable

Listener = Callable[[int, int | None], None]


class PinBoard:
    """The module. `fail_at` makes the n-th call from now raise; None is a pin that floats."""

    BCM = 11
    BOARD = 10
    OUT = 0
    IN = 1
    LOW = 0
    HIGH = 1
    PUD_OFF = 20
    PUD_UP = 22

    def __init__(self) -> None:
        self.levels: dict[int, int | None] = {}
        self.calls = 0
        self.fail_at: int | None = None
        self.error: Exception = RuntimeError("the bus is on fire")
        self.listeners: list[Listener] = []
        self._mode: int | None = None

    def setmode(self, mode: int) -> None:
        self._called()
        if self._mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def setup(
        self, channel: list[int], direction: int, pull_up_down: int = PUD_OFF, initial: int = -1
    ) -> None:
        self._called()
        if self._mode is None:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or …")
        if direction != self.OUT or initial not in (self.LOW, self.HIGH):
            raise ValueError("An invalid direction was passed to setup()")
        for pin in channel:
            self._set(pin, initial)

    def input(self, channel: int) -> int:
        raise NotImplementedError("inputs are on PretendGPIO")

    def output(self, channel: int, value: int) -> None:
        self._called()
        if self.levels.get(channel) is None:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        if value not in (self.LOW, self.HIGH):
            raise ValueError("value must be an integer or boolean")
        self._set(channel, value)

    def cleanup(self, channel: list[int]) -> None:
        self._called()
        for pin in channel:
            self._set(pin, None)

    def _called(self) -> None:
        self.calls += 1
        if self.fail_at is not None:
            self.fail_at -= 1
            if self.fail_at == 0:
                raise self.error

    def _set(self, pin: int, level: int | None) -> None:
        self.levels[pin] = level
        for listener in self.listeners:
            listener(pin, level)


class Chain595:
    """`panels` panels of three 74HC595 behind one, fed by the levels of four pins.

    Cell 0 is QA of the status register; each rising clock edge moves every bit one cell on. What
    is latched shows only while the enable pin is low; a floating enable is pulled up. At power-up
    the cells and the outputs are random: here, all ones.
    """

    def __init__(
        self, board: PinBoard, panels: int = 2, pins: tuple[int, int, int, int] = (17, 27, 22, 23)
    ) -> None:
        self._data, self._clock, self._latch, self._enable = pins
        self._levels = {pin: board.levels.get(pin) for pin in pins}
        self._cells = [1] * (8 + 24 * panels)
        self._outputs = list(self._cells)
        self.latches = 0
        self.clocks = 0
        self.flashes: list[list[int]] = []  # every picture that was visible, in order
        board.listeners.append(self._level)

    def _level(self, pin: int, level: int | None) -> None:
        if pin not in self._levels:
            return
        rising = self._levels[pin] == 0 and level == 1
        self._levels[pin] = level
        if pin == self._clock and rising:
            self._cells = [self._levels[self._data] or 0, *self._cells[:-1]]
            self.clocks += 1
        if pin == self._latch and rising:
            self._outputs = list(self._cells)
            self.latches += 1
        if pin not in (self._latch, self._enable):
            return  # nothing else changes what is seen
        visible = self.visible()
        if visible != (self.flashes[-1] if self.flashes else self._dark()):
            self.flashes.append(visible)

    def _dark(self) -> list[int]:
        return [0] * (len(self._cells) // 24 + 1)

    @property
    def lit(self) -> bool:
        return self._levels[self._enable] == 0

    def visible(self) -> list[int]:
        """The status number and then each panel's, as the lights show them: 0 when disabled."""
        if not self.lit:
            return self._dark()
        groups = [
            self._outputs[:8],
            *(self._outputs[at : at + 24] for at in range(8, len(self._outputs), 24)),
        ]
        return [sum(bit << place for place, bit in enumerate(group)) for group in groups]
