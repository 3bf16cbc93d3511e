"""`[[display]]`: picture displays."""

from __future__ import annotations

from controller.config.model import DisplayConfig
from controller.toml_reader import Reader


def read_displays(top: Reader) -> tuple[DisplayConfig, ...]:
    """Read the sections."""
    if top.has("display"):
        top.fault("display", "a section display", "none: not in this version yet")
    return ()
