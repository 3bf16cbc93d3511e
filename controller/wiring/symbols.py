"""The signs that a wiring is drawn with."""

from __future__ import annotations

from typing import Final

from controller.wiring.header import GROUND, V5, V33
from controller.wiring.netlist import CLOCK, DATA, ENABLE, LATCH
from controller.wiring.scene import Anchor, Box, Line, Polygon, Scene, Text

INK: Final = "#343a40"
PALE: Final = "#868e96"
PAPER: Final = "#ffffff"
PART: Final = "#f1f3f5"
SIGNAL: Final = "#0b7285"
COLOURS: Final = {
    DATA: "#d9480f",
    CLOCK: "#1864ab",
    LATCH: "#2b8a3e",
    ENABLE: "#862e9c",
    V33: "#e03131",
    V5: "#a61e4d",
    GROUND: "#212529",
}
"""The colour of each net that goes to many places; other nets have that of a signal."""
LETTER: Final = 7
"""Units that a letter of a flag takes."""
FLAG: Final = 18
"""Height of a flag."""


def colour_of(net: str) -> str:
    """The colour of a net."""
    return COLOURS.get(net, SIGNAL)


def flag(scene: Scene, x: int, y: int, net: str, anchor: Anchor = Anchor.END) -> int:
    """Name a net at the end of a lead; `anchor` is the end of the flag at `x`. Its other end's x.

    What bears the same flag is connected.
    """
    width = LETTER * len(net) + 12
    left = x - width if anchor is Anchor.END else x
    scene.add(
        Box(left, y - FLAG // 2, width, FLAG, colour_of(net), "", 4),
        Text(left + width // 2, y, net, 11, Anchor.MIDDLE, PAPER, bold=True),
    )
    return left if anchor is Anchor.END else left + width


def wire(scene: Scene, colour: str, *points: tuple[int, int]) -> None:
    """A wire through points."""
    scene.add(Line(points, colour))


def resistor(scene: Scene, x: int, y: int, label: str = "", size: int = 26) -> int:
    """A resistor that lies with its left end at `x`; the x of its right end."""
    scene.add(Box(x, y - 4, size, 8, PAPER, INK))
    if label:
        scene.add(Text(x + size // 2, y - 11, label, 10, Anchor.MIDDLE, INK))
    return x + size


def upright_resistor(scene: Scene, x: int, y: int, label: str, size: int = 26) -> int:
    """A resistor that stands with its upper end at `y`; the y of its lower end."""
    scene.add(Box(x - 4, y, 8, size, PAPER, INK))
    scene.add(Text(x + 9, y + size // 2, label, 10, Anchor.START, INK))
    return y + size


def led(scene: Scene, x: int, y: int, fill: str) -> int:
    """An LED that lies with its + at `x`; the x of its -."""
    scene.add(
        Polygon(((x, y - 7), (x, y + 7), (x + 11, y)), fill, INK),
        Line(((x + 12, y - 7), (x + 12, y + 7)), INK),
    )
    return x + 13


def part(scene: Scene, x: int, y: int, width: int, height: int, title: str, more: str = "") -> None:
    """A part: a box with its name, and a second line in small letters."""
    scene.add(Box(x, y, width, height, PART, INK, 6))
    scene.add(Text(x + width // 2, y + 14, title, 12, Anchor.MIDDLE, INK, bold=True))
    if more:
        scene.add(Text(x + width // 2, y + 29, more, 10, Anchor.MIDDLE, PALE))


def heading(scene: Scene, x: int, y: int, title: str) -> None:
    """The name of a region of the drawing."""
    scene.add(Text(x, y, title, 16, Anchor.START, INK, bold=True))
