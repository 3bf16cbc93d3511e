"""How a display hangs on the Pi: its driver, its bus, and the pins of its lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.config import DisplayConfig

BUSES: Final = ("i2c", "spi")
_LINES: Final[Mapping[str, Mapping[str, int]]] = {
    "i2c": {"SDA": 2, "SCL": 3},
    "spi": {"MOSI": 10, "SCLK": 11, "CE0": 8},
}
"""The lines of each bus, with their BCM pins."""
_ON_SPI: Final = frozenset(
    ("max7219", "ws2812", "apa102", "pcd8544", "st7735", "st7789", "ili9341")
)
"""Displays of luma that are on SPI unless they say otherwise; the other chips are on I2C."""
_ON_NO_BUS: Final = frozenset(("terminal", "pygame", "capture", "gifanim", "linux_framebuffer"))


def driver_of(display: DisplayConfig) -> str:
    """What drives it."""
    return display.driver


def bus_of(display: DisplayConfig) -> str:
    """`i2c` or `spi`; "" for a display that is on neither, such as HDMI."""
    said = {str(value).lower() for value in display.settings.values()}
    for bus in BUSES:
        if bus in said:
            return bus
    driver = driver_of(display).lower()
    if driver in _ON_NO_BUS or "hdmi" in driver:
        return ""
    return "spi" if driver in _ON_SPI else "i2c"


def lines_of(display: DisplayConfig) -> Mapping[str, int]:
    """The lines from the Pi to it, power and ground left out: name and BCM pin.

    Displays that share a line have it under the same name.
    """
    return _LINES.get(bus_of(display), {})
