"""Which Raspberry Pi a machine is."""

from __future__ import annotations

import re
from typing import Final

from controller.live.machine import Machine

_MODEL: Final = "/proc/device-tree/model"
_NEW: Final = re.compile(r"Raspberry Pi (5|500|Compute Module 5)\b", re.ASCII)


def model(machine: Machine) -> str:
    """The model of a Raspberry Pi; "" for any other machine."""
    name = machine.text(_MODEL)
    return name if "Raspberry Pi" in name else ""


def is_new(name: str) -> bool:
    """Whether the pins of this model hang on an RP1 chip, which RPi.GPIO does not know."""
    return _NEW.search(name) is not None
