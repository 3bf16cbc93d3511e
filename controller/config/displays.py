"""`[[display]]`: pictures of the table on displays that luma drives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from controller.config.model import DisplayConfig
from controller.config.pins import HIGHEST_PIN, PinBook
from controller.toml_reader import Reader
from display.device_kinds import (
    BACKLIGHT,
    BACKLIGHT_LOW,
    BGR,
    CASCADED,
    CONTRAST,
    DISPLAYS,
    I2C,
    INVERSE,
    MEMORY,
    OFFSETS,
    ORIENTATION,
    PWM,
    REVERSED,
    SERPENTINE,
    SPI,
    DeviceSettings,
    DisplayKind,
)
from display.scene import PANEL, SCREEN, TEAM, is_flat
from engine import Seating

SPEEDS_HZ: Final = tuple(
    round(mhz * 1_000_000) for mhz in (0.5, 1, 2, 4, 8, *range(16, 49, 4), 50, 52)
)
"""What luma takes for SPI."""
ORIENTATIONS: Final = (0, 90, -90, 180)
I2C_PINS: Final = {0: (0, 1), 1: (2, 3)}
SPI_PINS: Final = {0: (9, 10, 11), 1: (19, 20, 21)}
SELECT_PINS: Final = {0: (8, 7), 1: (18, 17, 16)}
"""BCM numbers by bus: SDA and SCL; MISO, MOSI and SCLK; the selects of its devices."""
PWM_PIN: Final = 18
_MOST_PIXELS: Final = 4096
_DATA_COMMAND, _RESET = 24, 25
_DIE: Final = 8
_DAY_S: Final = 86_400


def read_displays(
    tables: Sequence[Reader], seating: Seating | None, book: PinBook
) -> tuple[DisplayConfig, ...]:
    """Read the sections; the pins of the displays and of their buses are noted in the book."""
    places: dict[tuple[object, ...], str] = {}
    found = [_Part(table, seating, book, places).read() for table in tables]
    return tuple(config for config in found if config is not None)


class _Part:
    """One section."""

    def __init__(
        self,
        table: Reader,
        seating: Seating | None,
        book: PinBook,
        places: dict[tuple[object, ...], str],
    ) -> None:
        self._table = table
        self._seating = seating
        self._book = book
        self._places = places

    def read(self) -> DisplayConfig | None:
        table = self._table
        driver = table.choice("driver", tuple(DISPLAYS), None)
        if driver not in DISPLAYS:
            table.everything()  # which of the others it may have depends on the driver
            return None
        kind = DISPLAYS[driver]
        settings: dict[str, Any] = {"driver": driver}
        settings["interface"] = self._interface(kind)
        settings.update(self._place(kind, settings["interface"]))
        settings.update(self._size(kind))
        settings.update(self._looks(kind))
        device = DeviceSettings(**settings)
        shows = self._shows(device)
        refresh_s = table.whole("refresh_s", kind.refresh_s, 0, _DAY_S)
        max_fps = table.whole("max_fps", 5 if kind.library == "lcd" else 10, 1, 30)
        table.close()
        return DisplayConfig(device, shows, refresh_s, max_fps, self._team(shows))

    # Where it hangs.

    def _interface(self, kind: DisplayKind) -> str:
        if kind.interfaces[0] in (I2C, SPI):
            return self._table.choice("interface", kind.interfaces, kind.interfaces[0])
        return kind.interfaces[0]

    def _place(self, kind: DisplayKind, interface: str) -> dict[str, Any]:
        if interface == I2C:
            return self._on_i2c()
        if interface == SPI:
            return self._on_spi(kind)
        if interface == PWM:
            self._book.take(self._table, "driver", PWM_PIN)
            self._once("driver", "the lights on", PWM)
            return {}
        path = self._table.text("path", "/dev/fb0")
        self._once("path", "path", MEMORY, path)
        return {"path": path}

    def _on_i2c(self) -> dict[str, Any]:
        table = self._table
        port = table.whole("port", 1, 0, 99)
        address = table.whole("address", 0x3C, 0x08, 0x77)
        for pin in I2C_PINS.get(port, ()):
            self._book.share(table, "interface", pin, f"{I2C}{port}")
        self._once("address", hex(address), I2C, port, address)
        return {"port": port, "address": address}

    def _on_spi(self, kind: DisplayKind) -> dict[str, Any]:
        table = self._table
        port = table.whole("port", 0, 0, 9)
        device = table.whole("device", 0, 0, 2)
        speed = self._speed(kind)
        for pin in SPI_PINS.get(port, ()):
            self._book.share(table, "interface", pin, f"{SPI}{port}")
        selects = SELECT_PINS.get(port)
        if selects is None:
            self._once("device", str(device), SPI, port, device)
        elif device < len(selects):
            self._book.take(table, "device", selects[device])
        else:
            table.fault("device", str(device), f"a whole number from 0 to {len(selects) - 1}")
        found: dict[str, Any] = {"port": port, "device": device, "bus_speed_hz": speed}
        if kind.wired:
            found["data_command"] = self._pin("data_command", _DATA_COMMAND)
            found["reset"] = self._optional_pin("reset", _RESET)
        return found

    def _speed(self, kind: DisplayKind) -> int:
        key = "bus_speed_hz"
        value = self._table.peek(key)
        if not self._table.has(key):
            return kind.speed_hz
        if isinstance(value, int) and not isinstance(value, bool) and value in SPEEDS_HZ:
            return value
        self._table.wrong(key, f"one of {', '.join(map(str, SPEEDS_HZ))}")
        return kind.speed_hz

    def _pin(self, key: str, usual: int) -> int:
        # Not 0: luma takes that for none.
        pin = self._table.whole(key, usual, 1, HIGHEST_PIN)
        if self._table.peek(key) in (None, pin):
            self._book.take(self._table, key, pin)
        return pin

    def _optional_pin(self, key: str, usual: int) -> int | None:
        """A pin, or `false` where the display has none."""
        if self._table.peek(key) is False:
            self._table.pass_over(key)
            return None
        return self._pin(key, usual)

    def _once(self, key: str, found: str, *place: object) -> None:
        before = self._places.setdefault(place, self._table.name)
        if before != self._table.name:
            self._table.fault(key, found, f"another than {before} has")

    # What it is like.

    def _size(self, kind: DisplayKind) -> dict[str, Any]:
        table = self._table
        if not kind.sizes:
            return {}
        rotate = table.whole("rotate", 0, 0, 3)
        usual = kind.sizes[0]
        if CASCADED in kind.keys and table.has(CASCADED):
            usual = (_DIE * table.whole(CASCADED, usual[0] // _DIE, 1, _MOST_PIXELS // 64), _DIE)
            for key in ("width", "height"):
                if table.has(key):
                    table.wrong(key, f"none beside {CASCADED}")
            return {"width": usual[0], "height": usual[1], "rotate": rotate}
        width = table.whole("width", usual[0], _DIE, _MOST_PIXELS)
        height = table.whole("height", usual[1], _DIE, _MOST_PIXELS)
        if not self._has_size(kind, width, height):
            table.fault(
                "width", f"{width} x {height}", f"a size that {kind.name} has: {_sizes(kind)}"
            )
            width, height = usual
        return {"width": width, "height": height, "rotate": rotate}

    def _has_size(self, kind: DisplayKind, width: int, height: int) -> bool:
        if kind.step:
            return width % kind.step == 0 and height % kind.step == 0
        return (width, height) in kind.sizes

    def _looks(self, kind: DisplayKind) -> dict[str, Any]:
        table, keys = self._table, kind.keys
        found: dict[str, Any] = {}
        if CONTRAST in keys and table.has(CONTRAST):
            found[CONTRAST] = table.whole(CONTRAST, 0, 0, 255)
        if ORIENTATION in keys:
            found[ORIENTATION] = self._orientation()
        for key in (REVERSED, SERPENTINE, BGR, INVERSE, BACKLIGHT_LOW):
            if key in keys:
                found[key] = table.flag(key, False)
        for key in sorted(OFFSETS & keys):
            found[key] = table.whole(key, 0, 0, 255)
        if BACKLIGHT in keys and table.has(BACKLIGHT):
            found[BACKLIGHT] = self._pin(BACKLIGHT, 1)
        return found

    def _orientation(self) -> int:
        # -90 is how the common boards with four modules in a row are made.
        value = self._table.peek(ORIENTATION)
        if not self._table.has(ORIENTATION):
            return -90
        if isinstance(value, int) and not isinstance(value, bool) and value in ORIENTATIONS:
            return value
        self._table.wrong(ORIENTATION, f"one of {', '.join(map(str, ORIENTATIONS))}")
        return -90

    # What it shows.

    def _shows(self, device: DeviceSettings) -> str:
        table = self._table
        if self._seating is None:
            table.pass_over("shows")
            return PANEL
        teams = self._seating.teams
        shows = table.choice("shows", (PANEL, SCREEN, *(f"{TEAM}{name}" for name in teams)), PANEL)
        width = device.size[0]
        if shows == PANEL and width and is_flat(device.size) and width < _DIE * len(teams):
            table.fault(
                "shows",
                f'"{shows}" on a width of {width}',
                f"{_DIE * len(teams)} or more for {len(teams)} panels, or one team's, such as "
                f'"{TEAM}{teams[0]}"',
            )
        return shows

    def _team(self, shows: str) -> int | None:
        if self._seating is None or not shows.startswith(TEAM):
            return None
        return self._seating.teams.index(shows.removeprefix(TEAM))


def _sizes(kind: DisplayKind) -> str:
    if kind.step:
        return f"steps of {kind.step} each way"
    return ", ".join(f"{width} x {height}" for width, height in kind.sizes)
