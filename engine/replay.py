"""Refereeing a record again, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine.actions import Action, Verb
from engine.errors import UnreadableError
from engine.match import Match
from engine.outcome import QUIET, Outcome
from engine.parsing import parse_action
from engine.phases import Phase
from engine.record import Line, Record
from engine.rulings import Code, Ruling
from engine.trump import Trump


class Answer(NamedTuple):
    """The referee's answer to one line: an outcome, or the ruling against it.

    `action` is None when the line is not an action.
    """

    line: Line
    action: Action | None
    outcome: Outcome
    ruling: Ruling | None


def replay(record: Record, match: Match) -> Iterator[Answer]:
    """Referee the lines of a record in a new match of it, one answer per line."""
    for line in record.lines:
        yield referee(line, match)


def referee(line: Line, match: Match) -> Answer:
    """Read one line and put it to the match."""
    try:
        action = parse_action(line.words, match.seating, match.game.grammar)
    except UnreadableError as error:
        fault = error.faults[0]
        bad = Ruling(Code.BAD_LINE, found=fault.found, expected=fault.expected)
        return Answer(line, None, QUIET, bad)
    try:
        return Answer(line, action, match.apply(action), None)
    except Ruling as ruling:
        return Answer(line, action, QUIET, ruling)


def answer_json(
    answer: Answer, match: Match, say: Callable[[Ruling, Match], str], *, legal: bool
) -> dict[str, Any]:
    """The JSON object of one answer; `say` puts a ruling into words."""
    line, action = answer.line, answer.action
    seat = line.words[0] if action is None else match.seating.name(action.seat)
    words = " ".join(line.words[1:]) if action is None else action.text()
    found: dict[str, Any] = {"line": line.number, "seat": seat, "do": words}
    found["ok"] = answer.ruling is None
    if answer.ruling is not None:
        found["ruling"] = answer.ruling.code.value
        found["say"] = say(answer.ruling, match)
    found |= outcome_json(answer.outcome, match)
    if legal:
        found["next"] = next_json(match)
    return found


def outcome_json(outcome: Outcome, match: Match) -> dict[str, Any]:
    """What an accepted action brought about: `revoke`, `trick`, `shown`, `deal`, `match`."""
    found: dict[str, Any] = {}
    if outcome.revoke:
        found["ruling"] = "revoke"
        found["revoke"] = [breach.as_json(match.seating) for breach in outcome.revoke]
    if outcome.trick is not None:
        trick = outcome.trick
        found["trick"] = {"number": trick.number, "winner": match.seating.names[trick.winner]}
        if trick.points is not None:
            found["trick"]["points"] = trick.points
        if trick.pile is not None:
            found["trick"]["pile"] = trick.pile
    if outcome.shown is not None:
        found |= _shown_json(outcome.shown)
    if outcome.deal is not None:
        found["deal"] = outcome.deal.as_json(match.seating)
    if outcome.match is not None:
        found["match"] = {"winner": _teams(match, outcome.match)}
    return found


def _shown_json(trump: Trump) -> dict[str, Any]:
    suit = trump._replace(reversed=False).word
    return {"shown": suit, "reversed": True} if trump.reversed else {"shown": suit}


def _teams(match: Match, teams: tuple[int, ...]) -> list[str]:
    return [match.seating.teams[team] for team in teams]


def next_json(match: Match) -> dict[str, Any]:
    """Who is to act, and everything each seat may do."""
    names = match.seating.names
    found: dict[str, Any] = {
        "phase": match.phase.value,
        "turn": [names[seat] for seat in match.actors()],
    }
    wants = match.wants()
    if wants or match.phase is Phase.DEAL:
        found["wants"] = {names[seat]: count for seat, count in wants.items()}
    else:
        found["legal"] = {names[seat]: _listed(actions) for seat, actions in match.legal().items()}
    return found


def _listed(actions: list[Action]) -> list[str] | dict[str, int]:
    """What a seat may do; where it may throw cards, only how many at most."""
    throws = {str(action.verb): action.number for action in actions if action.verb is Verb.THROW}
    return throws or sorted(action.text() for action in actions)


def final_json(match: Match) -> dict[str, Any]:
    """Where the match stands after the last line."""
    seating = match.seating
    return {
        "final": {
            "game": match.game.name,
            **match.game.scores_json(match.standing, seating),
            "phase": match.phase.value,
            "turn": [seating.names[seat] for seat in match.actors()],
            "winner": None if match.winner is None else _teams(match, match.winner),
            "deals": [deal.as_json(seating) for deal in match.deals],
        }
    }
