"""What plain RFID readers put on the line: one encoder per protocol, and one table of them.

Written from the layout of the frames alone and sharing no code with any decoder, so that encoder
and decoder check each other.

Not pretended here: anything about time on the line beyond the length of a byte. Readers that speak
only when asked have modules of their own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

BITS_PER_BYTE = 10
"""On a line of 8N1: a start bit, eight data bits, a stop bit."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """A plain reader: how it spells a tag, how fast, and how often."""

    frame: Callable[[str], bytes]
    """Tag number in hex to one whole frame; raises ValueError for anything else."""
    baud: int
    """Bits a second, 8N1."""
    repeat_s: float
    """Seconds from one saying to the next while a tag lies there; `math.inf`: says it once."""

    def seconds(self, count: int) -> float:
        """Return how long `count` bytes take on the line: 14 of them at 9600 baud 14.6 ms.

        >>> round(FRAMES["rdm6300"].seconds(14), 4)
        0.0146
        """
        return count * BITS_PER_BYTE / self.baud


def tag_number(tag_hex: str) -> bytes:
    """Return the five bytes of a 125 kHz tag number.

    Raises ValueError unless `tag_hex` is ten hex digits, upper or lower case.
    """
    if not re.fullmatch(r"[0-9A-Fa-f]{10}", tag_hex):
        raise ValueError(f"tag {tag_hex!r}: expected 10 hex digits (5 bytes)")
    return bytes.fromhex(tag_hex)


def rdm6300_frame(tag_hex: str) -> bytes:
    r"""Return the 14 bytes of an RDM6300: 02, ten hex digits, two of their XOR, 03.

    Raises ValueError unless `tag_hex` is ten hex digits.

    >>> rdm6300_frame("000414CD7E")
    b'\x02000414CD7EA3\x03'
    """
    return b"\x02" + _digits(tag_hex) + b"\x03"


def id12la_frame(tag_hex: str) -> bytes:
    r"""Return the 16 bytes of an ID-12LA: as an RDM6300, with CR and LF before the 03.

    Raises ValueError unless `tag_hex` is ten hex digits.

    >>> id12la_frame("0500207B32")
    b'\x020500207B326C\r\n\x03'
    """
    return b"\x02" + _digits(tag_hex) + b"\r\n\x03"


def _digits(tag_hex: str) -> bytes:
    number = tag_number(tag_hex)
    check = 0
    for byte in number:
        check ^= byte
    return (number + bytes([check])).hex().upper().encode("ascii")


FRAMES: Mapping[str, Protocol] = MappingProxyType(
    {
        "rdm6300": Protocol(rdm6300_frame, baud=9600, repeat_s=0.065),
        "id12la": Protocol(id12la_frame, baud=9600, repeat_s=math.inf),
    }
)
"""Every plain protocol by its name in `table.toml`. A further one is one row."""
