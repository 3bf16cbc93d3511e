"""Which pins of the Pi are spoken for, so that none is used twice."""

from __future__ import annotations

from typing import Final

from controller.toml_reader import Reader

HIGHEST_PIN: Final = 27
"""BCM numbers on the 40-pin header of a Raspberry Pi go from 0 to 27."""


class PinBook:
    """The pins taken so far, and by which key."""

    def __init__(self) -> None:
        self._taken: dict[int, str] = {}
        self._buses: dict[int, str] = {}

    def take(self, table: Reader, key: str, pin: int) -> None:
        """Note that a key takes a pin; a fault when another one has it."""
        place = f"{table.name}.{key}"
        before = self._taken.setdefault(pin, place)
        if before != place:
            table.fault(key, f"pin {pin}", f"another pin than {before} has")

    def share(self, table: Reader, key: str, pin: int, bus: str) -> None:
        """Note that a key takes a pin of a bus, which all that hang on this bus may share."""
        if self._buses.get(pin) != bus:
            if pin not in self._taken:
                self._buses[pin] = bus
            self.take(table, key, pin)
