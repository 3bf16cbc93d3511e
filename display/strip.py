"""Score dice for displays with few lights: LED matrices, flat OLEDs.

Everything is laid out in cells of eight by eight units. Where a unit is one pixel, signs and digits
are dots of `display.dots`; where it is more, pips are round and signs come from their outlines.

In black and white a score below zero is a lit die with dark pips, in colours its pips are violet: a
light cannot be black. From ten on the number stands there in digits: eight lights have no room for
lamps worth ten and twenty.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from display import dots
from display.bits import PanelLights, StatusLights, read_panel, read_status, wire
from display.canvas import Colour
from display.die import draw_die
from display.inks import (
    ALARM,
    AMBER,
    DARK,
    GOLD,
    GREEN,
    RED,
    SKY,
    SUIT_INKS,
    VIOLET,
    WHITE,
)
from display.plate import Plate
from display.scene import Scene
from display.shapes import BARRED, BOLT, CROWN, SUIT_SHAPES, UNKNOWN_CARD, WARNING, Shape, arrow

_CELL = 8
_MARKS = 4
"""Units for the turn lights beside a die, the gap included."""
_PITCH = 3
_WORTH_STATUS = (0.0, 1.5, 2.0)
_WORTH_WIDE = 1.4
"""What is shown of two layouts of one size: the trump counts for more than wide dice."""
_FINE = 3
"""From so many pixels a unit up, signs come from their outlines."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """How large a unit is, whether turn lights stand beside the dice, and where the status is."""

    unit: int
    wide: bool
    status: int
    """How many cells of it, 0 to 2."""
    below: bool = False


def draw_strip(plate: Plate, scene: Scene) -> None:
    """Draw the lights of a scene as large as they fit; what does not fit is left out."""
    status_bits, panel_bits = wire(scene.face)
    status, panels = read_status(status_bits), [read_panel(bits) for bits in panel_bits]
    width, height = plate.image.size
    layout = _layout(len(panels), width, height)
    unit = layout.unit
    cell = (_CELL + _MARKS if layout.wide else _CELL) * unit
    signs = _signs(status, layout.status)
    in_row = len(panels) * cell + (0 if layout.below else layout.status * _CELL * unit)
    rows = 2 if layout.below else 1
    top = (height - rows * _CELL * unit) // 2
    left = max(0, (width - in_row) // 2)
    # What is left over goes between the dice, so that they stand apart.
    parts = len(panels) + (0 if layout.below else layout.status)
    space = max(0, width - in_row) // (parts + 1) if unit == 1 or parts > 1 else 0
    x = space if parts > 1 else left
    split = (len(panels) + 1) // 2
    for number, panel in enumerate(panels):
        if number == split and not layout.below:
            x = _draw_signs(plate, signs, x, top, unit, space)
        mirrored = layout.wide and number >= split
        _draw_cell(plate, panel, scene, number, x, top, layout, mirrored)
        x += cell + space
    if split == len(panels) and not layout.below:
        _draw_signs(plate, signs, x, top, unit, space)
    if layout.below:
        below = (width - layout.status * _CELL * unit) // 2
        _draw_signs(plate, signs, below, top + _CELL * unit, unit, 0)


def _layout(count: int, width: int, height: int) -> _Layout:
    """The largest layout that has room for the status; of equals, the one that shows most."""
    best, most = _Layout(1, False, 0), (False, 0, 0.0)
    for below, status, wide in product((False, True), (0, 1, 2), (False, True)):
        row = count * (_CELL + _MARKS if wide else _CELL)
        across = max(row, status * _CELL) if below else row + status * _CELL
        unit = min(width // max(across, 1), height // (2 * _CELL if below else _CELL))
        worth = (unit > 0 and status > 0, unit, _WORTH_STATUS[status] + _WORTH_WIDE * wide)
        if unit and worth > most and (status or not below):
            best, most = _Layout(unit, wide, status, below), worth
    return best


Sign = tuple[dots.Dots, Shape, Colour]


def _signs(status: StatusLights, cells: int) -> list[Sign | None]:
    """What stands in the cells of the status: the trump, and what is out of order."""
    trump: Sign | None = None
    for number, lit in enumerate(status.trump):
        if lit:
            trump = (dots.SUIT_DOTS[number], SUIT_SHAPES[number], SUIT_INKS[number])
    plain: Sign | None = (dots.PLAIN, BARRED, AMBER) if status.plain else None
    if status.hidden:
        trump = (dots.HIDDEN, UNKNOWN_CARD, SKY)
    fault: Sign | None = (dots.FAULT, BOLT, ALARM) if status.fault else None
    first = trump or plain
    second = fault or (plain if trump else None)
    return (
        [first or fault, None if first is None else second][:cells]
        if cells < 2
        else [
            first,
            second,
        ]
    )


def _draw_signs(
    plate: Plate, signs: list[Sign | None], x: int, y: int, unit: int, space: int
) -> int:
    for sign in signs:
        if sign is not None:
            _draw_sign(plate, sign, x, y, unit)
        x += _CELL * unit + space
    return x


def _draw_sign(plate: Plate, sign: Sign, x: int, y: int, unit: int) -> None:
    mark, shape, colour = sign
    if unit < _FINE:
        plate.dots(mark, x, y, unit, colour)
    else:
        plate.shape(shape, x + unit // 2, y + unit // 2, _CELL * unit - unit, colour)


def _draw_cell(
    plate: Plate,
    panel: PanelLights,
    scene: Scene,
    number: int,
    x: int,
    y: int,
    layout: _Layout,
    mirrored: bool,
) -> None:
    """Draw a die, and its turn lights beside it (on the inner side) or under it."""
    unit = layout.unit
    die = x + (_MARKS * unit if mirrored else 0)
    if panel.alert:
        sign = (dots.ALERT, WARNING, ALARM)
        _draw_sign(plate, sign, die, y, unit)
    else:
        _draw_die(plate, panel, die, y, layout)
    if layout.wide:
        marks = x if mirrored else x + (_CELL + 1) * unit
        _draw_marks(plate, panel, scene, number, marks, y, unit, mirrored)


def _draw_die(plate: Plate, panel: PanelLights, x: int, y: int, layout: _Layout) -> None:
    unit, wide = layout.unit, layout.wide
    minus = any(panel.black)
    if panel.ten or panel.twenty:
        number = 10 * panel.ten + 20 * panel.twenty
        if not (panel.red[4] and panel.black[4]):
            number += sum(panel.red) + sum(panel.black)
        digits = dots.TALL_DIGITS if wide else dots.LOW_DIGITS
        ink = VIOLET if minus else RED
        plate.dots(dots.number_dots(number, digits), x + unit // 2, y + unit // 2, unit, ink)
        if minus and not wide:
            plate.block(x + 2 * unit, y + 6 * unit, 4 * unit, unit, ink)
    elif wide and unit >= _FINE:
        draw_die(plate, panel, x, y, _CELL * unit)
    else:
        _draw_flat_die(plate, panel, x, y, layout)
    if not wide:
        _draw_feet(plate, panel, x, y, unit)


def _draw_flat_die(plate: Plate, panel: PanelLights, x: int, y: int, layout: _Layout) -> None:
    unit = layout.unit
    high, pitch = (2, _PITCH) if layout.wide else (1, 2)
    minus = any(panel.black)
    ground, ink = (WHITE, DARK) if minus and plate.mono else (DARK, VIOLET if minus else RED)
    plate.block(x, y, _CELL * unit, (2 * pitch + high) * unit, ground)
    for place in range(9):
        if panel.red[place] or panel.black[place]:
            row, column = divmod(place, 3)
            left, top = x + column * _PITCH * unit, y + row * pitch * unit
            plate.block(left, top, 2 * unit, high * unit, ink)


def _draw_feet(plate: Plate, panel: PanelLights, x: int, y: int, unit: int) -> None:
    """Under a narrow die: the crown of a winner, or the turn lights left and right."""
    if panel.winner:
        plate.dots(dots.CROWN, x, y + 6 * unit, unit, GOLD)
        return
    for nth, lit in enumerate(panel.turn):
        if lit:
            plate.block(x + (5 * unit if nth else 0), y + 7 * unit, 3 * unit, unit, GREEN)


def _draw_marks(
    plate: Plate,
    panel: PanelLights,
    scene: Scene,
    number: int,
    x: int,
    y: int,
    unit: int,
    mirrored: bool,
) -> None:
    """Beside a die, three units wide: arrows towards the seats to act, or a winner's crown."""
    size = _MARKS * unit - unit
    coarse = unit < _FINE
    if panel.winner:
        if coarse:
            plate.dots(("#.#", "###", "###"), x, y + 2 * unit, unit, GOLD)
        else:
            plate.shape(CROWN, x, y + (_CELL * unit - size) // 2, size, GOLD)
        return
    # Coarse ones are a unit narrower, and keep away from the sign in the middle.
    left = x + unit if coarse and mirrored else x
    width = 2 * unit if coarse else size
    if any(panel.black) and (panel.ten or panel.twenty) and not panel.alert:
        plate.block(left, y + (_CELL * unit - unit) // 2, width, unit, VIOLET)
    seats = scene.seats[number] if number < len(scene.seats) else ()
    for nth, lit in enumerate(panel.turn):
        top = y + (5 * unit if nth else 0)
        if lit and (coarse or nth >= len(seats)):
            plate.block(left, top, width, 3 * unit, GREEN)
        elif lit:
            plate.shape(arrow(seats[nth].turn), left, top, size, GREEN)
