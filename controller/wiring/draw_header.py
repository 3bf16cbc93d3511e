"""The header of the Pi, with every pin that the table uses named."""

from __future__ import annotations

from typing import Final

from controller.wiring.header import HEADER, HeaderPin
from controller.wiring.netlist import Wiring
from controller.wiring.scene import Anchor, Box, Disc, Scene, Text
from controller.wiring.symbols import INK, PALE, PAPER, colour_of, flag, heading, wire

ROW: Final = 24
_HALF: Final = 17
_NAME: Final = 40
_LEAD: Final = 94
_FLAG: Final = 112
HEIGHT: Final = ROW * 20 + 70
MIDDLE: Final = 250
"""Where the two rows of pins part, from the left end of the drawing of the header."""


def draw_header(scene: Scene, wiring: Wiring, x: int, y: int) -> int:
    """Draw the header at this place; the y below it."""
    used = wiring.header()
    heading(scene, x, y, "Raspberry Pi, 40-pin header")
    note = "pin 1 is at the corner with the square solder pad, nearest to the SD card"
    scene.add(Text(x, y + 20, note, 10, Anchor.START, PALE))
    middle, top = x + MIDDLE, y + 44
    scene.add(Box(middle - 34, top - 14, 68, ROW * 20 + 4, "#ced4da", INK, 4))
    for pin in HEADER:
        _draw_pin(scene, pin, used.get(pin.place, ""), middle, top)
    return y + HEIGHT


def _draw_pin(scene: Scene, pin: HeaderPin, net: str, middle: int, top: int) -> None:
    side = -1 if pin.place % 2 else 1
    anchor = Anchor.END if side < 0 else Anchor.START
    y = top + (pin.place - 1) // 2 * ROW
    colour = colour_of(net) if net else PAPER
    scene.add(
        Disc(middle + side * _HALF, y, 9, colour, INK),
        Text(middle + side * _HALF, y, str(pin.place), 9, Anchor.MIDDLE, PAPER if net else INK),
        Text(middle + side * _NAME, y, pin.name, 11, anchor, INK if net else PALE, bool(net)),
    )
    if net:
        wire(scene, colour, (middle + side * _LEAD, y), (middle + side * _FLAG, y))
        flag(scene, middle + side * _FLAG, y, net, anchor)
