"""Bidding: the duel, rounds, and one call each.

An auction is a value: `bid`, `ditto` and `say_pass` give the auction that follows. Seats are given
in speaking order at the start; `turn` is the seat to speak, None when the bidding is over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from engine.twenty_nine.rules import TwentyNineRules


@dataclass(frozen=True, slots=True)
class Auction:
    """What all ways of bidding share.

    `number` and `holder` are the standing bid and its seat (None before the first), `dittoed` says
    that it was taken over by a ditto. When `turn` is None the holder is the caller; with no holder
    everybody passed and the deal is void.
    """

    turn: int | None
    number: int | None = None
    holder: int | None = None
    dittoed: bool = False

    @property
    def may_ditto(self) -> bool:
        """Whether the seat to speak may match the standing bid."""
        return False

    def bid(self, number: int) -> Self:
        """The auction after the seat to speak has bid."""
        return replace(self._next(), number=number, holder=self.turn, dittoed=False)

    def ditto(self) -> Self:
        """The auction after the seat to speak has matched the standing bid."""
        return replace(self._next(), holder=self.turn, dittoed=True)

    def say_pass(self) -> Self:
        """The auction after the seat to speak has passed."""
        raise NotImplementedError

    def _next(self) -> Self:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Duel(Auction):
    """Two seats against each other; a seat that passes is out and its place is taken.

    `senior` and `junior` hold the places, `waiting` are the seats not yet in (P3 and P4, in this
    order), `partner` maps each seat to its partner, `dealer` is P4, who never bids first.
    """

    senior: int = 0
    junior: int = 0
    waiting: tuple[int, ...] = ()
    partner: tuple[int, ...] = ()
    dealer: int = 0

    @property
    def may_ditto(self) -> bool:
        """Only the senior place, and only a bid that the junior place holds."""
        return self.turn == self.senior and self.holder == self.junior and self.number is not None

    def _next(self) -> Self:
        other = self.junior if self.turn == self.senior else self.senior
        return replace(self, turn=other)

    def say_pass(self) -> Self:
        """The place of the seat that passes goes to a newcomer, who speaks at once."""
        if not self.waiting:
            # The third pass: two have left before, and nobody is left to come in.
            return replace(self, turn=None)
        newcomer = self.waiting[0]
        if self.turn is not None and self.partner[self.turn] in self.waiting:
            newcomer = self.partner[self.turn]
        waiting = tuple(seat for seat in self.waiting if seat != newcomer)
        if self.turn == self.senior:
            after = replace(self, senior=newcomer, turn=newcomer, waiting=waiting)
        else:
            after = replace(self, junior=newcomer, turn=newcomer, waiting=waiting)
        if self.number is None and newcomer == self.dealer:
            return replace(after, turn=after.junior)
        return after


@dataclass(frozen=True, slots=True)
class Rounds(Auction):
    """Each seat in turn bids higher or passes, until three have passed.

    `order` is the speaking order; `out` are the seats that passed for good; `passes` counts passes
    in a row; `forced_bid` is what the last seat gets when the first three pass, None = void.
    """

    order: tuple[int, ...] = ()
    final: bool = False
    anyone_dittos: bool = False
    forced_bid: int | None = None
    out: tuple[int, ...] = ()
    passes: int = 0

    @property
    def may_ditto(self) -> bool:
        """Any seat but the holder, unless the standing bid was itself a ditto."""
        standing = self.holder is not None and not self.dittoed
        return self.anyone_dittos and standing and self.holder != self.turn

    def _next(self) -> Self:
        return replace(self, turn=self._seat_after(self.out), passes=0)

    def _seat_after(self, out: tuple[int, ...]) -> int | None:
        if self.turn is None:
            return None
        here = self.order.index(self.turn)
        following = self.order[here + 1 :] + self.order[:here]
        return next((seat for seat in following if seat not in out), None)

    def say_pass(self) -> Self:
        """Three passes end the bidding: in a row, or (passes being final) in all."""
        out = (*self.out, self.turn) if self.final and self.turn is not None else self.out
        passes = self.passes + 1
        over = len(out) == 3 if self.final else passes == 3
        if not over:
            return replace(self, turn=self._seat_after(out), out=out, passes=passes)
        if self.number is None and self.forced_bid is not None:
            last = self.order[-1]
            return replace(self, turn=None, out=out, number=self.forced_bid, holder=last)
        return replace(self, turn=None, out=out)


@dataclass(frozen=True, slots=True)
class Once(Auction):
    """Each seat speaks exactly once; the highest bid wins."""

    order: tuple[int, ...] = ()
    forced_bid: int | None = None

    def _next(self) -> Self:
        here = self.order.index(self.turn) if self.turn is not None else len(self.order)
        following = self.order[here + 1 :]
        return replace(self, turn=following[0] if following else None)

    def say_pass(self) -> Self:
        """When three have passed and no bid stands, the last seat does not speak."""
        after = self._next()
        if self.number is not None or after.turn != self.order[-1]:
            return after
        if self.forced_bid is not None:
            return replace(after, turn=None, number=self.forced_bid, holder=self.order[-1])
        return replace(after, turn=None)


def open_bidding(rules: TwentyNineRules, order: tuple[int, ...]) -> Auction:
    """The auction at its start, for seats in speaking order."""
    forced = rules.min_bid if rules.all_pass == "dealer" else None
    first, second, third, fourth = order
    if rules.bidding == "duel":
        partner = {first: third, third: first, second: fourth, fourth: second}
        return Duel(
            first,
            senior=first,
            junior=second,
            waiting=(third, fourth),
            partner=tuple(partner[seat] for seat in range(4)),
            dealer=fourth,
        )
    if rules.bidding == "once":
        return Once(first, order=order, forced_bid=forced)
    return Rounds(
        first,
        order=order,
        final=rules.pass_is_final,
        anyone_dittos=rules.ditto == "any",
        forced_bid=forced,
    )
