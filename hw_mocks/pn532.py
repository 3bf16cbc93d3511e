"""A PN532 on its serial line, as its firmware 1.6 behaves towards a host (NXP UM0701-02).

It sleeps after power-up: a byte 55 wakes it, and until SAMConfiguration it carries out nothing
else. A command whose sums are right is acknowledged and then answered; a new one, or an ACK from
the host, ends the one before; a NACK has the last answer said again. It knows SAMConfiguration,
GetFirmwareVersion, RFConfiguration and InListPassiveTarget for type A; any other command is
answered by the error frame.

Not pretended: the other commands, other kinds of cards, the time that each card takes; cards that
are not felt because one lies on top of the other.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Literal

from hw_mocks.line_faults import QUIET, Noise
from hw_mocks.polled import PolledModule, hex_number

ACK = bytes.fromhex("00 00 FF 00 FF 00")
NACK = bytes.fromhex("00 00 FF FF 00 00")
ERROR = bytes.fromhex("00 00 FF 01 FF 7F 81 00")
FIRMWARE = bytes.fromhex("D5 03 32 01 06 07")

ACK_S = 0.001
ANSWER_S = 0.003
SCAN_S = 0.012
"""From a command to its ACK, to its answer, and to the answer of a search for cards."""

_MOST_TARGETS = 2
_SIZES = frozenset({4, 7, 10})
_PLAIN, _ISO_DEP = 0x08, 0x20  # SEL_RES
_SENS_RES = {4: b"\x00\x04", 7: b"\x00\x44", 10: b"\x00\x84"}


def pn532_frame(data: bytes, *, preamble: int = 1, extended: bool = False) -> bytes:
    """Return the frame that carries `data`, which begins with D4 or D5.

    `preamble` is how many zeros stand before the start code `00 FF`; longer than 255 bytes is
    always `extended`.

    >>> pn532_frame(bytes.fromhex("D54B00")).hex(" ").upper()
    '00 00 FF 03 FD D5 4B 00 E0 00'
    """
    size = len(data)
    if extended or size > 255:
        length = bytes((0xFF, 0xFF, size >> 8, size & 0xFF, -((size >> 8) + size) & 0xFF))
    else:
        length = bytes((size, -size & 0xFF))
    return bytes(preamble) + b"\x00\xff" + length + data + bytes((-sum(data) & 0xFF, 0))


class Pn532Model(PolledModule):
    """A PN532 and the cards on it.

    Numbers have 4, 7 or 10 bytes. `ats` gives cards that speak ISO-DEP their ATS, without its
    length byte. `answers_none` is False for firmware that searches on, and says nothing, while
    there is no card. `order` is how ACK and answer come: one after the other, in one piece when
    the answer is ready, or the wrong way round. `preamble` and `extended` are how its frames look.
    `every_second`: a card that was found stays selected and so is deaf to the next search, as
    modules are seen to do with cards of 7 bytes.

    Switches beside those of `PolledModule`: `acks` (False: the ACKs are missing), and
    `bad_checksums` (True: every DCS is wrong).
    """

    def __init__(
        self,
        *,
        ats: Mapping[str, bytes] | None = None,
        answers_none: bool = True,
        order: Literal["ack first", "together", "answer first"] = "ack first",
        preamble: int = 1,
        extended: bool = False,
        every_second: bool = False,
        bytewise: bool = False,
        noise: Noise = QUIET,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(bytewise=bytewise, noise=noise, rng=rng)
        self.acks = True
        self.bad_checksums = False
        self._ats = {self._number(tag): tail for tag, tail in (ats or {}).items()}
        self._answers_none = answers_none
        self._order_of_frames = order
        self._preamble = preamble
        self._extended = extended
        self._every_second = every_second
        self._selected: set[str] = set()
        self._asleep = True
        self._configured = False
        self._searching: int | None = None
        self._last = b""

    def _number(self, tag: str) -> str:
        return hex_number(tag, _SIZES, "4, 7 or 10 bytes")

    def power(self, on: bool, at: float) -> None:
        """Cut the power, or give it back: then it sleeps."""
        super().power(on, at)
        self._asleep, self._configured, self._searching = True, False, None

    def _antenna_changed(self, at: float, *, first: bool) -> None:
        self._selected &= set(self._lying)
        if self._searching is not None and self._lying and not self._doing:
            most = self._searching
            self._later(at + SCAN_S, lambda moment: self._scan(most, moment))

    # -- commands ------------------------------------------------------------------------------

    def _is_waking(self, raw: bytes) -> bool:
        return b"\x55\x55" in raw

    def _obey(self, heard: bytes, at: float) -> bytes:
        if self._asleep:
            if 0x55 not in heard:
                return b""
            self._asleep = False
            heard = heard[heard.index(0x55) :]
        while (start := heard.find(b"\x00\xff")) >= 0:
            heard = heard[start + 2 :]
            if len(heard) < 2:
                return b"\x00\xff" + heard
            size, check = heard[:2]
            if heard[:2] == b"\x00\xff":
                self._stop()
                heard = heard[2:]
            elif heard[:2] == b"\xff\x00":
                self._send_frame(self._last, at + ACK_S)
            elif (size + check) & 0xFF:
                continue
            elif len(heard) < size + 3:
                return b"\x00\xff" + heard
            elif not sum(heard[2 : size + 3]) & 0xFF:
                self._command(heard[2 : size + 2], at)
                heard = heard[size + 3 :]
        return heard[-1:]

    def _command(self, data: bytes, at: float) -> None:
        if data[:1] != b"\xd4" or not (self._configured or data[1:2] == b"\x14"):
            return
        self.orders.append(data)
        self._stop()
        if self.acks and self._order_of_frames == "ack first":
            self._later(at + ACK_S, lambda moment: self._say(ACK, moment))
        command, *more = data[1:] or b"\x00"
        if command == 0x4A and len(more) == 2 and 1 <= more[0] <= _MOST_TARGETS and not more[1]:
            self._later(at + SCAN_S, lambda moment: self._scan(more[0], moment))
            return
        if command == 0x14 and more and 1 <= more[0] <= 4:
            self._configured = True
            answer = b"\xd5\x15"
        elif command == 0x02 and not more:
            answer = FIRMWARE
        elif command == 0x32 and more:
            answer = b"\xd5\x33"
        else:
            self._later(at + ANSWER_S, lambda moment: self._send_frame(ERROR, moment))
            return
        self._later(at + ANSWER_S, lambda moment: self._answer(answer, moment))

    def _stop(self) -> None:
        self._doing.clear()
        self._searching = None

    # -- answers -------------------------------------------------------------------------------

    def _scan(self, most: int, at: float) -> None:
        numbers = [tag for tag in self._felt() if tag not in self._selected][:most]
        self._selected = set(numbers) if self._every_second else set()
        if not numbers and not self._answers_none:
            self._searching = most
            if self._order_of_frames != "ack first" and self.acks:
                self._say(ACK, at)
            return
        self._searching = None
        targets = [self._target(place, number) for place, number in enumerate(numbers, 1)]
        self._answer(bytes((0xD5, 0x4B, len(targets))) + b"".join(targets), at)

    def _target(self, place: int, tag: str) -> bytes:
        number = bytes.fromhex(tag)
        ats = self._ats.get(tag)
        tail = b"" if ats is None else bytes((len(ats) + 1,)) + ats
        selected = _PLAIN if ats is None else _ISO_DEP
        head = bytes((place,)) + _SENS_RES[len(number)] + bytes((selected, len(number)))
        return head + number + tail

    def _answer(self, data: bytes, at: float) -> None:
        answer = pn532_frame(data, preamble=self._preamble, extended=self._extended)
        if self.bad_checksums:
            answer = answer[:-2] + bytes((answer[-2] ^ 0x01,)) + answer[-1:]
        self._send_frame(answer, at)

    def _send_frame(self, answer: bytes, at: float) -> None:
        self._last = answer
        ack = ACK if self.acks else b""
        match self._order_of_frames:
            case "together":
                self._say(ack + answer, at)
            case "answer first":
                self._say(answer, at)
                if ack:
                    self._say(ack, at)
            case _:
                self._say(answer, at)
