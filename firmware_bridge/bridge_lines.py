r"""The lines of the bridge: ASCII, `\n` at the end, and a check of everything before it.

A line is its text, `*`, and the CRC-16/CCITT-FALSE (polynomial 1021, begun with FFFF, nothing
reversed) of the text in four hex digits.

>>> framed("A 7")
b'A 7*A653\n'
>>> LineReader().feed(b"A 7*A653\nA 8*A653\n")
['A 7', None]
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Mapping
from typing import Final

LONGEST: Final = 80
"""The most bytes of a line, its check included and its newline not."""
_NEWLINE: Final = b"\n"
_END: Final = re.compile(rb"\*([0-9A-Fa-f]{4})\Z")
_CHECK_BYTES: Final = 5

OVERLONG_LINE: Final = "overlong line"
NOT_ASCII: Final = "not ASCII"
NO_CHECK: Final = "no check"
BAD_CHECK: Final = "bad check"


def check_of(text: bytes) -> int:
    """Return the CRC of the text of a line, 0 to 65535.

    >>> hex(check_of(b"123456789"))
    '0x29b1'
    """
    return crc_hqx(text, 0xFFFF)


def framed(text: str) -> bytes:
    """Return the whole line for a text.

    Raises ValueError for a text that no line can hold: not ASCII, a newline in it, too long.
    """
    if not text.isascii() or "\n" in text:
        raise ValueError(f"line {text!r}: expected ASCII without a newline")
    raw = text.encode("ascii")
    line = b"%b*%04X\n" % (raw, check_of(raw))
    if len(line) > LONGEST:
        raise ValueError(f"line {text!r}: {len(line)} bytes, expected at most {LONGEST}")
    return line


class LineReader:
    """Bytes in, the texts of whole lines out.

    Any bytes whatever give texts or a counted fault. Of a line that has not ended, at most
    `LONGEST` bytes are kept. Counted faults, one for each line:

    - `overlong line`: more than `LONGEST` bytes before its newline;
    - `not ASCII`: a byte above 7F in it;
    - `no check`: it does not end in `*` and four hex digits;
    - `bad check`: these are not the CRC of what is before them.
    """

    def __init__(self) -> None:
        self._faults = dict.fromkeys((OVERLONG_LINE, NOT_ASCII, NO_CHECK, BAD_CHECK), 0)
        self._part = bytearray()
        self._overlong = False

    @property
    def faults(self) -> Mapping[str, int]:
        """How often each fault has happened, by the names above."""
        return self._faults

    def feed(self, data: bytes) -> list[str | None]:
        """Take the next bytes; return the text of each line they end, None for a faulty one."""
        *ends, rest = data.split(_NEWLINE)
        texts = [self._ended(end) for end in ends]
        self._add(rest)
        return texts

    def reset(self) -> None:
        """Forget a line half read: the bytes that come now have another beginning."""
        self._part.clear()
        self._overlong = False

    def _add(self, piece: bytes) -> None:
        room = LONGEST - len(self._part)
        self._overlong = self._overlong or len(piece) > room
        self._part += piece[:room]

    def _ended(self, piece: bytes) -> str | None:
        self._add(piece)
        line, overlong = bytes(self._part), self._overlong
        self.reset()
        fault = OVERLONG_LINE if overlong else _fault_of(line)
        if fault is not None:
            self._faults[fault] += 1
            return None
        return line[:-_CHECK_BYTES].decode("ascii")


def _fault_of(line: bytes) -> str | None:
    if not line.isascii():
        return NOT_ASCII
    end = _END.search(line)
    if end is None:
        return NO_CHECK
    return None if int(end[1], 16) == check_of(line[:-_CHECK_BYTES]) else BAD_CHECK
