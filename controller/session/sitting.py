"""Opening a sitting: going on with the match a journal holds, or beginning one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.config import TableConfig
from controller.journal.file import JournalFile
from controller.journal.kept import KeptMatch, replayed, unfit
from controller.journal.tally import past_of, tally_of
from controller.journal.writing import Entry, Journal, MatchHeader
from controller.messages import messages_for
from controller.session.choices import CHOOSE, Choice, Choices, choice_in, header_of
from controller.session.session import Session
from engine import DIRECTOR, Fault, Match, UnreadableError
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
    present, _ = _choice(kept[:-1] if last else kept, config, journal)
    choice, lapsed = _choice(kept, config, journal)
    its_config = Choices(config, present).config
    session = _restored(last, its_config, journal, at, began) if last else None
    is_open = session is not None and session.match.winner is None
    changed = last.header.differences(header_of(its_config)) if last else []
    if last and changed and is_open and not new:
        raise _changed(changed, last, journal)
    if new or changed:
        session = None
    before = [its for its in kept if its.settled > began and not (session and its is last)]
    played = [replayed(its, journal.path) for its in before]
    tally = tally_of(played)

    if last:
        journal.go_on(last)
    if new_sitting:
        journal.new_sitting()
    choices = Choices(config, choice)
    if session is None:
        if is_open:
            journal.close_match()
        session = begin_sitting(choices.config, journal, at)
        session.players = choices.players
    elif present is not None:
        session.players = present.players
    session.choices = choices
    if lapsed:
        # Had table.toml its old words again, the choice would not come back with them.
        journal.write(Entry(at, DIRECTOR, None, None, call=CHOOSE))
    session.count(tally)
    session.past = [past_of(match) for match in played if match.winner is not None]
    return session


def _choice(
    kept: Sequence[KeptMatch], config: TableConfig, journal: JournalFile
) -> tuple[Choice | None, bool]:
    """The choice that counts after some matches, if it still can be played; whether it lapsed."""
    try:
        choice, lapsed = choice_in(kept, config)
        if choice is not None:
            choice.configured(config)
    except UnreadableError:
        return None, True
    except ValueError as error:
        found = f"an entry that is no choice ({error})"
        raise UnreadableError(str(journal.path), [Fault("", found, "one of chhakka")]) from error
    return choice, lapsed


def _restored(
    kept: KeptMatch, config: TableConfig, journal: JournalFile, at: float, began: int
) -> Session:
    try:
        session = _session(kept.begin(), config, journal, at)
        session.restore(kept, at, counts=kept.settled > began)
    except ValueError as error:
        raise unfit(kept, journal.path, error) from error
    return session


def _session(match: Match, config: TableConfig, journal: Journal, at: float) -> Session:
    rules, wording = config.rules_name, messages_for(config.language)
    return Session(
        match, config.deck, journal, wait=config.wait, at=at, rules=rules, wording=wording
    )


def _new_match(config: TableConfig) -> Match:
    return Match(config.game, config.rules, config.seating, config.dealer, config.hands)


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
