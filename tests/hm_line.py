"""Reads what pretend readers say: a small decoder of its own, and taps as a table counts them."""

from __future__ import annotations

import functools
import operator
import os
import re
import select
import time
from collections.abc import Iterable

Timed = tuple[float, bytes]
_FRAME = re.compile(rb"\x02([0-9A-F]{10})([0-9A-F]{2})(?:\r\n)?\x03")


def tags_in(raw: bytes) -> list[str]:
    """Return the tags of all whole frames with a right checksum, in order."""
    tags = []
    for found in _FRAME.finditer(raw):
        number = bytes.fromhex(found[1].decode())
        if functools.reduce(operator.xor, number) == int(found[2], 16):
            tags.append(found[1].decode())
    return tags


def seen(frames: Iterable[Timed]) -> list[tuple[float, str]]:
    """Return (moment, tag) of whole frames that come in one piece each."""
    return [(at, tag) for at, raw in frames for tag in tags_in(raw)]


def taps(frames: Iterable[Timed], gone_s: float) -> list[tuple[float, str]]:
    """Return the first sight of each tag after it was out of sight for `gone_s`."""
    last: dict[str, float] = {}
    first = []
    for at, tag in seen(frames):
        if at - last.get(tag, -1e9) >= gone_s:
            first.append((at, tag))
        last[tag] = at
    return first


def read_exactly(descriptor: int, count: int, timeout_s: float = 5.0) -> bytes:
    """Read until `count` bytes are there, the far end hangs up, or the time is over."""
    raw = b""
    end = time.monotonic() + timeout_s
    while len(raw) < count:
        left = end - time.monotonic()
        if left <= 0 or not select.select([descriptor], [], [], left)[0]:
            break
        piece = os.read(descriptor, count - len(raw))
        if not piece:
            break
        raw += piece
    return raw


def readable(descriptor: int) -> bool:
    """Return whether anything could be read now."""
    return bool(select.select([descriptor], [], [], 0)[0])
