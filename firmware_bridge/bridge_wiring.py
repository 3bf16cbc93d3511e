"""What of a bridge is used, and what happens at it, as a table hears of it.

Apart from what it takes to talk to a bridge, which few tables load.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware_bridge.buttons import ButtonEvent
from firmware_bridge.port import PortLost, PortOpened, ReaderEvent

if TYPE_CHECKING:
    from firmware_bridge.bridge_news import Needs, OnReader, Pressed


@dataclass(frozen=True, slots=True)
class BridgeEvent:
    """The bridge at `port` itself has come or is lost, and its lights with it.

    After the events of its readers that say the same; a bridge that only has buttons or lights
    has no others.
    """

    port: str
    at: float
    what: PortOpened | PortLost


@dataclass(frozen=True, slots=True)
class Unwired:
    """Something has happened at a reader or a button of the bridge that nothing uses."""

    at: float
    what: OnReader | Pressed


Event = ReaderEvent | ButtonEvent | BridgeEvent


@dataclass(frozen=True, slots=True)
class Wiring:
    """What of a bridge is used.

    `readers` and `buttons` go from the number on the bridge to the number in the events; what
    the bridge has beyond them is not heard. `panels` is how many are lit, 0 for no lights at all.
    """

    readers: Mapping[int, int] = field(default_factory=dict)
    buttons: Mapping[int, int] = field(default_factory=dict)
    panels: int = 0

    @property
    def needs(self) -> Needs:
        """What the bridge must have at least."""
        from firmware_bridge.bridge_news import Needs

        return Needs(
            max(self.readers, default=-1) + 1, max(self.buttons, default=-1) + 1, self.panels
        )
