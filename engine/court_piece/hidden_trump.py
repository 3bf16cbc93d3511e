"""Hidden Trump: Single Sir with the trump on a card that lies face down until it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.actions import Action, Verb
from engine.cards import Mask
from engine.court_piece.first_to_seven import FirstToSeven
from engine.court_piece.game import CourtPiece
from engine.court_piece.laid_trump import LaidTrumpDeal
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.unseen import UnseenThirteen
from engine.outcome import QUIET, Outcome
from engine.parsing import Shape
from engine.phases import Phase, Tap
from engine.rulings import Code, Ruling
from engine.seating import Ring, Seating


class HiddenTrumpDeal(FirstToSeven, LaidTrumpDeal[CourtPieceRules]):
    """One deal of Hidden Trump; `changed` says that another card has been laid down instead."""

    __slots__ = ("changed",)

    def __init__(
        self,
        rules: CourtPieceRules,
        seating: Seating,
        ring: Ring,
        dealer: int,
        fresh_used: tuple[bool, ...],
    ) -> None:
        super().__init__(rules, seating, ring, dealer, fresh_used)
        self.changed = False

    def first_five_dealt(self) -> Outcome:
        """The caller is asked first."""
        return self.open_call(Phase.HIDE, self.three_steps())

    # Changing it: who may have it shown when leading counts as its namer.

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that could use a verb at this point, whatever their cards."""
        if verb is Verb.CHANGE:
            return (self.shower,) if self.shower is not None and self._may_be_changed() else ()
        return super().open_to(verb)

    def _may_be_changed(self) -> bool:
        open_still = self.rules.change_trump and self.hidden is not None and not self.changed
        return open_still and self.nothing_laid()

    def _may_be_laid(self, seat: int) -> Mask:
        return self.first_five[seat] & self.may_hold(seat)

    def legal(self, seat: int) -> list[Action]:
        """Everything a seat may do now."""
        actions = super().legal(seat)
        if seat == self.shower and self._may_be_changed():
            actions += self.naming(seat, Verb.CHANGE, self._may_be_laid(seat))
        return actions

    def tap(self) -> Tap:
        """The call tag `change` alone waits for the card to be laid."""
        tap = super().tap()
        return tap._replace(awaited=(Verb.CHANGE,)) if self._may_be_changed() else tap

    def _change(self, action: Action) -> Outcome:
        seat = action.seat
        if not action.cards or self.hidden is None:
            raise Ruling(Code.BAD_LINE, found=action.text(), expected=Shape.CARD.value)
        card = action.cards[0]
        self.check_in_pack(action.cards)
        if card == self.face_down(seat):
            raise Ruling(Code.HIDDEN_CARD, card=card)
        if not self._may_be_laid(seat) >> card & 1:
            raise Ruling(Code.NOT_IN_HAND, card=card)
        self.hands[seat] |= 1 << self.hidden
        self.lay(seat, card)
        self.looker = seat
        self.changed = True
        return QUIET

    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {
        **LaidTrumpDeal.HANDLERS,
        Verb.CHANGE: _change,
    }


class UnseenHiddenTrumpDeal(UnseenThirteen[CourtPieceRules], HiddenTrumpDeal):
    """One deal of Hidden Trump with unseen hands."""

    __slots__ = ()


class HiddenTrump(CourtPiece):
    """The game of Hidden Trump."""

    name = "hidden-trump"
    say = "Court Piece with a trump on a face-down card, which counts from the moment it is shown."
    grammar: ClassVar[Mapping[Verb, Shape]] = {Verb.CHANGE: Shape.CARD}
    make_deal = HiddenTrumpDeal
    make_unseen = UnseenHiddenTrumpDeal

    def calls(self, rules: CourtPieceRules) -> Sequence[str]:
        """Passing, showing, and changing."""
        change = (str(Verb.CHANGE),) if rules.change_trump else ()
        return (str(Verb.PASS), str(Verb.SHOW), *change)


GAME = HiddenTrump()
