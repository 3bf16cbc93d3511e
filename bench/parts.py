"""The parts of the bench by name; each can run alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from bench.figures import Found
from bench.sizes import Size

PARTS: Final[Mapping[str, str]] = {
    "rules": "the referee's decisions a second, beside OpenSpiel and RLCard",
    "tap": "from the last byte of a tap to its lights, beside the disk alone",
    "footprint": "start, memory, modules and wake-ups, beside the bare interpreter",
    "scale": "how time and memory grow with seats and with a long journal",
}
"""What each part measures; the module of a part is called like it."""


def measure(part: str, size: Size) -> list[Found]:
    """Measure one part."""
    run: Callable[[Size], list[Found]] = import_module(f"bench.{part}").measure
    return run(size)
