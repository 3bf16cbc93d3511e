"""A stand-in for the module RPi.GPIO 0.7.1 on a Raspberry Pi 3B, as strict as the real one.

Names, values, checks, their order, the words of errors and warnings are those of the genuine
module; its odd corners too: `initial=None` is a TypeError, an `initial` that is neither LOW nor
HIGH is ignored, of a list the pins before a bad one are set up, `cleanup()` forgets the numbering
mode, and within one process no warning tells when a pin is set up twice. That last, and other
things a real board is silent about, are in `board.faults`.

Only the genuine names are there, so that a program cannot come to lean on pretence; the outside
world of the pins is `board`. A second `PretendGPIO` on the same board is a second program.

Not pretended: PWM (making one raises NotImplementedError); edge detection works as it does on
recent kernels: not at all; the compute module and the first two boards with 26 pins; access
rights; speed. Numbers beyond 32 bits are invalid channels here; the genuine module cuts them.
"""

from __future__ import annotations

import contextlib
import operator
import sys
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, NoReturn, cast

from hw_mocks.pins import INPUT, OUTPUT, PIN_COUNT, PinBoard, Pull

Channels = int | list[int] | tuple[int, ...]
Values = int | list[int] | tuple[int, ...]

# Position on the 40-pin header to BCM number; power, ground and the two ID pins cannot be used.
# fmt: off
HEADER = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9,
    22: 25, 23: 11, 24: 8, 26: 7, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20,
    40: 21,
}
# fmt: on
_UNKNOWN, _SERIAL, _SPI, _I2C, _PWM = -1, 40, 41, 42, 43
# What an alternate function is, by (function select value, BCM pin).
_ALTERNATES = {
    **{(4, bcm): _I2C for bcm in (0, 1, 2, 3, 28, 29)},
    **{(4, bcm): _SPI for bcm in range(7, 12)},
    **{(4, bcm): _PWM for bcm in (12, 13)},
    **{(4, bcm): _SERIAL for bcm in (14, 15)},
    **{(3, bcm): _SPI for bcm in range(16, 22)},
    **{(2, bcm): _PWM for bcm in (18, 19)},
}
_UNSET = -1
_NO_BOUNCETIME = -666  # this and -1 are the genuine module's own signs for "not given"
_EVERYTHING = cast("Channels", object())
_NO_CALLBACK = cast("Callable[[int], object]", object())


