"""The module RPi.GPIO: what is used of it, and where it comes from.

Lights, buttons and a buzzer drive one module between them. That goes well as long as each sets up
and cleans up only its own pins, and all number them alike.
"""

from __future__ import annotations

import importlib
from typing import Final, Protocol, cast

from firmware_bridge.errors import GpioFault

LAST_BCM_PIN: Final = 27
"""The highest BCM number of the 40-pin header."""
PULLED_UP: Final = frozenset({2, 3})
"""Pins with a pull-up soldered on the board; RPi.GPIO warns of a second one."""


class GpioModule(Protocol):
    """What is used of RPi.GPIO (0.7), as it is there. rpi-lgpio on a Pi 5 has the same."""

    @property
    def BCM(self) -> int: ...  # noqa: D102, N802
    @property
    def IN(self) -> int: ...  # noqa: D102, N802
    @property
    def OUT(self) -> int: ...  # noqa: D102, N802
    @property
    def LOW(self) -> int: ...  # noqa: D102, N802
    @property
    def HIGH(self) -> int: ...  # noqa: D102, N802
    @property
    def PUD_OFF(self) -> int: ...  # noqa: D102, N802
    @property
    def PUD_UP(self) -> int: ...  # noqa: D102, N802
    def setmode(self, mode: int, /) -> None:
        """Choose the numbering of the pins; ValueError when another one was chosen before."""

    def setup(
        self, channel: list[int], direction: int, pull_up_down: int = ..., initial: int = ...
    ) -> None:
        """Make the pins inputs with a pull, or outputs with this level."""

    def input(self, channel: int, /) -> int:
        """Return the level of a pin that was set up."""

    def output(self, channel: int, value: int, /) -> None:
        """Set the level of a pin that was set up as an output."""

    def cleanup(self, channel: list[int], /) -> None:
        """Make the pins inputs without a pull again."""


def find_gpio(user: str = "this") -> GpioModule:
    """Return the module RPi.GPIO; raises GpioFault when it is not there or will not run here.

    `user` is who needs it, for the sentence of the fault.
    """
    try:
        return cast(GpioModule, importlib.import_module("RPi.GPIO"))
    except ImportError as error:
        raise GpioFault(
            f"{user} needs the module RPi.GPIO, which is missing ({error}): "
            "pip install chhakka[pi] up to the Pi 4, chhakka[pi5] on the Pi 5"
        ) from error
    except Exception as error:  # whatever a driver raises while it looks for its hardware
        raise GpioFault(
            f"the module RPi.GPIO does not run on this machine: {error} "
            "Up to the Pi 4 it comes with chhakka[pi], on the Pi 5 with chhakka[pi5]"
        ) from error
