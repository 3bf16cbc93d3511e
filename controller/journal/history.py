"""`chhakka export` and `chhakka history`: what a journal holds, as records and as a list."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from controller.journal.kept import KeptMatch, Kind, replayed
from controller.journal.reading import read_journal
from controller.journal.tally import tally_of
from controller.messages import Messages
from controller.words import actions as words
from engine import Fault, Match, UnreadableError, write_record


def export(path: Path, number: int | None) -> Iterator[str]:
    """The lines of a match as a record of the actions that stand; the last match when not told.

    Replaying the record gives the same result. Raises `UnreadableError`.
    """
    matches = read_journal(path).matches
    chosen = [each for each in matches if number in (None, each.number)]
    if not chosen:
        found = f"match {number}" if number is not None else "no match at all"
        known = ", ".join(str(each.number) for each in matches) or "a match"
        raise UnreadableError(str(path), [Fault("", found, f"one of: {known}")])
    kept = chosen[-1]
    first = kept.header.dealer
    match = replayed(kept, path)
    dealer = None if first is None else match.seating.seat(first)
    return write_record(match, dealer=dealer)


def history(path: Path, messages: Messages) -> Iterator[str]:
    """A line for each match: when, what, how long, how it ended; then the tally of the sitting."""
    found = read_journal(path)
    played = [(kept, replayed(kept, path)) for kept in found.matches]
    for kept, match in played:
        yield _line(kept, match, messages)
    if not played:
        yield messages.text("history.none")
        return
    tally = tally_of(match for kept, match in played if kept.settled > found.began)
    nobody = dict.fromkeys(played[-1][1].seating.teams, 0)
    yield messages.text("history.sitting", tally=messages.by_team(tally or nobody))


def _line(kept: KeptMatch, match: Match, messages: Messages) -> str:
    began = datetime.fromtimestamp(kept.began).strftime("%Y-%m-%d %H:%M")
    parts = (
        messages.number(kept.number),
        messages.in_digits(began),
        messages.text(f"game.{kept.header.game}"),
        messages.text(
            "history.length",
            deals=messages.count("count.deals", len(match.deals)),
            minutes=round(_seconds(kept) / 60),
        ),
        messages.by_team(match.seating.by_team(match.scores)),
        _end(kept, match, messages),
    )
    return "  ".join(parts)


def _seconds(kept: KeptMatch) -> float:
    """How long it was played; a clock that was put back meanwhile takes nothing off."""
    times = [kept.began, *(its.at for its in kept.entries if its.kind is Kind.ACTION)]
    return sum(max(0.0, after - before) for before, after in pairwise(times))


def _end(kept: KeptMatch, match: Match, messages: Messages) -> str:
    if match.winner is not None:
        return words.winner_text(match, messages)
    return messages.text("history.closed" if kept.closed else "history.open")
