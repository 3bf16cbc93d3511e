"""A drawing as data: lines, boxes, discs and texts, in whole units from the top left.

Whatever writes a picture file takes a scene; nothing else is drawn anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

Point = tuple[int, int]


class Anchor(StrEnum):
    """Which end of a text is at its point; the point is half-way up the letters."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]
    colour: str
    width: int = 2


@dataclass(frozen=True, slots=True)
class Box:
    """A box with round corners; an empty `fill` is none, an empty `edge` no outline."""

    x: int
    y: int
    width: int
    height: int
    fill: str = ""
    edge: str = ""
    corner: int = 0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled form with an outline."""

    points: tuple[Point, ...]
    fill: str
    edge: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc; an empty `edge` is no outline."""

    x: int
    y: int
    radius: int
    fill: str
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text, `size` units high."""

    x: int
    y: int
    text: str
    size: int = 12
    anchor: Anchor = Anchor.START
    colour: str = "#212529"
    bold: bool = False


Shape = Line | Box | Polygon | Disc | Text


@dataclass(slots=True)
class Scene:
    """A drawing of this size, its shapes from back to front."""

    width: int = 0
    height: int = 0
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Put shapes in front."""
        self.shapes += shapes

    def fit(self, width: int, height: int) -> None:
        """Make it at least this large."""
        self.width, self.height = max(self.width, width), max(self.height, height)
