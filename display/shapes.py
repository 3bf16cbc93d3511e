"""The outlines of suits, signs and digits: plain geometry, so that no font is needed for them.

A shape is a tuple of fills and strokes in the unit square, x to the right and y down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled polygon."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round ends and joints, `width` wide."""

    points: tuple[Point, ...]
    width: float


Shape = tuple[Fill | Stroke, ...]


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 24) -> tuple[Point, ...]:
    """Return the cubic curve from `a` to `d` with handles `b` and `c`, as `steps + 1` points."""

    def at(t: float) -> Point:
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        ends = (a, b, c, d)
        return (
            sum(w * p[0] for w, p in zip(weights, ends, strict=True)),
            sum(w * p[1] for w, p in zip(weights, ends, strict=True)),
        )

    return tuple(at(step / steps) for step in range(steps + 1))


def arc(centre: Point, radius: float, start: float, end: float) -> tuple[Point, ...]:
    """Return an arc as points, from `start` to `end` degrees: 0 is right, 90 is down."""
    steps = max(8, int(abs(end - start) / 6))
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple(
        (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))
        for angle in angles
    )


def _mirrored(half: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the closed outline whose left half is `half`, the axis being x = 0.5."""
    return half + tuple((1 - x, y) for x, y in reversed(half))


def _flipped(points: tuple[Point, ...], low: float, high: float) -> tuple[Point, ...]:
    return tuple((x, low + high - y) for x, y in points)


def _disc(centre: Point, radius: float) -> Fill:
    return Fill(arc(centre, radius, 0, 360))


_HEART = _mirrored(
    bezier((0.5, 0.94), (0.38, 0.76), (0.04, 0.60), (0.04, 0.33))
    + bezier((0.04, 0.33), (0.04, 0.16), (0.16, 0.07), (0.28, 0.07))
    + bezier((0.28, 0.07), (0.39, 0.07), (0.46, 0.14), (0.5, 0.25))
)
_BLADE = _flipped(_mirrored(
    bezier((0.5, 0.94), (0.40, 0.76), (0.08, 0.62), (0.08, 0.40))
    + bezier((0.08, 0.40), (0.08, 0.26), (0.17, 0.19), (0.27, 0.19))
    + bezier((0.27, 0.19), (0.38, 0.19), (0.45, 0.26), (0.49, 0.36))
), 0.05, 0.94)  # fmt: skip
_STEM = _mirrored(bezier((0.5, 0.55), (0.49, 0.78), (0.43, 0.90), (0.33, 0.95)))
_DIAMOND = _mirrored(
    bezier((0.5, 0.04), (0.43, 0.20), (0.28, 0.40), (0.15, 0.5))
    + bezier((0.15, 0.5), (0.28, 0.60), (0.43, 0.80), (0.5, 0.96))
)

SPADE: Shape = (Fill(_BLADE), Fill(_STEM))
HEART: Shape = (Fill(_HEART),)
DIAMOND: Shape = (Fill(_DIAMOND),)
CLUB: Shape = (
    _disc((0.5, 0.27), 0.205),
    _disc((0.27, 0.57), 0.205),
    _disc((0.73, 0.57), 0.205),
    _disc((0.5, 0.49), 0.10),
    Fill(_STEM),
)

SUIT_SHAPES: tuple[Shape, Shape, Shape, Shape] = (SPADE, HEART, DIAMOND, CLUB)
"""In the order of the lights: spades, hearts, diamonds, clubs."""

UNKNOWN_CARD: Shape = (
    Stroke(
        ((0.24, 0.08), (0.76, 0.08), (0.82, 0.14), (0.82, 0.86), (0.76, 0.92), (0.24, 0.92),
         (0.18, 0.86), (0.18, 0.14), (0.24, 0.08)),
        0.09,
    ),
    Stroke((*arc((0.5, 0.39), 0.125, 180, 390), (0.5, 0.56), (0.5, 0.6)), 0.09),
    _disc((0.5, 0.745), 0.055),
)  # fmt: skip
"""A card with a question mark: a trump that is chosen but hidden."""

BARRED: Shape = (
    Stroke(arc((0.5, 0.5), 0.38, 0, 360), 0.11),
    Stroke(((0.24, 0.76), (0.76, 0.24)), 0.11),
)
"""A barred ring: no trump, or reversed ranks."""

BOLT: Shape = (
    Fill(
        ((0.56, 0.04), (0.62, 0.04), (0.54, 0.41), (0.80, 0.41), (0.44, 0.96), (0.38, 0.96),
         (0.46, 0.57), (0.20, 0.57))
    ),
)  # fmt: skip
"""A lightning bolt: a fault of the hardware."""

POWER: Shape = (
    Stroke(arc((0.5, 0.54), 0.35, -50, 230), 0.12),
    Stroke(((0.5, 0.08), (0.5, 0.48)), 0.12),
)
"""The sign on a power switch: the table runs."""

WARNING: Shape = (
    Stroke(((0.5, 0.12), (0.93, 0.86), (0.07, 0.86), (0.5, 0.12)), 0.11),
    Stroke(((0.5, 0.40), (0.5, 0.60)), 0.10),
    _disc((0.5, 0.735), 0.055),
)
"""A triangle with an exclamation mark: a refused tap."""

CROWN: Shape = (
    Fill(((0.06, 0.30), (0.30, 0.52), (0.5, 0.16), (0.70, 0.52), (0.94, 0.30), (0.84, 0.74),
          (0.16, 0.74))),
    Stroke(((0.20, 0.86), (0.80, 0.86)), 0.09),
    _disc((0.06, 0.28), 0.06),
    _disc((0.5, 0.14), 0.07),
    _disc((0.94, 0.28), 0.06),
)  # fmt: skip
"""A crown: the winner of the match."""

_ONE = ((0.12, 0.28), (0.24, 0.14), (0.24, 0.86))
_TWO = (
    *arc((0.22, 0.32), 0.17, 190, 360),
    *bezier((0.39, 0.32), (0.39, 0.50), (0.12, 0.62), (0.06, 0.86)),
    (0.40, 0.86),
)
_NOUGHT = _mirrored(bezier((0.5, 0.14), (0.28, 0.14), (0.28, 0.86), (0.5, 0.86)))


def _shifted(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    return tuple((x + by, y) for x, y in points)


TEN_SIGN: Shape = (Stroke(_ONE, 0.12), Stroke(_shifted(_NOUGHT, 0.22), 0.12))
"""The digits 10."""
TWENTY_SIGN: Shape = (Stroke(_TWO, 0.12), Stroke(_shifted(_NOUGHT, 0.24), 0.12))
"""The digits 20."""

_ARROW: tuple[Point, ...] = (
    (0.5, 0.96), (0.10, 0.50), (0.35, 0.50), (0.35, 0.08), (0.65, 0.08), (0.65, 0.50), (0.90, 0.50),
)  # fmt: skip


def arrow(turn: float) -> Shape:
    """Return an arrow from the middle of the table, `turn` turns clockwise from straight down.

    Seen from above with the first seat at the bottom, a quarter turn points to the left seat.
    """
    angle = 2 * math.pi * turn
    cos, sin = math.cos(angle), math.sin(angle)
    turned = (
        (0.5 + (x - 0.5) * cos - (y - 0.5) * sin, 0.5 + (x - 0.5) * sin + (y - 0.5) * cos)
        for x, y in _ARROW
    )
    return (Fill(tuple(turned)),)
