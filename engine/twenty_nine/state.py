"""The state of a deal of Twenty-Nine, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.actions import Verb
from engine.breaches import Breach
from engine.cards import SUIT_OF, SUITS, Card, Mask
from engine.deal import TrumpView
from engine.outcome import Outcome
from engine.seating import Ring, Seating
from engine.trick_deal import TrickDeal
from engine.trump import NO_TRUMP, Trump, strengths
from engine.twenty_nine.bidding import Auction
from engine.twenty_nine.doubling import Doubling
from engine.twenty_nine.facts import facts
from engine.twenty_nine.result import TwentyNineResult
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.scoring import PACK, RANK_ORDER, bid_change
from engine.twenty_nine.voids import Look

HALF_HAND: Final = 4


class TwentyNineState(TrickDeal[TwentyNineRules]):
    """What a deal of Twenty-Nine remembers.

    `order` is P1 … P4. `trump` is the trump chosen, hidden until `shown_in` (the number of the
    trick in which it was shown) is set; `marker` the card that stands for it, `seventh` the seventh
    card while it lies face down. `asker` is the seat that had the trump shown, `tricks_before` the
    tricks of each team when it was shown. `alone` is the seat that plays a single hand or a tenny,
    worth `value`. `put_off` are the looks into whole hands that were due but not possible, the
    hands being unseen.
    """

    __slots__ = (
        "alone",
        "alone_call",
        "asked",
        "asker",
        "auction",
        "bid",
        "caller",
        "doubling",
        "marker",
        "order",
        "pair_by",
        "put_off",
        "second_half",
        "seventh",
        "seventh_called",
        "shown_in",
        "target",
        "tricks_before",
        "trump",
        "value",
    )
    FIXED = TrickDeal.FIXED | {"order"}

    def __init__(self, rules: TwentyNineRules, seating: Seating, ring: Ring, dealer: int) -> None:
        super().__init__(rules, seating, ring, dealer, PACK)
        self.order = ring.orders[ring.after[dealer]]
        self.open_stage([HALF_HAND] * 4)
        self.second_half = False
        self.asked: tuple[int, ...] = ()
        self.auction: Auction | None = None
        self.doubling: Doubling | None = None
        self.caller: int | None = None
        self.bid: int | None = None
        self.target: int | None = None
        self.value: int | None = None
        self.marker: Card | None = None
        self.trump: Trump | None = None
        self.seventh_called = False
        self.seventh: Card | None = None
        self.shown_in: int | None = None
        self.asker: int | None = None
        self.pair_by: int | None = None
        self.alone: int | None = None
        self.alone_call: Verb | None = None
        self.tricks_before: tuple[int, ...] = ()
        self.put_off: tuple[Look, ...] = ()

    # What many steps ask.

    def _trump_hidden(self) -> bool:
        return self.shown_in is None and self.alone is None

    def _partner(self, seat: int) -> int:
        return (seat + 2) % 4

    def _speaking_order(self) -> tuple[int, ...]:
        if self.rules.first_speaker == "dealer":
            return (self.order[3], *self.order[:3])
        return self.order

    def _got(self) -> int:
        return self.points[self.seating.team_of[self.caller or 0]]

    def _counting(self) -> Trump:
        """The trump that counts at this point: none while it is hidden."""
        return NO_TRUMP if self.shown_in is None or self.trump is None else self.trump

    def won_since(self, team: int) -> bool:
        """Whether a team has won a trick from the showing of the trump on."""
        return self.shown_in is not None and self.tricks[team] > self.tricks_before[team]

    def won_by_trump(self) -> bool:
        """Whether a trump has won the last trick when another suit was led."""
        if self.shown_in is None or self.tricks_done < self.shown_in or self.trump is None:
            return False
        led, *others = (SUIT_OF[card] for card in self.last_trick.cards)
        return led != self.trump.suit in others

    def playing_order(self, leader: int) -> tuple[int, ...]:
        """The seats that play to a trick; the partner of one who plays alone does not."""
        order = super().playing_order(leader)
        if self.alone is None:
            return order
        partner = self._partner(self.alone)
        return tuple(seat for seat in order if seat != partner)

    def face_down(self, seat: int) -> Card | None:
        """The seventh card, for the caller."""
        return self.seventh if seat == self.caller else None

    def whole_hand(self, seat: int) -> Mask | None:
        """Every card that a seat has been dealt, before play; None when not all are known."""
        down = self.face_down(seat)
        return self.hands[seat] | (0 if down is None else 1 << down)

    def comes_true(self, look: Look) -> bool | None:
        """Whether whole hands are as a look has it; None when one of them is not known."""
        hands = [hand for hand in map(self.whole_hand, look.hands) if hand is not None]
        return look.fits(self.rules, hands) if len(hands) == len(look.hands) else None

    def secret_audit(self) -> tuple[Breach, ...]:
        """What of the audit tells of a trump that was never shown."""
        return ()

    # How it is seen.

    def winning(self) -> int | None:
        """The seat that would win the trick as it lies."""
        if not self.in_trick:
            return None
        return self.trick.winner(strengths(RANK_ORDER, self.led, self._counting()))

    def trump_view(self) -> TrumpView:
        """The trump once shown; before that only that one is chosen."""
        if self.alone is not None:
            return TrumpView(none=True)
        if self.shown_in is None or self.trump is None:
            return TrumpView(hidden=self.trump is not None or self.seventh_called)
        suit, turned = self.trump
        return TrumpView(
            suit=None if suit is None else SUITS[suit], none=suit is None, turned=turned
        )

    def laid_open(self) -> tuple[Mask, ...]:
        """The hand of a tenny player's partner, and of a single player's where it is open."""
        opened = [0] * 4
        by_rule = self.rules.single_partner == "open"
        if self.alone is not None and (self.alone_call is Verb.TENNY or by_rule):
            partner = self._partner(self.alone)
            opened[partner] = self.hands[partner]
        return tuple(opened)

    def facts(self, viewer: int | None) -> Mapping[str, object]:
        """See `engine.twenty_nine.facts`."""
        return facts(self, viewer)

    # The end.

    def void(self, code: str) -> Outcome:
        """End the deal without a score."""
        return Outcome(deal=self._result(code, 0))

    def _end(self, code: str) -> Outcome:
        return Outcome(deal=self._result(code, self._change(code)))

    def _change(self, code: str) -> int:
        if code.startswith("void:"):
            return 0
        value = self.value or 0
        if self.alone is not None:
            return value if code.endswith("-made") else -value
        return bid_change(self.rules, self.bid or 0, self.target or 0, value, self._got())

    def _result(self, code: str, change: int) -> TwentyNineResult:
        """The result, `change` for the caller's side before the score's limits are applied."""
        caller = self.caller
        if not change or caller is None:
            by_team = (0, 0)
        else:
            by_team = (0, change) if self.seating.team_of[caller] else (change, 0)
        result = TwentyNineResult(
            code,
            self.dealer,
            caller,
            self.bid,
            self.target,
            self.value,
            self.trump,
            self.shown_in is not None or self.alone is not None,
            tuple(self.points),
            tuple(self.tricks),
            by_team,
            self.audit(),
            self.secret_audit(),
        )
        self.result = result
        return result
