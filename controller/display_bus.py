"""On which bus of the Pi a display hangs."""

from __future__ import annotations

from typing import Final

from controller.config import DisplayConfig

BUSES: Final = ("i2c", "spi")
_ON_SPI: Final = frozenset(
    ("max7219", "ws2812", "apa102", "pcd8544", "st7735", "st7789", "ili9341")
)
"""Displays of luma that are on SPI unless they say otherwise; the other chips are on I2C."""
_ON_NO_BUS: Final = frozenset(("terminal", "pygame", "capture", "gifanim", "linux_framebuffer"))


def bus_of(display: DisplayConfig) -> str:
    """`i2c` or `spi`; "" for a display that is on neither, such as HDMI."""
    said = {str(value).lower() for value in display.settings.values()}
    for bus in BUSES:
        if bus in said:
            return bus
    driver = display.driver.lower()
    if driver in _ON_NO_BUS or "hdmi" in driver:
        return ""
    return "spi" if driver in _ON_SPI else "i2c"
