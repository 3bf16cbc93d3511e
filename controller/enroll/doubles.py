"""Two 125 kHz tags read at once: the reader takes the OR of both numbers for one.

Other kinds of tags do not answer at the same time, so only numbers of five bytes are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_DIGITS: Final = 10


def read_together(tag: str, known: Iterable[str]) -> tuple[str, str] | None:
    """Two of the known tags whose OR this number is; None when there are none.

    >>> read_together("00000000F5", ["00000000F1", "0000000005", "00000000FF"])
    ('00000000F1', '0000000005')
    """
    if len(tag) != _DIGITS:
        return None
    number = int(tag, 16)
    inside = [other for other in known if _is_inside(other, tag)]
    for at, first in enumerate(inside):
        for second in inside[at + 1 :]:
            if int(first, 16) | int(second, 16) == number:
                return first, second
    return None


def holds_another(tag: str, known: Iterable[str]) -> str | None:
    """A known tag all of whose bits this number has, and more; None when there is none.

    That may be chance: numbers of one maker are alike.
    """
    if len(tag) != _DIGITS:
        return None
    return next((other for other in known if _is_inside(other, tag)), None)


def _is_inside(other: str, tag: str) -> bool:
    if len(other) != _DIGITS or other == tag:
        return False
    return int(other, 16) & ~int(tag, 16) == 0
