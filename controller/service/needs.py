"""What of the machine a table needs: groups, devices, folders, the network."""

from __future__ import annotations

from dataclasses import dataclass

from controller.config import TableConfig
from controller.live.pins import used_pins
from controller.screens.bus import bus_of


@dataclass(frozen=True, slots=True)
class Needs:
    """What the service must be let at.

    `groups` and `devices` are as systemd names them; `network` is whether it listens or calls
    through one.
    """

    groups: tuple[str, ...]
    devices: tuple[str, ...]
    network: bool


_SERIAL = ("char-ttyUSB", "char-ttyACM", "char-ttyAMA", "char-ttyS")
_PINS = ("char-gpiochip", "char-*gpiomem*")
_BUS_DEVICES = {"i2c": "char-i2c", "spi": "char-spi"}


def needs_of(config: TableConfig) -> Needs:
    """What a table needs."""
    ports = [reader.port for reader in config.readers]
    ports += [config.bridge.port] if config.bridge else []
    groups: list[str] = []
    devices: list[str] = []
    if any("://" not in port for port in ports):
        groups.append("dialout")
        devices += _SERIAL
    buses = sorted({bus_of(display) for display in config.displays} - {""})
    if used_pins(config) or buses:
        groups.append("gpio")
        devices += _PINS
    for bus in buses:
        groups.append(bus)
        devices.append(_BUS_DEVICES[bus])
    if any(not bus_of(display) for display in config.displays):
        groups += ["video", "render"]
        devices += ["char-fb", "char-drm"]
    network = config.web is not None or any("://" in port for port in ports)
    return Needs(tuple(groups), tuple(devices), network)
