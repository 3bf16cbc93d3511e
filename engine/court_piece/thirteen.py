"""The ground that all games of thirteen cards share: dealing, play, and asking for a new deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeVar

from engine.actions import Action, Verb
from engine.cards import FULL_PACK, SUIT_MASKS, SUIT_OF, SUITS, Card, Mask, Suit
from engine.court_piece.common_rules import CommonRules
from engine.court_piece.strength import strongest
from engine.deal import TrickState, TrumpView
from engine.outcome import QUIET, DealResult, Outcome, TrickDone
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.seating import Ring, Seating
from engine.trick import Trick
from engine.trick_deal import TrickDeal
from engine.trump import Trump

STAGES: Final = (5, 4, 4)
TRICKS: Final = 13
T = TypeVar("T", bound=CommonRules)


class ThirteenDeal(TrickDeal[T]):
    """A deal of thirteen cards each. Subclasses say how a trump comes up and how tricks count.

    `order` are the seats in playing order, beginning after the dealer: the caller first, the
    dealer last. `stage` counts the stages dealt; `first_five` are, by seat, the cards that may be
    among its first five, once these are dealt. `trump` is the suit chosen or made, hidden or not.
    `counts_from` is how many cards of the trick going on were laid before the trump began to count,
    None while it does not count.
    `bound` is the seat that has to play a trump to this trick if it can. `fresh_used` says by team
    who has asked for a new deal in this match, `fresh_by` which team ended this deal so. `voids`
    are, by seat, the suits it did not follow, as masks of all their cards.
    """

    __slots__ = (
        "bound",
        "counts_from",
        "first_five",
        "fresh_by",
        "fresh_used",
        "order",
        "stage",
        "trump",
        "voids",
    )
    FIXED = TrickDeal.FIXED | {"fresh_used", "order"}

    def __init__(
        self, rules: T, seating: Seating, ring: Ring, dealer: int, fresh_used: tuple[bool, ...]
    ) -> None:
        super().__init__(rules, seating, ring, dealer, FULL_PACK)
        self.order = ring.orders[ring.after[dealer]]
        self.stage = 0
        self.first_five: tuple[Mask, ...] = (0, 0, 0, 0)
        self.trump: Suit | None = None
        self.counts_from: int | None = None
        self.bound: int | None = None
        self.fresh_used = fresh_used
        self.fresh_by: int | None = None
        self.voids: tuple[Mask, ...] = (0, 0, 0, 0)
        self.open_stage([STAGES[0]] * 4)

    # What a subclass says.

    def count_trick(self, trick: Trick, winner: int) -> tuple[int | None, str | None]:
        """Count a trick just won.

        Gives the tricks taken from a pile (None without one) and the result code if the deal is
        over with it, else None.
        """
        raise NotImplementedError

    def result_of(self, code: str) -> DealResult:
        """The result of the deal, ended with this code."""
        raise NotImplementedError

    # The deal: five, four and four cards.

    @property
    def caller(self) -> int:
        """The seat after the dealer: it calls, or leads, first."""
        return self.order[0]

    def stage_done(self) -> Outcome:
        """After the first five cards the game may ask for a trump; after the last play begins."""
        self.stage += 1
        if self.stage > 1:
            return self.next_stage()
        self.first_five = tuple(self.may_hold(seat) for seat in range(4))
        return self.first_five_dealt()

    def first_five_dealt(self) -> Outcome:
        """Every seat has its first five cards."""
        return self.next_stage()

    def next_stage(self) -> Outcome:
        """Deal on, or begin to play."""
        if self.stage < len(STAGES):
            self.open_stage([STAGES[self.stage]] * 4)
        else:
            self.phase = Phase.PLAY
            self.turn = self.caller
        return QUIET

    # What may be done.

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that could use a verb at this point, whatever their cards."""
        if self.phase is Phase.DEAL:
            return self.order if verb is Verb.TAKE else ()
        if self.phase is Phase.PLAY:
            if verb is Verb.PLAY:
                return (self.turn,)
            if verb is Verb.FRESH and any(self._may_ask_fresh(seat) for seat in self.order):
                return self.order
        return ()

    def legal(self, seat: int) -> list[Action]:
        """Everything a seat may do now."""
        if self.phase is not Phase.PLAY:
            return []
        actions: list[Action] = []
        if seat == self.turn:
            actions = self.plays(seat)
        if self._may_ask_fresh(seat):
            actions.append(Action(seat, Verb.FRESH))
        return actions

    def nothing_laid(self) -> bool:
        """Whether play has begun and no card of it is laid yet."""
        return self.phase is Phase.PLAY and not self.laid

    # Play.

    def trump_due(self, seat: int) -> Mask:
        """The trumps, for the seat that is bound."""
        return SUIT_MASKS[self.trump] if self.bound == seat and self.trump is not None else 0

    def trump_by_play(self, seat: int, card: Card) -> Trump | None:
        """The trump that becomes public by a card about to be laid."""
        return None

    def pass_turn(self, seat: int) -> Trump | None:
        """A seat is next to play to this trick; gives the trump that this turns up."""
        self.turn = seat
        return None

    def _play(self, action: Action) -> Outcome:
        seat, card = action.seat, action.cards[0]
        self.check_play(seat, card)
        shown = self.trump_by_play(seat, card)
        self.add_to_trick(action)
        led = self.led
        if SUIT_OF[card] != led:
            self._note_voids(seat, self.voids[seat] | SUIT_MASKS[led])
        if self.in_trick == 4:
            return self._end_trick(shown)
        shown = self.pass_turn(self.ring.after[seat]) or shown
        return QUIET if shown is None else Outcome(shown=shown)

    def _note_voids(self, seat: int, suits: Mask) -> None:
        self.voids = (*self.voids[:seat], suits, *self.voids[seat + 1 :])

    def taken_back(self, seat: int, card: Card) -> None:
        """A card that lay face down is in the hand of its seat again, which has its suit now."""
        self.hands[seat] |= 1 << card
        self._note_voids(seat, self.voids[seat] & ~SUIT_MASKS[SUIT_OF[card]])

    def trick_state(self) -> TrickState:
        """The tricks as they lie."""
        return super().trick_state()._replace(voids=self.voids)

    def winning(self) -> int | None:
        """The seat that would win the trick as it lies."""
        if not self.in_trick:
            return None
        return strongest(self.trick, self.trump, self.counts_from)

    def _end_trick(self, shown: Trump | None) -> Outcome:
        trick = self.trick
        winner = strongest(trick, self.trump, self.counts_from)
        self.close_trick()
        self.turn = winner
        self.bound = None
        if self.counts_from:
            self.counts_from = 0
        pile, code = self.count_trick(trick, winner)
        done = TrickDone(self.tricks_done, winner, pile=pile)
        if code is None:
            return Outcome(trick=done, shown=shown)
        ended = self.finish(code)
        return ended._replace(trick=done, shown=shown or ended.shown)

    # The end.

    def turned_up_at_end(self) -> Trump | None:
        """The trump that becomes public only now that the deal is over."""
        return None

    def finish(self, code: str) -> Outcome:
        """End the deal."""
        self.result = self.result_of(code)
        return Outcome(deal=self.result, shown=self.turned_up_at_end())

    def void(self, code: str) -> Outcome:
        """End the deal without a score."""
        return self.finish(code)

    def _may_ask_fresh(self, seat: int) -> bool:
        if not self.rules.fresh_deal or self.phase is not Phase.PLAY or self.tricks_done:
            return False
        return seat not in self.trick.seats and not self.fresh_used[self.seating.team_of[seat]]

    def _fresh(self, action: Action) -> Outcome:
        if not self._may_ask_fresh(action.seat):
            raise Ruling(Code.NOT_NOW, verb=action.verb, phase=self.phase)
        self.fresh_by = self.seating.team_of[action.seat]
        return self.finish("fresh")

    # How it is seen.

    def trump_view(self) -> TrumpView:
        """The trump as soon as it is public."""
        if self.counts_from is None or self.trump is None:
            return TrumpView()
        return TrumpView(suit=SUITS[self.trump])

    def facts(self, viewer: int | None) -> Mapping[str, object]:
        """`caller`, a seat, and `clock`, the seconds of the call going on; None without one."""
        return {"caller": self.caller, "clock": self.clock()}

    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {
        Verb.TAKE: TrickDeal.take,
        Verb.PLAY: _play,
        Verb.FRESH: _fresh,
    }
