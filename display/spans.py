"""Lines of styled pieces of text: measured and cut as text, coloured only at the very end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from display.cells import clip, text_width

# The terminal's codes for each style.  "" is the terminal's own.  Some are special: without colour
# "unlit", a light that is off, is only a dot, since nothing would tell it from one that is on; with
# colour the edges of a card are blank, since its colour tells where it ends.
_CODES = {
    "": "",
    "title": "1",
    "name": "1",
    "value": "1",
    "dim": "90",
    "unlit": "90",
    "tag": "36",
    "said": "33",
    "heart": "91",
    "turn": "1;92",
    "alert": "1;91",
    "winner": "1;93",
    "amber": "1;33",
    "sky": "1;94",
    "news": "1",
    "fault": "1;91",
    "card": "38;5;16;48;5;255",
    "card edge": "38;5;16;48;5;255",
    "card heart": "38;5;160;48;5;255",
    "best": "1;38;5;16;48;5;221",
    "best edge": "1;38;5;16;48;5;221",
    "best heart": "1;38;5;160;48;5;221",
    "die hole": "38;5;250;48;5;255",
    "die red": "1;38;5;160;48;5;255",
    "die black": "1;38;5;16;48;5;255",
}

_EDGES = ("card edge", "best edge")
_RED_SUITS = "♥♦"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text of one style; a style that is not known raises ValueError."""

    text: str
    style: str = ""

    def __post_init__(self) -> None:
        if self.style not in _CODES:
            raise ValueError(f"style {self.style!r}: expected one of {', '.join(_CODES)}")


Line = tuple[Span, ...]
Block = list[Line]


def line_width(line: Line) -> int:
    """Return how many columns a line takes."""
    return sum(text_width(span.text) for span in line)


def block_width(block: Block) -> int:
    """Return the columns of the widest line."""
    return max(map(line_width, block), default=0)


def clip_line(line: Line, width: int) -> Line:
    """Return the line cut to at most `width` columns, with an ellipsis where it was cut.

    Blanks at its end are no loss and leave no ellipsis.
    """
    if line_width(line) > width:
        line = _trimmed(line)
    if line_width(line) <= width:
        return line
    spans: list[Span] = []
    room = width
    for nth, span in enumerate(line):
        taken = text_width(span.text)
        rest = line_width(line[nth + 1 :])
        if taken + min(1, rest) > room:
            spans.append(Span(clip(span.text + "…" * min(1, rest), room), span.style))
            break
        spans.append(span)
        room -= taken
    return tuple(spans)


def align(line: Line, width: int, where: str = "<") -> Line:
    """Return the line in just `width` columns: at the left `<`, middle `^` or right `>`."""
    line = clip_line(line, width)
    room = width - line_width(line)
    left = {"<": 0, "^": room // 2, ">": room}[where]
    blanks = Span(" " * left), Span(" " * (room - left))
    return tuple(span for span in (blanks[0], *line, blanks[1]) if span.text)


def beside(blocks: Sequence[Block], gap: int) -> Block:
    """Return blocks set side by side, their first lines level, `gap` blanks between."""
    widths = [block_width(block) for block in blocks]
    lines: Block = []
    for parts in zip_longest(*blocks, fillvalue=()):
        line: Line = ()
        for nth, (part, width) in enumerate(zip(parts, widths, strict=True)):
            line += (Span(" " * gap if nth else ""), *align(part, width))
        lines.append(line)
    return lines


def flow(blocks: Iterable[Block], width: int, gap: int = 3) -> Block:
    """Return blocks side by side, as many as go into `width` columns, and the rest below."""
    lines: Block = []
    row: list[Block] = []
    used = 0
    for block in blocks:
        wide = block_width(block)
        if row and used + gap + wide > width:
            lines += beside(row, gap)
            row, used = [], 0
        used += wide + (gap if row else 0)
        row.append(block)
    return lines + beside(row, gap)


def suited(text: str, style: str = "", heart: str = "heart") -> Line:
    """Return the text as a line in which ♥ and ♦ have the style `heart`."""
    spans: list[Span] = []
    for letter in text:
        wanted = heart if letter in _RED_SUITS else style
        if spans and spans[-1].style == wanted:
            spans[-1] = Span(spans[-1].text + letter, wanted)
        else:
            spans.append(Span(letter, wanted))
    return tuple(spans)


def light(text: str, lit: bool, style: str) -> Span:
    """Return a light that is a word: in its style while it is lit, else unlit."""
    return Span(text, style if lit else "unlit")


def paint(line: Line, colour: bool) -> str:
    """Return the line as it is written, without blanks at its end.

    With `colour` it holds escape codes and ends in the terminal's own style; without, none, and
    a light that is off is a dot.
    """
    if not colour:
        return "".join(map(_uncoloured, line)).rstrip()
    return "".join(map(_painted, _trimmed(line)))


def _trimmed(line: Line) -> Line:
    """Return the line without blanks at its end, but for those that have a colour."""
    while line and not line[-1].text.strip() and "48;" not in _CODES[line[-1].style]:
        line = line[:-1]
    return line


def _painted(span: Span) -> str:
    code = _CODES[span.style]
    text = " " * text_width(span.text) if span.style in _EDGES else span.text
    return f"\x1b[{code}m{text}\x1b[0m" if code and text else text


def _uncoloured(span: Span) -> str:
    if span.style != "unlit":
        return span.text
    width = text_width(span.text)
    return "·".ljust(width)[:width]
