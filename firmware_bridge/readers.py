"""The one table of reader protocols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.ascii_frames import AsciiFrames
from firmware_bridge.decoding import Decoder
from firmware_bridge.pn532 import Pn532
from firmware_bridge.r200 import R200


@dataclass(frozen=True, slots=True)
class ReaderKind:
    """One kind of reader: its name in the table's file, what is needed to read it, its wires.

    `baudrate` is in bits a second, always 8N1. `decoder` makes a fresh decoder for one port. A
    reader that `says_once` names a tag when it comes and not again while it lies there.

    `supply_v` is the voltage it is given, 3.3 or 5.0. `level_v` is the highest that its TX may be
    at; the pins of a Pi take 3.3. One that is `asked` needs a wire towards it, too.
    """

    name: str
    baudrate: int
    decoder: Callable[[], Decoder]
    says_once: bool = False
    supply_v: float = 5.0
    level_v: float = 5.0
    asked: bool = False


# RDM6300 repeats a lying tag about every 65 ms. An ID-12LA names a tag once and names it again
# only after the tag has left its field. The polled kinds name it at every poll. An ID-12LA takes
# 2.8 to 5 V, and its level is that of its supply.
_KINDS = (
    ReaderKind("rdm6300", 9600, AsciiFrames),
    ReaderKind("id12la", 9600, AsciiFrames, says_once=True, supply_v=3.3, level_v=3.3),
    ReaderKind("pn532", 115200, Pn532, supply_v=3.3, level_v=3.3, asked=True),
    ReaderKind("r200", 115200, R200, level_v=3.3, asked=True),
)

READERS: dict[str, ReaderKind] = {kind.name: kind for kind in _KINDS}
"""Every reader protocol by its name. A new one is a module with a decoder and one row above."""
