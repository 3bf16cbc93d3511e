"""A readable account of a record: what `chhakka replay` prints for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from controller import words
from controller.breach_words import breach_text
from controller.result_words import result_text
from engine import Match, Outcome, Phase
from engine.deal import Deal
from engine.replay import Answer


class Account:
    """Tells of a match as it is refereed: `opening`, `tell` for each answer, `closing`."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._deal: Deal[Any] | None = None
        self._lines = 0
        self._refused = 0

    def opening(self) -> Iterator[str]:
        """What is played, and by whom."""
        yield f"{self._match.game.name}, seats {' '.join(self._match.seating.names)}"

    def tell(self, answer: Answer) -> Iterator[str]:
        """One answer of the referee, just given."""
        match = self._match
        self._lines += 1
        self._refused += answer.ruling is not None
        if self._deal is not match.deal and answer.outcome.deal is None:
            self._deal = match.deal
            yield ""
            yield self._heading()
        yield f"{answer.line.number:5} {self._sentence(answer)}"
        for sentence in outcome_sentences(answer.outcome, match):
            yield f"      {sentence}"

    def _heading(self) -> str:
        match = self._match
        if match.phase is Phase.DRAW:
            return "The draw for the deal"
        return f"Deal {len(match.deals) + 1}, {match.seating.names[match.deal.dealer]} deals"

    def _sentence(self, answer: Answer) -> str:
        if answer.action is None:
            said = " ".join(answer.line.words)
        else:
            said = words.action_text(answer.action, self._match)
        if answer.ruling is None:
            return said
        reason = words.ruling_text(answer.ruling, self._match)
        return f"{said}: refused ({answer.ruling.code}). {reason}"

    def closing(self) -> Iterator[str]:
        """How it stands after the last line."""
        match = self._match
        score = words.by_team(match.seating.by_team(match.scores))
        lines, deals = words.count(self._lines, "line"), words.count(len(match.deals), "deal")
        yield ""
        yield f"{lines}, {self._refused} refused; {deals}."
        if match.winner is not None:
            yield f"{words.winner_text(match)}. Score: {score}."
        else:
            yield f"The match is open ({words.PHASE_NAMES[match.phase]}). Score: {score}."


def outcome_sentences(outcome: Outcome, match: Match, *, public: bool = False) -> Iterator[str]:
    """What an action brought about, in sentences; with `public` nothing that was not shown."""
    for breach in outcome.revoke:
        who = match.seating.names[breach.seat]
        yield f"Revoke: {breach_text(who, breach.ruling, breach.trick)}"
    if outcome.shown is not None:
        yield f"The trump is {words.trump_text(outcome.shown.word)}."
    if outcome.trick is not None:
        trick = outcome.trick
        points = "" if trick.points is None else f" with {words.count(trick.points, 'point')}"
        yield f"{match.seating.names[trick.winner]} wins trick {trick.number}{points}."
        if trick.pile:
            taken = words.count(trick.pile, "trick")
            yield f"{match.seating.names[trick.winner]} takes the pile of {taken}."
    if outcome.deal is not None:
        deal = outcome.deal.as_json(match.seating, public=public)
        yield result_text(deal)
        yield from _audit_sentences(deal)
        yield f"Score: {words.by_team(match.seating.by_team(match.scores))}."
    if outcome.match is not None:
        yield words.winner_text(match) + "."


def _audit_sentences(deal: Mapping[str, Any]) -> Iterator[str]:
    """What the audit of a deal with unseen hands has found; nothing for a clean one."""
    for breach in deal.get("audit") or ():
        yield f"Audit: {breach_text(breach['seat'], breach['ruling'], breach['trick'])}"
