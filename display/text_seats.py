"""The seats as text: around the table, seen from above, or one below the other."""

from __future__ import annotations

from collections.abc import Callable

from display.cells import clip, text_width, wrap_words
from display.screen import NAME_WIDTH, Screen, SeatLine
from display.spans import (
    Block,
    Line,
    Span,
    align,
    beside,
    block_width,
    clip_line,
    suited,
)

_LEAST_TABLE = 60
"""Columns below which the seats are listed, not set around the table."""


def table(screen: Screen, width: int) -> Block:
    """Return four seats around the table, seen from above, the first at the bottom.

    Any other number of seats, or a narrow screen, gives the list.
    """
    if len(screen.seats) != 4 or width < _LEAST_TABLE:
        return seat_list(screen, width)
    south, west, north, east = screen.seats
    inner = 30 if width >= 76 else 24
    side = (width - inner - 2 - 4) // 2
    middle = _cards_on_table(screen.seats, inner)
    left = [align(line, side, ">") for line in _seat_block(west, side)]
    right = _seat_block(east, side)
    tallest = max(len(left), len(middle), len(right))
    row = beside([_centred(part, tallest) for part in (left, middle, right)], 2)
    across = width - width % 2
    top = [align(line, across, "^") for line in _seat_lines(north, width)]
    bottom = [align(line, across, "^") for line in _seat_lines(south, width)]
    return [*top, *row, *bottom]


def _centred(block: Block, height: int) -> Block:
    above = (height - len(block)) // 2
    return [()] * above + block + [()] * (height - len(block) - above)


def _cards_on_table(seats: tuple[SeatLine, ...], inner: int) -> Block:
    """Return the box in the middle with each seat's card on its side."""
    south, west, north, east = (_card(seat, inner // 2) for seat in seats)
    edge = Span("│", "dim")
    return [
        (Span("╭" + "─" * inner + "╮", "dim"),),
        (edge, *align(north, inner, "^"), edge),
        (edge, Span(" "), *align(west, inner // 2 - 1), *align(east, inner // 2 - 1, ">"),
         Span(" "), edge),
        (edge, *align(south, inner, "^"), edge),
        (Span("╰" + "─" * inner + "╯", "dim"),),
    ]  # fmt: skip


def _card(seat: SeatLine, width: int) -> Line:
    """Return what a seat has played, at most `width` columns; the best so far with a star."""
    if not seat.played:
        return ()
    style = "best" if seat.winning else "card"
    edges = Span("[", f"{style} edge"), Span("]", f"{style} edge")
    card = suited(clip(seat.played, width - 5), style, f"{style} heart")
    star = Span("*" if seat.winning else "", "winner")
    return (edges[0], *card, edges[1], star)


def _name_line(seat: SeatLine, room: int) -> Line:
    """Return name and number of cards; where they don't fit, the name is cut."""
    cards = f" {seat.cards}" if seat.cards else ""
    name = clip(seat.name, max(1, min(NAME_WIDTH, room - text_width(cards))))
    return (Span(name, "turn" if seat.on_turn else "name"), Span(cards, "dim"))


def _marked(seat: SeatLine, width: int) -> Line:
    if not seat.on_turn:
        return _name_line(seat, width)
    return (Span("▶ ", "turn"), *_name_line(seat, width - 2))


def _said(seat: SeatLine) -> Line:
    return suited(f"“{seat.said}”", "said") if seat.said else ()


def _tags(seat: SeatLine) -> Line:
    return (Span(" · ".join(seat.tags), "tag"),) if seat.tags else ()


def _hand(seat: SeatLine, width: int) -> Block:
    return [suited(text) for text in wrap_words(seat.open_hand, width)]


def _seat_block(seat: SeatLine, width: int) -> Block:
    """Return a seat at the side of the table, each thing on a line of its own."""
    lines = [_marked(seat, width), _tags(seat), _said(seat), *_hand(seat, width)]
    return [clip_line(line, width) for line in lines if line]


def _seat_lines(seat: SeatLine, width: int) -> Block:
    """Return a seat above or below the table: who, tags and call in one line, open cards below."""
    line = _marked(seat, width)
    for more in (_tags(seat), _said(seat)):
        if more:
            line += (Span("  "), *more)
    return [clip_line(line, width), *_hand(seat, width)]


def seat_list(screen: Screen, width: int) -> Block:
    """Return the seats one below the other, in columns."""
    columns: list[Callable[[SeatLine], Line]] = [
        lambda seat: _name_line(seat, width - 2),
        lambda seat: _card(seat, width // 3),
        _said,
        _tags,
    ]
    cells = [[make(seat) for make in columns] for seat in screen.seats]
    widths = [block_width([row[nth] for row in cells]) for nth in range(len(columns))]
    lines: Block = []
    for seat, row in zip(screen.seats, cells, strict=True):
        line: Line = (Span("▶ " if seat.on_turn else "  ", "turn"),)
        for cell, wide in zip(row, widths, strict=True):
            if wide:
                line += (*align(cell, wide), Span("  "))
        lines.append(line)
        lines += [(Span("    "), *hand) for hand in _hand(seat, width - 4)]
    return lines
