"""Unreadable input: the first of the project's three families of error.

The others are a ruling against an action (`engine.rulings.Ruling`) and a fault of the hardware
(`firmware_bridge.errors.HardwareFault`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Fault(NamedTuple):
    """One thing wrong with an input: where it stands, what was found, what was expected.

    >>> print(Fault("line 3", "'jump'", "a verb such as play"))
    line 3: found 'jump', expected a verb such as play
    """

    where: str
    found: str
    expected: str

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}found {self.found}, expected {self.expected}"


class UnreadableError(ValueError):
    """Input that cannot be read; carries every fault found, not the first only.

    `source` names the input (a file, as a rule), `faults` has at least one entry.
    """

    def __init__(self, source: str, faults: Iterable[Fault]) -> None:
        self.source = source
        self.faults: Sequence[Fault] = tuple(faults)
        prefix = f"{source}: " if source else ""
        super().__init__("\n".join(f"{prefix}{fault}" for fault in self.faults))
