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
    """One kind of reader: its name in the table's file and what is needed to read it.

    `baudrate` is in bits a second, always 8N1. `decoder` makes a fresh decoder for one port. A
    reader that `says_once` names a tag when it comes and not again while it lies there.
    """

    name: str
    baudrate: int
    decoder: Callable[[], Decoder]
    says_once: bool = False


# RDM6300 repeats a lying tag about every 65 ms. An ID-12LA names a tag once and names it again
# only after the tag has left its field. The polled kinds name it at every poll.
_KINDS = (
    ReaderKind("rdm6300", 9600, AsciiFrames),
    ReaderKind("id12la", 9600, AsciiFrames, says_once=True),
    ReaderKind("pn532", 115200, Pn532),
    ReaderKind("r200", 115200, R200),
)

READERS: dict[str, ReaderKind] = {kind.name: kind for kind in _KINDS}
"""Every reader protocol by its name. A new one is a module with a decoder and one row above."""
