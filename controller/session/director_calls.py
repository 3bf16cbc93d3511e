"""What the director calls from outside the table: `undo`, `void why`, `E pass`, `choose`, `start`.

Calls are refereed as a tap would be.
"""

from __future__ import annotations

from typing import Final

from controller.deck import TableCall
from controller.journal.writing import CLOSED
from controller.messages import Messages
from controller.session.choices import CHOOSE
from controller.session.correction import correction
from controller.session.play import Play, Source
from controller.session.tapped_calls import TappedCalls
from engine import DIRECTOR, Action, Code, Ruling, UnreadableError, Verb
from engine.cards import parse_card
from engine.parsing import parse_call

CORRECT: Final = "correct"
START: Final = "start"
_TABLE_CALLS: Final = frozenset(
    {
        TableCall.UNDO,
        TableCall.VOID,
        TableCall.END,
        TableCall.REDEAL,
        TableCall.DEAL,
        TableCall.PAUSE,
    }
)
"""Those that the director may make."""


class DirectorCalls:
    """Makes what the director calls; that of the table as a tap of it, by way of `calls`."""

    def __init__(self, play: Play, calls: TappedCalls) -> None:
        self._play = play
        self._calls = calls
        self._beside = {CORRECT: self._correct, CHOOSE: self._choose, START: self._start}

    def make(self, source: Source, words: list[str]) -> None:
        """Make a call, or refuse it."""
        names = self._play.match.seating.names
        if words and words[0] in names:
            self._seat(source, names.index(words[0]), tuple(words[1:]))
        elif words and words[0] in self._beside:
            self._beside[words[0]](source, words[1:])
        elif words and words[0] == TableCall.VOID and not self._play.waiting:
            self._play.apply(source, Action(DIRECTOR, Verb.VOID, words=" ".join(words[1:])))
        elif words[:1] == [TableCall.VOID] or (len(words) == 1 and words[0] in _TABLE_CALLS):
            call = TableCall(words[0])
            if self._calls.has_its_time(call):
                self._calls.make(source, call)
            else:
                self._play.refuse_call(source, call)
        else:
            known = sorted({*_TABLE_CALLS, *self._beside})
            self._refuse_form(source, " ".join(words) or "nothing", ", ".join(known))

    def _seat(self, source: Source, seat: int, call: tuple[str, ...]) -> None:
        """What a seat says or lays, told by the director."""
        if self._play.waiting:
            self._play.refuse_call(source, call[0] if call else "that")
        elif not call:
            self._refuse_form(source, "a seat", "a call")
        else:
            try:
                action = parse_call(seat, call, self._play.match.game.grammar)
            except UnreadableError as error:
                self._play.refuse_unread(source, error)
            else:
                self._play.apply(source, action)

    def _correct(self, source: Source, words: list[str]) -> None:
        """`correct SEAT [WRONG] RIGHT`: put a misread card right, all of it or nothing."""
        play, names = self._play, self._play.match.seating.names
        if len(words) not in (2, 3) or words[0] not in names:
            found = " ".join([CORRECT, *words])
            self._refuse_form(source, found, f"{CORRECT} SEAT [WRONG CARD] RIGHT CARD")
            return
        try:
            *old, new = map(parse_card, words[1:])
            seat, wrong = names.index(words[0]), old[0] if old else None
            undos, actions = correction(play.match, seat, wrong, new)
        except UnreadableError as error:
            play.refuse_unread(source, error)
        except Ruling as ruling:
            play.refuse(source, ruling)
        else:
            with play.speech.hushed():
                for action in (*[Action(DIRECTOR, Verb.UNDO)] * undos, *actions):
                    play.apply(source, action)
            play.speech.tell("says.corrected")

    def _choose(self, source: Source, words: list[str]) -> None:
        """`choose JSON`: what the next match is to be."""
        play, choices = self._play, self._play.choices
        if choices is None:
            play.refuse_call(source, CHOOSE)
            return
        try:
            choice = choices.read(" ".join(words))
        except UnreadableError as error:
            play.refuse_unread(source, error)
            return
        choices.take(choice)
        kept = CHOOSE if choice is None else f"{CHOOSE} {choice.to_json()}"
        play.note(source, None, call=kept)
        config = choices.config
        play.speech.say(lambda voice: _chosen(config.game.name, config.rules_name, voice))

    def _start(self, source: Source, words: list[str]) -> None:
        """`start`: begin the next match and its first deal; an open match has to be ended first."""
        play, choices = self._play, self._play.choices
        if words or (play.match.winner is None and play.match.actions()):
            play.refuse_call(source, START)
            return
        if play.match.winner is None and choices is not None:
            play.note(source, None, call=CLOSED)
            play.write()
            play.begin_match(choices.first_match(choices.config.dealer))
        play.waiting = True
        play.begin_deal(source)

    def _refuse_form(self, source: Source, found: str, expected: str) -> None:
        self._play.refuse(source, Ruling(Code.BAD_LINE, found=found, expected=expected))


def _chosen(game: str, rules: str, voice: Messages) -> str:
    return voice.text("says.chosen", game=voice.text(f"game.{game}"), rules=voice.name(rules))
