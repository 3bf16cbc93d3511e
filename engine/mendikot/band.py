"""Band: a card laid face down turns up when a seat cannot follow suit, and is the trump."""

from __future__ import annotations

from engine.cards import SUIT_OF, Card
from engine.court_piece.calling import Asked, CallStep
from engine.court_piece.laid_trump import LaidTrumpDeal
from engine.court_piece.unseen import UnseenThirteen
from engine.mendikot.rules import MendikotRules
from engine.mendikot.tens import CountedTens
from engine.outcome import Outcome
from engine.phases import Phase
from engine.trump import Trump


class BandDeal(CountedTens, LaidTrumpDeal[MendikotRules]):
    """One deal with a trump that lies face down."""

    __slots__ = ()

    def first_five_dealt(self) -> Outcome:
        """The caller lays a card; when its time has run out, any of its five is laid for it."""
        seconds = self.rules.seconds_as_caller(self.seating.names[self.caller])
        steps = [CallStep(self.caller, Asked.ALONE)]
        if seconds is not None:
            steps.insert(0, CallStep(self.caller, Asked.ALONE, seconds))
        return self.open_call(Phase.HIDE, tuple(steps))

    def pass_turn(self, seat: int) -> Trump | None:
        """The card turns up by itself before a seat that cannot follow suit plays."""
        super().pass_turn(seat)
        if self.hidden is None or self.can_follow(seat):
            return None
        return self.show_for(seat)


class UnseenBandDeal(UnseenThirteen[MendikotRules], BandDeal):
    """One deal with a trump that lies face down, with unseen hands.

    Nobody knows beforehand that a seat cannot follow suit: the card turns up with the card that
    does not, or with the seat's word. Its owner, to whose hand it goes back, has to say so first.
    """

    __slots__ = ()

    def pass_turn(self, seat: int) -> Trump | None:
        """Nothing turns up before the seat plays."""
        self.turn = seat
        return None

    def has_to_show(self, seat: int) -> bool:
        """The owner, while the card lies face down."""
        return self.face_down(seat) is not None

    def trump_by_play(self, seat: int, card: Card) -> Trump | None:
        """A card that does not follow suit turns the hidden card up, and should be of its suit."""
        if self.hidden is None or card == self.hidden or not self.in_trick:
            return super().trump_by_play(seat, card)
        return None if SUIT_OF[card] == self.led else self.show_for(seat)
