"""`chhakka check --live` itself: everything that can be looked at, then everything to be tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from controller.check import table_needs
from controller.config import TableConfig, read_config, wiring_of
from controller.deck import missing, read_deck
from controller.keyboard import listen_to_keyboard
from controller.listening import Event, Listening
from controller.live.bridge_trial import BridgeTrial
from controller.live.button_trial import button_trial
from controller.live.desk import Desk
from controller.live.finding import Finding, Level, fail, ok, warn
from controller.live.light_trial import light_trial
from controller.live.machine import Machine
from controller.live.pins import pin_findings
from controller.live.ports import port_findings
from controller.live.reader_trial import ReaderTrial
from controller.live.surroundings import (
    clock_findings,
    display_findings,
    journal_findings,
    machine_findings,
)
from controller.words.builder import count
from engine import UnreadableError
from firmware_bridge import BridgeEvent

FAILED: Final = 1
STOPPED: Final = 130
SECONDS: Final = 20.0
PACE_S: Final = 0.6
LONGEST_S: Final = 3600.0


def check_live(
    path: Path,
    say: Callable[[str], None],
    *,
    seconds: float = SECONDS,
    pace_s: float = PACE_S,
    machine: Machine | None = None,
) -> int:
    """Check the machine and the parts of a table; the value is the exit status.

    It is 0 when nothing failed, 1 when something did. `seconds` is how long a tag or a press is
    waited for, `pace_s` how long each light is lit. `say` prints a line. Raises `UnreadableError`
    for a table.toml that is none; its deck need not be there yet.
    """
    config = read_config(path, with_deck=False)
    seconds, pace_s = (max(0.0, min(LONGEST_S, each)) for each in (seconds, pace_s))
    config, deck = _with_deck(config)
    levels: Counter[Level] = Counter()

    def tell(findings: Iterable[Finding]) -> None:
        for finding in findings:
            levels[finding.level] += 1
            say(str(finding))

    try:
        tell(still_findings(machine or Machine.this(), config))
        tell(deck)
        tell(_trials(config, Desk(say), seconds, pace_s))
    except KeyboardInterrupt:
        say("Stopped.")
        return STOPPED
    say(_sum(levels))
    return FAILED if levels[Level.FAIL] else 0


def still_findings(machine: Machine, config: TableConfig) -> Iterator[Finding]:
    """All that can be found without touching a port, a pin or a light."""
    yield from machine_findings(machine)
    ports = {
        reader.port: f"reader of {config.seating.names[reader.seat]}"
        for reader in config.readers
        if reader.number is None
    }
    if config.bridge is not None:
        ports[config.bridge.port] = "bridge"
    for port, where in ports.items():
        yield from port_findings(machine, where, port)
    yield from pin_findings(machine, config)
    yield from display_findings(machine, config)
    yield from clock_findings(machine)
    yield from journal_findings(machine, config)


def _with_deck(config: TableConfig) -> tuple[TableConfig, list[Finding]]:
    name = config.deck_path.name
    try:
        config = replace(config, deck=read_deck(config.deck_path))
    except UnreadableError as error:
        return config, [fail(f"deck: {error.faults[0]}", f"make {name}: chhakka enroll")]
    buttons = {str(button.call) for button in config.buttons}
    lacking = missing(table_needs(config), config.deck, buttons)
    if lacking:
        return config, [warn(f"deck: {name} lacks {', '.join(lacking)}", "chhakka enroll")]
    return config, [ok(f"deck: {name} has all that is needed")]


def _trials(config: TableConfig, desk: Desk, seconds: float, pace_s: float) -> Iterator[Finding]:
    listen_to_keyboard(desk.events.put)
    trial = BridgeTrial()

    def hear(event: Event) -> None:
        if isinstance(event, BridgeEvent):
            trial.heard(event)
        desk.events.put(event)

    with Listening(
        config.readers,
        hear,
        desk.clock,
        bridge=config.bridge,
        wiring=wiring_of(config),
        unwired=desk.events.put,
    ) as listening:
        bridge = listening.bridge
        if bridge is not None:
            yield from trial.meet(bridge)
        yield from ReaderTrial(config, desk, seconds, listening).run()
        yield from light_trial(config, desk, pace_s, bridge)
        yield from button_trial(config, desk, seconds, lambda: trial.away)
        if bridge is not None:
            yield from trial.sum_up(bridge)


def _sum(levels: Counter[Level]) -> str:
    failed, warned = levels[Level.FAIL], levels[Level.WARN]
    if not failed and not warned:
        return "All is well."
    return f"{count(failed, 'thing')} to mend, {count(warned, 'thing')} to think about."
