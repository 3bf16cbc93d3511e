"""Matches as a journal has kept them, and how they are played again."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from controller.journal.writing import MatchHeader
from engine import Action, Fault, Match, RuleSet, Ruling, UnreadableError, find_game, parse_action


class Kind(StrEnum):
    """What an entry of a journal is."""

    ACTION = "action"
    """An action that was accepted."""
    REFUSED = "refused"
    """An action or a call that was refused."""
    TABLE = "table"
    """A call that only the table knows: `deal`, or a tag that is in no deck."""
    CLOSED = "closed"
    """The match was closed unfinished."""


_RULES: Final[dict[str, RuleSet]] = {}
"""Rule sets made before: an evening's matches have the same one, and making it checks a lot."""


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """An entry as it was kept: its number, the time of day in seconds, who, what, the ruling."""

    number: int
    at: float
    seat: str | None
    tag: str | None
    kind: Kind
    what: str
    ruling: str | None


@dataclass(slots=True)
class KeptMatch:
    """A match as it was kept: its number, when it began, its header, and all entries in order."""

    number: int
    began: float
    header: MatchHeader
    entries: list[KeptEntry] = field(default_factory=list)

    @property
    def closed(self) -> bool:
        """Whether it was closed unfinished."""
        return any(entry.kind is Kind.CLOSED for entry in self.entries)

    @property
    def settled(self) -> int:
        """The number of the last accepted action, which ended it if it is over; 0 without any."""
        return max((its.number for its in self.entries if its.kind is Kind.ACTION), default=0)

    def begin(self) -> Match:
        """The match as it began. Raises ValueError when its header cannot be played any more."""
        header = self.header
        game = find_game(header.game)
        rules = _rules(header)
        seating = game.seating(header.seats)
        dealer = None if header.dealer is None else seating.seat(header.dealer)
        return Match(game, rules, seating, dealer, header.hands)

    def action(self, entry: KeptEntry, match: Match) -> Action:
        """The action of an entry. Raises ValueError when it cannot be read."""
        return parse_action(entry.what.split(), match.seating, match.game.grammar)

    def replay(self) -> Match:
        """The match as it stood after the last entry.

        Raises ValueError when the journal does not fit the rules: it was written by another
        version of them.
        """
        match = self.begin()
        for entry in self.entries:
            if entry.kind is Kind.ACTION:
                try:
                    match.apply(self.action(entry, match))
                except (Ruling, UnreadableError) as error:
                    raise misfit(entry) from error
        return match


def _rules(header: MatchHeader) -> RuleSet:
    said = f"{header.game} {header.options!r}"
    rules = _RULES.get(said)
    if rules is None:
        rules = find_game(header.game).rules.preset().with_options(header.options)
        _RULES[said] = rules
    return rules


def replayed(kept: KeptMatch, journal: Path) -> Match:
    """A match of a journal as it stood after the last entry. Raises `UnreadableError`."""
    try:
        return kept.replay()
    except ValueError as error:
        raise unfit(kept, journal, error) from error


def unfit(kept: KeptMatch, journal: Path, error: ValueError) -> UnreadableError:
    """That a match of a journal does not fit the rules."""
    found = f"match {kept.number} that does not replay ({error})"
    expected = "a match that this version of the rules has refereed"
    return UnreadableError(str(journal), [Fault("", found, expected)])


def misfit(entry: KeptEntry) -> ValueError:
    """That the rules do not take an entry; it goes by its number, for it may name a hidden card."""
    return ValueError(f"entry {entry.number} is not accepted")
