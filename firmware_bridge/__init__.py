"""The edge of the table: card readers on serial ports, lights, buttons and a buzzer on pins.

Bytes become `TagSeen` in a decoder, a `ReaderPort` brings them from the port with their time, all
ports of a table share one `Ear` that keeps their order, and `Presence` makes taps of them. A
`BridgePort` brings the same from several readers, and buttons, on one line, and lights its lights.
`READERS` and `LIGHTS` are the tables of what there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.bridge_wiring import BridgeEvent, Unwired, Wiring
from firmware_bridge.buttons import ButtonEvent
from firmware_bridge.decoding import LISTEN, Ask, Decoder
from firmware_bridge.ear import Ear
from firmware_bridge.errors import GpioFault, HardwareFault, LightFault, PortFault, UnreadableTag
from firmware_bridge.gpio import GpioModule, find_gpio
from firmware_bridge.gpio_buttons import GpioButtons
from firmware_bridge.lights import LIGHTS, Lights, LightSettings
from firmware_bridge.panel_bits import PANEL_BITS, STATUS_BITS
from firmware_bridge.parts import PartState, Pauses, Report
from firmware_bridge.port import PortLost, PortOpened, ReaderEvent, ReaderPort
from firmware_bridge.presence import Presence, Tap, UnknownTag
from firmware_bridge.readers import READERS, ReaderKind
from firmware_bridge.shift_chain import ChainPins, ShiftChain
from firmware_bridge.tags import TagGone, TagSeen, is_random, normal_tag

if TYPE_CHECKING:
    from firmware_bridge.bridge_news import OnReader, Pressed
    from firmware_bridge.bridge_port import BridgePort, BridgeTalk
    from firmware_bridge.buzzer import Buzzer

__all__ = [
    "LIGHTS",
    "LISTEN",
    "PANEL_BITS",
    "READERS",
    "STATUS_BITS",
    "Ask",
    "BridgeEvent",
    "BridgePort",
    "BridgeTalk",
    "ButtonEvent",
    "Buzzer",
    "ChainPins",
    "Decoder",
    "Ear",
    "GpioButtons",
    "GpioFault",
    "GpioModule",
    "HardwareFault",
    "LightFault",
    "LightSettings",
    "Lights",
    "OnReader",
    "PartState",
    "Pauses",
    "PortFault",
    "PortLost",
    "PortOpened",
    "Presence",
    "Pressed",
    "ReaderEvent",
    "ReaderKind",
    "ReaderPort",
    "Report",
    "ShiftChain",
    "TagGone",
    "TagSeen",
    "Tap",
    "UnknownTag",
    "UnreadableTag",
    "Unwired",
    "Wiring",
    "find_gpio",
    "is_random",
    "normal_tag",
]

_LATER = {
    "BridgePort": "firmware_bridge.bridge_port",
    "BridgeTalk": "firmware_bridge.bridge_port",
    "Buzzer": "firmware_bridge.buzzer",
    "OnReader": "firmware_bridge.bridge_news",
    "Pressed": "firmware_bridge.bridge_news",
}
"""What only some tables have, and the module that it comes from when it is asked for."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)
