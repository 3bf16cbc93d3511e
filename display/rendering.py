"""A screen as lines of text: the lights, the scores, the seats and the last sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, cast

from display.bits import read_status, status_bits
from display.cells import clean, clip, text_width, wrap
from display.screen import Labels, Screen, SeatLine
from display.spans import Block, Line, Span, clip_line, flow, light, paint, suited
from display.text_scores import dice, scores
from display.text_seats import seat_list, table

_LEAST_NEWS = 3
"""Lines of the last sentences for which everything else makes room."""

_Part = Callable[[Screen, int], Block]

# From the roomiest to the tightest: how scores and seats are drawn, and what stands after a part.
_LAYOUTS: tuple[tuple[_Part, _Part, Block], ...] = (
    (dice, table, [()]),
    (dice, table, []),
    (dice, seat_list, []),
    (scores, seat_list, []),
)


def render(
    screen: Screen, width: int = 80, colour: bool = True, height: int | None = None
) -> list[str]:
    """Return a screen as lines, none wider than `width` columns, without line ends.

    Four seats are set around the table, seen from above; any other number, or a narrow screen,
    gives a list.  With `height`, at most so many lines come: older sentences go first, then the
    drawn table, then the drawn dice.  With `colour`, lines hold escape codes.  Whatever the screen
    says, nothing of it can steer the terminal.  Raises ValueError for a width or height below 1.
    """
    if width < 1 or (height is not None and height < 1):
        raise ValueError(f"{width} columns, {height} lines: expected 1 or more")
    screen = cast(Screen, _cleaned(screen))
    news = _news(screen, width)
    head = _head(screen, width)
    least = min(_LEAST_NEWS, len(news))
    lines: Block = []
    for draw_scores, draw_seats, blank in _LAYOUTS:
        parts = [head, draw_scores(screen, width), draw_seats(screen, width)]
        lines = [line for part in parts if part for line in [*part, *blank]]
        if height is None or len(lines) + (len(news) if blank else least) <= height:
            break
    if height is not None:
        lines = lines[: max(0, height - least)]
        news = news[max(0, len(news) - (height - len(lines))) :]
    return [paint(clip_line(line, width), colour) for line in lines + news]


def _cleaned(part: Any) -> Any:
    """Return a screen, or a part of one, with every text in it made harmless."""
    if isinstance(part, str):
        return clean(part)
    if isinstance(part, tuple):
        return tuple(map(_cleaned, part))
    if isinstance(part, (Screen, SeatLine, Labels)):
        inside = {field.name: _cleaned(getattr(part, field.name)) for field in fields(part)}
        return replace(part, **inside)
    return part


def _head(screen: Screen, width: int) -> Block:
    phase = clip(screen.phase, width // 2)
    title = clip(screen.title, max(0, width - text_width(phase) - 1))
    room = width - text_width(title) - text_width(phase)
    first = (Span(title, "title"), Span(" " * room), Span(phase, "tag"))
    rule = (Span("─" * width, "dim"),)
    faults = [
        (Span(text, "fault"),)
        for fault in screen.faults
        for text in wrap(f"✗ {screen.labels.fault}: {fault}", width)
    ]
    return [first, rule, *_status(screen, width), *faults]


def _status(screen: Screen, width: int) -> Block:
    lights = read_status(status_bits(screen.face.status))
    styles = ("value", "heart", "heart", "value")
    suits: Line = ()
    for suit, lit, style in zip("♠♥♦♣", lights.trump, styles, strict=True):
        suits += (light(suit, lit, style), Span(" "))
    labels = screen.labels
    others: list[Block] = [
        [(light(labels.hidden, lights.hidden, "sky"),)],
        [(light(labels.plain, lights.plain, "amber"),)],
        [(light(labels.fault, lights.fault, "fault"),)],
        [(light(labels.running, lights.running, "turn"),)],
    ]
    return flow([[suits], *others], width, 2)


def _news(screen: Screen, width: int) -> Block:
    lines: Block = []
    for nth, message in enumerate(screen.messages, 1):
        newest = nth == len(screen.messages)
        for place, text in enumerate(wrap(message, width - 2)):
            mark = "  " if place else "› "
            lines.append((Span(mark, "dim"), *suited(text, "news" if newest else "")))
    return lines
