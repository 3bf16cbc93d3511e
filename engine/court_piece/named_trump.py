"""A trump that is named aloud after the first five cards, or turned up from the dealer's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.actions import Action, Verb
from engine.cards import SUIT_OF, Suit
from engine.court_piece.calling import Asked, CallingDeal
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.strength import TRUMPS
from engine.outcome import Outcome
from engine.parsing import Shape
from engine.phases import Phase, Tap
from engine.rulings import Code, Ruling
from engine.seating import Ring, Seating


class NamedTrumpDeal(CallingDeal[CourtPieceRules]):
    """A deal with an open trump.

    `namer` is the seat that named it, None for one turned up, which nobody can change; `changed`
    says that it has been changed.
    """

    __slots__ = ("changed", "namer")

    def __init__(
        self,
        rules: CourtPieceRules,
        seating: Seating,
        ring: Ring,
        dealer: int,
        fresh_used: tuple[bool, ...],
    ) -> None:
        super().__init__(rules, seating, ring, dealer, fresh_used)
        self.namer: int | None = None
        self.changed = False

    def first_five_dealt(self) -> Outcome:
        """The caller is asked first."""
        return self.open_call(Phase.CALL, self.three_steps())

    def naming_verb(self) -> Verb:
        """A suit is named; the dealer's card is turned up."""
        return Verb.TURN if self.steps[0].asked is Asked.BLIND else Verb.TRUMP

    def naming_actions(self, seat: int) -> list[Action]:
        """Any suit; of the dealer, any of its five cards."""
        if self.naming_verb() is Verb.TURN:
            return super().naming_actions(seat)
        return [Action(seat, Verb.TRUMP, suit=Suit(suit)) for suit in range(4)]

    def tap(self) -> Tap:
        """A card tapped in the dealer's step of the call is turned up."""
        turning = bool(self.steps) and self.naming_verb() is Verb.TURN
        return Tap(Verb.TURN) if turning else super().tap()

    def _trump(self, action: Action) -> Outcome:
        self.namer = action.seat
        return self._settle(_suit(action))

    def _turn(self, action: Action) -> Outcome:
        card = action.cards[0]
        self.check_first_five(action.seat, card)
        self.hands[action.seat] |= 1 << card
        return self._settle(SUIT_OF[card])

    def _settle(self, suit: Suit) -> Outcome:
        self.close_call()
        return self._make_public(suit)

    def _make_public(self, suit: Suit) -> Outcome:
        self.trump = suit
        self.counts_from = 0
        return Outcome(shown=TRUMPS[suit])

    # Changing it.

    def _may_be_changed(self) -> bool:
        allowed = self.rules.change_trump and self.namer is not None and not self.changed
        return allowed and self.nothing_laid()

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that could use a verb at this point, whatever their cards."""
        if verb is Verb.CHANGE:
            return (self.namer,) if self.namer is not None and self._may_be_changed() else ()
        return super().open_to(verb)

    def legal(self, seat: int) -> list[Action]:
        """Everything a seat may do now."""
        actions = super().legal(seat)
        if seat == self.namer and self._may_be_changed():
            others = (Suit(suit) for suit in range(4) if suit != self.trump)
            actions += [Action(seat, Verb.CHANGE, suit=suit) for suit in others]
        return actions

    def _change(self, action: Action) -> Outcome:
        suit = _suit(action)
        if suit == self.trump:
            raise Ruling(Code.NOT_NOW, verb=action.verb, phase=self.phase)
        self.changed = True
        return self._make_public(suit)

    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {
        **CallingDeal.HANDLERS,
        Verb.TRUMP: _trump,
        Verb.TURN: _turn,
        Verb.CHANGE: _change,
    }


def _suit(action: Action) -> Suit:
    if action.suit is None:
        raise Ruling(Code.BAD_LINE, found=action.text(), expected=Shape.SUIT.value)
    return action.suit
