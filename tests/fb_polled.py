"""For tests of the polled kinds: frames built from their layout, and decoders driven by hand."""

from __future__ import annotations

import binascii
from collections.abc import Iterable, Sequence
from itertools import pairwise

from hypothesis import strategies as st

from firmware_bridge import Decoder

ACK = bytes.fromhex("00 00 FF 00 FF 00")
NACK = bytes.fromhex("00 00 FF FF 00 00")
ERROR = bytes.fromhex("00 00 FF 01 FF 7F 81 00")
NONE = bytes.fromhex("00 00 FF 03 FD D5 4B 00 E0 00")
SAM_DONE = bytes.fromhex("00 00 FF 02 FE D5 15 16 00")
WAKE_AND_SAM = bytes.fromhex("55 55" + "00" * 14 + "00 00 FF 03 FD D4 14 01 17 00")
POLL = bytes.fromhex("00 00 FF 04 FC D4 4A 02 00 E0 00")

R200_POLL = bytes.fromhex("BB 00 22 00 00 22 7E")
R200_NONE = bytes.fromhex("BB 01 FF 00 01 15 16 7E")


def chip_frame(data: bytes, preamble: int = 2, postamble: int = 1, extended: bool = False) -> bytes:
    """Return the frame of `data` (D5 …); `preamble` counts the zero of the start code too."""
    size = len(data)
    length = bytes([size & 0xFF, -size & 0xFF])
    if extended or size > 255:
        length = bytes([0xFF, 0xFF, size >> 8, size & 0xFF, -(size >> 8) - size & 0xFF])
    check = bytes([-sum(data) & 0xFF])
    return bytes(preamble) + b"\xff" + length + data + check + bytes(postamble)


def listed(*numbers: str, ats: dict[str, bytes] | None = None) -> bytes:
    """Return the data of an answer with these targets; `ats` is without its length byte."""
    data = bytes([0xD5, 0x4B, len(numbers)])
    for place, number in enumerate(numbers, 1):
        raw = bytes.fromhex(number)
        tail = (ats or {}).get(number)
        data += bytes([place, 0x00, 0x04, 0x08 if tail is None else 0x20, len(raw)]) + raw
        data += b"" if tail is None else bytes([len(tail) + 1]) + tail
    return data


def r200_frame(kind: int, command: int, parameters: bytes) -> bytes:
    inner = bytes([kind, command]) + len(parameters).to_bytes(2, "big") + parameters
    return b"\xbb" + inner + bytes([sum(inner) & 0xFF]) + b"\x7e"


def notice(epc: str, rssi: int = 0xC9) -> bytes:
    """Return the notice of one tag, with the CRC that the tag itself gives."""
    raw = bytes.fromhex(epc)
    numbered = (len(raw) // 2 << 11).to_bytes(2, "big") + raw
    crc = binascii.crc_hqx(numbered, 0xFFFF) ^ 0xFFFF
    return r200_frame(2, 0x22, bytes([rssi]) + numbered + crc.to_bytes(2, "big"))


def by_bytes(data: bytes) -> list[bytes]:
    return [data[i : i + 1] for i in range(len(data))]


def cut_at(data: bytes, cuts: Iterable[int]) -> list[bytes]:
    bounds = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(bounds)]


def feed(decoder: Decoder, chunks: Sequence[bytes]) -> list[str]:
    return [seen.tag for chunk in chunks for seen in decoder.feed(chunk)]


def after_silence(decoder: Decoder) -> list[str]:
    """Let the line be quiet until a call was due; return what was behind half frames."""
    calls = [decoder.ask(100.0 + tenths / 10).send for tenths in range(3)]
    assert any(calls), "it never called"
    return [seen.tag for seen in decoder.feed(b"")]


def counted(decoder: Decoder) -> dict[str, int]:
    return {name: count for name, count in decoder.faults.items() if count}


splits = st.lists(st.integers(0, 400), max_size=8)
