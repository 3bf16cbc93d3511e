"""The main figures of a simulation as a picture: results, lengths, heights, and what was said."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Final

from PIL import Image

from controller.simulate import charts as charts
from controller.simulate.charts import Area, Segment
from controller.simulate.figures import (
    DEALS,
    LENGTH,
    RESULT,
    SAID,
    Figures,
    Name,
    Share,
    Spread,
    leading_number,
    results,
    said,
)
from controller.simulate.plan import Plan
from display.canvas import Canvas, Colour

SCALE: Final = 2.0
_WIDTH: Final = 980
_MARGIN: Final = 24
_GAP: Final = 18
_HEAD: Final = 66
_PADDING: Final = 20
_TITLE: Final = 38
_INSIDE: Final = _WIDTH - 2 * _MARGIN - 2 * _PADDING
_MOST_PANELS: Final = 4
_PANEL_COLUMNS: Final = 3
"""How many panels stand side by side where one line of `_MOST_PANELS` is not enough."""
_MOST_COLUMNS: Final = 30
"""Up to so many values in a row have their column even if none was found."""
_GRID_COLUMNS: Final = 4
_RARE: Final = 0.005
_COLOURS: Final[tuple[Colour, ...]] = (
    (120, 186, 255),
    (255, 190, 64),
    (88, 214, 141),
    (190, 150, 255),
    (255, 128, 140),
    (94, 214, 214),
    (240, 224, 130),
    (255, 160, 220),
)
_VOID_COLOURS: Final[tuple[Colour, ...]] = (
    (150, 160, 156),
    (118, 128, 124),
    (180, 188, 184),
    (92, 104, 100),
)
_VOID: Final = "void"


class Chart(ABC):
    """A titled plate of the picture."""

    title: str

    @property
    @abstractmethod
    def height(self) -> float:
        """How high it is, without its title."""

    @abstractmethod
    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw it."""


def draw(plan: Plan, sets: Sequence[Figures]) -> Image.Image:
    """The picture (mode RGB) of the figures of all rule sets of a plan."""
    charts_there_are: tuple[Chart, ...] = (
        _Results(plan, sets),
        _Lengths(plan, sets),
        _Heights(plan, sets),
        *_said(plan, sets),
    )
    plates = [chart for chart in charts_there_are if chart.height]
    height = _HEAD + sum(_plate(chart) + _GAP for chart in plates) + _MARGIN
    size = (round(_WIDTH * SCALE), round(height * SCALE))
    canvas = Canvas(size, SCALE, charts.FELT)
    _head(canvas, plan)
    y = float(_HEAD)
    for chart in plates:
        _draw_plate(canvas, chart, y)
        y += _plate(chart) + _GAP
    return canvas.image


def _head(canvas: Canvas, plan: Plan) -> None:
    sets = len(plan.rules)
    under = f"under each of {sets} rule sets" if sets > 1 else f"under the rules {plan.names[0]}"
    title = f"{plan.game}: {plan.matches:,} matches {under}"
    seated = zip(plan.teams, plan.players, strict=True)
    players = ", ".join(f"{team} {player}" for team, player in seated)
    room = _WIDTH - 2 * _MARGIN
    canvas.text(title, _MARGIN, 24, 21, charts.IVORY, room, "lm")
    canvas.text(
        f"players: {players}; seed {plan.seed}", _MARGIN, 47, 13.5, charts.FAINT, room, "lm"
    )


def _plate(chart: Chart) -> float:
    return chart.height + _TITLE + _PADDING


def _draw_plate(canvas: Canvas, chart: Chart, y: float) -> None:
    width, height = _WIDTH - 2 * _MARGIN, _plate(chart)
    canvas.box(_MARGIN, y + 4, width, height, 16, charts.NIGHT)
    canvas.box(_MARGIN, y, width, height, 16, charts.PLATE_EDGE)
    canvas.box(_MARGIN + 1.5, y + 1.5, width - 3, height - 3, 15, charts.PLATE)
    canvas.text(chart.title, _MARGIN + _PADDING, y + 21, 15.5, charts.IVORY, _INSIDE, "lm")
    chart.draw(canvas, Area(_MARGIN + _PADDING, y + _TITLE, _INSIDE))


def _colours(sets: Sequence[Figures]) -> dict[str, Colour]:
    """A colour for each result, the most frequent first; void deals are grey, and last."""
    codes = results(sets)
    played = [code for code in codes if not code.startswith(_VOID)]
    void = [code for code in codes if code.startswith(_VOID)]
    return {
        **{code: _COLOURS[n % len(_COLOURS)] for n, code in enumerate(played)},
        **{code: _VOID_COLOURS[n % len(_VOID_COLOURS)] for n, code in enumerate(void)},
    }


