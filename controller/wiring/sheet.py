"""The whole sheet: header and parts at the left, the chain at the right, and what to mind."""

from __future__ import annotations

import textwrap
from typing import Final

from controller.wiring.draw_chain import BAND, CELL, draw_chain
from controller.wiring.draw_header import draw_header
from controller.wiring.draw_parts import draw_parts
from controller.wiring.header import V33
from controller.wiring.netlist import ENABLE, PI, Wiring
from controller.wiring.power import CHIP_MOST_MA, PI_MOST_MA, Budget
from controller.wiring.scene import Anchor, Box, Scene, Text
from controller.wiring.symbols import INK, PALE, PART, flag, heading, resistor, wire

_MARGIN: Final = 40
_LEFT: Final = 540
"""Width of the left column."""
_TOP: Final = 92
_NOTE_LETTERS: Final = 74
_CHIP_PINS: Final = (
    *("QB", "QC", "QD", "QE", "QF", "QG", "QH", "GND"),
    *("QH'", "SRCLR", "SRCLK", "RCLK", "OE", "SER", "QA", "VCC"),
)
"""Of a 74HC595, from pin 1 to pin 16."""


def draw(wiring: Wiring) -> Scene:
    """The drawing of a table's wiring."""
    scene = Scene()
    config = wiring.config
    title = f"{config.game.name}: seats {' '.join(config.seating.names)}"
    scene.add(Text(_MARGIN, 40, f"Wiring of a table of {title}", 24, Anchor.START, INK, True))
    same = "What bears the same flag is connected. Numbers at a part are those of its pins."
    scene.add(Text(_MARGIN, 66, same, 12, Anchor.START, PALE))
    y = draw_header(scene, wiring, _MARGIN, _TOP)
    left_end = draw_parts(scene, wiring, _MARGIN, y + 16)
    right = _MARGIN + _LEFT
    right_end = draw_chain(scene, wiring, right, _TOP) if wiring.groups else _TOP
    _draw_notes(scene, wiring, right + (CELL + 40 if wiring.groups else 0), _TOP)
    scene.fit(right + 3 * CELL + _MARGIN, max(left_end, right_end, _TOP + BAND) + 20)
    return scene


def _draw_notes(scene: Scene, wiring: Wiring, x: int, y: int) -> None:
    heading(scene, x, y + 10, "What to mind")
    y += 36
    for note in notes(wiring):
        for line in textwrap.wrap(note, _NOTE_LETTERS):
            scene.add(Text(x, y, line, 12, Anchor.START, INK))
            y += 17
        y += 4
    if wiring.groups:
        _draw_pull_up(scene, wiring, x, y + 22)
        _draw_pinout(scene, x + 600, _TOP + 16)


def notes(wiring: Wiring) -> list[str]:
    """What a drawing does not show by itself, in sentences."""
    its = wiring.budget
    if not wiring.groups:
        return ["No lights: [lights] driver is none."]
    lines = [
        f"{len(wiring.chips)} {its.chip} at {its.supply}, in this order: status, then each panel, "
        "chips 1 to 3. 100 nF between VCC and GND at each of them.",
        f"Each light: {its.ohms} ohms and an LED, {its.led_ma:.1f} mA; a chip with all eight on "
        f"carries {its.chip_ma:.0f} mA ({CHIP_MOST_MA:.0f} are allowed). Take red, yellow or plain "
        f"green LEDs: blue and white ones want about 3 V and {_pale(its)}.",
        f"All {its.lights} lights at once take {its.all_ma:.0f} mA.",
        "ENABLE is active low. One ground: the Pi, the chips and every supply share GND.",
    ]
    if its.all_ma > PI_MOST_MA[its.supply]:
        more = f"That is more than the Pi's {its.supply} pins give: use a supply of its own."
        lines.insert(3, more)
    return lines


def _pale(its: Budget) -> str:
    """What becomes of LEDs that take more volts than red ones."""
    if its.supply == V33:
        return f"hardly light at {its.supply}"
    return f"{its.pale_ohms} ohms"


def _draw_pull_up(scene: Scene, wiring: Wiring, x: int, y: int) -> None:
    scene.add(Text(x, y - 22, "keeps the lights dark until the Pi drives ENABLE:", 11))
    end = flag(scene, x, y + 4, ENABLE, Anchor.START)
    wire(scene, INK, (end, y + 4), (end + 90, y + 4))
    resistor(scene, end + 32, y + 4, "10k")
    flag(scene, end + 90, y + 4, wiring.budget.supply, Anchor.START)
    if wiring.source != PI:
        scene.add(Text(x, y + 28, "DATA, CLOCK, LATCH and ENABLE come from the bridge", 11))


def _draw_pinout(scene: Scene, x: int, y: int) -> None:
    """The chip as it lies on the board, seen from above."""
    scene.add(Text(x + 90, y, "74HC595 from above", 11, Anchor.MIDDLE, PALE))
    scene.add(Box(x + 55, y + 14, 70, 180, PART, INK, 4), Box(x + 80, y + 14, 20, 7, INK, "", 3))
    for at in range(8):
        here = y + 28 + at * 22
        _draw_leg(scene, x + 55, here, at + 1, Anchor.END)
        _draw_leg(scene, x + 125, here, 16 - at, Anchor.START)


def _draw_leg(scene: Scene, x: int, y: int, number: int, anchor: Anchor) -> None:
    side = -1 if anchor is Anchor.END else 1
    inner = Anchor.START if anchor is Anchor.END else Anchor.END
    scene.add(
        Box(x - 8 if side < 0 else x, y - 3, 8, 6, "#adb5bd", INK),
        Text(x - side * 6, y, str(number), 9, inner, INK),
        Text(x + side * 13, y, _CHIP_PINS[number - 1], 10, anchor, INK),
    )
