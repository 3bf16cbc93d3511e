"""The signs of the pages as SVG symbols, from the outlines that all pictures of the table share."""

from __future__ import annotations

from typing import Final

from display import shapes
from display.shapes import Fill, Shape, Stroke

SIGNS: Final[dict[str, Shape]] = {
    "s": shapes.SPADE,
    "h": shapes.HEART,
    "d": shapes.DIAMOND,
    "c": shapes.CLUB,
    "hidden": shapes.UNKNOWN_CARD,
    "plain": shapes.BARRED,
    "fault": shapes.BOLT,
    "alert": shapes.WARNING,
    "winner": shapes.CROWN,
    "turn": shapes.arrow(0),
}


def sprite() -> str:
    """An SVG element, not shown itself, with a symbol `sign-NAME` for each sign."""
    symbols = "".join(
        f'<symbol id="sign-{name}" viewBox="0 0 100 100">{"".join(map(_part, shape))}</symbol>'
        for name, shape in SIGNS.items()
    )
    return f'<svg class="sprite" aria-hidden="true" focusable="false">{symbols}</svg>'


def _part(part: Fill | Stroke) -> str:
    points = " L".join(f"{100 * x:.1f} {100 * y:.1f}" for x, y in part.points)
    if isinstance(part, Fill):
        return f'<path d="M{points}Z" fill="currentColor"/>'
    return (
        f'<path d="M{points}" fill="none" stroke="currentColor" stroke-width="{100 * part.width:g}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )
