"""Readers, buttons, the buzzer, the bridge and displays."""

from __future__ import annotations

from typing import Final

from controller.config import BRIDGE, DisplayConfig, ReaderConfig
from controller.screens.bus import bus_of, lines_of
from controller.wiring.header import GROUND, PIN_V, PLACE_OF, SUPPLY_OF, V5, V33
from controller.wiring.netlist import (
    Wiring,
    displays,
    is_bridge_on_header,
    is_on_header,
    reader_name,
)
from controller.wiring.scene import Anchor, Box, Scene, Text
from controller.wiring.symbols import (
    INK,
    PALE,
    PAPER,
    SIGNAL,
    colour_of,
    flag,
    heading,
    part,
    resistor,
    upright_resistor,
    wire,
)
from firmware_bridge import READERS

_PART: Final = 130
_PIN: Final = 20
_PORT_LETTERS: Final = 74
"""Of a line below a reader."""
_USB: Final = "USB serial adapter"


def draw_parts(scene: Scene, wiring: Wiring, x: int, y: int) -> int:
    """Draw everything beside header and chain, one below the other; the y below."""
    heading(scene, x, y, "Readers")
    y += 22
    for number, reader in enumerate(wiring.config.readers):
        y = _draw_reader(scene, wiring, number, reader, x, y)
    if wiring.config.bridge is not None:
        y = _draw_bridge(scene, wiring, x, y)
    if any(button.pin is not None for button in wiring.config.buttons):
        y = _draw_buttons(scene, wiring, x, y)
    if wiring.config.buzzer is not None:
        y = _draw_buzzer(scene, wiring.config.buzzer, x, y)
    for name, display in displays(wiring.config):
        y = _draw_display(scene, name, display, x, y)
    return y


def pin_name(bcm: int) -> str:
    """A pin of the header by both its numbers."""
    return f"GPIO {bcm} (pin {PLACE_OF[bcm]})"


def _draw_reader(
    scene: Scene, wiring: Wiring, number: int, reader: ReaderConfig, x: int, y: int
) -> int:
    name = reader_name(wiring.config, number)
    if reader.number is not None:
        part(scene, x, y, _PART, 40, name, reader.protocol)
        scene.add(Text(x + _PART + 14, y + 20, f"on the bridge, reader {reader.number}", 11))
        return y + 54
    kind = READERS[reader.protocol]
    rows = [SUPPLY_OF[kind.supply_v], GROUND, "TX", *(["RX"] if kind.asked else [])]
    height = 42 + _PIN * len(rows)
    part(scene, x, y, _PART, height, name, reader.protocol)
    first = y + 48
    for row, pin in enumerate(rows):
        at = first + row * _PIN
        scene.add(Text(x + _PART - 6, at, pin, 10, Anchor.END, INK))
    if is_on_header(reader):
        below = _to_header(scene, name, rows, x + _PART, first, high=kind.level_v > PIN_V)
    else:
        below = _to_adapter(scene, rows, x + _PART, first)
    for line in _lines(f"at {reader.port}"):
        scene.add(Text(x, max(below, y + height) + 12, line, 10, Anchor.START, PALE))
        below = max(below, y + height) + 13
    return below + 16


def _lines(text: str) -> list[str]:
    return [text[at : at + _PORT_LETTERS] for at in range(0, len(text), _PORT_LETTERS)]


def _to_adapter(scene: Scene, rows: list[str], x: int, first: int) -> int:
    left = x + 90
    part(scene, left, first - 48, _PART + 10, 42 + _PIN * len(rows), _USB, "to the Pi")
    for row, pin in enumerate(rows):
        at = first + row * _PIN
        other = {"TX": "RX", "RX": "TX"}.get(pin, pin)
        wire(scene, colour_of(pin), (x, at), (left, at))
        scene.add(Text(left + 6, at, other, 10, Anchor.START, INK))
    return first + len(rows) * _PIN - 8


def _to_header(scene: Scene, name: str, rows: list[str], x: int, first: int, *, high: bool) -> int:
    below = first + len(rows) * _PIN - 8
    for row, pin in enumerate(rows):
        at = first + row * _PIN
        net = f"{name} {pin}" if pin in ("TX", "RX") else pin
        colour = colour_of(net)
        if pin == "TX" and high:
            # A 5 V level is too much for the Pi: two resistors leave two thirds of it.
            wire(scene, colour, (x, at), (x + 200, at))
            resistor(scene, x + 66, at)
            scene.add(Text(x + 79, at + 13, "10k", 10, Anchor.MIDDLE, INK))
            wire(scene, INK, (x + 120, at), (x + 120, at + 12))
            low = upright_resistor(scene, x + 120, at + 12, "20k")
            wire(scene, INK, (x + 120, low), (x + 120, low + 14))
            flag(scene, x + 108, low + 20, GROUND, Anchor.START)
            flag(scene, x + 200, at, net, Anchor.START)
            below = low + 34
        else:
            wire(scene, colour, (x, at), (x + 40, at))
            flag(scene, x + 40, at, net, Anchor.START)
    return below


