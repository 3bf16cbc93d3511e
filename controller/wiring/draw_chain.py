"""The chain of 74HC595 registers with their lights."""

from __future__ import annotations

import itertools
from typing import Final

from controller.wiring.header import GROUND
from controller.wiring.netlist import (
    CLOCK,
    DATA,
    ENABLE,
    GND_PIN,
    LATCH,
    OE,
    OUTPUT_PINS,
    QH_NEXT,
    RCLK,
    SER,
    SRCLK,
    SRCLR,
    VCC,
    Chip,
    Group,
    Wiring,
)
from controller.wiring.power import OUTPUTS
from controller.wiring.scene import Anchor, Box, Scene, Text
from controller.wiring.symbols import (
    COLOURS,
    INK,
    PALE,
    PART,
    colour_of,
    flag,
    heading,
    led,
    resistor,
    wire,
)

CELL: Final = 484
"""Width of a chip with its lights."""
BAND: Final = 310
"""Height of a group."""
_BOX: Final = 136
_BOX_AT: Final = 112
_ROW: Final = 23
_TOP: Final = 54
_LEAD: Final = 26
_LED_COLOURS: Final = {
    "red": "#fa5252",
    "black": "#495057",
    "turn": "#4dabf7",
    "alert": "#ff922b",
    "winner": "#51cf66",
    "fault": "#ff922b",
    "running": "#51cf66",
}
_OTHER_LED: Final = "#ffe066"


def draw_chain(scene: Scene, wiring: Wiring, x: int, y: int) -> int:
    """Draw all groups one below the other, with the data line from chip to chip; the y below."""
    places: list[tuple[int, int]] = []
    for group in wiring.groups:
        _draw_group(scene, wiring, group, x, y)
        places += [(x + at * CELL, y) for at in range(len(group.chips))]
        y += BAND
    for here, there in itertools.pairwise(places):
        _hand_on(scene, here, there, x)
    return y


def _draw_group(scene: Scene, wiring: Wiring, group: Group, x: int, y: int) -> None:
    heading(scene, x, y + 10, group.title)
    for at, chip in enumerate(group.chips):
        first = chip is wiring.chips[0]
        _draw_chip(scene, wiring, chip, x + at * CELL, y, first=first)


def _row(y: int, row: int) -> int:
    return y + _TOP + row * _ROW


def _draw_chip(scene: Scene, wiring: Wiring, chip: Chip, x: int, y: int, *, first: bool) -> None:
    left = x + _BOX_AT
    scene.add(Box(left, y + _TOP - 16, _BOX, _ROW * 9 + 10, PART, INK, 6))
    middle = left + _BOX // 2 + 9
    scene.add(Text(middle, y + _TOP + 3 * _ROW, wiring.budget.chip, 11, Anchor.MIDDLE, INK, True))
    for line, word in enumerate(chip.name.rsplit(" chip ")):
        shown = word if line == 0 else f"chip {word}"
        scene.add(Text(middle, y + _TOP + 4 * _ROW + 15 * line, shown, 11, Anchor.MIDDLE, INK))
    supply = wiring.budget.supply
    inputs = (
        (0, SER, "SER", DATA if first else ""),
        (2, SRCLK, "SRCLK", CLOCK),
        (3, RCLK, "RCLK", LATCH),
        (4, OE, "OE", ENABLE),
        (5, SRCLR, "SRCLR", supply),
        (6, VCC, "VCC", supply),
        (7, GND_PIN, "GND", GROUND),
    )
    for row, pin, name, net in inputs:
        _draw_input(scene, left, _row(y, row), str(pin), name, net)
    _draw_lights(scene, wiring, chip, left + _BOX, y)
    scene.add(Text(left + _BOX - 6, _row(y, OUTPUTS), "QH'", 10, Anchor.END, INK))
    scene.add(Text(left + _BOX + 5, _row(y, OUTPUTS) - 7, str(QH_NEXT), 9, Anchor.START, PALE))
    if chip is wiring.chips[-1]:
        place = (left + _BOX + 24, _row(y, OUTPUTS))
        scene.add(Text(*place, "not connected: the end of the chain", 10, Anchor.START, PALE))


def _draw_input(scene: Scene, left: int, y: int, pin: str, name: str, net: str) -> None:
    scene.add(Text(left + 6, y, name, 10, Anchor.START, INK))
    scene.add(Text(left - 5, y - 7, pin, 9, Anchor.END, PALE))
    if net:
        wire(scene, colour_of(net), (left - _LEAD, y), (left, y))
        flag(scene, left - _LEAD, y, net)


def _draw_lights(scene: Scene, wiring: Wiring, chip: Chip, left: int, y: int) -> None:
    rail = left + 92
    lit = [row for row, name in enumerate(chip.lights) if name]
    wire(scene, COLOURS[GROUND], (rail, _row(y, 0) - 24), (rail, _row(y, lit[-1])))
    flag(scene, rail - 6, _row(y, 0) - 28, GROUND, Anchor.START)
    for row, name in enumerate(chip.lights):
        here = _row(y, row)
        scene.add(Text(left - 6, here, f"Q{'ABCDEFGH'[row]}", 10, Anchor.END, INK))
        scene.add(Text(left + 5, here - 7, str(OUTPUT_PINS[row]), 9, Anchor.START, PALE))
        if not name:
            scene.add(Text(left + 24, here, "not connected", 10, Anchor.START, PALE))
            continue
        wire(scene, INK, (left, here), (rail, here))
        resistor(scene, left + 26, here)
        fill = _LED_COLOURS.get(name.split()[0], _OTHER_LED)
        led(scene, left + 64, here, fill)
        scene.add(Text(rail + 9, here, name, 12, Anchor.START, INK))


def _hand_on(scene: Scene, here: tuple[int, int], there: tuple[int, int], margin: int) -> None:
    """The data line from QH' of one chip to SER of the next."""
    colour = COLOURS[DATA]
    begin = (here[0] + _BOX_AT + _BOX, _row(here[1], OUTPUTS))
    turn = here[0] + CELL - 8
    end = (there[0] + _BOX_AT, _row(there[1], 0))
    if here[1] == there[1]:
        wire(scene, colour, begin, (turn, begin[1]), (turn, end[1]), end)
        return
    below = begin[1] + 22
    side = margin - 14
    wire(
        scene,
        colour,
        begin,
        (turn, begin[1]),
        (turn, below),
        (side, below),
        (side, end[1]),
        end,
    )
