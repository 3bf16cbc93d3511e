"""Opening a sitting: going on with the match a journal holds, or beginning one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.config import TableConfig
from controller.journal import Journal, MatchHeader
from controller.journal_file import JournalFile
from controller.kept import KeptMatch
from controller.messages import messages_for
from controller.session import Session
from controller.tally import tally_of
from engine import Fault, Match, UnreadableError
from engine.options import toml_value


def begin_sitting(config: TableConfig, journal: Journal, at: float) -> Session:
    """A sitting that begins with a new match; `at` is the moment, in seconds."""
    match = _new_match(config)
    journal.begin(MatchHeader.of(match, config.rules_name))
    return _session(match, config, journal, at)


def open_sitting(
    config: TableConfig, journal: JournalFile, at: float, *, new: bool, new_sitting: bool
) -> Session:
    """The sitting that a journal holds, or a new one.

    The last match goes on exactly where it stood unless it was closed, or is over and the table has
    changed since. With `new` it is closed unfinished and a new one begins; with `new_sitting` the
    tally begins at zero. Raises `UnreadableError`, with nothing written, when the table no longer
    is that of an open match, naming the keys, and when the journal does not fit the rules.
    """
    found = journal.take()
    kept = found.matches
    began = max((its.settled for its in kept), default=0) if new_sitting else found.began
    last = kept[-1] if kept and not kept[-1].closed else None
    session = _restored(last, config, journal, at, began) if last else None
    is_open = session is not None and session.match.winner is None
    changed = last.header.differences(_header(config)) if last else []
    if last and changed and is_open and not new:
        raise _changed(changed, last, journal)
    if new or changed:
        session = None
    before = [its for its in kept if its.settled > began and not (session and its is last)]
    tally = tally_of(_replay(its, journal) for its in before)

    if last:
        journal.go_on(last)
    if new_sitting:
        journal.new_sitting()
    if session is None:
        if is_open:
            journal.close_match()
        session = begin_sitting(config, journal, at)
    session.count(tally)
    return session


def _restored(
    kept: KeptMatch, config: TableConfig, journal: JournalFile, at: float, began: int
) -> Session:
    try:
        session = _session(kept.begin(), config, journal, at)
        session.restore(kept, at, counts=kept.settled > began)
    except ValueError as error:
        raise _misfit(kept, error, journal) from error
    return session


def _session(match: Match, config: TableConfig, journal: Journal, at: float) -> Session:
    rules, wording = config.rules_name, messages_for(config.language)
    return Session(
        match, config.deck, journal, wait=config.wait, at=at, rules=rules, wording=wording
    )


def _new_match(config: TableConfig) -> Match:
    return Match(config.game, config.rules, config.seating, config.dealer, config.hands)


def _header(config: TableConfig) -> MatchHeader:
    return MatchHeader.of(_new_match(config), config.rules_name)


def _replay(kept: KeptMatch, journal: JournalFile) -> Match:
    try:
        return kept.replay()
    except ValueError as error:
        raise _misfit(kept, error, journal) from error


def _misfit(kept: KeptMatch, error: ValueError, journal: JournalFile) -> UnreadableError:
    found = f"match {kept.number} that does not replay ({error})"
    expected = "matches that this version of the rules has refereed"
    return UnreadableError(str(journal.path), [Fault("", found, expected)])


def _changed(
    keys: Sequence[tuple[str, Any, Any]], last: KeptMatch, journal: JournalFile
) -> UnreadableError:
    begun = (
        f"as match {last.number}, still open in {journal.path.name}, was begun with; "
        "--new closes it unfinished and begins a new one"
    )
    return UnreadableError(
        "table.toml",
        [Fault(key, _said(now), f"{_said(before)}, {begun}") for key, before, now in keys],
    )


def _said(value: Any) -> str:
    return "nothing" if value is None else toml_value(value)
