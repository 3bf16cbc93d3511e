"""Drives pretend polled modules by hand, and the numbers in what they say, read independently."""

from __future__ import annotations

from hw_mocks.polled import PolledModule

WAKE = b"\x55\x55" + bytes(14)
SAM = bytes.fromhex("00 00 FF 03 FD D4 14 01 17 00")
POLL = bytes.fromhex("00 00 FF 04 FC D4 4A 02 00 E0 00")
ACK = bytes.fromhex("00 00 FF 00 FF 00")
SAM_DONE = bytes.fromhex("00 00 FF 02 FE D5 15 16 00")
NONE = bytes.fromhex("00 00 FF 03 FD D5 4B 00 E0 00")
ERROR = bytes.fromhex("00 00 FF 01 FF 7F 81 00")

R200_POLL = bytes.fromhex("BB 00 22 00 00 22 7E")
R200_NONE = bytes.fromhex("BB 01 FF 00 01 15 16 7E")


def told(module: PolledModule, order: bytes, at: float, wait_s: float = 0.1) -> bytes:
    """Tell the module something at `at`; return all it says within `wait_s`."""
    module.hear(order, at)
    return said(module, at + wait_s)


def said(module: PolledModule, until: float) -> bytes:
    """Return what the module says up to then."""
    return b"".join(raw for _, raw in module.advance(until))
