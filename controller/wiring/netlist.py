"""What is connected with what: the parts of a table, and the nets between their pins. Pure data."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from controller.config import BRIDGE, DisplayConfig, ReaderConfig, TableConfig, is_header_port
from controller.screens.bus import driver_of, lines_of
from controller.wiring.header import (
    GROUND,
    PLACE_OF,
    POWER,
    RXD,
    SUPPLY_OF,
    TXD,
    V5,
    V33,
)
from controller.wiring.power import OUTPUTS, Budget, budget
from controller.words.lights import STATUS_NAMES, panel_names, seats_of, team_names
from firmware_bridge import READERS

PI: Final = "Pi"
OUTPUT_PINS: Final = (15, 1, 2, 3, 4, 5, 6, 7)
"""Of a 74HC595: QA to QH, which are the bits 0 to 7 of its byte."""
SER, SRCLK, RCLK, OE, SRCLR, QH_NEXT, VCC, GND_PIN = 14, 11, 12, 13, 10, 9, 16, 8
"""Its other pins; QH' hands on to the next chip."""
DATA, CLOCK, LATCH, ENABLE = "DATA", "CLOCK", "LATCH", "ENABLE"


@dataclass(frozen=True, slots=True, order=True)
class End:
    """A pin of a part, by its number on a chip or on the header, else by its name."""

    part: str
    pin: str


