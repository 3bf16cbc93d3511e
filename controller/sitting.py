"""Opening a sitting: going on with the match a journal holds, or beginning one."""

from __future__ import annotations

from collections.abc import Sequence

from controller.config import TableConfig
from controller.journal import Journal, MatchHeader
from controller.journal_file import JournalFile
from controller.kept import KeptMatch
from controller.session import Session
from engine import Fault, Match, UnreadableError

Winners = tuple[int, ...]


def begin_sitting(config: TableConfig, journal: Journal, at: float) -> Session:
    """A sitting that begins with a new match; `at` is the moment, in seconds."""
    match = Match(config.game, config.rules, config.seating, config.dealer, config.hands)
    journal.begin(MatchHeader.of(match))
    return Session(match, config.deck, journal, wait=config.wait, at=at)


def open_sitting(
    config: TableConfig, journal: JournalFile, at: float, *, new: bool, new_sitting: bool
) -> Session:
    """The sitting that a journal holds, or a new one.

    The last match goes on exactly where it stood unless it was closed, or is over and the table has
    changed since. With `new` it is closed unfinished and a new one begins; with `new_sitting` the
    tally begins at zero. Raises `UnreadableError` when the table no longer is that of an open
    match, naming the keys, and when the journal does not fit the rules.
    """
    if new_sitting:
        journal.new_sitting()
    kept = journal.matches()
    last = kept[-1] if kept and not kept[-1].closed else None
    won = _won(kept[:-1] if last is not None else kept, config, journal)
    if last is None:
        return _begin(config, journal, at, won)
    changed = last.header.differences(_header(config))
    match = _replay(last, journal)
    if new or (changed and match.winner is not None):
        journal.go_on(last)
        if match.winner is None:
            journal.close_match()
        else:
            won += _won([last], config, journal)
        return _begin(config, journal, at, won)
    if changed:
        raise _changed(changed, last, journal)
    journal.go_on(last)
    session = Session(match, config.deck, journal, wait=config.wait, at=at)
    session.restore(last, won, at)
    return session


def _begin(config: TableConfig, journal: JournalFile, at: float, won: Sequence[Winners]) -> Session:
    session = begin_sitting(config, journal, at)
    session.count(won)
    return session


def _header(config: TableConfig) -> MatchHeader:
    match = Match(config.game, config.rules, config.seating, config.dealer, config.hands)
    return MatchHeader.of(match)


def _won(kept: Sequence[KeptMatch], config: TableConfig, journal: JournalFile) -> list[Winners]:
    """Who won the matches of this sitting, as teams of this table."""
    names = config.seating.teams
    counted_from = journal.counted_from()
    found = []
    for each in kept:
        if each.last_entry <= counted_from:
            continue
        match = _replay(each, journal)
        teams = [match.seating.teams[team] for team in match.winner or ()]
        if teams and set(match.seating.teams) == set(names):
            found.append(tuple(names.index(team) for team in teams))
    return found


def _replay(kept: KeptMatch, journal: JournalFile) -> Match:
    try:
        return kept.replay()
    except ValueError as error:
        found = f"match {kept.number} that does not replay ({error})"
        expected = "matches that this version of the rules has refereed"
        raise UnreadableError(str(journal.path), [Fault("", found, expected)]) from error


def _changed(keys: Sequence[str], last: KeptMatch, journal: JournalFile) -> UnreadableError:
    expected = (
        f"what match {last.number}, still open in {journal.path.name}, was begun with; "
        "--new closes it unfinished and begins a new one"
    )
    return UnreadableError("table.toml", [Fault(key, "another value", expected) for key in keys])
