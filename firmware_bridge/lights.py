"""The one table of light drivers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from firmware_bridge.errors import GpioFault, LightFault
from firmware_bridge.gpio import GpioModule, find_gpio
from firmware_bridge.panel_bits import chain_word
from firmware_bridge.shift_chain import ChainPins, ShiftChain

if TYPE_CHECKING:
    from firmware_bridge.bridge_port import BridgePort


class Lights(Protocol):
    """What shows a picture. Used from one thread."""

    def show(self, status: int, panels: Sequence[int]) -> None:
        """Show 8 status bits and 24 bits for each panel, first panel first.

        Raises ValueError for a picture of another shape, LightFault when it cannot be shown.
        """

    def close(self) -> None:
        """Put all lights out and give the hardware back; raises LightFault when it cannot."""


@dataclass(frozen=True, slots=True)
class LightSettings:
    """What the drivers are made from; each takes what it needs.

    `panels`: how many there are, 1 or more. `pins`: of the chain. `gpio`: a module like RPi.GPIO;
    left out, RPi.GPIO itself. `bridge`: the port of the bridge, if there is one.
    """

    panels: int
    pins: ChainPins = field(default_factory=ChainPins)
    gpio: GpioModule | None = None
    bridge: BridgePort | None = None


class NoLights:
    """A table without lights: takes every picture that `panels` panels could show."""

    def __init__(self, panels: int) -> None:
        self._panels = panels

    def show(self, status: int, panels: Sequence[int]) -> None:
        """Check the shape of the picture (ValueError) and show nothing."""
        chain_word(status, panels, self._panels)

    def close(self) -> None:
        """Do nothing: there is nothing to put out."""


def rpi_gpio() -> GpioModule:
    """Return the module RPi.GPIO; raises LightFault when it is not there or will not run here."""
    try:
        return find_gpio("the light driver `gpio`")
    except GpioFault as fault:
        raise LightFault(f"{fault}; elsewhere the light driver is `none`") from fault.__cause__


def _gpio(settings: LightSettings) -> Lights:
    gpio = settings.gpio if settings.gpio is not None else rpi_gpio()
    return ShiftChain(gpio, settings.pins, settings.panels)


def _bridge(settings: LightSettings) -> Lights:
    if settings.bridge is None:
        raise LightFault("the light driver `bridge` needs a bridge, and there is none")
    from firmware_bridge.bridge_port import BridgeLights

    return BridgeLights(settings.bridge)


def _none(settings: LightSettings) -> Lights:
    return NoLights(settings.panels)


LIGHTS: dict[str, Callable[[LightSettings], Lights]] = {
    "gpio": _gpio,
    "bridge": _bridge,
    "none": _none,
}
"""Every light driver by its name. A new one is a module and one entry here."""
