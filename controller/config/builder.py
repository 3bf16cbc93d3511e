"""Puts the sections of a `table.toml` together; reads `[table]` and `[options]` itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.config.bridge import read_bridge
from controller.config.buttons import read_buttons
from controller.config.displays import read_displays
from controller.config.lights import read_lights
from controller.config.model import TableConfig
from controller.config.pins import PinBook
from controller.config.ports import PortBook
from controller.config.readers import ReaderPart
from controller.config.web import read_web
from controller.deck import Deck, read_deck
from controller.files import read_text, rules_beside
from controller.messages import LANGUAGES
from controller.toml_reader import Reader
from engine import GAMES, Fault, RuleSet, Seating, UnreadableError, find_game
from engine.game import Game
from engine.match import HANDS, UNSEEN
from engine.options import load_toml
from engine.rule_names import find_rules


def read_config(path: Path, *, with_deck: bool = True) -> TableConfig:
    """Read a `table.toml`. Raises `UnreadableError` with every fault in it.

    Without its deck: whatever is or is not in that file, the table's deck is then empty.
    """
    return parse_config(read_text(path), path, with_deck=with_deck)


def parse_config(text: str, path: Path, *, with_deck: bool = True) -> TableConfig:
    """Read the text of a `table.toml`; paths in it are relative to `path`. Raises as above."""
    return _Builder(path, load_toml(text, path.name), with_deck=with_deck).build()


class _Builder:
    """Reads section after section and gathers the faults."""

    def __init__(self, path: Path, tables: Mapping[str, Any], *, with_deck: bool) -> None:
        self.path = path
        self.with_deck = with_deck
        self.top = Reader("", tables, path.name)
        self.faults = self.top.faults

    def build(self) -> TableConfig:
        """The configuration. Raises `UnreadableError` when anything was wrong."""
        table = self.top.table("table", required=True)
        options = self.top.table("options")
        lights, buttons = self.top.table("lights"), self.top.table("buttons")
        readers, web = self.top.tables("reader"), self.top.table("web")
        displays = self.top.tables("display")
        pins = PinBook()
        ports = PortBook(self.path.parent, pins)
        bridge = read_bridge(self.top, ports)
        self.top.close()

        game = self._game(table)
        seating = self._seating(table, game)
        rules = self._rules(table, options, game)
        deck_name = table.text("deck", "deck.csv")
        deck = self._deck(table, deck_name) if self.with_deck else Deck()
        dealer = self._dealer(table, seating)
        hands = self._hands(table)
        language = table.choice("language", LANGUAGES, "en")
        gone_ms = table.whole("gone_ms", 400, 1, 60_000)
        wait = table.flag("wait", True)
        journal = self._journal(table)
        table.close()
        its_readers = ReaderPart(seating, ports, bridge).read(self.top, readers)
        its_lights = read_lights(lights, pins, bridge=bridge is not None)
        its_buttons = read_buttons(buttons, seating, pins, bridge=bridge is not None)
        its_displays = read_displays(displays, seating, pins)
        its_web = read_web(web)
        if self.faults or game is None or seating is None or rules is None or deck is None:
            raise UnreadableError("", self.faults)
        return TableConfig(
            game=game,
            rules=rules,
            seating=seating,
            dealer=dealer,
            hands=hands,
            deck=deck,
            deck_path=self.path.parent / deck_name,
            readers=its_readers,
            journal=journal,
            language=language,
            gone_s=gone_ms / 1000,
            wait=wait,
            lights=its_lights.driver,
            pins=its_lights.pins,
            buzzer=its_lights.buzzer,
            buttons=its_buttons,
            bridge=bridge,
            displays=its_displays,
            web=its_web,
            rules_name=self._rules_name(table, game),
        )

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

    def _deck(self, table: Reader, name: str) -> Deck | None:
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
