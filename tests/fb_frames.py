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
# One with 4 bytes, one with 7, as a chip has sent them, but for the zero behind each.
PN532 = (
    (bytes.fromhex("00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 6E 8A E2 B0 44"), "6E8AE2B0"),
    (
        bytes.fromhex("00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 7B CB 51 96 22 80 C0"),
        "047BCB51962280",
    ),
)
# Of modules of three owners.
R200 = (
    (
        bytes.fromhex("BB 02 22 00 11 C9 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 3A 76 EF 7E"),
        "30751FEB705C5904E3D50D70",
    ),
    (
        bytes.fromhex("BB 02 22 00 11 C4 30 00 E2 00 00 1D 73 15 01 65 21 40 8F C6 B8 3E C2 7E"),
        "E200001D7315016521408FC6",
    ),
    (
        bytes.fromhex("BB 02 22 00 11 CB 34 00 E2 00 47 1B B0 00 60 13 04 45 09 D0 95 82 D4 7E"),
        "E200471BB0006013044509D0",
    ),
)

# Of every protocol in the table: whole frames and the tags they hold.
EXAMPLES: dict[str, tuple[tuple[bytes, str], ...]] = {
    "rdm6300": RDM6300,
    "id12la": ID12LA,
    "pn532": PN532,
    "r200": R200,
}


def ascii_frame(tag: str, tail: bytes = b"") -> bytes:
    """Return the frame of a 5-byte tag: an RDM6300's, or with tail b"\\r\\n" an ID-12LA's."""
    checksum = reduce(xor, bytes.fromhex(tag))
    return b"\x02" + f"{tag}{checksum:02X}".encode("ascii") + tail + b"\x03"
