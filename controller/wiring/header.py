"""The 40 pins of the header of a Raspberry Pi (all models since the B+)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

V33: Final = "3.3 V"
V5: Final = "5 V"
GROUND: Final = "GND"

_NAMES: Final = (
    *(V33, V5, "GPIO 2", V5, "GPIO 3", GROUND, "GPIO 4", "GPIO 14", GROUND, "GPIO 15"),
    *("GPIO 17", "GPIO 18", "GPIO 27", GROUND, "GPIO 22", "GPIO 23", V33, "GPIO 24"),
    *("GPIO 10", GROUND, "GPIO 9", "GPIO 25", "GPIO 11", "GPIO 8", GROUND, "GPIO 7"),
    *("GPIO 0", "GPIO 1", "GPIO 5", GROUND, "GPIO 6", "GPIO 12", "GPIO 13", GROUND),
    *("GPIO 19", "GPIO 16", "GPIO 26", "GPIO 20", GROUND, "GPIO 21"),
)


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """One pin: its place on the header, 1 to 40, and its name; `bcm` is None for power."""

    place: int
    name: str
    bcm: int | None


HEADER: Final = tuple(
    HeaderPin(place, name, int(name.split()[1]) if name.startswith("GPIO") else None)
    for place, name in enumerate(_NAMES, start=1)
)
"""All pins in the order of their places."""
PLACE_OF: Final = {pin.bcm: pin.place for pin in HEADER if pin.bcm is not None}
"""BCM number to place."""
VOLTS: Final = {V33: 3.3, V5: 5.0}
"""What the supplies give."""
SUPPLY_OF: Final = {volts: name for name, volts in VOLTS.items()}
"""Voltage to supply."""
PIN_V: Final = 3.3
"""What a pin takes."""
POWER: Final = {V33: (1, 17), V5: (2, 4), GROUND: (6, 9, 14, 20, 25, 30, 34, 39)}
"""The places of power and ground."""
TXD, RXD = 14, 15
"""The BCM numbers of the header's serial port."""
