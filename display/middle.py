"""All lights on displays from about 60 by 40 pixels up to where the large picture fits.

A column for each panel: its name, its die, and beside the die what else is lit. Above them the
status: only what is lit, for there is no room and often no half tone for dark signs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from display.bits import PanelLights, StatusLights, read_panel, read_status, wire
from display.canvas import Colour
from display.die import draw_die
from display.inks import ALARM, AMBER, DIM, GOLD, GREEN, SKY, SUIT_INKS, WHITE
from display.plate import Plate
from display.scene import Scene, Seat
from display.shapes import (
    BARRED,
    BOLT,
    CROWN,
    SUIT_SHAPES,
    TEN_SIGN,
    TWENTY_SIGN,
    UNKNOWN_CARD,
    WARNING,
    Shape,
    arrow,
)

_LEAST_TEXT = 9
_MOST_TEXT = 18
_SLOTS = 3
"""Places for signs beside a die; they become smaller where more are lit."""

Sign = tuple[Shape, Colour]


@dataclass(frozen=True, slots=True)
class _Box:
    x: int
    y: int
    width: int
    height: int


def draw_middle(plate: Plate, scene: Scene) -> None:
    """Draw the lights of a scene over the whole plate."""
    status_bits, panel_bits = wire(scene.face)
    width, height = plate.image.size
    count = len(panel_bits)
    signs = status_signs(read_status(status_bits))
    row = _status_height(height)
    columns = _columns(count, width, height - row)
    rows = -(-count // columns)
    draw_signs(plate, signs, width, row)
    box_width, box_height = width // columns, (height - row) // rows
    for number, bits in enumerate(panel_bits):
        down, across = divmod(number, columns)
        in_row = min(columns, count - down * columns)
        left = (width - in_row * box_width) // 2 + across * box_width
        box = _Box(left, row + down * box_height, box_width, box_height)
        seats = scene.seats[number] if number < len(scene.seats) else ()
        name = scene.names[number] if number < len(scene.names) else ""
        _draw_panel(plate, box, read_panel(bits), name, seats)


def status_signs(status: StatusLights) -> list[Sign]:
    """The signs of the status that are lit, in the order of the lights."""
    signs = [
        (SUIT_SHAPES[number], SUIT_INKS[number]) for number, lit in enumerate(status.trump) if lit
    ]
    signs += [(UNKNOWN_CARD, SKY)] * status.hidden
    signs += [(BARRED, AMBER)] * status.plain
    signs += [(BOLT, ALARM)] * status.fault
    return signs


def draw_signs(plate: Plate, signs: Sequence[Sign], width: int, height: int) -> None:
    """Draw signs side by side in the middle of a row at the top."""
    side = height - 1
    step = side + max(2, side // 4)
    x = (width - len(signs) * step + step - side) // 2
    for sign, colour in signs:
        plate.shape(sign, x, 0, side, colour)
        x += step


def _status_height(height: int) -> int:
    return max(11, height // 6)


def _columns(count: int, width: int, height: int) -> int:
    """In how many columns the panels become largest; a panel is about a quarter wider than high."""

    def fit(columns: int) -> float:
        rows = -(-count // columns)
        return min(width / columns / 1.25, height / rows)

    return max(range(1, max(1, count) + 1), key=fit)


def _draw_panel(
    plate: Plate, box: _Box, lights: PanelLights, name: str, seats: Sequence[Seat]
) -> None:
    text = min(_MOST_TEXT, max(_LEAST_TEXT, box.height // 5))
    name_height = text + 2 if box.height >= 3 * text else 0
    side = min(box.height - name_height - 1, box.width * 2 // 3)
    signs = _panel_signs(lights, seats)
    slots = max(_SLOTS, len(signs))
    slot = min(side // slots, box.width - side - 3)
    left = box.x + (box.width - side - slot - 2) // 2
    top = box.y + name_height + (box.height - name_height - side) // 2
    if name_height:
        room = min(plate.width(name, text), box.width - 2)
        ink = WHITE if any(lights.turn) else DIM
        over = left + (side - room) // 2
        x = max(box.x + 1, min(over, box.x + box.width - room - 1))
        plate.text(name, x, box.y, text, ink, room + 1)
    draw_die(plate, lights, left, top, side)
    beside = left + side + 2
    for nth, (sign, colour) in enumerate(signs):
        plate.shape(sign, beside, top + nth * (side - slot) // (slots - 1), slot, colour)


def _panel_signs(lights: PanelLights, seats: Sequence[Seat]) -> list[Sign]:
    """What stands beside the die: alert or winner, the tens, and the seats to act."""
    signs: list[Sign] = []
    if lights.alert:
        signs.append((WARNING, ALARM))
    if lights.winner:
        signs.append((CROWN, GOLD))
    signs += [(TWENTY_SIGN, AMBER)] * lights.twenty
    signs += [(TEN_SIGN, AMBER)] * lights.ten
    for nth, lit in enumerate(lights.turn):
        if lit:
            turn = seats[nth].turn if nth < len(seats) else 0.5 * nth
            signs.append((arrow(turn), GREEN))
    return signs
