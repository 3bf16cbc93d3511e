"""How a display hangs on the Pi: its driver, its bus, and the pins of its lines."""

from __future__ import annotations

from collections.abc import Mapping

from controller.config import DisplayConfig
from controller.config.displays import I2C_PINS, PWM_PIN, SELECT_PINS, SPI_PINS
from display.device_kinds import I2C, PWM, SPI, DeviceSettings


def driver_of(display: DisplayConfig) -> str:
    """What drives it."""
    return display.device.driver


def bus_of(display: DisplayConfig) -> str:
    """`i2c` or `spi`; "" for a display that is on neither, such as HDMI."""
    interface = display.device.interface
    return interface if interface in (I2C, SPI) else ""


def lines_of(display: DisplayConfig) -> Mapping[str, int]:
    """The lines from the Pi to it, power and ground left out: name and BCM pin.

    Displays that share a line have it under the same name.
    """
    device = display.device
    if device.interface == I2C:
        return dict(zip(("SDA", "SCL"), I2C_PINS.get(device.port, ()), strict=False))
    if device.interface == SPI:
        return {**_spi_lines(device), **own_lines_of(display)}
    return {"DIN": PWM_PIN} if device.interface == PWM else {}


def _spi_lines(device: DeviceSettings) -> dict[str, int]:
    if device.port not in SPI_PINS:
        return {}
    _, out, clock = SPI_PINS[device.port]
    select = SELECT_PINS[device.port][device.device]
    # The buses of one Pi have lines of the same names.
    bus = "" if device.port == 0 else f"{device.port} "
    return {f"{bus}MOSI": out, f"{bus}SCLK": clock, f"{bus}CE{device.device}": select}


def own_lines_of(display: DisplayConfig) -> dict[str, int]:
    """Its lines beside those of the bus."""
    device = display.device
    pins = {"D/C": device.data_command, "RES": device.reset, "BL": device.backlight}
    return {f"{line} {pin}": pin for line, pin in pins.items() if pin is not None}
