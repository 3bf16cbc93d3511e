"""What a tapped call means: one of the game, or one that only the table knows."""

from __future__ import annotations

from typing import Final

from controller.deck import TableCall
from controller.session.card_taps import CardTaps
from controller.session.play import Play, Source
from engine import DIRECTOR, Action, Phase, UnreadableError, Verb
from engine.parsing import parse_call

_DIRECTED: Final = {
    TableCall.UNDO: Verb.UNDO,
    TableCall.VOID: Verb.VOID,
    TableCall.END: Verb.END,
}
_BETWEEN_DEALS: Final = frozenset({TableCall.DEAL, TableCall.UNDO, TableCall.END})


class TappedCalls:
    """Makes actions of calls; one that closes a set of `cards` does so first."""

    def __init__(self, play: Play, cards: CardTaps) -> None:
        self._play = play
        self._cards = cards

    def say(self, source: Source, call: tuple[str, ...]) -> None:
        """Make the call of a tag; one deck serves all games, whose verbs may take other things."""
        if self._play.waiting:
            return
        try:
            action = parse_call(source.seat, call, self._play.match.game.grammar)
        except UnreadableError as error:
            if self._cards.closed_for(source):
                self._play.refuse_unread(source, error)
            return
        self._call(source, action)

    def has_its_time(self, call: TableCall) -> bool:
        """Whether a call of the table means anything now: between deals only some do."""
        return not self._play.waiting or call in _BETWEEN_DEALS

    def make(self, source: Source, call: TableCall) -> None:
        """Make a call of the table, when it has its time."""
        match call:
            case TableCall.UNDO | TableCall.VOID | TableCall.END:
                self._play.apply(source, Action(DIRECTOR, _DIRECTED[call]))
            case TableCall.DEAL:
                self._play.begin_deal(source)
            case TableCall.REDEAL:
                self._redeal(source)
            case TableCall.RAISE:
                number = self._play.match.deal.lowest_bid()
                self._call(source, Action(source.seat, Verb.BID, number=number))
            case TableCall.DROP:
                self._expect_drop(source)
            case TableCall.CHANGE:
                self._expect(source, Verb.CHANGE)
            case TableCall.DONE:
                self._done(source)
            case TableCall.PAUSE:
                self._pause(source)

    def _call(self, source: Source, action: Action) -> None:
        if not self._play.waiting and self._cards.closed_for(source):
            self._play.apply(source, action)

    def _pause(self, source: Source) -> None:
        clock = self._play.clock
        clock.toggle_pause(source.at)
        if clock.left(source.at) is not None:
            self._play.speech.tell("says.clock-stopped" if clock.paused else "says.clock-runs")

    def _redeal(self, source: Source) -> None:
        steps = len(self._play.match.actions_of_deal())
        if not steps:
            self._play.refuse_call(source, TableCall.REDEAL)
        for _ in range(steps):
            self._play.apply(source, Action(DIRECTOR, Verb.UNDO))

    def _expect_drop(self, source: Source) -> None:
        if self._play.match.phase is Phase.DEAL:
            self._play.unfinished.dropping = True
            self._play.speech.tell("says.drop")
        else:
            self._play.refuse_call(source, TableCall.DROP)

    def _expect(self, source: Source, verb: Verb) -> None:
        """A call that wants a card: wait for it where the step knows such a thing."""
        deal = self._play.match.deal
        if verb in deal.tap().awaited and source.seat in deal.open_to(verb):
            self._play.unfinished.awaited = (source.seat, verb)
        else:
            self._call(source, Action(source.seat, verb))

    def _done(self, source: Source) -> None:
        empty = self._play.match.deal.tap().empty
        if self._play.unfinished.cards:
            self._cards.close_set(source)
        elif empty is not None:
            self._call(source, Action(source.seat, empty))
