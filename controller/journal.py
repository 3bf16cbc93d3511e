"""What a table writes down of a sitting."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from engine import Action, Code, Match, Phase
from firmware_bridge import HardwareFault


class JournalFault(HardwareFault, OSError):
    """The journal cannot be written: the disk is full, gone, or read-only."""


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

    `dealer` is the first dealer, None where a draw or the game's custom settles it.
    """

    game: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    hands: str
    dealer: str | None = None

    @classmethod
    def of(cls, match: Match) -> MatchHeader:
        """The header of a match in which nothing has happened yet."""
        names = match.seating.names
        options = {
            option.name: value
            for option in match.rules.options()
            if (value := getattr(match.rules, option.name)) is not None
        }
        first = None if match.phase is Phase.DRAW else names[match.deal.dealer]
        return cls(match.game.name, options, names, match.hands, first)

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

    def differences(self, other: MatchHeader) -> list[str]:
        """The keys of `table.toml` in which another header differs, but for the first dealer."""
        keys = [
            key for key in ("game", "seats", "hands") if getattr(self, key) != getattr(other, key)
        ]
        names = {**self.options, **other.options}
        options = [
            f"options.{name}"
            for name in names
            if _plain(self.options.get(name)) != _plain(other.options.get(name))
        ]
        return keys + (options if self.game == other.game else [])


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
