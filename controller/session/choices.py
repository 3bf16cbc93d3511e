"""What the director chooses for the next match: game, rules, and the names of the people.

Choices stand in the journal and count as configured until what they stand in place of changes in
`table.toml` itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from controller.config import TableConfig
from controller.journal.kept import KeptMatch, Kind
from controller.journal.writing import MatchHeader
from engine import Fault, Match, UnreadableError, find_game
from engine.phases import Phase

CHOOSE: Final = "choose"
"""The call, and how the journal's entry of a choice begins; alone it takes the choices back."""
LONGEST_NAME: Final = 30
_KEYS: Final = ("game", "rules", "options", "players")


@dataclass(frozen=True, slots=True)
class Choice:
    """One set of choices.

    `rules` is a preset of the game, or what `table.toml` calls its rules; `options` are changes to
    it; `players` names of people by the name of their seat. `over` is what `table.toml` said when
    this was chosen, as the header of a match has it.
    """

    game: str
    rules: str
    options: Mapping[str, Any] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    over: str = ""

    def to_json(self) -> str:
        """As the journal keeps it."""
        return json.dumps({name: getattr(self, name) for name in (*_KEYS, "over")})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """From the journal. Raises ValueError for what is no choice."""
        try:
            return cls(**json.loads(text))
        except TypeError as error:
            raise ValueError(f"no choice: {text!r}") from error

    def configured(self, config: TableConfig) -> TableConfig:
        """The configuration with this in its place. Raises `UnreadableError`."""
        game = find_game(self.game)
        if game is config.game and self.rules == config.rules_name:
            rules = config.rules
        else:
            rules = game.rules.preset(self.rules)
        seating = game.seating(config.seating.names)
        teams, panels = len(seating.teams), len(config.seating.teams)
        if teams > panels and config.lights != "none":
            expected = f"at most {panels}, as many as the table has score dice"
            raise UnreadableError("", [Fault("game", f"{teams} sides", expected)])
        return replace(
            config,
            game=game,
            rules=rules.with_options(self.options),
            seating=seating,
            rules_name=self.rules,
        )


class Choices:
    """A table's configuration, and what has been chosen on top of it for the next match."""

    def __init__(self, config: TableConfig, choice: Choice | None = None) -> None:
        self._plain = config
        self._over = fingerprint(config)
        self.choice = choice
        self.config = config if choice is None else choice.configured(config)

    @property
    def configured(self) -> Mapping[str, str]:
        """Game and rules as `table.toml` itself has them."""
        return {"game": self._plain.game.name, "rules": self._plain.rules_name}

    @property
    def players(self) -> Mapping[str, str]:
        """The names of the people from the next match on."""
        return {} if self.choice is None else self.choice.players

    def read(self, text: str) -> Choice | None:
        """A choice as the director's page words it; None for nothing: as `table.toml` has it.

        Raises `UnreadableError` with what is wrong with it.
        """
        if not text:
            return None
        found = _object(text)
        game = _text(found, "game", self.config.game.name)
        same = game == self.config.game.name
        usual = self.config.rules_name if same else next(iter(find_game(game).rules.PRESETS))
        choice = Choice(
            game=game,
            rules=_text(found, "rules", usual),
            options=_mapping(found, "options"),
            players=self._players(_mapping(found, "players")),
            over=self._over,
        )
        choice.configured(self._plain)
        return choice

    def take(self, choice: Choice | None) -> None:
        """Let a choice that was read count from now on."""
        self.choice = choice
        self.config = self._plain if choice is None else choice.configured(self._plain)

    def next_match(self, match: Match) -> Match:
        """The match after one that is over, as it is configured now."""
        before = MatchHeader.of(match.successor(), "")
        header = header_of(self.config)
        if not before.differences(replace(header, rules="")):
            return match.successor()
        same = match.game is self.config.game and match.seating == self.config.seating
        dealer = match.successor().deal.dealer if same else -1
        drawn = same and match.successor().phase is Phase.DRAW
        return self.first_match(dealer if same and not drawn else None)

    def first_match(self, dealer: int | None) -> Match:
        """A match as it is configured now, with its first dealer where one is told."""
        its = self.config
        return Match(its.game, its.rules, its.seating, dealer, its.hands)

    def _players(self, found: Mapping[str, Any]) -> dict[str, str]:
        seats = self._plain.seating.names
        players = {}
        for seat, name in found.items():
            if seat not in seats:
                raise _unfit("players", repr(seat), f"a seat: {' '.join(seats)}")
            if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
                raise _unfit(f"players.{seat}", repr(name), f"a name, {LONGEST_NAME} letters long")
            if name.strip():
                players[seat] = name.strip()
        return players


def header_of(config: TableConfig) -> MatchHeader:
    """The header of a match that is begun as it is configured."""
    match = Match(config.game, config.rules, config.seating, config.dealer, config.hands)
    return MatchHeader.of(match, config.rules_name)


def fingerprint(config: TableConfig) -> str:
    """What choices stand in place of, as a text; the first dealer does not matter."""
    return replace(header_of(config), dealer=None).to_json()


def choice_in(matches: Iterable[KeptMatch], config: TableConfig) -> tuple[Choice | None, bool]:
    """The last choice in some matches of a journal, if it still counts; whether one has lapsed.

    Raises ValueError for an entry that is no choice.
    """
    entries = (
        entry.what.partition(" ")[2]
        for match in reversed(list(matches))
        for entry in reversed(match.entries)
        if entry.kind is Kind.TABLE and entry.what.split(" ")[0] == CHOOSE
    )
    last = next(entries, "")
    if not last:
        return None, False
    choice = Choice.from_json(last)
    counts = choice.over == fingerprint(config)
    return (choice if counts else None), not counts


def _object(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise _unfit("", repr(text[:40]), "a JSON object") from error
    if not isinstance(found, dict) or not set(found) <= set(_KEYS):
        raise _unfit("", repr(text[:40]), f"a JSON object with {', '.join(_KEYS)}")
    return found


def _text(found: Mapping[str, Any], key: str, usual: str) -> str:
    value = found.get(key, usual)
    if not isinstance(value, str):
        raise _unfit(key, repr(value), "a text")
    return value


def _mapping(found: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = found.get(key, {})
    if not isinstance(value, dict):
        raise _unfit(key, repr(value), "an object")
    return value


def _unfit(where: str, found: str, expected: str) -> UnreadableError:
    return UnreadableError("", [Fault(where, found, expected)])
