"""The session: what a tap means, what the referee says to it, and what the table then shows.

It knows no game and has no clock of its own: the meaning of a tapped card is asked of the deal
going on, and the time of a tap is passed in.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller import words
from controller.account import outcome_sentences
from controller.call_clock import CallClock
from controller.deck import ActionTag, CardTag, Deck, Meaning, TableCall, TableTag
from controller.journal import Entry, Journal, MatchHeader
from controller.kept import KeptMatch, Kind, misfit
from controller.messages import ENGLISH, Messages, messages_for
from controller.tally import Tally, tally_of, together
from engine import DIRECTOR, Action, Code, Match, Outcome, Phase, Ruling, UnreadableError, Verb
from engine.actions import DIRECTOR_VERBS, parse_call
from engine.cards import Card

_DIRECTED = {
    TableCall.UNDO: Verb.UNDO,
    TableCall.VOID: Verb.VOID,
    TableCall.END: Verb.END,
}
_BETWEEN_DEALS = frozenset({TableCall.DEAL, TableCall.UNDO, TableCall.END})


_DIRECTABLE = frozenset(
    {
        TableCall.UNDO,
        TableCall.VOID,
        TableCall.END,
        TableCall.REDEAL,
        TableCall.DEAL,
        TableCall.PAUSE,
    }
)
"""Calls that the director may make from outside the table."""
MESSAGES_KEPT = 5000
"""At least so many; a table may run for weeks."""
BUTTON = "button"
"""What the journal has in the place of a tag where a button was pressed."""
UNKNOWN = "unknown"
"""What the journal calls a tag that is not in the deck."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table says to a call from outside: whether it was taken, and its sentences."""

    taken: bool
    say: str


@dataclass(frozen=True, slots=True)
class _Source:
    """Where and when something was tapped.

    `tag` is None where nothing was (a clock ran out), `seat` is the director's for a call that came
    from no seat.
    """

    seat: int
    tag: str | None
    at: float


