"""The figures of a simulation as a table for a terminal, a column for each rule set."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from controller.simulate.figures import (
    AVERAGE,
    DEALS,
    LENGTH,
    MATCH,
    NAMED,
    PLAYED,
    RESULT,
    SAID,
    UNFINISHED,
    Average,
    Figure,
    Figures,
    Name,
    Share,
    Spread,
    Total,
    fields,
    in_order,
    leading_number,
    results,
    said,
)

RARE: Final = 0.005
"""Values, and results of a value, that are rarer under all rule sets are left to the CSV."""
_GAP: Final = 2


class Row(NamedTuple):
    """A line: a label, and a cell for each rule set; a heading has no cells."""

    label: str
    cells: tuple[str, ...] = ()


def table_lines(names: Sequence[str], sets: Sequence[Figures], width: int | None) -> Iterator[str]:
    """The table, in as many parts as it takes for lines of `width` letters (None: in one).

    `sets` are the figures of at least one rule set, `names` what these are called.
    """
    rows = list(_rows(sets))
    labels = max(len(row.label) for row in rows)
    cells = max(len(cell) for row in rows for cell in row.cells)
    columns = max([cells, *map(len, names)]) + _GAP
    fitting = len(names) if width is None else max(1, (width - labels) // columns)
    for first in range(0, len(names), fitting):
        if first:
            yield ""
        part = slice(first, first + fitting)
        yield " " * labels + "".join(name.rjust(columns) for name in names[part])
        for row in rows:
            cells_of_row = "".join(cell.rjust(columns) for cell in row.cells[part])
            yield row.label.ljust(labels) + cells_of_row if cells_of_row else row.label
    yield from _sureness(sets)


def _sureness(sets: Sequence[Figures]) -> Iterator[str]:
    """How far a share may be from the truth: twice its standard error, greatest at half."""
    told = []
    for name, what in ((Name(MATCH, PLAYED), "matches"), (Name(RESULT, DEALS), "deals")):
        totals = [total.count for each in sets if isinstance(total := each.get(name), Total)]
        if least := min(totals, default=0):
            points = 200 * math.sqrt(0.25 / least)
            told.append(f"{points:.1f} points in {least:,} {what}")
    if told:
        yield ""
        yield f"Nineteen times in twenty a share is right to within {' and '.join(told)}."


def _rows(sets: Sequence[Figures]) -> Iterator[Row]:
    yield from _matches(sets)
    yield from _section(RESULT, "how deals end, of all deals", [DEALS, *results(sets)], sets)
    yield from _section(SAID, "said or laid, in how many deals", said(sets), sets)
    leading = leading_number(sets)
    for field in fields(sets):
        yield from _values(field, results(sets) if field == leading else (), sets)
    named = dict.fromkeys(name.item for each in sets for name in each if name.section == NAMED)
    yield from _section(NAMED, "named in the result: how often of the dealer's side", named, sets)
    yield from _averages(sets)


def _matches(sets: Sequence[Figures]) -> Iterator[Row]:
    for name in _names(MATCH, sets):
        figures = _found(name, sets)
        if name.item != UNFINISHED or any(isinstance(f, Share) and f.count for f in figures):
            label = "matches" if name.item == PLAYED else f"  {name.item}"
            yield Row(label, tuple(map(_cell, figures)))
    for name in _names(LENGTH, sets):
        spreads = [figure if isinstance(figure, Spread) else None for figure in _found(name, sets)]
        for label, told in _SPREAD:
            cells = tuple("-" if spread is None else told(spread) for spread in spreads)
            yield Row(label or name.item, cells)


_SPREAD: Final[tuple[tuple[str, Callable[[Spread], str]], ...]] = (
    ("", lambda spread: f"{spread.mean:,.1f}"),
    ("  standard deviation", lambda spread: f"{spread.deviation:,.1f}"),
    ("  median", lambda spread: f"{spread.below(5):,}"),
    ("  eight of ten", lambda spread: f"{spread.below(1):,}-{spread.below(9):,}"),
    ("  all", lambda spread: f"{spread.least:,}-{spread.most:,}"),
)


def _section(
    section: str, heading: str, items: Iterable[str], sets: Sequence[Figures]
) -> Iterator[Row]:
    rows = [Row(f"  {item}", _cells(Name(section, item), sets)) for item in items]
    if rows:
        yield Row("")
        yield Row(heading)
        yield from rows


def _values(field: str, codes: Sequence[str], sets: Sequence[Figures]) -> Iterator[Row]:
    """How often a field has each value; with `codes` also how these deals ended."""
    yield Row("")
    yield Row(f"{field.replace('_', ' ')}, in how many deals")
    items = {name.item for name in _names(field, sets)}
    for item in sorted(items, key=in_order):
        if _common(Name(field, item), sets):
            yield Row(f"  {item}", _cells(Name(field, item), sets))
            parts = [Name(field, item, code) for code in codes if len(codes) > 1]
            for part in parts:
                if _common(part, sets):
                    yield Row(f"    of these {part.detail}", _cells(part, sets))


def _averages(sets: Sequence[Figures]) -> Iterator[Row]:
    names = _names(AVERAGE, sets)
    if names:
        yield Row("")
        yield Row("on average in a deal")
    for name in names:
        item = name.item.replace("_", " ")
        yield Row(f"  {item}, {name.detail}", _cells(name, sets))


def _names(section: str, sets: Sequence[Figures]) -> list[Name]:
    return list(dict.fromkeys(name for each in sets for name in each if name.section == section))


def _found(name: Name, sets: Sequence[Figures]) -> list[Figure | None]:
    return [each.get(name) for each in sets]


def _common(name: Name, sets: Sequence[Figures]) -> bool:
    return any(isinstance(f, Share) and f.share >= RARE for f in _found(name, sets))


def _cells(name: Name, sets: Sequence[Figures]) -> tuple[str, ...]:
    return tuple(map(_cell, _found(name, sets)))


def _cell(figure: Figure | None) -> str:
    match figure:
        case Total(count):
            return f"{count:,}"
        case Share():
            return f"{figure.share * 100:.1f} %"
        case Average():
            return f"{figure.mean:.2f}"
    return "-"
