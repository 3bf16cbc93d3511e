"""`[lights]`: how the score dice are driven."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from controller.config.model import BRIDGE
from controller.config.pins import HIGHEST_PIN, PinBook
from controller.toml_reader import Reader
from firmware_bridge import LIGHTS, ChainPins

LIGHT_DRIVERS: Final = tuple(LIGHTS)
BUZZER: Final = "buzzer"


@dataclass(frozen=True, slots=True)
class LightPart:
    """What `[lights]` says: the driver's name, the pins of a chain, and the buzzer's pin."""

    driver: str
    pins: ChainPins
    buzzer: int | None


def read_lights(table: Reader, book: PinBook, *, bridge: bool) -> LightPart:
    """Read the section; `bridge` is whether there is a bridge to hang the lights on.

    The pins of a chain count as taken only where a chain is driven, or where they are written down.
    """
    driver = table.choice("driver", LIGHT_DRIVERS, "none")
    if driver == BRIDGE and not bridge:
        table.fault("driver", f'"{BRIDGE}"', "a section [bridge] beside it")
    pins = {}
    for key, usual in asdict(ChainPins()).items():
        pins[key] = table.whole(key, usual, 0, HIGHEST_PIN)
        # Not a pin at all: the usual one has taken its place, and that one is not to be blamed.
        if table.peek(key) == pins[key] or (driver == "gpio" and table.peek(key) is None):
            book.take(table, key, pins[key])
    buzzer = None
    if table.has(BUZZER):
        buzzer = table.whole(BUZZER, -1, 0, HIGHEST_PIN)
        if buzzer >= 0:
            book.take(table, BUZZER, buzzer)
    table.close()
    return LightPart(driver, ChainPins() if table.faults else ChainPins(**pins), buzzer)
