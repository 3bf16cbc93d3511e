"""Tag numbers: what a reader has read, and what a person may write for it.

A tag number is written in upper-case hexadecimal, two digits for each byte, all bytes that the
reader gives: 5 for 125 kHz (EM4100); 4, 7 or 10 for 13.56 MHz (ISO 14443 single, double and triple
size UID); an EPC for UHF, which is 1 to 31 words of 2 bytes (EPC Gen2: the length field in the
protocol control word has 5 bits).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from firmware_bridge.errors import UnreadableTag

_NOT_HEX = re.compile(r"[^0-9A-Fa-f]")
_SHORT_SIZES = frozenset({4, 5, 7, 10})
_LONGEST_EPC = 62
_RANDOM_SIZE = 4
_RANDOM_PREFIX = "08"


@dataclass(frozen=True, slots=True)
class TagSeen:
    """A reader has read one whole tag number; `tag` is its upper-case hex."""

    tag: str


@dataclass(frozen=True, slots=True)
class TagGone:
    """A reader that notices it says that a tag is gone: since `since`, or any moment later.

    `since` is before the moment of hearing it where the news may have been delayed. Only readers
    that say it make this event; for the others a tag not read any more is gone.
    """

    tag: str
    since: float


def normal_tag(text: str) -> str:
    """Return the tag number in `text` as readers give it: upper case, no blanks around it.

    Raises UnreadableTag when it is not hexadecimal or not a length that any tag has.

    >>> normal_tag(" 000414cd7e ")
    '000414CD7E'
    """
    tag = text.strip().upper()
    if not tag:
        raise UnreadableTag("a tag number is missing: expected hex digits such as 000414CD7E")
    strange = _NOT_HEX.search(tag)
    if strange:
        raise UnreadableTag(
            f"tag {text!r}: found {strange.group()!r} at digit {strange.start() + 1}, "
            "expected only 0-9 and A-F"
        )
    size, odd = divmod(len(tag), 2)
    if odd:
        raise UnreadableTag(f"tag {text!r}: found {len(tag)} digits, expected two for each byte")
    if size not in _SHORT_SIZES and (size % 2 or size > _LONGEST_EPC):
        raise UnreadableTag(
            f"tag {text!r}: found {size} bytes, expected 5 (125 kHz), 4, 7 or 10 (13.56 MHz) "
            f"or an even number up to {_LONGEST_EPC} (UHF)"
        )
    return tag


def is_random(tag: str) -> bool:
    """Tell whether this number is made up anew at every tap and so can stand for no card.

    ISO 14443-3 sets the first byte of a 4-byte number to 08 when the tag draws it at random, as
    phones and bank cards do.

    >>> is_random("08A1B2C3"), is_random("046E8AE2"), is_random("0800000000")
    (True, False, False)
    """
    return len(tag) == 2 * _RANDOM_SIZE and tag.startswith(_RANDOM_PREFIX)
