"""The state of a deal of Twenty-Nine, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.actions import Verb
from engine.breaches import Breach
from engine.cards import SUITS, Card, Mask
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
    card while it lies face down. `asker` is the seat that had the trump shown in this trick.
    `alone` is the seat that plays a single hand or a tenny, worth `value`. `won_since` are the
    teams that won tricks from the showing on, `won_by_trump` says that the last trick was won with
    a trump when another suit was led. `put_off` are the looks into whole hands that were due but
    not possible, the hands being unseen.
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
        "trump",
        "value",
        "won_by_trump",
        "won_since",
    )
    FIXED = TrickDeal.FIXED | {"order"}

    def __init__(self, rules: TwentyNineRules, seating: Seating, ring: Ring, dealer: int) -> None:
        super().__init__(rules, seating, ring, dealer, PACK)
        self.order = ring.order(ring.after[dealer])
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
        self.won_since: tuple[bool, ...] = (False, False)
        self.won_by_trump = False
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
        if not self.trick.cards:
            return None
        return self.trick.winner(strengths(RANK_ORDER, self.trick.led, self._counting()))

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
        team = self.seating.team_of[self.caller] if self.caller is not None and change else None
        result = TwentyNineResult(
            code=code,
            dealer=self.dealer,
            caller=self.caller,
            bid=self.bid,
            target=self.target,
            value=self.value,
            trump=self.trump,
            trump_public=self.shown_in is not None or self.alone is not None,
            points=tuple(self.points),
            tricks=tuple(self.tricks),
            change=(change if team == 0 else 0, change if team == 1 else 0),
            audit=self.audit(),
            secret=self.secret_audit(),
        )
        self.result = result
        return result