class Session:
    """One sitting at one table: a match after another, tapped by the players.

    `waiting` says that the table waits for the call `deal`; `alerts` has the seats whose alert is
    on; `messages` are the last sentences said, `said` is how many there were in all; `collected`
    the cards tapped towards a set that is not closed yet; `clock` the clock of the call that is
    due. `wait` is the table's rule for the pauses between deals; after a match the call `deal` is
    always waited for, so that the winner can be seen. `at` is the moment at which the session
    begins, `rules` what the table calls its rules; `wording` has the words of its language.
    """

    def __init__(
        self,
        match: Match,
        deck: Deck,
        journal: Journal,
        *,
        wait: bool = True,
        at: float = 0.0,
        rules: str = "",
        wording: Messages | None = None,
    ) -> None:
        self.match = match
        self.deck = deck
        self.waiting = wait
        self.alerts: set[int] = set()
        self.messages: list[str] = []
        self.said = 0
        self.collected: list[Card] = []
        self.clock = CallClock()
        self.wording = wording or messages_for(ENGLISH)
        self._rules = rules
        self._before: Tally = {}
        self._counts = True
        self._refusals = 0
        self._wait = wait
        self._journal = journal
        self._notes: list[Entry] = []
        self._begun: MatchHeader | None = None
        self._dropping = False
        self._waited = False  # as the last accepted action came; only `end` may come then
        self._awaited: tuple[int, Verb] | None = None
        self._start_clock(at)

    def restore(self, kept: KeptMatch, at: float, *, counts: bool = True) -> None:
        """Go on with a kept match, whose beginning this session was made with, where it stood.

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
        self._tell("says.goes-on")

    def _again(self, action: Action) -> None:
        # Without the call `deal` before it the table did not wait when this came.
        self.waiting = self.waiting and action.verb in DIRECTOR_VERBS
        self._move_on(action, self.match.apply(action))

    # What comes in.

    def tap(self, seat: int, tag: str, at: float) -> None:
        """A tag of the deck was laid on the reader of a seat.

        When this returns, what came of it is in the journal; raises `JournalFault` when it cannot
        be written, and then the session is not to be gone on with.
        """
        self._meant(_Source(seat, tag, at), self.deck.tags[tag])

    def press(self, seat: int, call: Meaning, at: float) -> None:
        """A button of a seat was pressed: its call, as if a tag of that meaning had been tapped."""
        self._meant(_Source(seat, BUTTON, at), call)

    def _meant(self, source: _Source, meaning: Meaning) -> None:
        match meaning:
            case CardTag(card):
                self._card(source, card)
            case ActionTag(call):
                self._say_call(source, call)
            case TableTag(call):
                if not self.waiting or call in _BETWEEN_DEALS:
                    self._table_call(source, call)
        self._write()

    def unknown(self, seat: int, tag: str, at: float) -> None:
        """A tag that is not in the deck lies on the reader of a seat."""
        self.alerts.add(seat)
        self._notes.append(Entry(at, seat, tag, None, call=UNKNOWN))
        self._tell("says.unknown-tag", seat=self._name(seat))
        self._write()

    def tick(self, at: float) -> bool:
        """Time has passed: a call clock that has run out is put to the referee; True = one has."""
        if not self.clock.run_out(at):
            return False
        self.clock.start(None, at)
        seat = self.match.actors()[0]
        self._apply(_Source(seat, None, at), Action(seat, Verb.TIMEOUT))
        self._write()
        return True

    def direct(self, call: str, at: float) -> Answer:
        """A call of the director from outside the table: `undo`, `void why`, or `E pass`.

        It is refereed, journalled and answered as a tap would be, but lights no alert.
        """
        before = len(self.messages)
        refused = self._refusals
        self._direct(_Source(DIRECTOR, None, at), call.split())
        said = " ".join(self.messages[before:]) or self.wording.text("says.unchanged")
        self._write()
        return Answer(self._refusals == refused, said)

    def _direct(self, source: _Source, words: list[str]) -> None:
        names = self.match.seating.names
        if words and words[0] in names:
            self._direct_seat(source, names.index(words[0]), tuple(words[1:]))
        elif words and words[0] == TableCall.VOID and not self.waiting:
            self._apply(source, Action(DIRECTOR, Verb.VOID, words=" ".join(words[1:])))
        elif words[:1] == [TableCall.VOID] or (len(words) == 1 and words[0] in _DIRECTABLE):
            if not self.waiting or words[0] in _BETWEEN_DEALS:
                self._table_call(source, TableCall(words[0]))
            else:
                self._refuse_call(source, words[0])
        else:
            found, expected = " ".join(words) or "nothing", ", ".join(sorted(_DIRECTABLE))
            self._refuse(source, None, Ruling(Code.BAD_LINE, found=found, expected=expected))

    def _direct_seat(self, source: _Source, seat: int, call: tuple[str, ...]) -> None:
        """What a seat says or lays, told by the director."""
        if self.waiting:
            self._refuse_call(source, call[0] if call else "that")
            return
        try:
            action = parse_call(seat, call, self.match.game.grammar) if call else None
        except UnreadableError as error:
            fault = error.faults[0]
            bad = Ruling(Code.BAD_LINE, found=fault.found, expected=fault.expected)
            self._refuse(source, None, bad)
            return
        if action is None:
            self._refuse(source, None, Ruling(Code.BAD_LINE, found="a seat", expected="a call"))
        else:
            self._apply(source, action)

    # Cards.

    def _card(self, source: _Source, card: Card) -> None:
        if self.waiting:
            return
        if self._dropping:
            self._drop(source, card)
        elif self._awaited is not None and self._awaited[0] == source.seat:
            verb = self._awaited[1]
            self._awaited = None
            self._apply(source, Action(source.seat, verb, (card,)))
        elif not self.match.deal.is_stale(card) and self._closed_for(source):
            self._tapped(source, card)

    def _tapped(self, source: _Source, card: Card) -> None:
        meaning = self.match.deal.tap()
        if not meaning.collects or source.seat not in self.match.actors():
            self._apply(source, Action(source.seat, meaning.verb, (card,)))
            return
        if card in self.collected:
            self.collected.remove(card)
        else:
            self.collected.append(card)
        if len(self.collected) == meaning.count:
            self._close_set(source)

    def _closed_for(self, source: _Source) -> bool:
        """Close a set that the tap of this seat closes; False when it was refused."""
        if not self.collected or self.match.deal.tap().closed_by != source.seat:
            return True
        return self._close_set(source)

    def _close_set(self, source: _Source) -> bool:
        """Put the collected cards to the referee; refused, they are all free again."""
        seat = self.match.actors()[0]
        cards, self.collected = tuple(self.collected), []
        action = Action(seat, self.match.deal.tap().verb, cards)
        return self._apply(_Source(seat, source.tag, source.at), action)

    def _drop(self, source: _Source, card: Card) -> None:
        """Take one card out of an unfinished stage of the deal and leave the later ones."""
        self._dropping = False
        if not self.match.deal.may_drop(card):
            refused = Action(source.seat, Verb.TAKE, (card,))
            self._refuse(source, refused, Ruling(Code.NOT_IN_HAND, card=card))
            return
        later: list[Action] = []
        while True:
            last = self.match.actions()[-1]
            self._apply(source, Action(DIRECTOR, Verb.UNDO))
            if card in last.cards:
                rest = tuple(other for other in last.cards if other != card)
                later += [last._replace(cards=rest)] if rest else []
                break
            later.append(last)
        for action in reversed(later):
            self._apply(source, action)
        self._tell("says.dropped")

    # Calls.

    def _say_call(self, source: _Source, call: tuple[str, ...]) -> None:
        """Make the call of a tag; one deck serves all games, whose verbs may take other things."""
        if self.waiting:
            return
        try:
            action = parse_call(source.seat, call, self.match.game.grammar)
        except UnreadableError as error:
            fault = error.faults[0]
            bad = Ruling(Code.BAD_LINE, found=fault.found, expected=fault.expected)
            if self._closed_for(source):
                self._refuse(source, None, bad)
            return
        self._call(source, action)

    def _call(self, source: _Source, action: Action) -> None:
        if not self.waiting and self._closed_for(source):
            self._apply(source, action)

    def _table_call(self, source: _Source, call: TableCall) -> None:
        match call:
            case TableCall.UNDO | TableCall.VOID | TableCall.END:
                self._apply(source, Action(DIRECTOR, _DIRECTED[call]))
            case TableCall.DEAL:
                self._begin_deal(source)
            case TableCall.REDEAL:
                self._redeal(source)
            case TableCall.RAISE:
                number = self.match.deal.lowest_bid()
                self._call(source, Action(source.seat, Verb.BID, number=number))
            case TableCall.DROP:
                self._expect_drop(source)
            case TableCall.CHANGE:
                self._expect(source, Verb.CHANGE)
            case TableCall.DONE:
                self._done(source)
            case TableCall.PAUSE:
                self._pause(source)

    def _begin_deal(self, source: _Source) -> None:
        if not self.waiting:
            self._refuse_call(source, TableCall.DEAL)
            return
        if self.match.winner is not None:
            self._before = self._tally()
            self._counts = True
            self.match = self.match.successor()
            self._begun = MatchHeader.of(self.match, self._rules)
        self.waiting = False
        self._note(source, None, call=TableCall.DEAL)
        self.alerts.clear()
        self._start_clock(source.at)
        self._tell("says.begins")

    def _pause(self, source: _Source) -> None:
        self.clock.toggle_pause(source.at)
        if self.clock.left(source.at) is not None:
            self._tell("says.clock-stopped" if self.clock.paused else "says.clock-runs")

    def _redeal(self, source: _Source) -> None:
        steps = len(self.match.actions_of_deal())
        if not steps:
            self._refuse_call(source, "redeal")
        for _ in range(steps):
            self._apply(source, Action(DIRECTOR, Verb.UNDO))

    def _expect_drop(self, source: _Source) -> None:
        if self.match.phase is Phase.DEAL:
            self._dropping = True
            self._tell("says.drop")
        else:
            self._refuse_call(source, "drop")

    def _expect(self, source: _Source, verb: Verb) -> None:
        """A call that wants a card: wait for it where the step knows such a thing."""
        deal = self.match.deal
        if verb in deal.tap().awaited and source.seat in deal.open_to(verb):
            self._awaited = (source.seat, verb)
        else:
            self._call(source, Action(source.seat, verb))

    def _done(self, source: _Source) -> None:
        empty = self.match.deal.tap().empty
        if self.collected:
            self._close_set(source)
        elif empty is not None:
            self._call(source, Action(source.seat, empty))

    # The referee.

    def _apply(self, source: _Source, action: Action) -> bool:
        """Put an action to the referee, write down what it says, and say it; True = accepted."""
        before = self.match
        try:
            outcome = self.match.apply(action)
        except Ruling as ruling:
            self._refuse(source, action, ruling)
            return False
        self._note(source, action)
        self._counts = True
        self.alerts = {breach.seat for breach in outcome.revoke}
        self.collected.clear()
        self._dropping = False
        self._awaited = None
        done = words.action_text(action, before, self.wording, aloud=True)
        self._tell("says.sentence", said=done)
        self._move_on(action, outcome)
        for sentence in outcome_sentences(outcome, self.match, self.wording, public=True):
            self._say(sentence)
        self._start_clock(source.at)
        return True

    def _refuse(self, source: _Source, action: Action | None, ruling: Ruling) -> None:
        self._note(source, action, ruling.code)
        self._refusals += 1
        sentence = words.ruling_text(ruling, self.wording)
        if source.seat == DIRECTOR:
            self._say(sentence)
        else:
            self.alerts.add(source.seat)
            self._tell("says.to-seat", seat=self._name(source.seat), sentence=sentence)

    def _note(
        self,
        source: _Source,
        action: Action | None,
        ruling: Code | None = None,
        call: str | None = None,
    ) -> None:
        self._notes.append(Entry(source.at, source.seat, source.tag, action, ruling, call))

    def _write(self) -> None:
        """Put what one tap brought about into the journal, all of it or none."""
        if len(self.messages) > 2 * MESSAGES_KEPT:
            del self.messages[:-MESSAGES_KEPT]
        notes, begun = self._notes, self._begun
        self._notes, self._begun = [], None
        if begun is not None:
            self._journal.begin(begun, *notes)
        elif notes:
            self._journal.write(*notes)

    def _refuse_call(self, source: _Source, call: str) -> None:
        ruling = Ruling(Code.NOT_NOW, verb=call, phase=self.match.phase)
        self._refuse(source, None, ruling)

    def _move_on(self, action: Action, outcome: Outcome) -> None:
        """Whether the table waits for the call `deal` after an accepted action."""
        undone = action.verb is Verb.UNDO
        self.waiting, self._waited = undone and self._waited, self.waiting and not undone
        if outcome.match is not None:
            self.waiting = True
        elif outcome.deal is not None:
            self.waiting = self._wait

    def _name(self, seat: int) -> str:
        return self.wording.seat(self.match.seating.names[seat])

    def _tell(self, key: str, **facts: object) -> None:
        self._say(self.wording.text(key, **facts))

    def _say(self, sentence: str) -> None:
        self.messages.append(sentence)
        self.said += 1

    def _start_clock(self, at: float) -> None:
        """A call clock starts with its step, and anew after an undo."""
        runs = not self.waiting and self.match.winner is None
        self.clock.start(self.match.deal.clock() if runs else None, at)

    # What is kept over matches.

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
