"""The calls of a deal of Twenty-Nine: everything before the first card is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.actions import Action, Verb
from engine.cards import SUIT_OF, Card
from engine.deal import NOBODY
from engine.outcome import QUIET, Outcome
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.trump import NO_TRUMP, Trump
from engine.twenty_nine.bidding import Auction, open_bidding
from engine.twenty_nine.doubling import Doubling, open_doubling
from engine.twenty_nine.markers import markers, trump_of_marker
from engine.twenty_nine.state import HALF_HAND, TwentyNineState
from engine.twenty_nine.voids import Look, looks_at_all, looks_at_first


class TwentyNineCalls(TwentyNineState):
    """Dealing, tenny, bidding, trump choice, doubling and the single hand."""

    __slots__ = ()

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that could use a verb at this point, whatever their cards."""
        if self.phase is Phase.DEAL:
            return range(4) if verb is Verb.TAKE else ()
        return (self.turn,) if verb in self._said_now() else ()

    def _said_now(self) -> tuple[Verb, ...]:
        match self.phase:
            case Phase.TENNY:
                return (Verb.TENNY, Verb.PASS)
            case Phase.BID:
                return (Verb.BID, Verb.DITTO, Verb.PASS)
            case Phase.TRUMP:
                return (Verb.MARK, Verb.SEVENTH) if self.rules.seventh_card else (Verb.MARK,)
            case Phase.DOUBLE if self.doubling is not None and self.doubling.verb is not None:
                return (self.doubling.verb, Verb.PASS)
            case Phase.SINGLE:
                return (Verb.SINGLE, Verb.PASS)
            case _:
                return ()

    def legal(self, seat: int) -> Sequence[Action]:
        """Everything a seat may do now."""
        if self.phase is Phase.DEAL or seat != self.turn:
            return []
        match self.phase:
            case Phase.BID:
                return self._legal_calls(seat)
            case Phase.TRUMP:
                marks = [Action(seat, Verb.MARK, (card,)) for card in markers(self.rules)]
                return marks + [Action(seat, verb) for verb in self._said_now()[1:]]
            case Phase.SINGLE if any(map(self.comes_true, self._looks_for_risk(seat))):
                return [Action(seat, Verb.PASS)]
            case _:
                return [Action(seat, verb) for verb in self._said_now()]

    def _legal_calls(self, seat: int) -> list[Action]:
        auction = self._auction()
        bids = range(self.lowest_bid(), self.rules.highest_bid + 1)
        calls = [Action(seat, Verb.BID, number=number) for number in bids]
        if auction.may_ditto:
            calls.append(Action(seat, Verb.DITTO))
        return [*calls, Action(seat, Verb.PASS)]

    # The first four cards and the second.

    def taken(self, seat: int, cards: Sequence[Card]) -> None:
        """The caller's third card of the second four may be the seventh card."""
        if not (self.second_half and self.seventh_called and seat == self.caller):
            return
        before = HALF_HAND - self.wanted[seat] - len(cards)
        place = 2 - before
        if 0 <= place < len(cards):
            card = cards[place]
            self.seventh = card
            self.trump = Trump(SUIT_OF[card])
            self.hands[seat] &= ~(1 << card)

    def stage_done(self) -> Outcome:
        """Void checks, and on to the next step."""
        if self.second_half:
            return self.all_dealt()
        void = self._look(looks_at_first(self.rules, self.order[:2]))
        if void is not None:
            return self._end(void)
        if self.rules.tenny:
            self._ask_round(Phase.TENNY)
        else:
            self._open_bidding()
        return QUIET

    def all_dealt(self) -> Outcome:
        """Every seat has its eight cards."""
        void = self._look(self._looks_at_all())
        if void is not None:
            return self._end(void)
        if self.rules.single_hand:
            self._ask_round(Phase.SINGLE)
        else:
            self._open_play(self._speaking_order()[0])
        return QUIET

    def _looks_at_all(self) -> tuple[Look, ...]:
        if self.caller is None or self.trump is None:
            return ()
        seventh = 0 if self.seventh is None else 1 << self.seventh
        return looks_at_all(self.rules, self.caller, self.trump.suit, seventh)

    # Looks into whole hands.

    def _look(self, looks: Sequence[Look]) -> str | None:
        """The code of the first look that comes true; those not possible are kept for later."""
        found = [self.comes_true(look) for look in looks]
        if True in found:
            return looks[found.index(True)].code
        unknown = (look for look, true in zip(looks, found, strict=True) if true is None)
        self.put_off = (*self.put_off, *unknown)
        return None

    def _ask_round(self, phase: Phase) -> None:
        self.phase = phase
        self.asked = self.order
        self.turn = self.order[0]

    # Bidding, trump choice, doubling.

    def _open_bidding(self) -> None:
        self.phase = Phase.BID
        self._bidding_at(open_bidding(self.rules, self._speaking_order()))

    def _bidding_at(self, auction: Auction) -> None:
        self.auction = auction
        self.turn = NOBODY if auction.turn is None else auction.turn

    def _auction(self) -> Auction:
        if self.auction is None:
            raise ValueError("the bidding has not begun")
        return self.auction

    def lowest_bid(self) -> int:
        """One more than the standing bid, or the rules' lowest."""
        standing = self.auction.number if self.auction is not None else None
        return self.rules.min_bid if standing is None else standing + 1

    def _bid(self, action: Action) -> Outcome:
        lowest, highest = self.lowest_bid(), self.rules.highest_bid
        if action.number < lowest:
            raise Ruling(Code.BID_TOO_LOW, bid=action.number, lowest=lowest)
        if action.number > highest:
            raise Ruling(Code.BID_TOO_HIGH, bid=action.number, highest=highest)
        self._bidding_at(self._auction().bid(action.number))
        return self._close_bidding()

    def _ditto(self, action: Action) -> Outcome:
        auction = self._auction()
        if not auction.may_ditto:
            raise Ruling(Code.NO_DITTO, standing=auction.number, ditto=self.rules.ditto)
        self._bidding_at(auction.ditto())
        return self._close_bidding()

    def _pass_bid(self) -> Outcome:
        self._bidding_at(self._auction().say_pass())
        return self._close_bidding()

    def _close_bidding(self) -> Outcome:
        auction = self._auction()
        if auction.turn is not None:
            return QUIET
        if auction.holder is None or auction.number is None:
            return self._end("void:all-pass")
        self.caller = self.turn = auction.holder
        self.bid = self.target = auction.number
        self.doubling = open_doubling(self.rules, auction.number, self.ring.orders[auction.holder])
        self.value = self.doubling.value
        self.phase = Phase.TRUMP
        return QUIET

    def _mark(self, action: Action) -> Outcome:
        trump = trump_of_marker(action.cards[0], self.rules)
        if trump is None:
            raise Ruling(Code.BAD_MARK)
        self.marker = action.cards[0]
        self.trump = trump
        return self._open_doubling()

    def _seventh(self, action: Action) -> Outcome:
        self.seventh_called = True
        return self._open_doubling()

    def _open_doubling(self) -> Outcome:
        self.phase = Phase.DOUBLE
        return self._doubling_at(self.doubling)

    def _doubling_at(self, doubling: Doubling | None) -> Outcome:
        self.doubling = doubling
        if doubling is not None and doubling.turn is not None:
            self.turn, self.value = doubling.turn, doubling.value
            return QUIET
        if doubling is not None:
            self.value = doubling.value
        self.second_half = True
        self.open_stage([HALF_HAND] * 4)
        return QUIET

    def _say_double(self, action: Action) -> Outcome:
        return self._doubling_at(self.doubling.call() if self.doubling else None)

    def _pass(self, action: Action) -> Outcome:
        match self.phase:
            case Phase.BID:
                return self._pass_bid()
            case Phase.DOUBLE:
                return self._doubling_at(self.doubling.say_pass() if self.doubling else None)
        self.asked = self.asked[1:]
        if self.asked:
            self.turn = self.asked[0]
        elif self.phase is Phase.TENNY:
            self._open_bidding()
        else:
            self._open_play(self._speaking_order()[0])
        return QUIET

    # Single hand and tenny.

    def _single(self, action: Action) -> Outcome:
        if self._look(self._looks_for_risk(action.seat)) is not None:
            raise Ruling(Code.NO_RISK)
        return self._play_alone(action, self.rules.single_hand)

    def _looks_for_risk(self, seat: int) -> tuple[Look, ...]:
        return (Look(Code.NO_RISK, seat, (seat,)),) if self.rules.single_needs_risk else ()

    def _tenny(self, action: Action) -> Outcome:
        return self._play_alone(action, self.rules.tenny)

    def _play_alone(self, action: Action, value: int) -> Outcome:
        if self.seventh is not None and self.caller is not None:
            self.hands[self.caller] |= 1 << self.seventh
        self.marker = self.seventh = None
        self.alone = self.caller = action.seat
        self.alone_call = action.verb
        self.bid = self.target = None
        self.value = value
        self.trump = NO_TRUMP
        self._open_play(action.seat)
        return QUIET

    # Play.

    def _open_play(self, leader: int) -> None:
        self.phase = Phase.PLAY
        self.turn = leader

    CALLS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {
        Verb.TAKE: TwentyNineState.take,
        Verb.TENNY: _tenny,
        Verb.BID: _bid,
        Verb.DITTO: _ditto,
        Verb.PASS: _pass,
        Verb.MARK: _mark,
        Verb.SEVENTH: _seventh,
        Verb.DOUBLE: _say_double,
        Verb.REDOUBLE: _say_double,
        Verb.SET: _say_double,
        Verb.SINGLE: _single,
    }
