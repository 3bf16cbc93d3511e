"""Doubling, redoubling and setting: what the deal comes to be worth."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.actions import Verb
from engine.twenty_nine.rules import TwentyNineRules

REDOUBLED = 4
SET = 6


@dataclass(frozen=True, slots=True)
class Doubling:
    """The doubling round as a value: `call` and `say_pass` give what follows.

    `verb` is what may be said in this step (None when the round is over), `asked` are the seats
    still to answer, `value` is what the deal is worth so far. `callers` and `others` are the seats
    of the two sides in the order in which they are asked: the caller first; the caller's opponents
    in playing order until one doubles, then the doubler first.
    """

    verb: Verb | None
    asked: tuple[int, ...]
    value: int
    callers: tuple[int, ...]
    others: tuple[int, ...]
    redouble: bool
    set: bool

    @property
    def turn(self) -> int | None:
        """The seat to answer; None when the round is over."""
        return self.asked[0] if self.asked else None

    def say_pass(self) -> Doubling:
        """The seat to answer lets it stand."""
        left = self.asked[1:]
        return replace(self, asked=left) if left else self._close(self.value)

    def call(self) -> Doubling:
        """The seat to answer says the verb of this step."""
        match self.verb:
            case Verb.DOUBLE:
                return self._doubled()
            case Verb.REDOUBLE if self.set:
                return replace(self, verb=Verb.SET, asked=self.others, value=REDOUBLED)
            case Verb.REDOUBLE:
                return self._close(REDOUBLED)
            case _:
                return self._close(SET)

    def _doubled(self) -> Doubling:
        doubler, others = self.asked[0], self.others
        first = (doubler, *(seat for seat in others if seat != doubler))
        after = replace(self, others=first)
        if not self.redouble:
            return after._close(self.value * 2)
        return replace(after, verb=Verb.REDOUBLE, asked=self.callers, value=self.value * 2)

    def _close(self, value: int) -> Doubling:
        return replace(self, verb=None, asked=(), value=value)


def open_doubling(rules: TwentyNineRules, bid: int, order: tuple[int, ...]) -> Doubling:
    """The doubling round at its start; `order` is the caller and those after it in playing order.

    A bid of `auto_double_from` or more starts at 2, a double makes it 4, and there it ends.
    """
    auto = 0 < rules.auto_double_from <= bid
    others = (order[1], order[3])
    return Doubling(
        verb=Verb.DOUBLE if rules.double else None,
        asked=others if rules.double else (),
        value=2 if auto else 1,
        callers=(order[0], order[2]),
        others=others,
        redouble=rules.redouble and not auto,
        set=rules.set,
    )
