"""How many columns of a terminal a text takes, and cutting it to a number of columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_JOINERS = "\u200c\u200d"
_JOIN = "\u200d"
_VIRAMA = 9
"""The combining class of the signs that join two consonants."""
_PICTURE_SIGN = "\ufe0f"


@lru_cache(maxsize=4096)
def letter_width(letter: str) -> int:
    """Return how many columns one letter takes: 0, 1 or 2.

    As the C library's `wcwidth` has it, and so most terminals: signs above and below a letter take
    none, vowel signs that stand beside it (the Bangla া and ি) one, like the letter itself.
    """
    if letter in _JOINERS or unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def text_width(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(map(letter_width, text))


def clean(text: str) -> str:
    """Return the text as one line without anything that could steer a terminal.

    Breaks and tabs become blanks; control letters, reading-direction marks, lone surrogates and
    the sign that turns ♥ into a wide picture are left out.

    >>> clean("J\\x1b[31m♥\\nQ")
    'J[31m♥ Q'
    """
    return "".join(map(_kept, text))


@lru_cache(maxsize=4096)
def _kept(letter: str) -> str:
    category = unicodedata.category(letter)
    if letter in "\t\n\r" or category in ("Zl", "Zp"):
        return " "
    if letter in _JOINERS:
        return letter
    return "" if category in ("Cc", "Cf", "Cs") or letter == _PICTURE_SIGN else letter


def clip(text: str, width: int) -> str:
    """Return the text cut to at most `width` columns, with an ellipsis where it was cut.

    >>> clip("counterclockwise", 8)
    'counter…'
    """
    if text_width(text) <= width:
        return text
    return _head(text, width - 1) + "…" if width > 0 else ""


def wrap(text: str, width: int) -> list[str]:
    """Return the text in lines of at most `width` columns (at least 2), broken at blanks.

    A word wider than a line is broken where the line ends.

    >>> wrap("South takes the trick", 11)
    ['South takes', 'the trick']
    """
    return wrap_words(text.split(), width)


def wrap_words(words: Sequence[str], width: int) -> list[str]:
    """Return words, set apart by one blank, in lines of at most `width` columns (at least 2)."""
    width = max(2, width)
    lines: list[str] = []
    line = ""
    for word in words:
        joined = f"{line} {word}" if line else word
        if text_width(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while text_width(word) > width:
            head = _head(word, width)
            lines.append(head)
            word = word[len(head) :]
        line = word
    return [*lines, line] if line else lines


def clusters(text: str) -> list[str]:
    """Return the parts of a text between which it may be cut: letters with their signs.

    Vowel signs and accents stay with their letter, and consonants that are written as one stay
    together.

    >>> clusters("রক্ষি")
    ['র', 'ক্ষি']
    """
    parts: list[str] = []
    joins = False
    for letter in text:
        if parts and (joins or letter in _JOINERS or unicodedata.category(letter)[0] == "M"):
            parts[-1] += letter
        else:
            parts.append(letter)
        joins = letter == _JOIN or unicodedata.combining(letter) == _VIRAMA
    return parts


def _head(text: str, width: int) -> str:
    """Return as much of the text's beginning as goes into `width` columns, at least one letter."""
    parts = clusters(text)
    if text_width(parts[0]) > width:
        parts = list(parts[0])
    used = 0
    for place, part in enumerate(parts):
        used += text_width(part)
        if used > width:
            return "".join(parts[:place])
    return text
