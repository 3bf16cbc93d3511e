"""Displays for tests of the builder's tools."""

from __future__ import annotations

from controller.config import DisplayConfig


def display(driver: str, **settings: object) -> DisplayConfig:
    """A display with this driver, and settings if it needs any."""
    return DisplayConfig(driver, settings)
