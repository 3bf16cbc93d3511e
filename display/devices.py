"""Opens a picture display through luma, shows pictures on it, and sets it up anew.

luma is imported only here, and only when a display is opened.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from display.device_kinds import (
    BACKLIGHT,
    BGR,
    DISPLAYS,
    I2C,
    INVERSE,
    MEMORY,
    OFFSETS,
    ORIENTATION,
    REVERSED,
    SERPENTINE,
    SPI,
    DeviceSettings,
    DisplayKind,
)

if TYPE_CHECKING:
    from PIL import Image

_RESET_S: Final = 0.02
"""How long a reset is held; the display is left alone for the time after it."""
_AFTER_RESET_S: Final = 0.15

Find = Callable[[], Any]
"""Brings a module like RPi.GPIO."""


class DisplayFault(OSError):
    """A display cannot be opened: what it needs is missing."""


class Display:
    """A display that is open; every method raises whatever luma, the bus or the pins raise.

    `size` in pixels as it hangs and `mode` ("1", "RGB" or "RGBA") are what its pictures must have.
    """

    def __init__(self, device: Any, tape: _Tape | None, pins: _Pins) -> None:
        self._device = device
        self._tape = tape
        self._pins = pins
        self.size: tuple[int, int] = tuple(device.size)
        self.mode: str = device.mode

    def show(self, picture: Image.Image) -> None:
        """Show a picture."""
        self._device.display(picture)

    def refresh(self, picture: Image.Image) -> None:
        """Send everything again that set the display up, and then the whole picture.

        Nothing goes dark meanwhile: what clears the display when it is opened is left out.
        """
        if self._tape is not None:
            self._tape.play()
        buffer: Any = getattr(self._device, "framebuffer", None)
        if hasattr(buffer, "prev_image"):
            buffer.prev_image = None  # else only what differs would be sent
        self._device.display(picture)

    def close(self) -> None:
        """Put the display out and give everything back, whatever fails on the way."""
        with suppress(Exception):
            self._device.cleanup()
        if self._tape is not None:
            with suppress(Exception):
                self._tape.cleanup()
        self._pins.close()


def open_display(
    settings: DeviceSettings,
    gpio: Find,
    connect: Callable[[DeviceSettings, Any], Any] | None = None,
) -> Display:
    """Open a display, dark.

    `gpio` brings RPi.GPIO, and is asked only when the display has pins of its own. `connect` makes
    the bus out of the settings and the pins; left out, luma's. Raises DisplayFault when luma is
    missing, and whatever luma or the bus raises.
    """
    kind = DISPLAYS[settings.driver]
    kind_of_device = _device_class(kind)
    pins = _Pins(settings, gpio)
    tape: _Tape | None = None
    try:
        arguments = _arguments(kind, settings, pins)
        if kind.interfaces[0] in (I2C, SPI):
            tape = _Tape((connect or _connect)(settings, pins.module))
            arguments["serial_interface"] = tape
            kind_of_device = _silent(kind_of_device, tape)
        with _no_exit_hooks():
            device = kind_of_device(**arguments)
        if settings.contrast is not None:
            device.contrast(settings.contrast)
    except BaseException:
        if tape is not None:
            with suppress(Exception):
                tape.cleanup()
        pins.close()
        raise
    if tape is not None:
        tape.stop()
    return Display(device, tape, pins)


class _Pins:
    """The pins of a display on the module RPi.GPIO; only these are given back."""

    def __init__(self, settings: DeviceSettings, find: Find) -> None:
        named = (settings.data_command, settings.reset, settings.backlight)
        self._pins = [pin for pin in named if pin is not None]
        self.module: Any = None
        if self._pins:
            self.module = find()
            self.module.setmode(self.module.BCM)

    def close(self) -> None:
        if self._pins:
            # It warns of pins that luma has given back already.
            with suppress(Exception), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.module.cleanup(self._pins)
        self._pins = []


class _Tape:
    """A bus that notes what is sent over it, so that it can be sent again."""

    def __init__(self, bus: Any) -> None:
        self._bus = bus
        self._calls: list[tuple[Callable[..., object], tuple[Any, ...]]] = []
        self._notes = True

    def command(self, *command: int) -> None:
        self._send(self._bus.command, command)

    def data(self, data: Any) -> None:
        self._send(self._bus.data, (data,))

    def cleanup(self) -> None:
        self._bus.cleanup()

    def play(self) -> None:
        """Send what was noted."""
        for send, arguments in self._calls:
            send(*arguments)

    def stop(self) -> None:
        """Note no more."""
        self._notes = False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Note nothing meanwhile."""
        before, self._notes = self._notes, False
        try:
            yield
        finally:
            self._notes = before

    def _send(self, send: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        if self._notes:
            self._calls.append((send, arguments))
        send(*arguments)


def _device_class(kind: DisplayKind) -> Any:
    module = f"luma.{kind.library}.device"
    try:
        return getattr(importlib.import_module(module), kind.name)
    except ImportError as error:
        raise DisplayFault(
            f"the display driver `{kind.name}` needs luma.{kind.library}, which is missing "
            f"({error}): pip install 'chhakka[{kind.extra}]'"
        ) from error


def _silent(kind_of_device: Any, tape: _Tape) -> Any:
    """The class with pictures left out of the tape: each is cleared while it is being made."""

    def display(self: Any, image: Image.Image) -> None:
        with tape.paused():
            kind_of_device.display(self, image)

    return type(kind_of_device.__name__, (kind_of_device,), {"display": display})


@contextmanager
def _no_exit_hooks() -> Iterator[None]:
    """Let luma register nothing for the end of the program meanwhile.

    It would keep every display that was ever opened, and one that is broken is opened often.
    """
    module: Any = importlib.import_module("luma.core.device")
    before = module.atexit
    module.atexit = SimpleNamespace(register=lambda hook: hook)
    try:
        yield
    finally:
        module.atexit = before


def _arguments(kind: DisplayKind, settings: DeviceSettings, pins: _Pins) -> dict[str, Any]:
    """What luma's class is made with, the bus left out."""
    if MEMORY in kind.interfaces:
        return {"device": settings.path, "bgr": settings.bgr}
    found: dict[str, Any] = {"rotate": settings.rotate}
    if kind.step or len(kind.sizes) > 1:  # some that have one size only do not take it
        found.update(width=settings.width, height=settings.height)
    for key in (*OFFSETS, BGR, INVERSE, ORIENTATION):
        if key in kind.keys:
            found[key] = getattr(settings, key)
    if REVERSED in kind.keys:
        found["blocks_arranged_in_reverse_order"] = settings.blocks_reversed
    if SERPENTINE in kind.keys and settings.serpentine:
        found["mapping"] = serpentine(settings.width, settings.height)
    if BACKLIGHT in kind.keys:
        if settings.backlight is None:
            found["backlight"] = lambda lit: None  # else luma takes BCM 18 for it
        else:
            found["gpio"] = pins.module
            found["gpio_LIGHT"] = settings.backlight
            found["active_low"] = settings.backlight_low
    return found


def serpentine(width: int, height: int) -> list[int]:
    """Which light of a strip is which pixel, where every second row runs back.

    >>> serpentine(3, 2)
    [0, 1, 2, 5, 4, 3]
    """
    return [
        row * width + (width - 1 - column if row % 2 else column)
        for row in range(height)
        for column in range(width)
    ]


def _connect(settings: DeviceSettings, gpio: Any) -> Any:
    serial = importlib.import_module("luma.core.interface.serial")
    if settings.interface == I2C:
        return serial.i2c(port=settings.port, address=settings.address)
    has_reset = settings.reset is not None
    try:
        return serial.spi(
            port=settings.port,
            device=settings.device,
            bus_speed_hz=settings.bus_speed_hz,
            gpio=serial.noop() if gpio is None else gpio,
            gpio_DC=settings.data_command,
            gpio_RST=settings.reset,
            reset_hold_time=_RESET_S if has_reset else 0,
            reset_release_time=_AFTER_RESET_S if has_reset else 0,
        )
    except ImportError as error:
        raise DisplayFault(
            f"SPI needs the module spidev, which is missing ({error}): "
            f"pip install 'chhakka[{DISPLAYS[settings.driver].extra}]'"
        ) from error
