"""A journal with many actions, such as an evening's or a week's, written by random players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from bench.playout import thrown
from controller.journal.file import JournalFile
from controller.journal.writing import Entry, MatchHeader
from engine import Action, Match, Verb
from engine.players import deal_cards

_AT_ONCE: Final = 500
_TAG: Final = "0011223344"


def write_journal(path: Path, match: Match, actions: int, seed: int = 29) -> None:
    """Write matches one after another, beginning with this one, until there are so many actions."""
    rng = Random(seed)
    with JournalFile(path) as journal:
        left = actions
        while left:
            journal.begin(MatchHeader.of(match))
            left -= _write_match(journal, match, left, rng)
            match = match.successor()


def _write_match(journal: JournalFile, match: Match, most: int, rng: Random) -> int:
    entries: list[Entry] = []
    for count, action in enumerate(_played(match, rng), 1):
        entries.append(Entry(0.0, action.seat, _TAG, action))
        if count == most:
            break
    for start in range(0, len(entries), _AT_ONCE):
        journal.write(*entries[start : start + _AT_ONCE])
    return len(entries)


def _played(match: Match, rng: Random) -> Iterator[Action]:
    """Every action of a match by random players, after it was accepted."""
    while match.winner is None:
        for action in next_actions(match, rng):
            outcome = match.apply(action)
            yield action
            if outcome.deal is not None:
                break


def next_actions(match: Match, rng: Random) -> list[Action]:
    """The cards of a stage of the deal, or something that a seat may do; of an open match."""
    if match.wants():
        return deal_cards(rng, match.deal.pack, match.deal.seen, match.wants())
    action = rng.choice([action for actions in match.legal().values() for action in actions])
    return [thrown(match, action, rng.random) if action.verb is Verb.THROW else action]
