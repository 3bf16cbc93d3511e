"""The figures of a simulation as CSV: a line for each figure of each rule set."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final

from controller.simulate.figures import Average, Figure, Figures, Share, Spread, Total

COLUMNS: Final = (
    *("rules", "section", "item", "detail"),
    *("count", "of", "share", "error", "mean", "deviation"),
    *("least", "tenth", "median", "ninetieth", "most"),
)
"""What a figure does not have is left empty. `error` is the standard error of `share`."""


def csv_text(names: Sequence[str], sets: Sequence[Figures]) -> str:
    """The CSV of some rule sets, lines ending in a line feed."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    for rules, figures in zip(names, sets, strict=True):
        for name, figure in figures.items():
            table.writerow({"rules": rules, **name._asdict(), **_cells(figure)})
    return text.getvalue()


def _cells(figure: Figure) -> dict[str, object]:
    match figure:
        case Total(count):
            return {"count": count}
        case Share(count, of):
            shares = {"share": f"{figure.share:.6f}", "error": f"{figure.error:.6f}"}
            return {"count": count, "of": of, **shares}
        case Average(_, of):
            return {"of": of, "mean": f"{figure.mean:.6f}"}
        case Spread():
            return {
                "of": figure.of,
                "mean": f"{figure.mean:.6f}",
                "deviation": f"{figure.deviation:.6f}",
                "least": figure.least,
                "tenth": figure.below(1),
                "median": figure.below(5),
                "ninetieth": figure.below(9),
                "most": figure.most,
            }
