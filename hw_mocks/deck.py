"""A tag for every card and every call there is: a whole pretend deck.

The numbers are made from the meanings, the same on every machine, and every one has exactly 20 of
its 40 bits set: the OR of two different ones has more, so two tags read at once are never
mistaken for a third, nor is a ghost.

Not pretended: numbers of a real maker's pattern, tags other than 125 kHz ones of five bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

TAG_BITS = 40
_BITS_SET = 20

CARDS = (*(rank + suit for suit in "shdc" for rank in "23456789TJQKA"), "joker")
CALLS = (
    *("pass", "raise", "ditto", "double", "redouble", "set", "seventh", "single", "tenny"),
    *("show", "pair", "change", "fresh", "timeout", "done"),
    *(f"bid {number}" for number in range(1, 30)),
    *(f"{call} {suit}" for call in ("trump", "change") for suit in "shdc"),
    *("deal", "undo", "void", "redeal", "drop", "end", "pause"),
)


def tag_for(meaning: str) -> str:
    """Return the tag number, ten hex digits, of a meaning; any text has one.

    >>> tag_for("Jh") == tag_for("Jh"), len(tag_for("Jh"))
    (True, 10)
    """
    order = sorted(
        range(TAG_BITS), key=lambda bit: hashlib.sha256(f"{meaning}:{bit}".encode()).digest()
    )
    number = sum(1 << bit for bit in order[:_BITS_SET])
    return f"{number:0{TAG_BITS // 4}X}"


FOB = tag_for("the key of somebody's front door")
"""A tag that is in no deck."""


def pretend_tags() -> dict[str, str]:
    """Return meaning to tag number for 52 cards, the joker and all calls."""
    return {meaning: tag_for(meaning) for meaning in (*CARDS, *CALLS)}


def deck_csv(tags: Mapping[str, str]) -> str:
    r"""Return the text of a deck file for `tags` (meaning to tag number), header line first.

    >>> deck_csv({"Jh": "0123456789"})
    'tag,meaning\n0123456789,Jh\n'
    """
    return "tag,meaning\n" + "".join(f"{tag},{meaning}\n" for meaning, tag in tags.items())
