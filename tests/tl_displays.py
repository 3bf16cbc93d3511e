"""Displays for tests of the builder's tools."""

from __future__ import annotations

from typing import Any

from controller.config import DisplayConfig
from display.device_kinds import DISPLAYS, DeviceSettings


def display(driver: str, **settings: Any) -> DisplayConfig:
    """A display with this driver, wired as usual but for these settings."""
    kind = DISPLAYS[driver]
    interface = settings.setdefault("interface", kind.interfaces[0])
    settings.setdefault("port", 1 if interface == "i2c" else 0)
    return DisplayConfig(DeviceSettings(driver, **settings), "panel", 0, 10)
