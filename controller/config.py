"""`table.toml`: what a table is made of.

Reading it finds all faults at once, those of the deck and of a rule-set file included.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.deck import Deck, read_deck
from controller.files import read_text, rules_beside
from controller.messages import LANGUAGES
from controller.toml_reader import Reader
from engine import GAMES, Fault, Phase, RuleSet, Seating, UnreadableError, find_game
from engine.game import Game
from engine.match import HANDS, UNSEEN
from engine.options import load_toml
from engine.record import find_rules
from firmware_bridge import LIGHTS, READERS, ChainPins

LIGHT_DRIVERS: Final = tuple(LIGHTS)
PROTOCOLS: Final = tuple(READERS)
HIGHEST_PIN: Final = 27
"""BCM numbers on the 40-pin header of a Raspberry Pi go from 0 to 27."""


@dataclass(frozen=True, slots=True)
class ReaderConfig:
    """One card reader: whose it is, where it is, how it talks, and in which phases it counts.

    `phases` empty = in all phases.
    """

    seat: int
    port: str
    protocol: str
    phases: frozenset[Phase] = frozenset()


@dataclass(frozen=True, slots=True)
class TableConfig:
    """Everything that `table.toml` says, checked.

    `rules_name` is the preset or the rule-set file that `rules` goes out from.
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
    rules_name: str = ""


def read_config(path: Path) -> TableConfig:
    """Read a `table.toml`. Raises `UnreadableError` with every fault in it."""
    return parse_config(read_text(path), path)


def parse_config(text: str, path: Path) -> TableConfig:
    """Read the text of a `table.toml`; paths in it are relative to `path`. Raises as above."""
    return _Builder(path, load_toml(text, path.name)).build()


