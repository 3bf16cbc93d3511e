r"""The ASCII frames of the 125 kHz readers RDM6300 and ID-12LA.

RDM6300 sends 14 bytes: `02`, ten hex digits (the 5 bytes of the tag), two hex digits (the XOR of
those 5 bytes), `03`. ID-12LA sends the same with `0D 0A` before `03`: 16 bytes. Both at 9600 8N1.

>>> AsciiFrames().feed(b"\x02000414CD7EA3\x03")
[TagSeen(tag='000414CD7E')]
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from functools import reduce
from operator import xor

from firmware_bridge.decoding import LISTEN, Ask
from firmware_bridge.tags import TagSeen

_START = 0x02
_END = 0x03
_HEX = frozenset(b"0123456789ABCDEFabcdef")
_TAG_DIGITS = 10
_DIGITS = 12
_LONG_TAIL = b"\r\n"
_TAILS = (b"", _LONG_TAIL)

JUNK_BYTE = "junk byte"
CUT_FRAME = "cut frame"
BAD_DIGIT = "bad digit"
BAD_END = "bad end"
BAD_CHECKSUM = "bad checksum"


class _Place(Enum):
    OUTSIDE = auto()
    INSIDE = auto()
    SPOILT = auto()


class AsciiFrames:
    """Decoder for both kinds of frame, mixed as they come.

    A start byte begins a frame wherever it stands, so no damage can hide the frame after it.
    Counted faults:

    - `junk byte`: a byte outside any frame (one count for each byte);
    - `cut frame`: a frame that ended, began anew or lost its line before it was whole;
    - `bad digit`: something else where a hex digit was due;
    - `bad end`: neither `03` nor `0D 0A 03` after the digits;
    - `bad checksum`: a whole frame whose last two digits are not the XOR of its tag.

    A frame counts once: after a bad digit or a bad end its other bytes, up to `03`, do not count.
    """

    def __init__(self) -> None:
        self._faults = dict.fromkeys((JUNK_BYTE, CUT_FRAME, BAD_DIGIT, BAD_END, BAD_CHECKSUM), 0)
        self._place = _Place.OUTSIDE
        self._body = bytearray()  # of the frame, without its start byte; 14 bytes at most

    @property
    def faults(self) -> Mapping[str, int]:
        """How often each fault has happened, by the names above."""
        return self._faults

    def feed(self, data: bytes) -> list[TagSeen]:
        """Take the next bytes of the line, return the tags of the frames that they complete."""
        return [seen for seen in map(self._take, data) if seen is not None]

    def ask(self, at: float) -> Ask:
        """Listen: these readers speak by themselves."""
        return LISTEN

    def reset(self) -> None:
        """Forget a half-read frame; it counts as cut."""
        if self._place is _Place.INSIDE:
            self._fault(CUT_FRAME, _Place.OUTSIDE)
        self._place = _Place.OUTSIDE

    def _take(self, byte: int) -> TagSeen | None:
        if byte == _START:
            self.reset()
            self._place = _Place.INSIDE
            self._body.clear()
        elif self._place is _Place.OUTSIDE:
            self._fault(JUNK_BYTE, _Place.OUTSIDE)
        elif byte == _END:
            return self._ended()
        elif self._place is _Place.INSIDE:
            self._inside(byte)
        return None

    def _inside(self, byte: int) -> None:
        if len(self._body) < _DIGITS:
            if byte in _HEX:
                self._body.append(byte)
            else:
                self._fault(BAD_DIGIT, _Place.SPOILT)
        elif _LONG_TAIL.startswith(self._body[_DIGITS:] + bytes((byte,))):
            self._body.append(byte)
        else:
            self._fault(BAD_END, _Place.SPOILT)

    def _ended(self) -> TagSeen | None:
        place, self._place = self._place, _Place.OUTSIDE
        if place is _Place.SPOILT:
            return None
        if len(self._body) < _DIGITS or self._body[_DIGITS:] not in _TAILS:
            self._fault(CUT_FRAME, _Place.OUTSIDE)
            return None
        digits = self._body[:_DIGITS].decode("ascii")
        if reduce(xor, bytes.fromhex(digits)):  # the tag XORed with its own XOR is 0
            self._fault(BAD_CHECKSUM, _Place.OUTSIDE)
            return None
        return TagSeen(digits[:_TAG_DIGITS].upper())

    def _fault(self, name: str, then: _Place) -> None:
        self._faults[name] += 1
        self._place = then
