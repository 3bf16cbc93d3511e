"""A trump that lies face down as a card until it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.actions import Action, Verb
from engine.cards import NAMES, SUIT_OF, Card
from engine.court_piece.calling import Asked, CallingDeal
from engine.court_piece.strength import TRUMPS
from engine.court_piece.thirteen import T
from engine.deal import TrumpView
from engine.outcome import QUIET, Outcome
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.seating import Ring, Seating
from engine.trump import Trump


class LaidTrumpDeal(CallingDeal[T]):
    """A deal whose trump is a card laid face down, out of its owner's hand until it is shown.

    `hidden` is that card while it lies face down and `owner` the seat whose card it is; `looker` is
    the seat that knows it (None for one laid without looking), `shower` the seat that may have it
    shown when it is about to lead.
    """

    __slots__ = ("hidden", "looker", "owner", "shower")

    def __init__(
        self, rules: T, seating: Seating, ring: Ring, dealer: int, fresh_used: tuple[bool, ...]
    ) -> None:
        super().__init__(rules, seating, ring, dealer, fresh_used)
        self.hidden: Card | None = None
        self.owner: int | None = None
        self.looker: int | None = None
        self.shower: int | None = None

    # Laying it.

    def naming_verb(self) -> Verb:
        """A card is laid face down in every step."""
        return Verb.HIDE

    def _hide(self, action: Action) -> Outcome:
        seat, card = action.seat, action.cards[0]
        self.check_first_five(seat, card)
        unseen = self.steps[0].asked is Asked.BLIND
        self.owner = seat
        self.looker = None if unseen else seat
        self.shower = self.caller if unseen else seat
        self.lay(seat, card)
        self.close_call()
        return QUIET

    def lay(self, seat: int, card: Card) -> None:
        """Put a card of a hand face down; its suit is the trump to come."""
        self.hands[seat] &= ~(1 << card)
        self.hidden = card
        self.trump = SUIT_OF[card]

    # Showing it.

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that could use a verb at this point, whatever their cards."""
        if verb is Verb.SHOW:
            lies = self.hidden is not None and self.phase is Phase.PLAY
            return (self.turn,) if lies else ()
        return super().open_to(verb)

    def legal(self, seat: int) -> list[Action]:
        """Everything a seat may do now."""
        actions = super().legal(seat)
        if seat in self.open_to(Verb.SHOW) and self._show_refusal(seat) is None:
            actions.append(Action(seat, Verb.SHOW))
        return actions

    def _show_refusal(self, seat: int) -> str | None:
        """Why the seat on turn may not have the card shown; None when it may."""
        if not self.in_trick:
            return None if seat == self.shower else "leading"
        return "can-follow" if self.can_follow(seat) else None

    def _show(self, action: Action) -> Outcome:
        why = self._show_refusal(action.seat)
        if why is not None:
            raise Ruling(Code.NO_SHOW, why=why)
        self.vouch(action)
        return Outcome(shown=self.show_for(action.seat))

    def show_for(self, seat: int) -> Trump | None:
        """Show the card to a seat that then has to trump; it goes back to its owner's hand."""
        if self.hidden is not None and self.owner is not None:
            self.taken_back(self.owner, self.hidden)
        self.bound = seat
        return self._show_from_here()

    def _show_from_here(self) -> Trump | None:
        self.hidden = None
        self.counts_from = self.in_trick
        return None if self.trump is None else TRUMPS[self.trump]

    # The last card of a hand.

    def face_down(self, seat: int) -> Card | None:
        """The hidden card, for its owner."""
        return self.hidden if seat == self.owner else None

    def trump_by_play(self, seat: int, card: Card) -> Trump | None:
        """The hidden card, played as the last one, is shown by that."""
        return self._show_from_here() if card == self.hidden else None

    def turned_up_at_end(self) -> Trump | None:
        """A card still hidden when the deal ends is turned up."""
        return None if self.hidden is None or self.trump is None else TRUMPS[self.trump]

    # How it is seen.

    def trump_view(self) -> TrumpView:
        """The trump once shown; before that only that one lies there."""
        return TrumpView(hidden=True) if self.hidden is not None else super().trump_view()

    def facts(self, viewer: int | None) -> Mapping[str, object]:
        """Also `owner`, whose card lies face down; and `hidden`, that card, for who knows it."""
        lies = self.hidden is not None
        public = {**super().facts(viewer), "owner": self.owner if lies else None}
        if self.hidden is not None and viewer is not None and viewer == self.looker:
            public["hidden"] = NAMES[self.hidden]
        return public

    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {
        **CallingDeal.HANDLERS,
        Verb.HIDE: _hide,
        Verb.SHOW: _show,
    }