class _Builder:
    """Reads section after section and gathers the faults."""

    def __init__(self, path: Path, tables: Mapping[str, Any]) -> None:
        self.path = path
        self.top = Reader("", tables, path.name)
        self.faults = self.top.faults

    def build(self) -> TableConfig:
        """The configuration. Raises `UnreadableError` when anything was wrong."""
        table = self.top.table("table", required=True)
        options = self.top.table("options")
        lights = self.top.table("lights")
        readers = self.top.tables("reader")
        self._not_yet()
        self.top.close()

        game = self._game(table)
        seating = self._seating(table, game)
        rules = self._rules(table, options, game)
        deck = self._deck(table)
        dealer = self._dealer(table, seating)
        hands = self._hands(table)
        language = table.choice("language", LANGUAGES, "en")
        gone_ms = table.whole("gone_ms", 400, 1, 60_000)
        wait = table.flag("wait", True)
        journal = self._journal(table)
        table.close()
        its_readers = self._readers(readers, seating)
        driver, pins = self._lights(lights)
        if self.faults or game is None or seating is None or rules is None or deck is None:
            raise UnreadableError("", self.faults)
        return TableConfig(
            game=game,
            rules=rules,
            seating=seating,
            dealer=dealer,
            hands=hands,
            deck=deck,
            readers=its_readers,
            journal=journal,
            language=language,
            gone_s=gone_ms / 1000,
            wait=wait,
            lights=driver,
            pins=pins,
            rules_name=self._rules_name(table, game),
        )

    def _not_yet(self) -> None:
        """Refuse by name what the file format knows and this version does not do yet."""
        web = self.top.table("web")
        if web.flag("on", False):
            web.fault("on", "true", "false: this version has no score page yet")
        for key in ("host", "port", "pin_hash"):
            web.pass_over(key)
        web.close()
        for section in ("buttons", "bridge", "display"):
            if self.top.has(section):
                self.top.fault(section, f"a section {section}", "none: not in this version yet")

    def _game(self, table: Reader) -> Game | None:
        name = table.choice("game", tuple(GAMES), None)
        return find_game(name) if name in GAMES else None

    def _seating(self, table: Reader, game: Game | None) -> Seating | None:
        names = table.texts("seats")
        if game is None:
            return None
        try:
            return game.seating(names)
        except UnreadableError as error:
            table.take_over(error, "seats")
            return None

    def _dealer(self, table: Reader, seating: Seating | None) -> int | None:
        name = table.text("dealer", None)
        if name is None or seating is None:
            return None
        if name not in seating.names:
            table.fault("dealer", repr(name), f"a seat: {' '.join(seating.names)}")
            return None
        return seating.seat(name)

    def _hands(self, table: Reader) -> str:
        return table.choice("hands", HANDS, UNSEEN)

    def _journal(self, table: Reader) -> Path:
        name = table.text("journal", "journal.db")
        if "\0" in name:
            table.fault("journal", repr(name), "the name of a file")
        return self.path.parent / name

    def _rules(self, table: Reader, options: Reader, game: Game | None) -> RuleSet | None:
        name = table.text("rules", None)
        changes = options.everything()
        if game is None:
            return None
        rules = self._base_rules(table, game, name)
        if rules is None:
            # On top of what is not known: what the options say together cannot be judged.
            self._check_options(options, game, changes)
            return None
        try:
            return rules.with_options(changes)
        except UnreadableError as error:
            options.take_over(error, None)
            return None

    def _check_options(self, options: Reader, game: Game, changes: Mapping[str, Any]) -> None:
        for name, value in changes.items():
            try:
                game.rules.check_option(name, value)
            except UnreadableError as error:
                options.take_over(error, None)

    def _rules_name(self, table: Reader, game: Game) -> str:
        name = table.peek("rules")
        return name if isinstance(name, str) else next(iter(game.rules.PRESETS))

    def _base_rules(self, table: Reader, game: Game, name: str | None) -> RuleSet | None:
        try:
            return find_rules(name, game, rules_beside(self.path.parent))
        except UnreadableError as error:
            table.take_over(error, "rules")
            return None

    def _deck(self, table: Reader) -> Deck | None:
        name = table.text("deck", "deck.csv")
        path = self.path.parent / name
        try:
            return read_deck(path)
        except UnreadableError as error:
            for fault in error.faults:
                if fault.where:
                    where = f"{path.name}: {fault.where}"
                    self.faults.append(Fault(where, fault.found, fault.expected))
                else:
                    table.fault("deck", f"{name!r} ({fault.found})", fault.expected)
            return None

    def _readers(self, tables: list[Reader], seating: Seating | None) -> tuple[ReaderConfig, ...]:
        readers = [reader for reader in (self._reader(each, seating) for each in tables) if reader]
        self._ports_differ(tables)
        if seating is not None:
            seats = [each.peek("seat") for each in tables]
            for name in seating.names:
                if name not in seats:
                    expected = f'at least one [[reader]] with seat = "{name}"'
                    self.top.fault("reader", f"no reader for seat {name}", expected)
        return tuple(readers)

    def _reader(self, table: Reader, seating: Seating | None) -> ReaderConfig | None:
        names = seating.names if seating is not None else ()
        seat = table.choice("seat", names, None) if names else table.text("seat", "")
        port = table.required_text("port", "a serial port")
        protocol = table.choice("protocol", PROTOCOLS, None)
        phases = self._phases(table)
        table.close()
        if self.faults or seating is None:
            return None
        return ReaderConfig(seating.seat(seat), self._port(port), protocol, phases)

    def _phases(self, table: Reader) -> frozenset[Phase]:
        known = tuple(phase.value for phase in Phase if phase is not Phase.OVER)
        expected = f"phases out of {', '.join(known)}"
        phases = table.texts("phases")
        if phases == []:
            table.fault("phases", "[]", expected)
        for phase in phases or ():
            if phase not in known:
                table.fault("phases", repr(phase), expected)
        return frozenset(Phase(phase) for phase in phases or () if phase in known)

    def _port(self, port: str) -> str:
        return port if "://" in port else str(self.path.parent / port)

    def _ports_differ(self, tables: list[Reader]) -> None:
        first: dict[str, str] = {}
        for table in tables:
            port = table.peek("port")
            if not isinstance(port, str) or not port:
                continue
            same = os.path.normpath(self._port(port))
            if same in first:
                table.fault("port", repr(port), f"another port than {first[same]} has")
            first.setdefault(same, table.name)

    def _lights(self, table: Reader) -> tuple[str, ChainPins]:
        driver = table.choice("driver", LIGHT_DRIVERS, "none")
        if table.has("buzzer"):
            table.fault("buzzer", repr(table.peek("buzzer")), "none: not in this version yet")
            table.pass_over("buzzer")
        pins: dict[str, int] = {}
        for key, usual in asdict(ChainPins()).items():
            pins[key] = table.whole(key, usual, 0, HIGHEST_PIN)
        table.close()
        first: dict[int, str] = {}
        for key, pin in pins.items():
            if table.peek(key) not in (pin, None):
                continue  # not a pin at all: the usual one has taken its place
            if pin in first:
                table.fault(key, f"pin {pin}", f"another pin than lights.{first[pin]} has")
            first.setdefault(pin, key)
        return driver, (ChainPins() if self.faults else ChainPins(**pins))
