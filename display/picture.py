"""The lights as a picture: score dice, turn arrows and the status row, drawn with Pillow.

A picture is drawn from the same bits that go out on the wire, so the two can't disagree.  Every
sign is drawn from its outline; only names need a font.  Pillow is loaded only with this module.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence

from PIL import Image

from display.bits import PanelLights, StatusLights, read_panel, read_status, wire
from display.canvas import Canvas, Colour
from display.face import Face
from display.shapes import (
    BARRED,
    BOLT,
    CROWN,
    POWER,
    SUIT_SHAPES,
    TEN_SIGN,
    TWENTY_SIGN,
    UNKNOWN_CARD,
    WARNING,
    Shape,
    arrow,
)

# All lengths are in units: pixels at scale 1.
_MARGIN = 22
_GAP = 20
_PANEL_WIDTH, _PANEL_HEIGHT = 272, 312
_STATUS_HEIGHT = 60
_TILE, _TILE_STEP, _TILE_SPACE = 40, 48, 9
_STATUS_WIDTH = 8 * _TILE_STEP + 4 * _TILE_SPACE
_DIE, _DIE_X, _DIE_Y = 180, 19, 58
_DIE_STEP = 52
_PIP = 19
_TURN_Y = 276

_FELT: Colour = (18, 58, 46)
_NIGHT: Colour = (6, 20, 16)
_PLATE: Colour = (22, 33, 31)
_PLATE_EDGE: Colour = (62, 84, 76)
_UNLIT: Colour = (33, 46, 43)
_UNLIT_SIGN: Colour = (70, 90, 84)
_NAME: Colour = (236, 232, 218)
_NAME_UNLIT: Colour = (128, 146, 138)

_IVORY: Colour = (247, 242, 229)
_IVORY_EDGE: Colour = (204, 193, 168)
_HOLE: Colour = (236, 229, 211)
_HOLE_EDGE: Colour = (216, 206, 184)
_RED: Colour = (222, 24, 32)
_RED_RIM: Colour = (136, 8, 18)
_RED_HEART: Colour = (255, 92, 74)
_BLACK: Colour = (24, 21, 34)
_BLACK_RIM: Colour = (3, 3, 8)
_BLACK_HEART: Colour = (72, 66, 98)
_BLACK_GLOW: Colour = (96, 84, 160)
_SHINE: Colour = (255, 255, 255)

_GREEN: Colour = (64, 220, 120)
_AMBER: Colour = (255, 190, 64)
_GOLD: Colour = (255, 208, 72)
_ALARM: Colour = (255, 72, 56)
_SKY: Colour = (120, 186, 255)
_INK: Colour = (20, 24, 24)


def draw_face(
    face: Face,
    names: Sequence[str] = (),
    seats: Sequence[Sequence[str]] = (),
    *,
    scale: float = 1.0,
    size: tuple[int, int] | None = None,
) -> Image.Image:
    """Return the picture (mode RGB) of all lights of a face.

    `names` are written over the panels, `seats` beside the turn lights of each panel; a panel
    whose `seats` hold one name has one turn light, else it has two.  Without both nothing is
    written.  `scale` is in pixels a unit (two panels are about 610 by 440 units); with `size` in
    pixels the picture has just that size and the drawing fills it as well as it can.  Raises
    ValueError for a scale or size not above zero.
    """
    status, panels = wire(face)
    return draw_lights(status, panels, names, seats, scale=scale, size=size)


def save_png(
    face: Face,
    path: str | os.PathLike[str],
    names: Sequence[str] = (),
    seats: Sequence[Sequence[str]] = (),
    *,
    scale: float = 1.0,
    size: tuple[int, int] | None = None,
) -> None:
    """Draw a face as `draw_face` does and write it as a PNG file.

    Raises OSError when the file can't be written.
    """
    draw_face(face, names, seats, scale=scale, size=size).save(path, format="PNG", optimize=True)


def draw_lights(
    status: int,
    panels: Sequence[int],
    names: Sequence[str] = (),
    seats: Sequence[Sequence[str]] = (),
    *,
    scale: float = 1.0,
    size: tuple[int, int] | None = None,
    turns: Sequence[Sequence[float]] = (),
) -> Image.Image:
    """Return the picture of the lights that given bits light; see `draw_face`.

    `turns` tells for the seats of each panel where they sit, in turns clockwise from the bottom;
    left out, the panels are taken for those of a whole table. Raises ValueError too for a status
    beyond 8 bits or a panel beyond 24.
    """
    canvas, columns, width = _canvas(len(panels), scale, size)
    _draw_status(canvas, (width - _STATUS_WIDTH) / 2, _MARGIN, read_status(status))
    arrows = _arrows(len(panels), seats, turns)
    for place, bits in enumerate(panels):
        row, column = divmod(place, columns)
        in_row = min(columns, len(panels) - row * columns)
        x = (width - _span(in_row, _PANEL_WIDTH)) / 2 + column * (_PANEL_WIDTH + _GAP)
        y = _MARGIN + _STATUS_HEIGHT + _GAP + row * (_PANEL_HEIGHT + _GAP)
        name = names[place] if place < len(names) else ""
        _draw_panel(canvas, x, y, read_panel(bits), name, arrows[place])
    return canvas.image


def _span(count: int, length: int) -> int:
    return count * length + max(0, count - 1) * _GAP


def _layout(count: int, columns: int) -> tuple[int, int]:
    """Return width and height in units of `count` panels in so many columns, and the status."""
    rows = math.ceil(count / columns)
    width = 2 * _MARGIN + max(_STATUS_WIDTH, _span(columns, _PANEL_WIDTH))
    height = 2 * _MARGIN + _STATUS_HEIGHT + rows * (_GAP + _PANEL_HEIGHT)
    return width, height


def _canvas(count: int, scale: float, size: tuple[int, int] | None) -> tuple[Canvas, int, int]:
    """Return the empty picture, how many panels stand side by side, and its width in units."""
    if size is None:
        if not scale > 0:
            raise ValueError(f"scale {scale}: expected a number above 0")
        columns = max(1, count if count <= 3 else math.ceil(count / 2))
        width, height = _layout(count, columns)
        whole = (max(1, round(width * scale)), max(1, round(height * scale)))
        return Canvas(whole, scale, _FELT), columns, width
    if min(size) <= 0:
        raise ValueError(f"size {size[0]} x {size[1]}: expected pixels above 0")

    scale, columns = _best_fit(count, size)
    width, height = _layout(count, columns)
    origin = (round((size[0] - width * scale) / 2), round((size[1] - height * scale) / 2))
    return Canvas(size, scale, _FELT, origin), columns, width


def scale_for(count: int, size: tuple[int, int]) -> float:
    """Return in how many pixels a unit `count` panels are drawn on a picture of that size."""
    return _best_fit(count, size)[0]


def _best_fit(count: int, size: tuple[int, int]) -> tuple[float, int]:
    """Return the largest scale, and how many panels then stand side by side."""

    def fit(columns: int) -> float:
        width, height = _layout(count, columns)
        return min(size[0] / width, size[1] / height)

    columns = max(range(1, max(1, count) + 1), key=fit)
    return fit(columns), columns


def _arrows(
    count: int, seats: Sequence[Sequence[str]], turns: Sequence[Sequence[float]]
) -> list[list[tuple[Shape, str]]]:
    """Return for each panel its turn lights: the arrow towards the seat, and the seat's name.

    Seats sit clockwise, the first at the bottom, teams in turn: S, W, N, E for two teams of two.
    """
    named = [list(seats[place]) if place < len(seats) else ["", ""] for place in range(count)]
    per_panel = [names[:2] or [""] for names in named]
    whole = sum(len(names) for names in per_panel)

    def turn(place: int, nth: int) -> float:
        given = turns[place] if place < len(turns) else ()
        return given[nth] if nth < len(given) else (place + nth * count) / whole

    return [
        [(arrow(turn(place, nth)), name) for nth, name in enumerate(names)]
        for place, names in enumerate(per_panel)
    ]


def _draw_status(canvas: Canvas, x: float, y: float, lights: StatusLights) -> None:
    canvas.shadow(x, y + 4, _STATUS_WIDTH, _STATUS_HEIGHT, 9, _NIGHT)
    canvas.box(x, y, _STATUS_WIDTH, _STATUS_HEIGHT, 16, _PLATE_EDGE)
    canvas.box(x + 1.5, y + 1.5, _STATUS_WIDTH - 3, _STATUS_HEIGHT - 3, 15, _PLATE)
    spades, hearts, diamonds, clubs = SUIT_SHAPES
    tiles = (
        (0, spades, lights.trump[0], _IVORY, _BLACK),
        (0, hearts, lights.trump[1], _IVORY, _RED),
        (0, diamonds, lights.trump[2], _IVORY, _RED),
        (0, clubs, lights.trump[3], _IVORY, _BLACK),
        (1, UNKNOWN_CARD, lights.hidden, _SKY, _INK),
        (1, BARRED, lights.plain, _AMBER, _INK),
        (2, BOLT, lights.fault, _ALARM, _INK),
        (2, POWER, lights.running, _GREEN, _INK),
    )
    middle = y + _STATUS_HEIGHT / 2
    left = x + _TILE_SPACE + _TILE_STEP / 2
    places = [left + nth * _TILE_STEP + tile[0] * _TILE_SPACE for nth, tile in enumerate(tiles)]
    # The glows first: else a tile would hide the glow of the one before it.
    for at, (_, _, lit, colour, _) in zip(places, tiles, strict=True):
        if lit:
            canvas.glow(at, middle, _TILE * 0.95, colour, 0.7)
    for at, (_, sign, lit, colour, ink) in zip(places, tiles, strict=True):
        edge = at - _TILE / 2, middle - _TILE / 2
        canvas.box(*edge, _TILE, _TILE, 9, colour if lit else _UNLIT)
        canvas.shape(sign, at, middle, _TILE * 0.66, ink if lit else _UNLIT_SIGN)


def _draw_panel(
    canvas: Canvas,
    x: float,
    y: float,
    lights: PanelLights,
    name: str,
    arrows: Sequence[tuple[Shape, str]],
) -> None:
    canvas.shadow(x, y + 5, _PANEL_WIDTH, _PANEL_HEIGHT, 11, _NIGHT)
    canvas.box(x, y, _PANEL_WIDTH, _PANEL_HEIGHT, 22, _PLATE_EDGE)
    canvas.box(x + 1.5, y + 1.5, _PANEL_WIDTH - 3, _PANEL_HEIGHT - 3, 21, _PLATE)
    _draw_sign(canvas, x + 36, y + 30, CROWN, lights.winner, _GOLD)
    _draw_sign(canvas, x + _PANEL_WIDTH - 36, y + 30, WARNING, lights.alert, _ALARM)
    if name:
        middle = x + _PANEL_WIDTH / 2
        canvas.text(name, middle, y + 31, 22, _NAME, _PANEL_WIDTH - 116, "mm")
    _draw_die(canvas, x + _DIE_X, y + _DIE_Y, lights)
    beside = x + (_DIE_X + _DIE + _PANEL_WIDTH) / 2
    _draw_tens(canvas, beside, y + _DIE_Y + _DIE * 0.28, TWENTY_SIGN, lights.twenty)
    _draw_tens(canvas, beside, y + _DIE_Y + _DIE * 0.72, TEN_SIGN, lights.ten)
    room = _PANEL_WIDTH / len(arrows)
    for nth, (sign, seat) in enumerate(arrows):
        lit = lights.turn[nth]
        _draw_turn(canvas, x + room * nth, y + _TURN_Y, room, sign, lit, seat)


def _draw_sign(canvas: Canvas, x: float, y: float, sign: Shape, lit: bool, colour: Colour) -> None:
    """Draw a light that is a sign without a tile."""
    if lit:
        canvas.glow(x, y, 36, colour, 0.6)
    canvas.shape(sign, x, y, 32, colour if lit else _UNLIT_SIGN)


def _draw_die(canvas: Canvas, x: float, y: float, lights: PanelLights) -> None:
    canvas.shadow(x, y + 4, _DIE, _DIE, 8, _NIGHT)
    canvas.box(x, y, _DIE, _DIE, 36, _IVORY_EDGE)
    canvas.box(x + 2, y + 1, _DIE - 4, _DIE - 7, 34, _IVORY)
    centres = [
        (x + _DIE / 2 + (column - 1) * _DIE_STEP, y + _DIE / 2 + (row - 1) * _DIE_STEP - 2)
        for row in range(3)
        for column in range(3)
    ]
    for centre, red, black in zip(centres, lights.red, lights.black, strict=True):
        _draw_glow(canvas, centre, red, black)
    for centre, red, black in zip(centres, lights.red, lights.black, strict=True):
        _draw_pip(canvas, centre, red, black)


def _draw_glow(canvas: Canvas, centre: tuple[float, float], red: bool, black: bool) -> None:
    if red:
        canvas.glow(*centre, _PIP * 2.1, _RED, 0.75)
    elif black:
        canvas.glow(*centre, _PIP * 1.9, _BLACK_GLOW, 0.75)


def _draw_pip(canvas: Canvas, centre: tuple[float, float], red: bool, black: bool) -> None:
    """Draw one place of the die: a hole, a red pip, a black pip, or one that is half of each."""
    x, y = centre
    if not (red or black):
        canvas.disc(x, y, _PIP - 1, _HOLE_EDGE)
        canvas.disc(x, y, _PIP - 3, _HOLE)
        return
    rim, body, heart = (_RED_RIM, _RED, _RED_HEART) if red else (_BLACK_RIM, _BLACK, _BLACK_HEART)
    canvas.disc(x, y, _PIP, rim)
    canvas.disc(x, y, _PIP - 2, body)
    canvas.glow(x - 1, y - 3, _PIP - 3, heart, 1.0)
    if red and black:
        canvas.half_disc(x, y, _PIP, _BLACK_RIM)
        canvas.half_disc(x, y, _PIP - 2, _BLACK)
    canvas.glow(x - 5, y - 7, 6, _SHINE, 0.9)


def _draw_tens(canvas: Canvas, x: float, y: float, sign: Shape, lit: bool) -> None:
    """Draw one of the lights "ten" and "twenty"."""
    width, height = 40, 56
    if lit:
        canvas.glow(x, y, 46, _AMBER, 0.6)
    canvas.box(x - width / 2, y - height / 2, width, height, 10, _AMBER if lit else _UNLIT)
    canvas.shape(sign, x, y, 30, _INK if lit else _UNLIT_SIGN)


def _draw_turn(
    canvas: Canvas, x: float, y: float, room: float, sign: Shape, lit: bool, seat: str
) -> None:
    """Draw a turn light: an arrow towards the seat, and the seat's name beside it."""
    at = x + (33 if seat else room / 2)
    if lit:
        canvas.glow(at, y, 34, _GREEN, 0.7)
    canvas.disc(at, y, 18, _GREEN if lit else _UNLIT)
    canvas.shape(sign, at, y, 24, _INK if lit else _UNLIT_SIGN)
    if seat:
        colour = _NAME if lit else _NAME_UNLIT
        canvas.text(seat, at + 26, y + 1, 17, colour, room - 33 - 26 - 6, "lm")
