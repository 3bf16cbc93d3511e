"""The course of a hand of Twenty-Two: cards, exchanging, tricks, and who keeps what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.actions import Action, Verb
from engine.breaches import Breach, Claim, Claims
from engine.cards import Card, cards_in, mask_of
from engine.deal import Deal
from engine.outcome import QUIET, Outcome, TrickDone
from engine.parsing import Shape
from engine.phases import Phase, Tap
from engine.rulings import Code, Ruling
from engine.trick import Trick
from engine.twenty_two.result import TwentyTwoResult
from engine.twenty_two.sets import (
    HEIGHT,
    follows,
    is_lowest,
    leads,
    low_to_high,
    lower_than,
    meets,
    of_one_rank,
)
from engine.twenty_two.state import TwentyTwoState


class TwentyTwoDeal(TwentyTwoState):
    """One hand of Twenty-Two."""

    __slots__ = ()

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that could use a verb at this point, whatever their cards."""
        match self.phase:
            case Phase.DEAL if verb is Verb.TAKE:
                return self.order
            case Phase.EXCHANGE:
                drawing = bool(self.wanted[self.turn])
                now = (Verb.TAKE,) if drawing else (Verb.THROW, Verb.PASS)
                return (self.turn,) if verb in now else ()
            case Phase.PLAY if verb is Verb.PLAY:
                return (self.turn,)
            case _:
                return ()

    def legal(self, seat: int) -> list[Action]:
        """Everything a seat may do now; one `throw` for all, `number` the most that may go."""
        if seat != self.turn:
            return []
        if self.phase is Phase.PLAY:
            return self.plays(seat)
        if self.wanted[seat]:
            return []
        most = min(self.stock(), self.cards_left(seat))
        return [Action(seat, Verb.PASS), Action(seat, Verb.THROW, number=most)]

    def plays(self, seat: int) -> list[Action]:
        """What the seat on turn may play, as `legal` lists it."""
        cards = low_to_high(cards_in(self.hands[seat]))
        sets = follows(cards, self.best) if self.trick.cards else leads(cards)
        return [Action(seat, Verb.PLAY, some) for some in sets]

    def tap(self) -> Tap:
        """Cards are collected towards a throw, a lead or a follow, unless there is no choice."""
        if self.phase is Phase.EXCHANGE:
            drawing = bool(self.wanted[self.turn])
            return Tap(Verb.TAKE) if drawing else Tap(Verb.THROW, collects=True, empty=Verb.PASS)
        if self.phase is not Phase.PLAY or self.to_play() == 1:
            return super().tap()
        if self.trick.cards:
            return Tap(Verb.PLAY, collects=True, size=self.to_play())
        return Tap(Verb.PLAY, collects=True, closed_by=self.next_player(self.turn))

    # Exchanging.

    def stage_done(self) -> Outcome:
        """All cards are dealt, or a seat has its new ones."""
        self._ask(self.order if self.phase is Phase.DEAL else self.asked[1:])
        return QUIET

    def _ask(self, seats: tuple[int, ...]) -> None:
        """Let these seats exchange in turn, as long as the stock lasts; then play."""
        if seats and self.stock():
            self.phase = Phase.EXCHANGE
            self.asked = seats
            self.turn = seats[0]
        else:
            self.phase = Phase.PLAY
            self.asked = ()
            self.turn = self.order[0]

    def _pass(self, action: Action) -> Outcome:
        self._ask(self.asked[1:])
        return QUIET

    def _throw(self, action: Action) -> Outcome:
        seat, cards = action.seat, action.cards
        self._check_throw(seat, cards)
        self.hands[seat] &= ~mask_of(cards)
        self.wanted[seat] = len(cards)
        self.thrown = tuple(
            len(cards) if its == seat else count for its, count in enumerate(self.thrown)
        )
        return QUIET

    def _check_throw(self, seat: int, cards: Sequence[Card]) -> None:
        _check_named(Verb.THROW, cards)
        self.check_in_pack(cards)
        elsewhere = self.seen & ~self.hands[seat]
        if elsewhere & mask_of(cards) or len(set(cards)) < len(cards):
            raise Ruling(Code.CARD_TWICE)
        self._check_in_hand(seat, cards)
        stock = self.stock()
        if len(cards) > stock:
            raise Ruling(Code.STOCK_SHORT, stock=stock, found=len(cards))

    def _check_in_hand(self, seat: int, cards: Sequence[Card]) -> None:
        if len(set(cards)) < len(cards) or not self.may_hold_all(seat, mask_of(cards)):
            raise Ruling(Code.NOT_IN_HAND)

    # Play.

    def _play(self, action: Action) -> Outcome:
        seat = action.seat
        self._check_held(seat, action.cards)
        cards = low_to_high(action.cards)
        if self.trick.cards:
            meeting = self._check_follow(seat, cards)
        else:
            self._check_lead(seat, cards)
            meeting = True
        self.vouch(action)
        laid = mask_of(cards)
        self.hands[seat] &= ~laid
        self.played |= laid
        for card in action.cards:
            self.trick = self.trick.plus(seat, card)
        if meeting:
            self.best, self.best_seat = cards, seat
        self.laid_by += 1
        if self.laid_by < len(self.order):
            self.turn = self.next_player(seat)
            return QUIET
        return self._end_trick(seat if self.best_seat is None else self.best_seat)

    def claims(self, action: Action) -> Claims:
        """Cards that do not meet the best say that no lower one is kept."""
        cards = low_to_high(action.cards)
        if action.verb is not Verb.PLAY or meets(cards, self.best or cards):
            return ()
        breach = Breach(Code.TOO_LOW.value, action.seat, self.tricks_done + 1)
        return (Claim(breach, lower_than(cards[-1])),)

    def _check_held(self, seat: int, cards: Sequence[Card]) -> None:
        _check_named(Verb.PLAY, cards)
        self.check_in_pack(cards)
        for card in cards:
            if self.played >> card & 1:
                raise Ruling(Code.ALREADY_PLAYED, card=card)
        self._check_in_hand(seat, cards)

    def _check_lead(self, seat: int, cards: Sequence[Card]) -> None:
        if 1 < len(cards) == self.cards_left(seat):
            raise Ruling(Code.KEEP_ONE)
        if not of_one_rank(cards):
            raise Ruling(Code.NOT_A_SET)

    def _check_follow(self, seat: int, cards: Sequence[Card]) -> bool:
        """Refuse what may not be laid on the best cards; whether it meets them."""
        if len(cards) != len(self.best):
            raise Ruling(Code.WRONG_COUNT, wanted=len(self.best), found=len(cards))
        meeting = meets(cards, self.best)
        hand = self.hands[seat] | mask_of(cards)
        if not meeting and not is_lowest(cards, low_to_high(cards_in(hand))):
            raise Ruling(Code.TOO_LOW)
        return meeting

    def _end_trick(self, winner: int) -> Outcome:
        trick = self.trick
        self.tricks_done += 1
        self.trick, self.last_trick = Trick(), trick
        self.best, self.best_seat, self.laid_by = (), None, 0
        self.turn = winner
        done = TrickDone(self.tricks_done, winner)
        if self.cards_left(winner):
            return Outcome(trick=done)
        return Outcome(trick=done, deal=self._hand_over(trick, winner))

    def _hand_over(self, trick: Trick, winner: int) -> TwentyTwoResult:
        """Everybody who laid a highest card of the last trick keeps it."""
        highest = max(HEIGHT[card] for card in trick.cards)
        taken = sorted(
            (seat, card)
            for seat, card in zip(trick.seats, trick.cards, strict=True)
            if HEIGHT[card] == highest
        )
        result = TwentyTwoResult(
            "hand",
            self.dealer,
            self.cards_each,
            losers=tuple(seat for seat, _ in taken),
            kept=tuple(card for _, card in taken),
            last=winner,
            audit=self.audit(),
        )
        self.result = result
        return result

    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {
        Verb.TAKE: Deal.take,
        Verb.THROW: _throw,
        Verb.PASS: _pass,
        Verb.PLAY: _play,
    }


def _check_named(verb: Verb, cards: Sequence[Card]) -> None:
    """Refuse a verb without cards, such as a listed `throw` taken as it stands."""
    if not cards:
        raise Ruling(Code.BAD_LINE, found=f"{verb} alone", expected=Shape.CARDS.value)