class PretendGPIO(types.ModuleType):
    """The module. Fresh: no numbering mode, warnings on, nothing set up.

    `board` is the pins it works on, a new board if left out.
    """

    BCM: ClassVar = 11
    BOARD: ClassVar = 10
    BOTH: ClassVar = 33
    FALLING: ClassVar = 32
    HARD_PWM: ClassVar = _PWM
    HIGH: ClassVar = 1
    I2C: ClassVar = _I2C
    IN: ClassVar = 1
    LOW: ClassVar = 0
    OUT: ClassVar = 0
    PUD_DOWN: ClassVar = 21
    PUD_OFF: ClassVar = 20
    PUD_UP: ClassVar = 22
    RISING: ClassVar = 31
    RPI_INFO: ClassVar[dict[str, str | int]] = {
        "P1_REVISION": 3,
        "REVISION": "a02082",
        "TYPE": "Pi 3 Model B",
        "MANUFACTURER": "Sony UK",
        "PROCESSOR": "BCM2837",
        "RAM": "1G",
    }
    RPI_REVISION: ClassVar = 3
    SERIAL: ClassVar = _SERIAL
    SPI: ClassVar = _SPI
    UNKNOWN: ClassVar = _UNKNOWN
    VERSION: ClassVar = "0.7.1"

    _PULLS: ClassVar[dict[int, Pull]] = {PUD_OFF: "off", PUD_DOWN: "down", PUD_UP: "up"}

    class PWM:
        """Not pretended."""

        def __init__(self, channel: int, frequency: float, /) -> None:
            raise NotImplementedError("the pretend board has no PWM")

    def __init__(self, board: PinBoard | None = None) -> None:
        super().__init__("RPi.GPIO", "Pretend GPIO functionality of a Raspberry Pi using Python")
        self.board = PinBoard() if board is None else board
        """The pins as the outside world sees them. The genuine module has no such name."""
        self._mode = _UNKNOWN
        self._warnings = True
        self._mapped = False  # whether the program has come near the pins yet
        self._directions: dict[int, int] = {}  # of the pins this program has set up
        self.__all__ = [
            name for name in dir(self) if name[0] != "_" and name not in ("board", "installed")
        ]

    def __dir__(self) -> Iterable[str]:
        return object.__dir__(self)  # a module lists only its dictionary, not its class

    @contextlib.contextmanager
    def installed(self) -> Iterator[PretendGPIO]:
        """While it lasts, `import RPi.GPIO` gives this; afterwards what was there before."""
        package = types.ModuleType("RPi", "Pretend package of Raspberry Pi modules")
        package.__path__ = []
        package.GPIO = self  # type: ignore[attr-defined]
        names = ("RPi", "RPi.GPIO")
        before = {name: sys.modules.get(name) for name in names}
        sys.modules.update(zip(names, (package, self), strict=True))
        try:
            yield self
        finally:
            for name, module in before.items():
                if module is None:
                    sys.modules.pop(name, None)
                else:
                    sys.modules[name] = module

    # -- numbering and warnings ----------------------------------------------------------------

    def setmode(self, mode: int, /) -> None:
        """Choose the numbering: `BCM` or `BOARD`.

        Raises ValueError for another one than is set already, or for anything else.
        """
        mode = _int(mode)
        if self._mode not in (_UNKNOWN, mode):
            raise ValueError("A different mode has already been set!")
        if mode not in (self.BCM, self.BOARD):
            raise ValueError("An invalid mode was passed to setmode()")
        self._mode = mode

    def getmode(self) -> int | None:
        """Return `BCM`, `BOARD`, or None while none is set."""
        return None if self._mode == _UNKNOWN else self._mode

    def setwarnings(self, state: int, /) -> None:
        """Switch warnings on or off."""
        self._warnings = bool(_int(state))

    # -- set up and clean up -------------------------------------------------------------------

    def setup(
        self,
        channel: Channels,
        direction: int,
        pull_up_down: int = PUD_OFF,
        initial: int = _UNSET,
    ) -> None:
        """Make pins inputs or outputs; `initial` is on an output before it becomes one.

        Raises ValueError for bad arguments, RuntimeError without a numbering mode, warns
        (RuntimeWarning) of a pin that is in use by something else.
        """
        direction, pud, initial = _int(direction), _int(pull_up_down), _int(initial)
        channels = _channels(channel)
        self._mapped = True
        if direction not in (self.IN, self.OUT):
            raise ValueError("An invalid direction was passed to setup()")
        if direction == self.OUT and pud != self.PUD_OFF:
            raise ValueError("pull_up_down parameter is not valid for outputs")
        if direction == self.IN and initial != _UNSET:
            raise ValueError("initial parameter is not valid for inputs")
        if pud not in self._PULLS:
            raise ValueError(
                "Invalid value for pull_up_down - should be either PUD_OFF, PUD_UP or PUD_DOWN"
            )
        for one in channels:
            self._setup_one(one, direction, self._PULLS[pud], initial)

    def _setup_one(self, channel: int, direction: int, pull: Pull, initial: int) -> None:
        bcm = self._bcm(_item(channel))
        function = self.board.function(bcm)
        taken = function == OUTPUT and bcm not in self._directions
        if taken or function not in (INPUT, OUTPUT):
            self._warn(
                "This channel is already in use, continuing anyway.  "
                "Use GPIO.setwarnings(False) to disable warnings.",
                stacklevel=4,
            )
        if bcm in (2, 3) and pull != "off":
            self._warn("A physical pull up resistor is fitted on this channel!", stacklevel=4)
        self.board.claim(bcm, self)
        if direction == self.OUT and initial in (self.LOW, self.HIGH):
            self.board.set_latch(bcm, initial)
        self.board.set_pull(bcm, pull)
        self.board.set_function(bcm, OUTPUT if direction == self.OUT else INPUT)
        self._directions[bcm] = direction

    def cleanup(self, channel: Channels = _EVERYTHING) -> None:
        """Make pins that this program has set up inputs without pull again.

        Left out: all of them, and the numbering mode is forgotten. Raises ValueError or
        RuntimeError for bad channels, warns (RuntimeWarning) when there was nothing to do.
        """
        everything = channel is _EVERYTHING
        channels: Sequence[int] = () if everything else _channels(channel)
        found = False
        if self._mapped and everything:
            found = bool(self._directions)
            for bcm in sorted(self._directions):
                self._clean_one(bcm)
            self._mode = _UNKNOWN
        elif self._mapped:
            for one in channels:
                bcm = self._bcm(_item(one))
                found |= bcm in self._directions
                self._clean_one(bcm)
        if not found:
            self._warn(
                "No channels have been set up yet - nothing to clean up!  "
                "Try cleaning up at the end of your program instead!",
                stacklevel=3,
            )

    def _clean_one(self, bcm: int) -> None:
        if self._directions.pop(bcm, None) is not None:
            self.board.set_pull(bcm, "off")
            self.board.set_function(bcm, INPUT)
            self.board.release(bcm)

    # -- levels --------------------------------------------------------------------------------

    def output(self, channel: Channels, value: Values, /) -> None:
        """Set outputs, in the order given: one value for all, or one for each.

        Raises RuntimeError for a pin that is not an output or for unequal numbers of both,
        ValueError for what is no number.
        """
        channels, many = _channels(channel), isinstance(channel, (list, tuple))
        if isinstance(value, (list, tuple)):
            if not many or len(value) != len(channels):
                raise RuntimeError("Number of channels != number of values")
            values: Sequence[int] = value
        elif isinstance(value, int):
            values = [_c_int(value)] * len(channels)
        else:
            raise ValueError(
                "Value must be an integer/boolean or a list/tuple of integers/booleans"
            )
        for one, level in zip(channels, values, strict=True):
            self._output_one(_item(one), level)

    def _output_one(self, channel: int, value: int) -> None:
        if not isinstance(value, int):
            raise ValueError("Value must be an integer or boolean")
        level, bcm = _c_int(value), self._bcm(channel)
        if self._directions.get(bcm) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.board.set_latch(bcm, level)

    def input(self, channel: int, /) -> int:
        """Return `HIGH` or `LOW`. Raises RuntimeError for a pin that is not set up."""
        bcm = self._bcm(_int(channel))
        if bcm not in self._directions:
            raise RuntimeError("You must setup() the GPIO channel first")
        return self.board.read(bcm)

    def gpio_function(self, channel: int, /) -> int:
        """Return `IN`, `OUT`, `SPI`, `I2C`, `HARD_PWM`, `SERIAL` or `UNKNOWN`."""
        bcm = self._bcm(_int(channel))
        self._mapped = True
        function = self.board.function(bcm)
        if function in (INPUT, OUTPUT):
            return self.IN if function == INPUT else self.OUT
        return _ALTERNATES.get((function, bcm), _UNKNOWN)

    # -- edges: checked as ever, then refused as by kernels without /sys/class/gpio --------------

    def add_event_detect(
        self,
        gpio: int,
        edge: int,
        callback: Callable[[int], object] = _NO_CALLBACK,
        bouncetime: int = _NO_BOUNCETIME,
    ) -> NoReturn:
        """Raise RuntimeError, after the genuine checks: recent kernels cannot do it."""
        channel, edge, bouncetime = _int(gpio), _int(edge), _int(bouncetime)
        if callback is not _NO_CALLBACK and not callable(callback):
            raise TypeError("Parameter must be callable")
        self._check_edge(channel, edge, bouncetime)
        raise RuntimeError("Failed to add edge detection")

    def remove_event_detect(self, channel: int, /) -> None:
        """Do nothing to a pin without edge detection, which is every pin."""
        self._bcm(_int(channel))

    def event_detected(self, channel: int, /) -> bool:
        """Return False."""
        self._bcm(_int(channel))
        return False

    def add_event_callback(self, gpio: int, callback: Callable[[int], object]) -> NoReturn:
        """Raise RuntimeError: there is no detection to add to."""
        channel = _int(gpio)
        if not callable(callback):
            raise TypeError("Parameter must be callable")
        self._check_input(channel)
        raise RuntimeError(
            "Add event detection using add_event_detect first before adding a callback"
        )

    def wait_for_edge(
        self, channel: int, edge: int, bouncetime: int = _NO_BOUNCETIME, timeout: int = -1
    ) -> NoReturn:
        """Raise RuntimeError, after the genuine checks: recent kernels cannot do it."""
        channel, edge = _int(channel), _int(edge)
        bouncetime, timeout = _int(bouncetime), _int(timeout)
        self._check_edge(channel, edge, bouncetime)
        if timeout <= 0 and timeout != -1:
            raise ValueError("Timeout must be greater than 0")
        raise RuntimeError("Error waiting for edge")

    def _check_edge(self, channel: int, edge: int, bouncetime: int) -> None:
        self._check_input(channel)
        if edge not in (self.RISING, self.FALLING, self.BOTH):
            raise ValueError("The edge must be set to RISING, FALLING or BOTH")
        if bouncetime <= 0 and bouncetime != _NO_BOUNCETIME:
            raise ValueError("Bouncetime must be greater than 0")

    def _check_input(self, channel: int) -> None:
        if self._directions.get(self._bcm(channel)) != self.IN:
            raise RuntimeError("You must setup() the GPIO channel as an input first")

    # -- inside --------------------------------------------------------------------------------

    def _bcm(self, channel: int) -> int:
        if self._mode == _UNKNOWN:
            raise RuntimeError(
                "Please set pin numbering mode using "
                "GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
            )
        bcm = HEADER.get(channel, -1) if self._mode == self.BOARD else channel
        if not 0 <= bcm < PIN_COUNT:
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        return bcm

    def _warn(self, text: str, stacklevel: int) -> None:
        if self._warnings:
            warnings.warn(text, RuntimeWarning, stacklevel=stacklevel)


def _channels(channel: object) -> Sequence[int]:
    """Return one channel or many as a sequence; what is in a list is looked at one by one."""
    if isinstance(channel, int):
        return (_c_int(channel),)
    if isinstance(channel, (list, tuple)):
        return channel
    raise ValueError("Channel must be an integer or list/tuple of integers")


def _item(channel: object) -> int:
    if not isinstance(channel, int):
        raise ValueError("Channel must be an integer")
    return _c_int(channel)


def _int(value: int) -> int:
    """Return what a C int argument takes; raises TypeError or OverflowError like it."""
    number = operator.index(value)
    if _c_int(number) != number:
        edge = "greater than maximum" if number > 0 else "less than minimum"
        raise OverflowError(f"signed integer is {edge}")
    return number


def _c_int(value: int) -> int:
    """Return what is left of a C long in a C int; raises OverflowError for what is no long."""
    if not -(2**63) <= value < 2**63:
        raise OverflowError("Python int too large to convert to C long")
    return (int(value) + 2**31) % 2**32 - 2**31
