"""The UHF reader R200 (sold as YRM100 and M100 too): 115200 8N1, the host asks.

    BB type command lenH lenL parameters sum 7E

`type` is 00 from the host, 01 for an answer, 02 for a notice; `sum` is the low byte of the sum
from type to the last parameter. 7E and BB may stand anywhere inside: only the length counts.

A single poll (`22`) is one inventory round over all tags in the field: a notice for each tag, or
error 15 when there is none. A multi-poll (`27`) would say the same without being asked again, but
a module that reset itself would then be silent for ever, as if there were no tag; so single polls
are sent, and each answer is a sign of life.

A notice is RSSI, PC (2), EPC, CRC (2). That CRC is over PC and EPC and comes from the tag; the
module has checked it, and the way from the module to here is guarded by the sum. It is not checked
again: a wrong EPC is in no deck and becomes no card.

>>> R200().feed(bytes.fromhex("BB02220011C9340030751FEB705C5904E3D50D703A76EF7E"))
[TagSeen(tag='30751FEB705C5904E3D50D70')]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_bridge.binary_frames import BinaryFrames, SpoiltFrame
from firmware_bridge.polling import Course, PolledReader

START = 0xBB
END = 0x7E
FROM_HOST, ANSWER, NOTICE = 0x00, 0x01, 0x02
POLL_ONCE = 0x22
FAILED = 0xFF
NO_TAG = 0x15

BAD_TYPE = "bad type"
BAD_LENGTH = "bad length"
BAD_CHECKSUM = "bad checksum"
BAD_END = "bad end"
BAD_NOTICE = "bad notice"
REFUSAL = "refusal"

LONGEST_EPC = 62  # 31 words, as the 5 bits of the length in PC can say
_BEFORE_EPC, _AFTER_EPC = 3, 2
MOST = _BEFORE_EPC + LONGEST_EPC + _AFTER_EPC
"""Parameters of the longest notice; nothing else that is ever asked for is longer."""

_HEAD, _TAIL = 5, 2
_NOTICE_HEAD = bytes((NOTICE, POLL_ONCE))


@dataclass(frozen=True, slots=True)
class R200Frame:
    """One whole frame."""

    type: int
    command: int
    parameters: bytes = b""

    def raw(self) -> bytes:
        """Return the bytes on the line.

        >>> R200Frame(FROM_HOST, POLL_ONCE).raw().hex(" ").upper()
        'BB 00 22 00 00 22 7E'
        """
        size = len(self.parameters).to_bytes(2, "big")
        inner = bytes((self.type, self.command)) + size + self.parameters
        return bytes((START,)) + inner + bytes((sum(inner) & 0xFF, END))


# A round over a hand of tags takes some 20 to 80 ms.
COURSE = Course(
    poll=R200Frame(FROM_HOST, POLL_ONCE).raw(),
    wake=b"",
    period_s=0.09,
    heard_s=0.09,
    answer_s=0.09,
    tries=3,
    quiet_s=0.03,
)


class R200(PolledReader[R200Frame]):
    """Decoder of an R200.

    Counted faults: `junk byte` (outside frames), `cut frame`, `bad type`, `bad length` (more
    parameters than a notice can have), `bad checksum`, `bad end` (no 7E where the frame ends),
    `bad notice` (whole, but without room for an EPC, or with half a word of one) and `refusal` (an
    error other than 15, no tag). What the host itself has sent and hears again is no fault.
    """

    def __init__(self) -> None:
        faults = (BAD_TYPE, BAD_LENGTH, BAD_CHECKSUM, BAD_END, BAD_NOTICE, REFUSAL)
        super().__init__(BinaryFrames(bytes((START,)), _read, faults), COURSE)

    def _take(self, body: R200Frame) -> Iterable[bytes]:
        if body.type == FROM_HOST:
            return
        self._polling.answered()
        if body.type == NOTICE and body.command == POLL_ONCE:
            yield body.parameters[_BEFORE_EPC:-_AFTER_EPC]
        elif body.command == FAILED and body.parameters[:1] != bytes((NO_TAG,)):
            self._fault(REFUSAL)


def _read(raw: bytes) -> tuple[int, R200Frame] | None:
    if len(raw) > 1 and raw[1] not in (FROM_HOST, ANSWER, NOTICE):
        raise SpoiltFrame(BAD_TYPE)
    if len(raw) < _HEAD:
        return None
    size = int.from_bytes(raw[3:5], "big")
    if size > MOST:
        raise SpoiltFrame(BAD_LENGTH)
    if raw[1:3] == _NOTICE_HEAD and (size <= _BEFORE_EPC + _AFTER_EPC or not size % 2):
        raise SpoiltFrame(BAD_NOTICE)
    end = _HEAD + size
    if len(raw) < end + _TAIL:
        return None
    if raw[end + 1] != END:
        raise SpoiltFrame(BAD_END)
    if sum(raw[1:end]) & 0xFF != raw[end]:
        raise SpoiltFrame(BAD_CHECKSUM)
    return end + _TAIL, R200Frame(raw[1], raw[2], raw[_HEAD:end])
