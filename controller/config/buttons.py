"""`[buttons.SEAT]`: calls on push buttons, on pins of the Pi or on the bridge."""

from __future__ import annotations

import re
from typing import Final

from controller.config.model import BRIDGE, ButtonConfig
from controller.config.pins import HIGHEST_PIN, PinBook
from controller.deck import CardTag, Meaning, parse_meaning
from controller.toml_reader import Reader
from engine import Seating, UnreadableError

_PLACE: Final = f"a BCM pin from 0 to {HIGHEST_PIN}, or one on the bridge such as {BRIDGE}:3"
_ON_BRIDGE: Final = re.compile(rf"{BRIDGE}:([0-9]{{1,3}})", re.ASCII)
_CALL: Final = "a call such as pass or raise"


def read_buttons(
    section: Reader, seating: Seating | None, book: PinBook, *, bridge: bool
) -> tuple[ButtonConfig, ...]:
    """Read the buttons of all seats; `bridge` is whether there is a bridge."""
    buttons: list[ButtonConfig] = []
    taken: dict[int, str] = {}
    for name in section.everything():
        if seating is not None and name not in seating.names:
            section.fault(name, "no seat", f"a seat: {' '.join(seating.names)}")
            continue
        table = section.table(name)
        for call in table.everything():
            button = _button(table, call, seating.seat(name) if seating else 0, book, bridge)
            if button is None:
                continue
            if button.number is not None:
                _once(table, call, button.number, taken)
            buttons.append(button)
    return tuple(buttons)


def _button(
    table: Reader, call: str, seat: int, book: PinBook, bridge: bool
) -> ButtonConfig | None:
    meaning = _meaning(table, call)
    place = table.peek(call)
    if isinstance(place, int) and not isinstance(place, bool) and 0 <= place <= HIGHEST_PIN:
        book.take(table, call, place)
        return None if meaning is None else ButtonConfig(seat, meaning, pin=place)
    on_bridge = _ON_BRIDGE.fullmatch(place) if isinstance(place, str) else None
    if on_bridge is None:
        table.wrong(call, _PLACE)
        return None
    if not bridge:
        table.wrong(call, "a section [bridge] for it")
    return None if meaning is None else ButtonConfig(seat, meaning, number=int(on_bridge[1]))


def _meaning(table: Reader, call: str) -> Meaning | None:
    try:
        meaning = parse_meaning(call)
    except UnreadableError:
        meaning = None
    if meaning is None or isinstance(meaning, CardTag):
        table.fault(call, repr(call), _CALL)
        return None
    return meaning


def _once(table: Reader, call: str, number: int, taken: dict[int, str]) -> None:
    place = f"{table.name}.{call}"
    before = taken.setdefault(number, place)
    if before != place:
        table.fault(call, f"{BRIDGE}:{number}", f"another button than {before} has")
