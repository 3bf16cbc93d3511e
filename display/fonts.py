"""Fonts for names on pictures: Pillow's own for Latin letters, the system's for other scripts.

Found by their file names, as Debian's packages call them (fonts-noto-core, fonts-lohit-…,
fonts-beng-extra, fonts-freefont-ttf, fonts-dejavu-core).  Letters that join are laid out right only
where Pillow has Raqm: its wheels have, with the library libfribidi0 of the system.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from PIL import ImageFont

from display.cells import clusters

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_OF_SCRIPT = ("NotoSans{}-Regular.ttf", "Lohit-{}.ttf")
"""Files of one script, with its name in Unicode, such as Bengali."""
_MORE_OF_SCRIPT = {
    "Arabic": ("NotoNaskhArabic-Regular.ttf",),
    "Bengali": ("Mukti.ttf", "MuktiNarrow.ttf"),
}
_OF_MANY = ("DejaVuSans.ttf", "FreeSans.ttf", "FreeSerif.ttf")

# Dashes, quotes and the like that Pillow's font lacks, as signs that it has.
_PLAIN_SIGNS = str.maketrans("‐‑‒–—―−‘’“”·•", "-------''\"\"..")


def font_for(text: str, size: float) -> Font:
    """Return a font for a text, `size` pixels high.

    It is one with the first letter that is not Latin, and if there is such a one, with all others.
    Where all are Latin, and where the system has no such font, it is Pillow's own.
    """
    size = max(1.0, size)
    foreign = next((letter for letter in text if _script(letter) not in ("", "Latin")), None)
    file = None if foreign is None else file_of(foreign, frozenset(text))
    return ImageFont.load_default(size) if file is None else ImageFont.truetype(file, size)


def writable(text: str, font: Font) -> str:
    """Return the text without accents and letters that the font would show as empty boxes."""
    plain = "".join(
        letter
        if has(font, letter)
        else unicodedata.normalize("NFKD", letter.translate(_PLAIN_SIGNS))
        for letter in unicodedata.normalize("NFC", text)
    )
    return "".join(letter for letter in plain if has(font, letter)).strip()


def fitting(text: str, font: Font, room: float) -> str:
    """Return the text, cut with an ellipsis where it is wider than `room` pixels."""
    line, parts = text, clusters(text)
    while line and font.getlength(line) > room:
        parts.pop()
        text = "".join(parts).rstrip()
        line = text + "…" if text else ""
    return line


def has(font: Font, letter: str) -> bool:
    """Return whether a font can write a letter."""
    if letter == " ":
        return True
    return letter.isprintable() and bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def _script(letter: str) -> str:
    """Return the script of a letter as Unicode names it, such as "Bengali"; "" for other signs."""
    return unicodedata.name(letter, "").partition(" ")[0].title() if letter.isalpha() else ""


@lru_cache(maxsize=64)
def file_of(letter: str, letters: frozenset[str]) -> str | None:
    """Return the font file of the system that has a letter, and most of some others."""
    best, most = None, 0
    for name in _names(_script(letter)):
        try:
            font = ImageFont.truetype(name, 16)
        except OSError:
            continue
        found = sum(has(font, its) for its in letters)
        if has(font, letter) and found > most:
            best, most = str(font.path), found
        if most == len(letters):
            break
    return best


def _names(script: str) -> Iterator[str]:
    yield from (name.format(script) for name in _OF_SCRIPT)
    yield from _MORE_OF_SCRIPT.get(script, ())
    yield from _OF_MANY
