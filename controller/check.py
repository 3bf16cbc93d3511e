"""`chhakka check`: what a table is, and what it still lacks."""

from __future__ import annotations

from collections.abc import Iterator

from controller.config import BRIDGE, TableConfig
from controller.deck import missing


def report(config: TableConfig) -> Iterator[str]:
    """What a checked configuration describes, and the cards and calls that no tag means yet."""
    seats = " ".join(config.seating.names)
    yield f"{config.game.name}, seats {seats}: this table can be run."
    for reader in config.readers:
        only = f", only in {', '.join(sorted(reader.phases))}" if reader.phases else ""
        seat = config.seating.names[reader.seat]
        kind = reader.protocol if reader.number is None else f"{BRIDGE}, reader {reader.number},"
        yield f"  reader of {seat}: {kind} at {reader.port}{only}"
    yield f"  lights: {config.lights}"
    if config.buzzer is not None:
        yield f"  buzzer: pin {config.buzzer}"
    for button in config.buttons:
        place = f"bridge:{button.number}" if button.pin is None else f"pin {button.pin}"
        yield f"  button of {config.seating.names[button.seat]}: {button.call} on {place}"
    for number, display in enumerate(config.displays, start=1):
        yield f"  display {number}: {display.device.driver} shows {display.shows}"
    yield f"  deck: {len(config.deck.tags)} tags"
    buttons = {str(button.call) for button in config.buttons}
    lacking = missing(table_needs(config), config.deck, buttons)
    if lacking:
        yield "The game needs these cards and calls, which no tag of the deck means:"
        yield from (f"  {need}" for need in lacking)
    else:
        yield "The deck has every card and call the game needs."


def table_needs(config: TableConfig) -> tuple[tuple[str, ...], ...]:
    """What has to be on tags: the game's needs, and the table's own call `deal` if it waits."""
    needs = config.game.needs(config.rules)
    return (*needs, ("deal",)) if config.wait else needs
