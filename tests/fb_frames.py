"""Frames of every reader protocol for tests: known examples and a builder for more."""

from __future__ import annotations

from functools import reduce
from operator import xor

RDM6300 = (
    (bytes.fromhex("02 30 30 30 34 31 34 43 44 37 45 41 33 03"), "000414CD7E"),
    (b"\x021F00644BB686\x03", "1F00644BB6"),
    (b"\x0201C8F0080031\x03", "01C8F00800"),
    (b"\x020114AE3BBC3C\x03", "0114AE3BBC"),
    (b"\x020D00319CD070\x03", "0D00319CD0"),
)
ID12LA = ((bytes.fromhex("02 30 35 30 30 32 30 37 42 33 32 36 43 0D 0A 03"), "0500207B32"),)

# Of every protocol in the table: whole frames and the tags they hold.
EXAMPLES: dict[str, tuple[tuple[bytes, str], ...]] = {
    "rdm6300": RDM6300,
    "id12la": ID12LA,
}


def ascii_frame(tag: str, tail: bytes = b"") -> bytes:
    """Return the frame of a 5-byte tag: an RDM6300's, or with tail b"\\r\\n" an ID-12LA's."""
    checksum = reduce(xor, bytes.fromhex(tag))
    return b"\x02" + f"{tag}{checksum:02X}".encode("ascii") + tail + b"\x03"
