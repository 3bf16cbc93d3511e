"""Hands that nobody reads: the table learns a card only as it is laid or turned up.

To be mixed into the deal of a game, in front of it. The rules themselves are those of the game; it
asks what a hand holds for sure (`Deal.hands`), what it may hold, and how many cards are left.
"""

from __future__ import annotations

from typing import Any, Final

from engine.actions import Action, Verb
from engine.breaches import Audit, Book
from engine.cards import Mask, mask_of
from engine.deal import Deal, R
from engine.outcome import Outcome
from engine.parsing import Shape
from engine.phases import Phase
from engine.rulings import Code, Ruling

BARE: Final = frozenset({Verb.PLAY, Verb.HIDE, Verb.TURN})
"""Verbs that are listed without the card they need, since any may be meant."""


class Unseen(Deal[R]):
    """A deal with unseen hands; `hands` are the cards known to be in each, `book` what came out."""

    __slots__ = ()
    book: Book

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.book = Book((0,) * len(self.hands))
        self._deal_unseen()

    def dealt(self, seat: int) -> int:
        """How many cards a seat has been dealt so far."""
        raise NotImplementedError

    # What a hand holds.

    def cards_left(self, seat: int) -> int:
        """The cards dealt, but for those laid and one that lies face down."""
        away = self.book.laid[seat].bit_count() + (self.face_down(seat) is not None)
        return self.dealt(seat) - away

    def may_hold(self, seat: int) -> Mask:
        """The cards known, if these are all that is left; else any that is not known elsewhere."""
        sure = self.hands[seat]
        if sure.bit_count() == self.cards_left(seat):
            return sure
        elsewhere = 0
        for its in range(len(self.hands)):
            down = self.face_down(its)
            elsewhere |= self.book.laid[its] | (0 if its == seat else self.hands[its])
            elsewhere |= 0 if down is None else 1 << down
        return self.pack & ~elsewhere

    def plays(self, seat: int) -> list[Action]:
        """A play alone, whatever the card."""
        return [Action(seat, Verb.PLAY)]

    def naming(self, seat: int, verb: Verb, cards: Mask) -> list[Action]:
        """The verb alone, whatever the cards."""
        return [Action(seat, verb)]

    # The course of the deal.

    def do(self, action: Action) -> Outcome:
        """Check and carry out an action of a seat; tells what its card has proved."""
        if action.verb in BARE and not action.cards:
            raise Ruling(Code.BAD_LINE, found=f"{action.verb} alone", expected=Shape.CARD.value)
        before = self.book
        outcome = super().do(action)
        self._deal_unseen()
        news = self.book.news_since(before)
        return outcome._replace(revoke=news) if news else outcome

    def _deal_unseen(self) -> None:
        """Cards are dealt by hand and looked at by nobody: go on to what follows."""
        while self.phase is Phase.DEAL:
            self.wanted = [0] * len(self.hands)
            self.stage_done()

    # Breaches.

    def vouch(self, action: Action) -> None:
        """Note what the action says of the hand, and what its cards say of earlier ones."""
        claims = self.claims(action)
        if action.verb is Verb.PLAY:
            self.book = self.book.after_play(action.seat, mask_of(action.cards), claims)
        else:
            self.book = self.book.after_words(claims)

    def audit(self) -> Audit:
        """Everything that is proved as it stands."""
        return self.book.proved()
