"""A screen in words as a small picture: what goes on, who is to act, what was said last.

What matters most comes first, and as much follows as there is room for: the status, the phase,
faults, who is to act, the scores, the trick, the facts; the last sentences stand at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator

from display.bits import read_status, status_bits
from display.canvas import Colour
from display.inks import ALARM, AMBER, DIM, GREEN, RED, SKY, WHITE
from display.middle import status_signs
from display.plate import Plate
from display.screen import Screen

_LEAST, _LEAST_OTHER, _MOST = 9, 12, 24
"""Sizes of letters in pixels; scripts other than Latin need more to be read."""
_LINES = 17
_NEWS_SHARE = 3
"""At least one line in so many is for the last sentences."""

Line = tuple[str, Colour]


def draw_words(plate: Plate, screen: Screen) -> None:
    """Draw a screen over the whole plate, as many lines as it has room for."""
    width, height = plate.image.size
    latin = screen.phase.isascii()
    size = min(_MOST, max(_LEAST if latin else _LEAST_OTHER, height // _LINES))
    step = size + max(2, size // (5 if latin else 3))
    room = max(1, height // step)
    signs_width = _draw_status(plate, screen, size)
    head = [(screen.phase or screen.title, WHITE)]
    plate.text(head[0][0], 0, 0, size, WHITE, width - signs_width, RED)
    news = _news(plate, screen, size, width)
    state = _state(plate, screen, size, width)
    kept = min(len(news), -(-room // _NEWS_SHARE))
    upper = state[: max(0, room - 1 - kept)]
    lower = news[-max(0, room - 1 - len(upper)) :] if room > 1 + len(upper) else []
    y = step
    for text, colour in upper:
        plate.text(text, 0, y, size, colour, width, RED)
        y += step
    if lower and upper and height - (1 + len(upper) + len(lower)) * step >= 3:
        plate.block(0, height - len(lower) * step - 2, width, 1, DIM)
    y = height - len(lower) * step
    for nth, (text, colour) in enumerate(lower):
        plate.text(text, 0, y + nth * step, size, colour, width, RED)


def _draw_status(plate: Plate, screen: Screen, size: int) -> int:
    """Draw the status signs at the top right; how wide they are with a gap before them."""
    signs = status_signs(read_status(status_bits(screen.face.status)))
    step = size + 2
    x = plate.image.width - len(signs) * step
    for nth, (sign, colour) in enumerate(signs):
        plate.shape(sign, x + 2 + nth * step, 0, size, colour)
    return len(signs) * step + 2


def _state(plate: Plate, screen: Screen, size: int, width: int) -> list[Line]:
    lines: list[Line] = []
    for fault in screen.faults:
        lines += _wrapped(plate, fault, size, width, ALARM)
    acting = [seat.name for seat in screen.seats if seat.on_turn]
    if acting:
        lines += _wrapped(plate, "> " + " ".join(acting), size, width, GREEN)
    panels = zip(screen.panel_names, screen.face.panels, strict=False)
    scores = "   ".join(
        f"{name} {screen.labels.number(str(panel.score))}" for name, panel in panels
    )
    lines += _wrapped(plate, scores, size, width, WHITE)
    played = [f"{seat.name} {seat.played}" for seat in screen.seats if seat.played]
    if played:
        lines += _wrapped(plate, "   ".join(played), size, width, AMBER)
    facts = "   ".join(f"{label} {value}" for label, value in screen.facts)
    lines += _wrapped(plate, facts, size, width, SKY)
    said = [f"{seat.name}: {seat.said}" for seat in screen.seats if seat.said]
    lines += _wrapped(plate, "   ".join(said), size, width, DIM)
    if screen.phase:
        lines += _wrapped(plate, screen.title, size, width, DIM)
    return lines


def _news(plate: Plate, screen: Screen, size: int, width: int) -> list[Line]:
    lines: list[Line] = []
    for nth, message in enumerate(screen.messages, 1):
        ink = WHITE if nth == len(screen.messages) else DIM
        lines += _wrapped(plate, message, size, width, ink)
    return lines


def _wrapped(plate: Plate, text: str, size: int, width: int, ink: Colour) -> list[Line]:
    return [(line, ink) for line in wrap_pixels(plate, text, size, width)]


def wrap_pixels(plate: Plate, text: str, size: int, width: int) -> Iterator[str]:
    """Break a text at its spaces into lines that fit; a longer word is left to be cut."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and plate.width(longer, size) > width:
            yield line.rstrip()
            line = word
        else:
            line = longer
    if line.strip():
        yield line.rstrip()
