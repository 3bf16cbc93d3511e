"""The session: what a tap means, what the referee says to it, and what the table then shows.

It knows no game and has no clock of its own: the meaning of a tapped card is asked of the deal
going on, and the time of a tap is passed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from controller.deck import ActionTag, CardTag, Deck, Meaning, TableTag
from controller.journal.writing import Journal
from controller.messages import ENGLISH, Messages, messages_for
from controller.session.card_taps import CardTaps
from controller.session.director_calls import DirectorCalls
from controller.session.play import Play, Source
from controller.session.speech import Speech
from controller.session.tapped_calls import TappedCalls
from engine import DIRECTOR, Action, Match, Verb
from engine.cards import Card

BUTTON: Final = "button"
"""What the journal has in the place of a tag where a button was pressed."""
UNKNOWN: Final = "unknown"
"""What the journal calls a tag that is not in the deck."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table says to a call from outside: whether it was taken, and its sentences."""

    taken: bool
    say: str


class Session(Play):
    """One sitting at one table: the play, and all ways in which something comes to it.

    `wording` has the words of the table's language.
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
        speech = Speech(wording or messages_for(ENGLISH))
        super().__init__(match, journal, speech, wait=wait, at=at, rules=rules)
        self.deck = deck
        self._cards = CardTaps(self)
        self._calls = TappedCalls(self, self._cards)
        self._director = DirectorCalls(self, self._calls)

    # What can be seen of it besides.

    @property
    def collected(self) -> list[Card]:
        """The cards tapped towards a set that is not closed yet."""
        return self.unfinished.cards

    @property
    def wording(self) -> Messages:
        """The words of the table's language."""
        return self.speech.wording

    @property
    def voices(self) -> tuple[Messages, ...]:
        """All languages in which it speaks, its own first."""
        return self.speech.voices

    @voices.setter
    def voices(self, voices: tuple[Messages, ...]) -> None:
        self.speech.voices = voices

    @property
    def messages(self) -> list[str]:
        """The last sentences said."""
        return self.speech.messages

    @property
    def said(self) -> int:
        """How many sentences there were in all."""
        return self.speech.said

    @property
    def spoken(self) -> Sequence[Mapping[str, str]]:
        """The last sentences in all of its languages, by language."""
        return self.speech.spoken

    # What comes in.

    def tap(self, seat: int, tag: str, at: float) -> None:
        """A tag of the deck was laid on the reader of a seat.

        When this returns, what came of it is in the journal; raises `JournalFault` when it cannot
        be written, and then the session is not to be gone on with.
        """
        self._meant(Source(seat, tag, at), self.deck.tags[tag])

    def press(self, seat: int, call: Meaning, at: float) -> None:
        """A button of a seat was pressed: its call, as if a tag of that meaning had been tapped."""
        self._meant(Source(seat, BUTTON, at), call)

    def _meant(self, source: Source, meaning: Meaning) -> None:
        match meaning:
            case CardTag(card):
                self._cards.tap(source, card)
            case ActionTag(call):
                self._calls.say(source, call)
            case TableTag(call):
                if self._calls.has_its_time(call):
                    self._calls.make(source, call)
        self.write()

    def unknown(self, seat: int, tag: str, at: float) -> None:
        """A tag that is not in the deck lies on the reader of a seat."""
        self.alert(seat)
        self.note(Source(seat, tag, at), None, call=UNKNOWN)
        name = self.match.seating.names[seat]
        self.speech.say(lambda voice: voice.text("says.unknown-tag", seat=voice.seat(name)))
        self.write()

    def tick(self, at: float) -> bool:
        """Time has passed: a call clock that has run out is put to the referee; True = one has."""
        if not self.clock.run_out(at):
            return False
        self.clock.start(None, at)
        seat = self.match.actors()[0]
        self.apply(Source(seat, None, at), Action(seat, Verb.TIMEOUT))
        self.write()
        return True

    def direct(self, call: str, at: float) -> Answer:
        """A call of the director from outside the table: `undo`, `void why`, or `E pass`.

        It is refereed, journalled and answered as a tap would be, but lights no alert. With `@bn`
        before it, it is answered in that language, if that is one of `voices`.
        """
        words = call.split()
        language = words[0][1:] if words and words[0].startswith("@") else ""
        voice = self.speech.voice(language)
        before, refused = self.said, self.refusals
        self._director.make(Source(DIRECTOR, None, at), words if voice is None else words[1:])
        said = self.speech.since(before, voice or self.wording)
        self.write()
        return Answer(self.refusals == refused, said)
