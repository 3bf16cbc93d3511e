"""`chhakka export` and `chhakka history`: what a journal holds, as records and as a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from controller import words
from controller.journal_file import open_journal, read_matches, sitting_began
from controller.kept import KeptMatch
from engine import Fault, Match, UnreadableError, write_record


def export(path: Path, number: int | None) -> Iterator[str]:
    """The lines of a match as a record of the actions that stand; the last match when not told.

    Replaying the record gives the same result. Raises `UnreadableError`.
    """
    matches, _ = _read(path)
    chosen = [each for each in matches if number in (None, each.number)]
    if not chosen:
        found = f"match {number}" if number is not None else "no match at all"
        known = ", ".join(str(each.number) for each in matches) or "a match"
        raise UnreadableError(str(path), [Fault("", found, f"one of: {known}")])
    kept = chosen[-1]
    first = kept.header.dealer
    match = _replay(kept, path)
    dealer = None if first is None else match.seating.seat(first)
    return write_record(match, dealer=dealer)


def history(path: Path) -> Iterator[str]:
    """A line for each match: when, what, how long, how it ended; then the tally of the sitting."""
    matches, began = _read(path)
    played = [(kept, _replay(kept, path)) for kept in matches]
    for kept, match in played:
        yield _line(kept, match)
    if not played:
        yield "No match yet."
        return
    yield from _tally([pair for pair in played if pair[0].last_entry > began])


def _read(path: Path) -> tuple[list[KeptMatch], int]:
    with closing(open_journal(path)) as db:
        return read_matches(db), sitting_began(db)


def _replay(kept: KeptMatch, path: Path) -> Match:
    try:
        return kept.replay()
    except ValueError as error:
        found = f"match {kept.number} that does not replay ({error})"
        expected = "a match that this version of the rules has refereed"
        raise UnreadableError(str(path), [Fault("", found, expected)]) from error


def _line(kept: KeptMatch, match: Match) -> str:
    began = datetime.fromtimestamp(kept.began).strftime("%Y-%m-%d %H:%M")
    lasted = (kept.entries[-1].at - kept.began) / 60 if kept.entries else 0
    score = words.by_team(match.seating.by_team(match.scores))
    deals = words.count(len(match.deals), "deal")
    length = f"{deals}, {lasted:.0f} min"
    return "  ".join((str(kept.number), began, kept.header.game, length, score, _end(kept, match)))


def _end(kept: KeptMatch, match: Match) -> str:
    if match.winner is not None:
        return words.winner_text(match)
    return "closed unfinished" if kept.closed else "open"


def _tally(played: Sequence[tuple[KeptMatch, Match]]) -> Iterator[str]:
    """Matches won times their weight, minus matches lost, by team, of this sitting."""
    tally: dict[str, int] = {}
    for _, match in played:
        weight = match.game.win_weight(match.rules)
        for team, name in enumerate(match.seating.teams):
            tally.setdefault(name, 0)
            if match.winner is not None:
                tally[name] += weight if team in match.winner else -1
    if tally:
        yield f"This sitting: {words.by_team(tally)}"
