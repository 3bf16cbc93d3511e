"""What a table writes down of a sitting."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

from engine import Action, Code, Match, Phase
from firmware_bridge import HardwareFault


class JournalFault(HardwareFault, OSError):
    """The journal cannot be written: the disk is full, gone, or read-only."""


CLOSED: Final = "closed"
"""The call of an entry by which a match is closed unfinished."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table.

    `at` is the table's clock in seconds, `seat` the number of the seat whose reader it came from
    (-1 for the director's line) and `tag` what was tapped (None where nothing was), `action` the
    action put to the referee, or None for a `call` that only the table knows. `ruling` is set when
    it was refused.
    """

    at: float
    seat: int
    tag: str | None
    action: Action | None
    ruling: Code | None = None
    call: str | None = None


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """What a match was begun with: all its options, as TOML has them, whatever preset they are of.

    `dealer` is the first dealer, None where a draw or the game's custom settles it. `rules` is what
    `table.toml` calls the rules, "" when that is not known.
    """

    game: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    hands: str
    dealer: str | None = None
    rules: str = ""

    @classmethod
    def of(cls, match: Match, rules: str = "") -> MatchHeader:
        """The header of a match in which nothing has happened yet."""
        names = match.seating.names
        options = {
            option.name: value
            for option in match.rules.options()
            if (value := getattr(match.rules, option.name)) is not None
        }
        first = None if match.phase is Phase.DRAW else names[match.deal.dealer]
        return cls(match.game.name, options, names, match.hands, first, rules)

    def to_json(self) -> str:
        """The header as a text."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> MatchHeader:
        """The header in a text. Raises ValueError when it is none."""
        try:
            found = json.loads(text)
            return cls(**{**found, "seats": tuple(found["seats"])})
        except (TypeError, KeyError) as error:
            raise ValueError(f"no header of a match: {text!r}") from error

    def differences(self, other: MatchHeader) -> list[tuple[str, Any, Any]]:
        """The keys of `table.toml` in which another header differs, with both values.

        The first dealer does not matter, nor do other `rules` that come to the same.
        """
        pairs = [(key, getattr(self, key), getattr(other, key)) for key in _KEYS]
        if self.game == other.game:
            names = {**self.options, **other.options}
            pairs += [(f"options.{n}", self.options.get(n), other.options.get(n)) for n in names]
        found = [(key, mine, its) for key, mine, its in pairs if _plain(mine) != _plain(its)]
        if self.rules and any(key.startswith(("game", "options")) for key, *_ in found):
            return found
        return [each for each in found if each[0] != "rules"]


_KEYS: Final = ("game", "rules", "seats", "hands")


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


class Journal(Protocol):
    """Where entries go. Writing comes before the lights change."""

    def begin(self, header: MatchHeader, *entries: Entry) -> None:
        """A new match begins, with its first entries; entries belong to it from now on."""

    def write(self, *entries: Entry) -> None:
        """Keep entries, all or none; when this returns, they are kept. Raises `JournalFault`."""


class MemoryJournal:
    """A journal that lasts as long as the program."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def begin(self, header: MatchHeader, *entries: Entry) -> None:
        """Keep the entries; nothing has to be kept of the header."""
        self.entries.extend(entries)

    def write(self, *entries: Entry) -> None:
        """Keep entries."""
        self.entries.extend(entries)
