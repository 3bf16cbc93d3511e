"""The play at a table: what is put to the referee is noted down, answered, and told.

It knows nothing of tags; who has said or laid what is passed in, and so is the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.deck import TableCall
from controller.journal.kept import KeptMatch, Kind, misfit
from controller.journal.tally import Past, Tally, past_of, tally_of, together
from controller.journal.writing import Entry, Journal, MatchHeader
from controller.messages import Messages
from controller.session.call_clock import CallClock
from controller.session.choices import Choices
from controller.session.speech import Speech
from controller.words import actions as words
from controller.words.account import outcome_sentences
from engine import DIRECTOR, Action, Code, Match, Outcome, Ruling, UnreadableError, Verb
from engine.actions import DIRECTOR_VERBS
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Source:
    """Where and when something was tapped.

    `tag` is None where nothing was (a clock ran out), `seat` is the director's for a call that came
    from no seat.
    """

    seat: int
    tag: str | None
    at: float


@dataclass(slots=True)
class Unfinished:
    """What was begun towards an action; the next action that is accepted ends it.

    `cards` are tapped towards a set that is not closed yet; `dropping` says that the next card is
    to be taken out of the deal, `awaited` who has made a call that wants a card.
    """

    cards: list[Card] = field(default_factory=list)
    dropping: bool = False
    awaited: tuple[int, Verb] | None = None

    def clear(self) -> None:
        """Begin anew."""
        self.cards.clear()
        self.dropping = False
        self.awaited = None


class Play:
    """A match after another at one table.

    `waiting` says that the table waits for the call `deal`; `alerts` has the seats whose alert is
    on, `alarms` counts what has put one on so far, whether it was on already or not, `refusals`
    what was refused; `speech` is what was said; `clock` the clock of the call that is due;
    `players` are the names of people by the name of their seat, `past` the matches of this sitting
    that are over, `choices` what is configured for the next match, where that may change. `wait` is
    the table's rule for the pauses between deals; after a match the call `deal` is always waited
    for, so that the winner can be seen. `at` is the moment at which the play begins, `rules` what
    the table calls its rules.
    """

    def __init__(
        self, match: Match, journal: Journal, speech: Speech, *, wait: bool, at: float, rules: str
    ) -> None:
        self.match = match
        self.speech = speech
        self.waiting = wait
        self.alerts: set[int] = set()
        self.alarms = 0
        self.refusals = 0
        self.unfinished = Unfinished()
        self.clock = CallClock()
        self.players: Mapping[str, str] = {}
        self.past: list[Past] = []
        self.choices: Choices | None = None
        self._rules = rules
        self._before: Tally = {}
        self._counts = True
        self._wait = wait
        self._journal = journal
        self._notes: list[Entry] = []
        self._begun: MatchHeader | None = None
        self._waited = False  # as the last accepted action came; only `end` may come then
        self._start_clock(at)

    def restore(self, kept: KeptMatch, at: float, *, counts: bool = True) -> None:
        """Go on with a kept match, whose beginning this was made with, where it stood.

        Nothing is written. `counts` is whether it belongs to this sitting even if it is over.
        Raises ValueError when the journal does not fit the rules any more.
        """
        self.waiting = self._wait
        for entry in kept.entries:
            if entry.kind is Kind.TABLE and entry.what == TableCall.DEAL:
                self.waiting = False
            elif entry.kind is Kind.ACTION:
                try:
                    self._again(kept.action(entry, self.match))
                except (Ruling, UnreadableError) as error:
                    raise misfit(entry) from error
        self._counts = counts or self.match.winner is None
        self._start_clock(at)
        self.speech.tell("says.goes-on")

    def _again(self, action: Action) -> None:
        # Without the call `deal` before it the table did not wait when this came.
        self.waiting = self.waiting and action.verb in DIRECTOR_VERBS
        self._move_on(action, self.match.apply(action))

    # The referee.

    def apply(self, source: Source, action: Action) -> bool:
        """Put an action to the referee, note down what it says, and say it; True = accepted."""
        before = self.match
        try:
            outcome = self.match.apply(action)
        except Ruling as ruling:
            self.refuse(source, ruling, action)
            return False
        self.note(source, action)
        self._counts = True
        self.alerts.clear()
        for breach in outcome.revoke:
            self.alert(breach.seat)
        self.unfinished.clear()
        self.speech.say(lambda voice: _done(action, before, voice))
        self._move_on(action, outcome)
        voices = self.speech.voices
        told = (outcome_sentences(outcome, self.match, voice, public=True) for voice in voices)
        for sentences in zip(*told, strict=True):
            self.speech.utter(sentences)
        self._start_clock(source.at)
        return True

    def refuse(self, source: Source, ruling: Ruling, action: Action | None = None) -> None:
        """Answer with a ruling; a call that never became an action is refused without one."""
        self.note(source, action, ruling.code)
        self.refusals += 1
        if source.seat == DIRECTOR:
            self.speech.say(lambda voice: words.ruling_text(ruling, voice))
        else:
            self.alert(source.seat)
            name = self.match.seating.names[source.seat]
            self.speech.say(lambda voice: _to_seat(name, ruling, voice))

    def refuse_call(self, source: Source, call: str) -> None:
        """Refuse a call of the table that cannot be made now."""
        self.refuse(source, Ruling(Code.NOT_NOW, verb=call, phase=self.match.phase))

    def refuse_unread(self, source: Source, error: UnreadableError) -> None:
        """Refuse a call that cannot be read; of several faults the first is told."""
        fault = error.faults[0]
        found = f"{fault.where} {fault.found}" if fault.where else fault.found
        self.refuse(source, Ruling(Code.BAD_LINE, found=found, expected=fault.expected))

    def alert(self, seat: int) -> None:
        """Put the alert of a seat on."""
        self.alerts.add(seat)
        self.alarms += 1

    def _move_on(self, action: Action, outcome: Outcome) -> None:
        """Whether the table waits for the call `deal` after an accepted action."""
        undone = action.verb is Verb.UNDO
        self.waiting, self._waited = undone and self._waited, self.waiting and not undone
        if outcome.match is not None:
            self.waiting = True
        elif outcome.deal is not None:
            self.waiting = self._wait

    def _start_clock(self, at: float) -> None:
        """A call clock starts with its step, and anew after an undo."""
        runs = not self.waiting and self.match.winner is None
        self.clock.start(self.match.deal.clock() if runs else None, at)

    # Deals and matches.

    def begin_deal(self, source: Source) -> None:
        """Begin the deal that the table waits for, of the next match where one is over."""
        if not self.waiting:
            self.refuse_call(source, TableCall.DEAL)
            return
        if self.match.winner is not None:
            self._before = self._tally()
            self.past = [*self.past, past_of(self.match)] if self._counts else self.past
            self._counts = True
            known = self.choices
            self.begin_match(known.next_match(self.match) if known else self.match.successor())
        self.waiting = False
        self.note(source, None, call=TableCall.DEAL)
        self.alerts.clear()
        self._start_clock(source.at)
        self.speech.tell("says.begins")

    def begin_match(self, match: Match) -> None:
        """Let a match take the place of the one before."""
        self.match = match
        if self.choices is not None:
            self._rules, self.players = self.choices.config.rules_name, self.choices.players
        self._begun = MatchHeader.of(match, self._rules)

    def count(self, before: Tally) -> None:
        """Take over the tally of the matches before this one."""
        self._before = before

    def tally(self) -> tuple[int, ...]:
        """By team: matches won times their weight, minus matches lost, of this sitting."""
        tally = self._tally()
        return tuple(tally[name] for name in self.match.seating.teams)

    def _tally(self) -> dict[str, int]:
        here = tally_of([self.match])
        return together(self._before, here if self._counts else dict.fromkeys(here, 0))

    # The journal.

    def note(
        self,
        source: Source,
        action: Action | None,
        ruling: Code | None = None,
        call: str | None = None,
    ) -> None:
        """Note an entry of the journal down, for `write`."""
        self._notes.append(Entry(source.at, source.seat, source.tag, action, ruling, call))

    def write(self) -> None:
        """Put what one tap brought about into the journal, all of it or none.

        Raises `JournalFault` when it cannot be written.
        """
        notes, begun = self._notes, self._begun
        self._notes, self._begun = [], None
        if begun is not None:
            self._journal.begin(begun, *notes)
        elif notes:
            self._journal.write(*notes)


def _done(action: Action, before: Match, voice: Messages) -> str:
    return voice.text("says.sentence", said=words.action_text(action, before, voice, aloud=True))


def _to_seat(name: str, ruling: Ruling, voice: Messages) -> str:
    sentence = words.ruling_text(ruling, voice)
    return voice.text("says.to-seat", seat=voice.seat(name), sentence=sentence)
