"""The charts in a picture of a simulation. Lengths are in units, as a canvas has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from controller.simulate.figures import Share, Spread
from display.canvas import Canvas, Colour

FELT: Final[Colour] = (18, 58, 46)
NIGHT: Final[Colour] = (6, 20, 16)
PLATE: Final[Colour] = (22, 33, 31)
PLATE_EDGE: Final[Colour] = (62, 84, 76)
TRACK: Final[Colour] = (36, 50, 47)
LINE: Final[Colour] = (52, 70, 64)
DOT: Final[Colour] = (214, 24, 32)
IVORY: Final[Colour] = (247, 242, 229)
NAME: Final[Colour] = (236, 232, 218)
FAINT: Final[Colour] = (150, 168, 160)
INK: Final[Colour] = (20, 24, 24)
BAND: Final[Colour] = (214, 203, 178)
BAR: Final[Colour] = (186, 176, 152)

LABELS: Final = 168
"""Room for the names at the left of a chart."""
STRIP: Final = 30
"""Height of a line of a chart: a bar and the gap below it."""
_BAR_HEIGHT: Final = 20
_TEXT: Final = 13.5
_SMALL: Final = 12
_LEGEND: Final = 24
_SWATCH: Final = 12
_LETTER: Final = 7.0
"""About what a letter takes of a line, to set things side by side."""
_NUMBER_ROOM: Final = 44
"""The least width of a bar that has its percentage in it."""
_PANEL_HEIGHT: Final = 178


class Area(NamedTuple):
    """Where a chart is drawn: its top left, and its width."""

    x: float
    y: float
    width: float


class Segment(NamedTuple):
    """A part of a bar: its share of the whole, 0 to 1, and its colour."""

    share: float
    colour: Colour


# A legend.


def legend_height(words: Sequence[str], width: float) -> float:
    """How high `legend` is."""
    return _LEGEND * (1 + max((row for row, _ in _legend_places(words, width)), default=-1))


def legend(canvas: Canvas, area: Area, colours: Mapping[str, Colour]) -> None:
    """A swatch and a word for each colour, in as many lines as it takes."""
    places = _legend_places(list(colours), area.width)
    for (word, colour), (row, x) in zip(colours.items(), places, strict=True):
        middle = area.y + row * _LEGEND + _LEGEND / 2
        canvas.box(area.x + x, middle - _SWATCH / 2, _SWATCH, _SWATCH, 3, colour)
        canvas.text(word, area.x + x + _SWATCH + 6, middle, _TEXT, NAME, area.width, "lm")


def _legend_places(words: Sequence[str], width: float) -> list[tuple[int, float]]:
    places: list[tuple[int, float]] = []
    row, x = 0, 0.0
    for word in words:
        wide = _SWATCH + 6 + len(word) * _LETTER + 22
        if x and x + wide > width:
            row, x = row + 1, 0.0
        places.append((row, x))
        x += wide
    return places


# Bars of parts.


def stacked_bars(canvas: Canvas, area: Area, rows: Sequence[tuple[str, Sequence[Segment]]]) -> None:
    """A line for each name: a bar made of parts, with percentages where there is room."""
    for number, (name, segments) in enumerate(rows):
        y = area.y + number * STRIP
        label(canvas, area.x, y, name)
        x, whole = area.x + LABELS, area.width - LABELS
        canvas.box(x, y, whole, _BAR_HEIGHT, 4, TRACK)
        for segment in segments:
            width = whole * segment.share
            if width >= 1:
                canvas.box(x, y, max(1, width - 1.5), _BAR_HEIGHT, 3, segment.colour)
            if width >= _NUMBER_ROOM:
                _number(canvas, x + width / 2, y, f"{segment.share * 100:.1f} %")
            x += width


def label(canvas: Canvas, x: float, y: float, name: str) -> None:
    """The name of a line, at its left."""
    canvas.text(name, x, y + _BAR_HEIGHT / 2, _TEXT, NAME, LABELS - 14, "lm")


def _number(canvas: Canvas, x: float, y: float, text: str) -> None:
    canvas.text(text, x, y + _BAR_HEIGHT / 2, _SMALL, INK, _NUMBER_ROOM * 2, "mm")


# How something is spread.


def spreads(canvas: Canvas, area: Area, rows: Sequence[tuple[str, Spread]]) -> None:
    """A line for each name: a band of eight in ten, the median as a stroke, the average as a dot.

    Below them an axis from 0.
    """
    numbers = 150
    x, whole = area.x + LABELS, area.width - LABELS - numbers
    step = _step(max(spread.below(9) for _, spread in rows))
    top = step * (max(spread.below(9) for _, spread in rows) // step + 1)
    _axis(canvas, Area(x, area.y, whole), len(rows) * STRIP, range(0, top + 1, step), top)
    for number, (name, spread) in enumerate(rows):
        y = area.y + number * STRIP
        label(canvas, area.x, y, name)
        low, middle, high = (x + whole * spread.below(n) / top for n in (1, 5, 9))
        canvas.box(low, y + 3, max(2, high - low), _BAR_HEIGHT - 6, 6, BAND)
        canvas.box(middle - 1.5, y, 3, _BAR_HEIGHT, 1, INK)
        mean = x + whole * spread.mean / top
        canvas.disc(mean, y + _BAR_HEIGHT / 2, 4.5, DOT)
        text = f"{spread.mean:,.1f}   ({spread.below(1):,} to {spread.below(9):,})"
        end = area.x + area.width
        canvas.text(text, end, y + _BAR_HEIGHT / 2, _TEXT, NAME, numbers - 8, "rm")


def spreads_height(rows: int) -> float:
    """How high `spreads` is."""
    return rows * STRIP + 22


def _axis(canvas: Canvas, area: Area, height: float, marks: Sequence[int], top: int) -> None:
    for mark in marks:
        x = area.x + area.width * mark / top
        canvas.box(x - 0.5, area.y - 4, 1, height, 0, LINE)
        canvas.text(f"{mark:,}", x, area.y + height + 6, _SMALL, FAINT, 60, "mm")


def _step(most: int) -> int:
    """A round step that divides an axis up to `most` into three to eight parts.

    >>> [_step(most) for most in (0, 7, 53, 180, 2400)]
    [1, 1, 10, 50, 500]
    """
    step = 1
    while True:
        for times in (1, 2, 5):
            if most <= 7 * step * times:
                return step * times
        step *= 10


# Columns.


def columns(
    canvas: Canvas,
    area: Area,
    name: str,
    values: Sequence[tuple[str, Sequence[Segment]]],
    highest: float,
) -> None:
    """A panel: a column of parts for each value, `highest` being the share at its top."""
    canvas.text(name, area.x, area.y + 8, _TEXT, NAME, area.width, "lm")
    floor, full = area.y + _PANEL_HEIGHT - 20, _PANEL_HEIGHT - 66
    room = area.width / len(values)
    canvas.box(area.x, floor, area.width, 1, 0, LINE)
    for number, (value, segments) in enumerate(values):
        middle, y = area.x + (number + 0.5) * room, floor
        for segment in segments:
            height = full * segment.share / highest
            y -= height
            if height >= 0.5:
                box = min(30, room * 0.72)
                canvas.box(middle - box / 2, y, box, max(1, height - 1), 2, segment.colour)
        canvas.text(value, middle, floor + 11, _SMALL, FAINT, room, "mm")
        whole = sum(segment.share for segment in segments)
        if whole >= 0.005 and room >= 22:
            canvas.text(f"{whole * 100:.0f}", middle, y - 9, _SMALL, NAME, room, "mm")


def columns_height() -> float:
    """How high a panel of `columns` is."""
    return _PANEL_HEIGHT


# Many shares side by side.


def share_grid(
    canvas: Canvas,
    area: Area,
    names: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Share | None]]],
) -> None:
    """A line for each label, with a bar for each name: how large a share is of a whole."""
    room = (area.width - LABELS) / len(names)
    for place, name in enumerate(names):
        x = area.x + LABELS + place * room
        canvas.text(name, x, area.y + 8, _TEXT, NAME, room - 12, "lm")
    for number, (word, shares) in enumerate(rows):
        y = area.y + 26 + number * STRIP
        label(canvas, area.x, y, word)
        for place, share in enumerate(shares):
            _bar(canvas, area.x + LABELS + place * room, y, room - 16, share)


def share_grid_height(rows: int) -> float:
    """How high `share_grid` is."""
    return 26 + rows * STRIP


def _bar(canvas: Canvas, x: float, y: float, width: float, share: Share | None) -> None:
    number = 50
    whole = width - number
    canvas.box(x, y + 4, whole, _BAR_HEIGHT - 8, 4, TRACK)
    if share is None:
        return
    if share.share * whole >= 0.5:
        canvas.box(x, y + 4, max(2, whole * share.share), _BAR_HEIGHT - 8, 4, BAR)
    text = f"{share.share * 100:.1f} %"
    canvas.text(text, x + width, y + _BAR_HEIGHT / 2, _SMALL, NAME, number, "rm")
