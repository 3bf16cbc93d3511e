"""A tag for every card and every call there is: a whole pretend deck.

The numbers are made from the meanings, the same on every machine, and every one has exactly half of
its bits set, 20 of 40 in a 125 kHz tag: the OR of two different ones has more, so two tags read at
once are never mistaken for a third, nor is a ghost.

Not pretended: numbers of a real maker's pattern.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

TAG_BITS = 40
"""Of a 125 kHz tag."""
_TAG_BYTES = TAG_BITS // 8

CARDS = (*(rank + suit for suit in "shdc" for rank in "23456789TJQKA"), "joker")
CALLS = (
    *("pass", "raise", "ditto", "double", "redouble", "set", "seventh", "single", "tenny"),
    *("show", "pair", "change", "fresh", "timeout", "done"),
    *(f"bid {number}" for number in range(1, 30)),
    *(f"{call} {suit}" for call in ("trump", "change") for suit in "shdc"),
    *("deal", "undo", "void", "redeal", "drop", "end", "pause"),
)


def tag_for(meaning: str, size: int = _TAG_BYTES) -> str:
    """Return the tag number, `size` bytes in hex, of a meaning; any text has one.

    >>> tag_for("Jh") == tag_for("Jh"), len(tag_for("Jh")), len(tag_for("Jh", 7))
    (True, 10, 14)
    """
    bits = 8 * size
    order = sorted(
        range(bits), key=lambda bit: hashlib.sha256(f"{meaning}:{bit}".encode()).digest()
    )
    number = sum(1 << bit for bit in order[: bits // 2])
    return f"{number:0{2 * size}X}"


def fob(size: int = _TAG_BYTES) -> str:
    """Return a tag of `size` bytes that is in no deck."""
    return tag_for("the key of somebody's front door", size)


FOB = fob()
"""A tag that is in no deck."""


def pretend_tags(size: int = _TAG_BYTES) -> dict[str, str]:
    """Return meaning to tag number, `size` bytes, for 52 cards, the joker and all calls."""
    return {meaning: tag_for(meaning, size) for meaning in (*CARDS, *CALLS)}


def deck_csv(*tags: Mapping[str, str]) -> str:
    r"""Return the text of a deck file for `tags` (meaning to tag number), header line first.

    >>> deck_csv({"Jh": "0123456789"})
    'tag,meaning\n0123456789,Jh\n'
    """
    lines = [f"{tag},{meaning}\n" for each in tags for meaning, tag in each.items()]
    return "tag,meaning\n" + "".join(lines)
