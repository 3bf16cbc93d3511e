"""The frames of a PN532 on a serial line (NXP UM0701-02, 6.2.1: the same on all its host links).

    00* 00 FF LEN LCS TFI data … DCS 00*      LEN counts TFI and data; LEN + LCS = 0
    00* 00 FF FF FF LENM LENL LCS TFI data …  the same, extended; LENM + LENL + LCS = 0
    00* 00 FF 00 FF 00*                       ACK
    00* 00 FF FF 00 00*                       NACK, which only a host sends

TFI + data + DCS = 0, all sums modulo 256. TFI is D4 towards the PN532 and D5 from it. The frame
`01 FF 7F 81` says that a command was not understood; its 7F stands where TFI does.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from firmware_bridge.binary_frames import SpoiltFrame

START = b"\x00\xff"  # a frame without any preamble begins so
FROM_HOST = 0xD4
FROM_CHIP = 0xD5
ERROR = b"\x7f"

MOST = 265
"""TFI and data of the longest frame the PN532 sends (UM0701-02, 6.2.1.2)."""

BAD_LENGTH = "bad length"
BAD_SENDER = "bad sender"
BAD_CHECKSUM = "bad checksum"
FAULTS = (BAD_LENGTH, BAD_SENDER, BAD_CHECKSUM)
"""What `read_frame` may find: LEN and LCS do not fit, or say none or more than 265 bytes; TFI is
neither D4 nor D5; the checksum is wrong."""

_ACK = b"\x00\xff"
_NACK = b"\xff\x00"
_EXTENDED = b"\xff\xff"
_SENDERS = (b"", bytes((FROM_HOST,)), bytes((FROM_CHIP,)))


class Sign(Enum):
    """A frame that carries nothing."""

    ACK = "ack"
    NACK = "nack"


Frame = Sign | bytes
"""A sign, or TFI and data of an information frame, or `ERROR`."""


def frame(data: bytes) -> bytes:
    """Return the frame that carries `data` (TFI first, 1 to 255 bytes), with preamble.

    >>> frame(bytes.fromhex("D4 4A 02 00")).hex(" ").upper()
    '00 00 FF 04 FC D4 4A 02 00 E0 00'
    """
    size = len(data)
    return b"\x00" + START + bytes((size, -size & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))


def read_frame(raw: bytes, accept: Callable[[bytes, int], object]) -> tuple[int, Frame] | None:
    """Read the frame that begins with the start code at the begin of `raw`: its size and itself.

    None when more bytes are needed. Raises SpoiltFrame with one of `FAULTS`. The size is without
    the postamble, which may have any length.

    `accept` is given what has come of TFI and data, and how long they are to be; it raises
    SpoiltFrame as soon as nothing sensible can come of it. A frame that was cut is so found out
    when the next one stands in its place, and not only when enough bytes have come to fill it.
    """
    if len(raw) < 4:
        return None
    length = raw[2:4]
    if length == _ACK:
        return 4, Sign.ACK
    if length == _NACK:
        return 3, Sign.NACK  # its last zero may be the first of the next frame
    if length != _EXTENDED:
        begin, size, check = 4, length[0], sum(length)
    elif len(raw) < 7:
        return None
    else:
        begin, size, check = 7, int.from_bytes(raw[4:6], "big"), sum(raw[4:7])
    if check & 0xFF or not 1 <= size <= MOST:
        raise SpoiltFrame(BAD_LENGTH)
    end = begin + size
    data = raw[begin:end]
    if data[:1] not in _SENDERS and (size, data) != (1, ERROR):
        raise SpoiltFrame(BAD_SENDER)
    accept(data, size)
    if len(raw) <= end:
        return None
    if sum(raw[begin : end + 1]) & 0xFF:
        raise SpoiltFrame(BAD_CHECKSUM)
    return end + 1, data
