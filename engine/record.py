"""The record: one match as a text that a person can read, write and mail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.errors import Fault, UnreadableError
from engine.game import Game
from engine.games import find_game
from engine.match import HANDS, SCANNED, Match
from engine.options import RuleSet, parse_option
from engine.rule_names import RuleFileReader, find_rules
from engine.seating import Seating

VERSION: Final = "1"
NAMES: Final = ("record", "game", "rules", "option", "seats", "dealer", "hands")
_HEADER_LINE: Final = re.compile(r"(?P<name>[^\s:]+)\s*:(?:\s+(?P<value>.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Line:
    """One action line: its number in the file, from 1, and its words."""

    number: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record that has been read: what is to be played, and the action lines."""

    game: Game
    rules: RuleSet
    seating: Seating
    dealer: int | None
    hands: str
    lines: tuple[Line, ...]

    def match(self) -> Match:
        """A new match as the header has it."""
        return Match(self.game, self.rules, self.seating, self.dealer, self.hands)


@dataclass(slots=True)
class _Header:
    """Header lines as they were found: value and line number by name."""

    values: dict[str, tuple[str, int]] = field(default_factory=dict)
    options: list[tuple[str, int]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def add(self, name: str, value: str, number: int) -> None:
        if name.startswith("x-"):
            return
        if name == "option":
            self.options.append((value, number))
        elif name not in NAMES:
            expected = f"one of {', '.join(NAMES)}, or a name beginning x-"
            self.fault(number, repr(name), expected)
        elif name in self.values:
            self.fault(
                number, f"{name} a second time", f"{name} once, as in line {self.line(name)}"
            )
        else:
            self.values[name] = (value, number)

    def fault(self, number: int, found: str, expected: str) -> None:
        self.faults.append(Fault(f"line {number}" if number else "", found, expected))

    def get(self, name: str) -> str | None:
        return self.values[name][0] if name in self.values else None

    def line(self, name: str) -> int:
        return self.values[name][1] if name in self.values else 0

    def take_over(self, error: UnreadableError, number: int) -> None:
        """Keep the faults of an error, placed in a line of this header."""
        for fault in error.faults:
            source = f"{error.source}: " if error.source else ""
            where = f"{source}{fault.where}" if fault.where else source.rstrip(": ")
            place = f"line {number}: {where}" if where else f"line {number}"
            self.faults.append(Fault(place, fault.found, fault.expected))


def read_record(text: str, source: str, read_rules: RuleFileReader) -> Record:
    """Read a record.

    `source` names it in messages; `read_rules` fetches a rule-set file by the path that stands in
    the header. Raises `UnreadableError` with every fault of the header; a line after the header
    that is no action is not a fault here but a ruling when it is refereed.
    """
    header, lines = _split(text)
    record = _build(header, lines, read_rules)
    if record is None or header.faults:
        raise UnreadableError(source, header.faults)
    return record


def _split(text: str) -> tuple[_Header, list[Line]]:
    header = _Header()
    lines: list[Line] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        bare = raw.split("#", 1)[0].strip()
        if not bare:
            continue
        found = _HEADER_LINE.fullmatch(bare) if not lines else None
        if found is None:
            lines.append(Line(number, tuple(bare.split())))
        else:
            header.add(found["name"], (found["value"] or "").strip(), number)
    return header, lines


def _build(header: _Header, lines: list[Line], read_rules: RuleFileReader) -> Record | None:
    version = header.get("record")
    if version is None:
        header.fault(0, "no header line record", f"record: {VERSION}")
    elif version != VERSION:
        header.fault(header.line("record"), f"record: {version}", f"record: {VERSION}")
    hands = header.get("hands")
    hands = SCANNED if hands is None else hands
    if hands not in HANDS:
        header.fault(header.line("hands"), f"hands: {hands}", " or ".join(HANDS))
    game = _game(header)
    if game is None:
        return None
    seating = _seating(header, game)
    dealer = None if seating is None else _dealer(header, seating)
    rules = _rules(header, game, read_rules)
    if seating is None or rules is None:
        return None
    return Record(game, rules, seating, dealer, hands, tuple(lines))


def _game(header: _Header) -> Game | None:
    name = header.get("game")
    if name is None:
        header.fault(0, "no header line game", "game: and the name of a game")
        return None
    try:
        return find_game(name)
    except UnreadableError as error:
        header.take_over(error, header.line("game"))
        return None


def _seating(header: _Header, game: Game) -> Seating | None:
    names = header.get("seats")
    try:
        return game.seating(None if names is None else names.split())
    except UnreadableError as error:
        header.take_over(error, header.line("seats"))
        return None


def _dealer(header: _Header, seating: Seating) -> int | None:
    name = header.get("dealer")
    if name is None:
        return None
    try:
        return seating.seat(name)
    except UnreadableError as error:
        header.take_over(error, header.line("dealer"))
        return None


def _rules(header: _Header, game: Game, read_rules: RuleFileReader) -> RuleSet | None:
    rules = _base_rules(header, game, read_rules)
    changes: dict[str, object] = {}
    for text, number in header.options:
        try:
            name, value = parse_option(text)
            if name in changes:
                header.fault(number, f"option {name} a second time", "each option once")
            changes[name] = value
            game.rules.check_option(name, value)
        except UnreadableError as error:
            header.take_over(error, number)
    if rules is None or header.faults:
        return None
    try:
        return rules.with_options(changes)
    except UnreadableError as error:
        header.take_over(error, header.options[-1][1] if header.options else header.line("rules"))
        return None


def _base_rules(header: _Header, game: Game, read_rules: RuleFileReader) -> RuleSet | None:
    try:
        return find_rules(header.get("rules"), game, read_rules)
    except UnreadableError as error:
        header.take_over(error, header.line("rules"))
        return None


def write_record(
    match: Match, *, preset: str | None = None, dealer: int | None = None
) -> Iterator[str]:
    """The lines of a record of the actions of a match that stand.

    All options are written out on top of the game's default (or of `preset`), so that the record
    replays the same wherever it is read; `dealer` is the dealer of the first deal.
    """
    seating = match.seating
    yield f"record: {VERSION}"
    yield f"game: {match.game.name}"
    if preset is not None:
        yield f"rules: {preset}"
    for change in match.rules.changes_from(match.game.rules.preset(preset)):
        yield f"option: {change}"
    yield f"seats: {' '.join(seating.names)}"
    if dealer is not None:
        yield f"dealer: {seating.names[dealer]}"
    yield f"hands: {match.hands}"
    yield ""
    for action in match.actions():
        yield f"{seating.name(action.seat)} {action.text()}"
