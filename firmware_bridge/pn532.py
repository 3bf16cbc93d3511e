"""The 13.56 MHz reader PN532 on its high-speed UART: 115200 8N1, the host asks.

After power-up, and after silence, it is woken (`55 55` and zeros, while its oscillator starts) and
set to its normal mode by SAMConfiguration; then it is asked for up to two cards by
InListPassiveTarget, again and again. Each command is acknowledged at once and answered when it is
carried out. A new command ends the one before (UM0701-02, 6.2.1 and 6.2.3): so a poll that finds
no card, which some firmware never answers, can simply be repeated.

>>> Pn532().feed(bytes.fromhex("0000FF0CF4D54B0101000408046E8AE2B04400"))
[TagSeen(tag='6E8AE2B0')]
"""

from __future__ import annotations

from enum import Enum, auto

from firmware_bridge.binary_frames import BinaryFrames, SpoiltFrame
from firmware_bridge.pn532_frames import (
    ERROR,
    FAULTS,
    FROM_CHIP,
    START,
    Frame,
    Sign,
    frame,
    read_frame,
)
from firmware_bridge.polling import Course, PolledReader

SAM_CONFIGURATION = bytes.fromhex("D4 14 01")  # normal mode: no security module
LIST_TWO = bytes.fromhex("D4 4A 02 00")  # at most 2 targets, 106 kbit/s type A
WAKE = b"\x55\x55" + bytes(14)

SAM_CONFIGURED = bytes.fromhex("D5 15")
LISTED = bytes.fromhex("D5 4B")

MISPLACED_NACK = "misplaced nack"
ERROR_FRAME = "error frame"
BAD_ANSWER = "bad answer"

# An ACK comes within 15 ms (UM0701-02, 6.2.3); a USB adapter and a busy Pi need their time too.
# A card tapped for a tenth of a second is there during one poll.
COURSE = Course(
    poll=frame(LIST_TWO),
    wake=WAKE + frame(SAM_CONFIGURATION),
    period_s=0.09,
    heard_s=0.06,
    answer_s=0.2,
    tries=4,
)

_UID_SIZES = frozenset({4, 7, 10})
_ISO_DEP = 0x20  # bit of SEL_RES: ISO 14443-4, so an ATS follows
_MOST_TARGETS = 2
_HEAD = 5  # bytes of a target before its number, the last of them its length


class Said(Enum):
    """What the chip says that names no cards; `ECHO` is what the host has said itself."""

    ACK = auto()
    NACK = auto()
    ERROR = auto()
    CONFIGURED = auto()
    ECHO = auto()


Meaning = Said | tuple[bytes, ...]
"""What a frame means; bytes are the numbers of the cards that are there."""


class Pn532(PolledReader[Meaning]):
    """Decoder of a PN532.

    Counted faults: `junk byte` (outside frames, but for zeros, of which pre- and postambles are
    made), `cut frame`, those of `pn532_frames`, `error frame` (a command was not understood),
    `misplaced nack`, and `bad answer` (whole, but not what an answer looks like). What the host
    itself has sent and hears again is no fault and no sign of life.
    """

    def __init__(self) -> None:
        faults = (*FAULTS, ERROR_FRAME, MISPLACED_NACK, BAD_ANSWER)
        super().__init__(BinaryFrames(START, _read, faults, padding=b"\x00"), COURSE)

    def _take(self, body: Meaning) -> tuple[bytes, ...]:
        match body:
            case Said.ACK:
                self._polling.heard()
            case Said.NACK:
                self._fault(MISPLACED_NACK)
            case Said.ERROR:
                self._fault(ERROR_FRAME)
                self._polling.refused()
            case Said.CONFIGURED:
                self._polling.woken()
            case tuple():
                self._polling.answered()
                return body
        return ()


def _read(raw: bytes) -> tuple[int, Meaning] | None:
    whole = read_frame(raw, _accept)
    if whole is None:
        return None
    size, body = whole
    return size, _meaning(body)


def _accept(data: bytes, size: int) -> None:
    """Raise SpoiltFrame when `data`, the first bytes of `size`, can be no answer to our calls."""
    if data[:1] != bytes((FROM_CHIP,)):
        return
    sure = (SAM_CONFIGURED + data[2:]).startswith(data)
    listing = (LISTED + data[2:]).startswith(data)
    if not sure and not (listing and _listed(data[2:], size - 2) is not None):
        raise SpoiltFrame(BAD_ANSWER)


def _meaning(body: Frame) -> Meaning:
    if isinstance(body, Sign):
        return Said.ACK if body is Sign.ACK else Said.NACK
    if body == ERROR:
        return Said.ERROR
    if body[0] != FROM_CHIP:
        return Said.ECHO
    if body.startswith(SAM_CONFIGURED):
        return Said.CONFIGURED
    return tuple(numbers_in(body[len(LISTED) :]) or ())


def numbers_in(listed: bytes) -> list[bytes] | None:
    """Return the numbers of the targets in an answer to InListPassiveTarget, None if it is none.

    `NbTg`, then for each target `Tg SENS_RES(2) SEL_RES NFCIDLength NFCID` and, where SEL_RES says
    ISO 14443-4, an ATS, whose first byte is its length with itself (UM0701-02, 7.3.5). An ATS that
    is missing although it was announced is put up with: the chip can be told not to ask for it.

    >>> [number.hex() for number in numbers_in(bytes.fromhex("01 01 0004 08 04 6E8AE2B0"))]
    ['6e8ae2b0']
    """
    return _listed(listed, len(listed))


def _listed(came: bytes, size: int) -> list[bytes] | None:
    """The numbers in what has come of a list of `size` bytes; None when it cannot be one."""
    if size < 1 or (came and came[0] > _MOST_TARGETS):
        return None
    return _targets(came[1:], size - 1, came[0]) if came else []


def _targets(came: bytes, size: int, count: int) -> list[bytes] | None:
    """The same for `count` targets that are to fill `size` bytes exactly."""
    if not count:
        return None if size else []
    if size < _HEAD + min(_UID_SIZES):
        return None
    if len(came) < _HEAD:
        return []
    end = _HEAD + came[_HEAD - 1]
    if end - _HEAD not in _UID_SIZES or end > size:
        return None
    number, behind, left = came[_HEAD:end], came[end:], size - end
    tails = [0]
    if came[3] & _ISO_DEP and left:
        if not behind:
            return [number]
        tails = [behind[0], 0] if 0 < behind[0] <= left else [0]
    for tail in tails:
        others = _targets(behind[tail:], left - tail, count - 1)
        if others is not None:
            return [number, *others]
    return None
