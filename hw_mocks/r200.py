"""An R200 (YRM100, M100) UHF module on its serial line.

It needs no waking. A command with a right sum is carried out in its time, one after the other: one
inventory round (`22`), rounds without end (`27`, until `28`), its name (`03`); any other command is
answered by error 17. A round says a notice for each tag in the field, or error 15 when none is
there.

Not pretended: tags that a round misses; power, region and selection, which are as they are.
"""

from __future__ import annotations

import binascii
import random

from hw_mocks.line_faults import QUIET, Noise
from hw_mocks.polled import PolledModule, hex_number

ROUND_S = 0.025
TAG_S = 0.003
"""A round without tags takes so long, and each tag so much longer."""

NO_TAG = b"\x15"
BAD_COMMAND = b"\x17"
NAME = b"\x00M100 26dBm V1.0"

_SIZES = frozenset(range(2, 63, 2))
_LONGEST_ORDER = 255
_RSSI = 0xC9  # -55 dBm


def r200_frame(kind: int, command: int, parameters: bytes = b"") -> bytes:
    """Return a whole frame; `kind` is 0 from the host, 1 for an answer, 2 for a notice.

    >>> r200_frame(1, 0xFF, NO_TAG).hex(" ").upper()
    'BB 01 FF 00 01 15 16 7E'
    """
    size = len(parameters)
    inner = bytes((kind, command, size >> 8, size & 0xFF)) + parameters
    return b"\xbb" + inner + bytes((sum(inner) & 0xFF, 0x7E))


def r200_notice(epc: bytes) -> bytes:
    """Return the notice of a tag: RSSI, PC with the EPC's length in words, EPC, CRC of both.

    The CRC is that of EPC Gen2: CCITT, begun with FFFF and inverted.

    >>> r200_notice(bytes.fromhex("E2000017270202671280EE17"))[-4:].hex()
    '45760b7e'
    """
    numbered = (len(epc) // 2 << 11).to_bytes(2, "big") + epc
    crc = binascii.crc_hqx(numbered, 0xFFFF) ^ 0xFFFF
    return r200_frame(2, 0x22, bytes((_RSSI,)) + numbered + crc.to_bytes(2, "big"))


class R200Model(PolledModule):
    """An R200 and the tags before it; their EPCs have 2 to 62 bytes, an even number.

    Switches beside those of `PolledModule`: `answers_none` (False: a round without tags says
    nothing) and `bad_checksums` (True: every sum is wrong).
    """

    def __init__(
        self,
        *,
        bytewise: bool = False,
        noise: Noise = QUIET,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(bytewise=bytewise, noise=noise, rng=rng)
        self.answers_none = True
        self.bad_checksums = False
        self._busy_until = 0.0
        self._rounds = 0

    def _number(self, tag: str) -> str:
        return hex_number(tag, _SIZES, "an even number of bytes up to 62")

    def _forget(self) -> None:
        super()._forget()
        self._busy_until, self._rounds = 0.0, 0

    def _obey(self, heard: bytes, at: float) -> bytes:
        while (start := heard.find(b"\xbb\x00")) >= 0:
            heard = heard[start:]
            size = int.from_bytes(heard[3:5], "big")
            if size > _LONGEST_ORDER:
                heard = heard[1:]
                continue
            if len(heard) < 7 + size:
                return heard
            inner, check, end = heard[1 : 5 + size], heard[5 + size], heard[6 + size]
            if end == 0x7E and sum(inner) & 0xFF == check:
                self._command(inner[1], inner[4:], at)
                heard = heard[7 + size :]
            else:
                heard = heard[1:]
        return heard[-1:] if heard.endswith(b"\xbb") else b""

    def _command(self, command: int, parameters: bytes, at: float) -> None:
        self.orders.append(bytes((command,)) + parameters)
        start = max(at, self._busy_until)
        if command == 0x28:
            self._rounds = 0
            self._later(at, lambda moment: self._frame(1, 0x28, b"\x00", moment))
        elif command in (0x22, 0x27):
            self._rounds += int.from_bytes(parameters[1:3], "big") if command == 0x27 else 1
            self._busy_until = start + ROUND_S
            self._later(self._busy_until, self._round)
        elif command == 0x03:
            self._later(start, lambda moment: self._frame(1, 0x03, NAME, moment))
        else:
            self._later(start, lambda moment: self._frame(1, 0xFF, BAD_COMMAND, moment))

    def _round(self, at: float) -> None:
        if not self._rounds:
            return
        self._rounds -= 1
        epcs = self._felt()
        for number, epc in enumerate(epcs, 1):
            self._shout(r200_notice(bytes.fromhex(epc)), at + number * TAG_S)
        if not epcs and self.answers_none:
            self._frame(1, 0xFF, NO_TAG, at)
        if self._rounds and self._next_doing() is None:
            self._busy_until = at + ROUND_S + len(epcs) * TAG_S
            self._later(self._busy_until, self._round)

    def _frame(self, kind: int, command: int, parameters: bytes, at: float) -> None:
        self._shout(r200_frame(kind, command, parameters), at)

    def _shout(self, frame: bytes, at: float) -> None:
        if self.bad_checksums:
            frame = frame[:-2] + bytes((frame[-2] ^ 0x01,)) + frame[-1:]
        self._say(frame, at)
