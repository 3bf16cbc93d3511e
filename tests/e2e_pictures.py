"""Pictures of a score die in letters, read from a text file and drawn from lit bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

STATUS = "shdcHPFR"
"""Bits 0 to 7: the four trumps, one hidden, plain (no trump or turned ranks), fault, running."""
LIGHTS = ("first", "second", "alert", "winner", "ten", "twenty")
"""Bits 18 to 23 of a panel."""
TEAMS = ("NS", "EW")
_PIPS = {(False, False): ".", (True, False): "R", (False, True): "B", (True, True): "X"}


class Step(NamedTuple):
    """One step of a match: what was tapped, and the picture that has to be lit afterwards."""

    said: str
    picture: str


def read_steps(text: str) -> Iterator[Step]:
    """The steps of a picture file; what stands before the first `== ` is passed over."""
    for block in text.split("\n== ")[1:]:
        said, _, picture = block.rstrip().partition("\n")
        yield Step(said, picture)


def draw(status: int, panels: Sequence[int]) -> str:
    """What is lit in the letters of a picture file."""
    rows = [_rows(panel) for panel in panels]
    lines = ["".join(letter if status >> bit & 1 else "." for bit, letter in enumerate(STATUS))]
    for number, three in enumerate(zip(*rows, strict=True)):
        names = ""
        if number < len(panels):
            lit = [name for bit, name in enumerate(LIGHTS, start=18) if panels[number] >> bit & 1]
            names = "  ".join(["", f"{TEAMS[number]}:", *lit])
        lines.append((" ".join(three) + names).rstrip())
    return "\n".join(lines)


def _rows(panel: int) -> list[str]:
    marks = [_PIPS[bool(panel >> n & 1), bool(panel >> 9 + n & 1)] for n in range(9)]
    return ["".join(marks[start : start + 3]) for start in (0, 3, 6)]