class _Results(Chart):
    """How deals end: a bar for each rule set."""

    title = "How deals end"

    def __init__(self, plan: Plan, sets: Sequence[Figures]) -> None:
        self._colours = _colours(sets)
        self._legend = charts.legend_height(list(self._colours), _INSIDE)
        bars = [self._bar(figures) for figures in sets]
        self._rows = list(zip(plan.names, bars, strict=True))

    def _bar(self, figures: Figures) -> list[Segment]:
        return [
            Segment(_share(figures, Name(RESULT, code)), colour)
            for code, colour in self._colours.items()
        ]

    @property
    def height(self) -> float:
        """The legend, and a line for each rule set."""
        return self._legend + 6 + len(self._rows) * charts.STRIP if self._colours else 0

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the legend above the bars."""
        charts.legend(canvas, area, self._colours)
        below = area._replace(y=area.y + self._legend + 6)
        charts.stacked_bars(canvas, below, self._rows)


class _Lengths(Chart):
    """How many deals matches have."""

    title = "Deals in a match: eight of ten matches, median (stroke) and average (dot)"

    def __init__(self, plan: Plan, sets: Sequence[Figures]) -> None:
        found = [each.get(Name(LENGTH, f"{DEALS} in a match")) for each in sets]
        pairs = zip(plan.names, found, strict=True)
        self._rows = [(name, spread) for name, spread in pairs if isinstance(spread, Spread)]

    @property
    def height(self) -> float:
        """A line for each rule set, and the axis."""
        return charts.spreads_height(len(self._rows)) if self._rows else 0

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the bands."""
        charts.spreads(canvas, area, self._rows)


class _Heights(Chart):
    """The first number of a deal object, the height of the bid say: a panel for each rule set."""

    def __init__(self, plan: Plan, sets: Sequence[Figures]) -> None:
        field = leading_number(sets)
        self._in_a_line = len(sets) if len(sets) <= _MOST_PANELS else _PANEL_COLUMNS
        self._names = plan.names
        self._panels: list[list[tuple[str, list[Segment]]]] = []
        self.title = ""
        if field is None:
            return
        self.title = f"{field.replace('_', ' ')}: percent of deals, by how they ended"
        values = _common_values(sets, field)
        colours = _colours(sets)
        self._panels = [
            [(value, _parts(each, field, value, colours)) for value in values] for each in sets
        ]

    @property
    def height(self) -> float:
        """As many lines of panels as it takes."""
        lines = -(-len(self._panels) // self._in_a_line)
        return lines * (charts.columns_height() + _GAP) - _GAP if lines else 0

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the panels, all to one scale."""
        shown = self._in_a_line
        width = (area.width - (shown - 1) * 2 * _GAP) / shown
        sums = [sum(part.share for part in parts) for panel in self._panels for _, parts in panel]
        for number, panel in enumerate(self._panels):
            line, place = divmod(number, shown)
            x = area.x + place * (width + 2 * _GAP)
            y = area.y + line * (charts.columns_height() + _GAP)
            charts.columns(canvas, Area(x, y, width), self._names[number], panel, max(sums))


def _common_values(sets: Sequence[Figures], field: str) -> list[str]:
    """The values from the lowest to the highest that is not rare."""
    most: Counter[int] = Counter()
    for each in sets:
        for name, figure in each.items():
            if name.section == field and not name.detail and isinstance(figure, Share):
                most[int(name.item)] = max(most[int(name.item)], round(figure.share * 10**6))
    common = [value for value, share in most.items() if share >= _RARE * 10**6]
    low, high = (min(common), max(common)) if common else (min(most), max(most))
    if high - low < _MOST_COLUMNS:
        return [str(value) for value in range(low, high + 1)]
    return [str(value) for value in sorted(most) if low <= value <= high]


def _parts(figures: Figures, field: str, value: str, colours: dict[str, Colour]) -> list[Segment]:
    whole = _share(figures, Name(field, value))
    return [
        Segment(whole * _share(figures, Name(field, value, code)), colour)
        for code, colour in colours.items()
    ]


class _Said(Chart):
    """What was said: a bar for each verb and each of some rule sets."""

    title = "Said or laid, in how many deals"

    def __init__(
        self, names: Sequence[str], rows: Sequence[tuple[str, Sequence[Share | None]]]
    ) -> None:
        self._names = names
        self._rows = rows

    @property
    def height(self) -> float:
        """A line for each verb."""
        return charts.share_grid_height(len(self._rows)) if self._rows else 0

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the bars."""
        charts.share_grid(canvas, area, self._names, self._rows)


def _said(plan: Plan, sets: Sequence[Figures]) -> list[_Said]:
    """The bars of all rule sets, so many on a plate as there is room for."""
    plates = []
    for first in range(0, len(sets), _GRID_COLUMNS):
        part = sets[first : first + _GRID_COLUMNS]
        rows = []
        for verb in said(sets):
            found = [each.get(Name(SAID, verb)) for each in part]
            shares = [figure if isinstance(figure, Share) else None for figure in found]
            if max((share.share for share in shares if share is not None), default=0) >= _RARE:
                rows.append((verb, shares))
        plates.append(_Said(plan.names[first : first + _GRID_COLUMNS], rows))
    return plates


def _share(figures: Figures, name: Name) -> float:
    figure = figures.get(name)
    return figure.share if isinstance(figure, Share) else 0.0
