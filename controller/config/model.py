"""What a table is made of, as plain checked data."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from controller.deck import Deck, Meaning
from display.device_kinds import DeviceSettings
from engine import Phase, RuleSet, Seating
from engine.game import Game
from firmware_bridge import ChainPins

BRIDGE: Final = "bridge"
"""The word for what hangs on the bridge: a reader's protocol, a light driver, a button's place."""


@dataclass(frozen=True, slots=True)
class ReaderConfig:
    """One card reader: whose it is, where it is, how it talks, and in which phases it counts.

    `phases` empty = in all phases. `number` is the reader's number on the bridge, 0 or more, where
    the protocol is `bridge`; its port is then that of the bridge.
    """

    seat: int
    port: str
    protocol: str
    phases: frozenset[Phase] = frozenset()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class ButtonConfig:
    """One push button: whose it is, what it calls, and where it is.

    `pin` is a BCM number; on the bridge it is None and `number` is the button's number there.
    """

    seat: int
    call: Meaning
    pin: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class BridgeConfig:
    """The microcontroller that readers, buttons and lights may hang on."""

    port: str


@dataclass(frozen=True, slots=True)
class DisplayConfig:
    """One picture display: its device, and what it shows (`panel`, `screen` or `team NS`).

    `team` is the number of the team, where it shows one team's lights. It is set up anew every
    `refresh_s` seconds (0 = never) and gets at most `max_fps` pictures in a second.
    """

    device: DeviceSettings
    shows: str
    refresh_s: int
    max_fps: int
    team: int | None = None


@dataclass(frozen=True, slots=True)
class WebConfig:
    """Where the pages are served, and what the director's PIN is checked against.

    Without `pin_hash` there is no director's page.
    """

    host: str = "127.0.0.1"
    port: int = 8029
    pin_hash: str | None = None


@dataclass(frozen=True, slots=True)
class TableConfig:
    """Everything that `table.toml` says, checked.

    `rules_name` is the preset or the rule-set file that `rules` goes out from. `buzzer` is a BCM
    number. `bridge` and `web` are None where there is none.
    """

    game: Game
    rules: RuleSet
    seating: Seating
    dealer: int | None
    hands: str
    deck: Deck
    readers: tuple[ReaderConfig, ...]
    journal: Path
    language: str = "en"
    gone_s: float = 0.4
    wait: bool = True
    lights: str = "none"
    pins: ChainPins = field(default_factory=ChainPins)
    buzzer: int | None = None
    buttons: tuple[ButtonConfig, ...] = ()
    bridge: BridgeConfig | None = None
    displays: tuple[DisplayConfig, ...] = ()
    web: WebConfig | None = None
    rules_name: str = ""
    deck_path: Path = Path("deck.csv")