def _draw_bridge(scene: Scene, wiring: Wiring, x: int, y: int) -> int:
    heading(scene, x, y + 16, "Bridge")
    y += 38
    port = wiring.config.bridge.port if wiring.config.bridge is not None else ""
    notes = [f"at {port}"]
    if wiring.source == BRIDGE:
        notes.append("drives DATA, CLOCK, LATCH and ENABLE: its program says on which pins")
    if is_bridge_on_header(wiring.config):
        notes.append("its TX may be at 3.3 V only")
        rows = [GROUND, "TX", "RX"]
        height = 42 + _PIN * len(rows)
        part(scene, x, y, _PART, height, "microcontroller", BRIDGE)
        for row, pin in enumerate(rows):
            scene.add(Text(x + _PART - 6, y + 48 + row * _PIN, pin, 10, Anchor.END, INK))
        _to_header(scene, BRIDGE, rows, x + _PART, y + 48, high=False)
        for note in notes:
            scene.add(Text(x, y + height + 12, note, 10, Anchor.START, PALE))
            y += 16
        y += height + 14
    else:
        part(scene, x, y, _PART, 44, "microcontroller", "USB to the Pi")
        for row, note in enumerate(notes):
            scene.add(Text(x + _PART + 14, y + 14 + 16 * row, note, 10, Anchor.START, PALE))
        y += 58
    for button in wiring.config.buttons:
        if button.number is not None:
            seat = wiring.config.seating.names[button.seat]
            line = f"button {button.number}: {seat} {button.call}, to ground"
            scene.add(Text(x, y, line, 11))
            y += 16
    return y + 8


def _draw_buttons(scene: Scene, wiring: Wiring, x: int, y: int) -> int:
    heading(scene, x, y + 16, "Buttons")
    y += 44
    for button in wiring.config.buttons:
        if button.pin is None:
            continue
        net = f"{wiring.config.seating.names[button.seat]} {button.call}"
        start = flag(scene, x, y, net, Anchor.START)
        at = max(start, x + 120)
        wire(scene, SIGNAL, (start, y), (at + 20, y))
        wire(scene, INK, (at + 20, y), (at + 44, y - 10))
        scene.add(Box(at + 18, y - 2, 4, 4, INK), Box(at + 46, y - 2, 4, 4, INK))
        wire(scene, colour_of(GROUND), (at + 48, y), (at + 70, y))
        flag(scene, at + 70, y, GROUND, Anchor.START)
        scene.add(Text(at + 130, y, pin_name(button.pin), 10, Anchor.START, PALE))
        y += 26
    return y + 4


def _draw_buzzer(scene: Scene, pin: int, x: int, y: int) -> int:
    heading(scene, x, y + 16, "Buzzer")
    y += 66
    end = flag(scene, x, y, "BUZZER", Anchor.START)
    wire(scene, SIGNAL, (end, y), (end + 70, y))
    resistor(scene, end + 20, y, "1k")
    left = end + 70
    scene.add(Box(left, y - 26, 60, 52, PAPER, INK, 26))
    scene.add(Text(left + 8, y, "B", 10), Text(left + 46, y - 14, "C", 10))
    scene.add(Text(left + 46, y + 14, "E", 10), Text(left + 20, y, "NPN", 9, colour=PALE))
    wire(scene, INK, (left + 56, y - 14), (left + 90, y - 14))
    part(scene, left + 90, y - 40, 110, 46, "buzzer", "active, 5 V: -  +")
    wire(scene, colour_of(V5), (left + 200, y - 14), (left + 220, y - 14))
    flag(scene, left + 220, y - 14, V5, Anchor.START)
    wire(scene, colour_of(GROUND), (left + 56, y + 14), (left + 90, y + 14))
    flag(scene, left + 90, y + 14, GROUND, Anchor.START)
    note = f"{pin_name(pin)}; NPN such as BC547 or 2N2222"
    scene.add(Text(x, y + 44, note, 10, Anchor.START, PALE))
    return y + 60


def _draw_display(scene: Scene, name: str, display: DisplayConfig, x: int, y: int) -> int:
    lines, bus = lines_of(display), bus_of(display)
    rows = (V33, GROUND, *lines) if lines else ()
    height = 42 + _PIN * len(rows)
    part(scene, x, y + 8, _PART + 40, height, name, bus.upper() or "on a plug of its own")
    for row, net in enumerate(rows):
        at = y + 56 + row * _PIN
        scene.add(Text(x + _PART + 34, at, net, 10, Anchor.END, INK))
        wire(scene, colour_of(net), (x + _PART + 40, at), (x + _PART + 70, at))
        flag(scene, x + _PART + 70, at, net, Anchor.START)
    return y + height + 24
