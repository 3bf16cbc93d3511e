"""A readable account of a record: what `chhakka replay` prints for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from controller.messages import Messages
from controller.words import actions as words
from controller.words.breaches import breach_text
from controller.words.results import result_text
from engine import Match, Outcome, Phase
from engine.deal import Deal
from engine.outcome import TrickDone
from engine.trump import Trump

if TYPE_CHECKING:
    from engine.replay import Answer


class Account:
    """Tells of a match as it is refereed: `opening`, `tell` for each answer, `closing`."""

    def __init__(self, match: Match, messages: Messages) -> None:
        self._match = match
        self._messages = messages
        self._deal: Deal[Any] | None = None
        self._lines = 0
        self._refused = 0

    def opening(self) -> Iterator[str]:
        """What is played, and by whom."""
        messages, match = self._messages, self._match
        seats = " ".join(map(messages.seat, match.seating.names))
        game = messages.text(f"game.{match.game.name}")
        yield messages.text("account.opening", game=game, seats=seats)

    def tell(self, answer: Answer) -> Iterator[str]:
        """One answer of the referee, just given."""
        match = self._match
        self._lines += 1
        self._refused += answer.ruling is not None
        if self._deal is not match.deal and answer.outcome.deal is None:
            self._deal = match.deal
            yield ""
            yield self._heading()
        yield f"{self._messages.number(answer.line.number):>5} {self._sentence(answer)}"
        for sentence in outcome_sentences(answer.outcome, match, self._messages):
            yield f"      {sentence}"

    def _heading(self) -> str:
        match, messages = self._match, self._messages
        if match.phase is Phase.DRAW:
            return messages.text("account.draw")
        dealer = messages.seat(match.seating.names[match.deal.dealer])
        return messages.text("account.deal", number=len(match.deals) + 1, seat=dealer)

    def _sentence(self, answer: Answer) -> str:
        messages = self._messages
        if answer.action is None:
            said = messages.name(" ".join(answer.line.words))
        else:
            said = words.action_text(answer.action, self._match, messages)
        if answer.ruling is None:
            return said
        reason = words.ruling_text(answer.ruling, messages)
        code = answer.ruling.code
        return messages.text("account.refused", said=said, code=code, reason=reason)

    def closing(self) -> Iterator[str]:
        """How it stands after the last line."""
        match, messages = self._match, self._messages
        scores = messages.by_team(match.seating.by_team(match.scores))
        yield ""
        yield messages.text(
            "account.closing",
            lines=messages.count("count.lines", self._lines),
            refused=self._refused,
            deals=messages.count("count.deals", len(match.deals)),
        )
        if match.winner is not None:
            winner = words.winner_text(match, messages)
            yield messages.text("account.won", winner=winner, scores=scores)
        else:
            phase = messages.text(f"phase.{match.phase}")
            yield messages.text("account.open", phase=phase, scores=scores)


def outcome_sentences(
    outcome: Outcome, match: Match, messages: Messages, *, public: bool = False
) -> Iterator[str]:
    """What an action brought about, in sentences; with `public` nothing that was not shown."""
    names = match.seating.names
    for breach in outcome.revoke:
        text = breach_text(names[breach.seat], breach.ruling, breach.trick, messages)
        yield messages.text("outcome.revoke", breach=text)
    if outcome.shown is not None:
        yield _shown_sentence(outcome.shown, messages)
    if outcome.trick is not None:
        winner = messages.seat(names[outcome.trick.winner])
        yield from _trick_sentences(outcome.trick, winner, messages)
    if outcome.deal is not None:
        deal = outcome.deal.as_json(match.seating, public=public)
        yield result_text(deal, messages)
        yield from _audit_sentences(deal, messages)
        scores = messages.by_team(match.seating.by_team(match.scores))
        yield messages.text("outcome.score", scores=scores)
    if outcome.match is not None:
        yield messages.text("says.sentence", said=words.winner_text(match, messages))


def _shown_sentence(trump: Trump, messages: Messages) -> str:
    if trump.suit is None:
        return messages.text("shown.reverse" if trump.reversed else "shown.none")
    key = "shown.turned" if trump.reversed else "shown.suit"
    return messages.text(key, suit=messages.suit(trump.suit))


def _trick_sentences(trick: TrickDone, winner: str, messages: Messages) -> Iterator[str]:
    facts = {"seat": winner, "trick": trick.number}
    if trick.points is None:
        yield messages.text("outcome.trick", **facts)
    else:
        yield messages.count("outcome.trick-points", trick.points, **facts)
    if trick.pile:
        yield messages.count("outcome.pile", trick.pile, seat=winner)


def _audit_sentences(deal: Mapping[str, Any], messages: Messages) -> Iterator[str]:
    """What the audit of a deal with unseen hands has found; nothing for a clean one."""
    for breach in deal.get("audit") or ():
        text = breach_text(breach["seat"], breach["ruling"], breach["trick"], messages)
        yield messages.text("outcome.audit", breach=text)