@dataclass(frozen=True, slots=True)
class Net:
    """Pins that are connected with each other."""

    name: str
    ends: tuple[End, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """One register: its name, and its lights from QA to QH ("" where there is none)."""

    name: str
    lights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The chips of one byte group: the status, or a panel."""

    title: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Wiring:
    """A table's wiring. `groups` are in the order of the chain; empty where the Pi drives none.

    `source` is what the chain hangs on: the Pi or the bridge.
    """

    config: TableConfig
    budget: Budget
    groups: tuple[Group, ...]
    nets: tuple[Net, ...]
    source: str = PI

    @property
    def chips(self) -> tuple[Chip, ...]:
        """All chips in the order of the chain."""
        return tuple(chip for group in self.groups for chip in group.chips)

    def header(self) -> dict[int, str]:
        """The places of the header that are used, and by which net."""
        return {int(end.pin): net.name for net in self.nets for end in net.ends if end.part == PI}


def wiring_of(config: TableConfig, supply: str | None = None) -> Wiring:
    """The wiring of a table; `supply` is that of its lights, left out it is computed."""
    groups = tuple(_groups(config)) if config.lights != "none" else ()
    lights = sum(bool(name) for group in groups for chip in group.chips for name in chip.lights)
    its = budget(lights, supply)
    source = BRIDGE if config.lights == BRIDGE else PI
    nets = [*_chain(config, groups, source), *_leds(groups), *_others(config)]
    nets += _power(config, groups, its, source)
    return Wiring(config, its, groups, tuple(nets), source)


def _groups(config: TableConfig) -> Iterator[Group]:
    yield Group("status", (Chip("status", STATUS_NAMES),))
    for panel, team in enumerate(team_names(config.seating)):
        names = panel_names(seats_of(config.seating, panel))
        chips = tuple(
            Chip(f"panel {panel + 1} chip {at // OUTPUTS + 1}", names[at : at + OUTPUTS])
            for at in range(0, len(names), OUTPUTS)
        )
        yield Group(f"panel {panel + 1}: {team}", chips)


def _chain(config: TableConfig, groups: tuple[Group, ...], source: str) -> Iterator[Net]:
    chips = [chip.name for group in groups for chip in group.chips]
    if not chips:
        return
    pins = config.pins
    begin = {
        name: End(PI, str(PLACE_OF[pin])) if source == PI else End(BRIDGE, name)
        for name, pin in (
            (DATA, pins.data),
            (CLOCK, pins.clock),
            (LATCH, pins.latch),
            (ENABLE, pins.enable),
        )
    }
    yield Net(DATA, (begin[DATA], End(chips[0], str(SER))))
    for name, pin in ((CLOCK, SRCLK), (LATCH, RCLK)):
        yield Net(name, (begin[name], *(End(chip, str(pin)) for chip in chips)))
    pull_up = End(pull_up_name(), "2")
    yield Net(ENABLE, (begin[ENABLE], *(End(chip, str(OE)) for chip in chips), pull_up))
    for chip, following in itertools.pairwise(chips):
        ends = (End(chip, str(QH_NEXT)), End(following, str(SER)))
        yield Net(f"{chip} to {following}", ends)


def pull_up_name() -> str:
    """The resistor that keeps the lights dark while nobody drives the enable line."""
    return "pull-up 10k"


def _leds(groups: tuple[Group, ...]) -> Iterator[Net]:
    for chip in (chip for group in groups for chip in group.chips):
        for pin, light in zip(OUTPUT_PINS, chip.lights, strict=True):
            if light:
                ends = (End(chip.name, str(pin)), End(f"{chip.name} {light}", "+"))
                yield Net(f"{chip.name} {light}", ends)


def is_on_header(reader: ReaderConfig) -> bool:
    """Whether a reader has the serial port of the header for itself."""
    return reader.number is None and is_header_port(reader.port)


def is_bridge_on_header(config: TableConfig) -> bool:
    """Whether the bridge talks through the serial port of the header."""
    return config.bridge is not None and is_header_port(config.bridge.port)


def reader_name(config: TableConfig, number: int) -> str:
    """What a reader is called in the drawing."""
    reader = config.readers[number]
    mine = [each for each in config.readers[: number + 1] if each.seat == reader.seat]
    again = f" ({len(mine)})" if len(mine) > 1 else ""
    return f"reader of {config.seating.names[reader.seat]}{again}"


def _others(config: TableConfig) -> Iterator[Net]:
    for number, reader in enumerate(config.readers):
        if is_on_header(reader):
            name = reader_name(config, number)
            yield Net(f"{name} TX", (End(PI, str(PLACE_OF[RXD])), End(name, "TX")))
            if READERS[reader.protocol].asked:
                yield Net(f"{name} RX", (End(PI, str(PLACE_OF[TXD])), End(name, "RX")))
    if is_bridge_on_header(config):
        yield Net(f"{BRIDGE} TX", (End(PI, str(PLACE_OF[RXD])), End(BRIDGE, "TX")))
        yield Net(f"{BRIDGE} RX", (End(PI, str(PLACE_OF[TXD])), End(BRIDGE, "RX")))
    for button in config.buttons:
        if button.pin is not None:
            name = f"{config.seating.names[button.seat]} {button.call}"
            yield Net(name, (End(PI, str(PLACE_OF[button.pin])), End(f"button {name}", "1")))
    if config.buzzer is not None:
        yield Net("BUZZER", (End(PI, str(PLACE_OF[config.buzzer])), End("buzzer", "base")))
    yield from _display_nets(config)


def _display_nets(config: TableConfig) -> Iterator[Net]:
    """The lines of the displays, once each, whatever hangs on them."""
    names: dict[tuple[str, int], list[str]] = {}
    for name, display in displays(config):
        for place in lines_of(display).items():
            names.setdefault(place, []).append(name)
    for (line, pin), its in names.items():
        yield Net(line, (End(PI, str(PLACE_OF[pin])), *(End(name, line) for name in its)))


def displays(config: TableConfig) -> list[tuple[str, DisplayConfig]]:
    """The displays and what they are called in the drawing."""
    return [
        (f"display {number} ({driver_of(display)})", display)
        for number, display in enumerate(config.displays, start=1)
    ]


def _power(
    config: TableConfig, groups: tuple[Group, ...], its: Budget, source: str
) -> Iterator[Net]:
    chips = [chip for group in groups for chip in group.chips]
    supplied: dict[str, list[End]] = {V33: [], V5: []}
    ground: list[End] = []
    for chip in chips:
        supplied[its.supply] += [End(chip.name, str(VCC)), End(chip.name, str(SRCLR))]
        ground.append(End(chip.name, str(GND_PIN)))
        ground += [End(f"{chip.name} {light}", "-") for light in chip.lights if light]
    if chips:
        supplied[its.supply].append(End(pull_up_name(), "1"))
    for number, reader in enumerate(config.readers):
        if is_on_header(reader):
            name = reader_name(config, number)
            supplied[SUPPLY_OF[READERS[reader.protocol].supply_v]].append(End(name, "supply"))
            ground.append(End(name, "GND"))
    for button in config.buttons:
        if button.pin is not None:
            ground.append(End(f"button {config.seating.names[button.seat]} {button.call}", "2"))
    if config.buzzer is not None:
        supplied[V5].append(End("buzzer", "+"))
        ground.append(End("buzzer", "emitter"))
    for name, display in displays(config):
        if lines_of(display):
            supplied[V33].append(End(name, "VCC"))
            ground.append(End(name, "GND"))
    if source != PI or is_bridge_on_header(config):
        ground.append(End(BRIDGE, "GND"))
    for supply, ends in supplied.items():
        if ends:
            yield Net(supply, (End(PI, str(POWER[supply][0])), *ends))
    if ground:
        yield Net(GROUND, (End(PI, str(POWER[GROUND][1])), *ground))
