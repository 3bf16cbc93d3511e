"""Push buttons: what the table hears of them, whatever they hang on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """Button `button` was pressed at `at`, in seconds of the clock handed in."""

    button: int
    at: float
