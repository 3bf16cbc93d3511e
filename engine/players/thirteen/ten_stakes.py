"""What is at stake where the tens decide."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final, cast

from engine.cards import FULL_PACK, Card, Mask, mask_of
from engine.court_piece.thirteen import TRICKS
from engine.mendikot.rules import MendikotRules
from engine.mendikot.scoring import POINTS, TENS, score
from engine.players.thirteen.prizes import needed
from engine.players.thirteen.sides import by_seat, by_side
from engine.view import View

_TENS_COME: Final = 1.0
"""How likely a seat still to play lays a ten, against one that plays any card of its hand."""
_TRICK: Final = 0.01
"""What a trick is worth even where it no longer decides anything."""


@cache
def _tens_decide(tens: tuple[int, int], tricks: tuple[int, int], need: tuple[int, int]) -> float:
    """The expected points of a deal of Mendikot, ours less theirs, each up to what is needed."""
    out, left = 4 - sum(tens), TRICKS - sum(tricks)
    total = 0.0
    for more in range(left + 1):
        for caught in range(out + 1):
            likely = comb(left, more) * comb(out, caught) / 2 ** (left + out)
            end = score(
                (tens[0] + caught, tens[1] + out - caught),
                (tricks[0] + more, tricks[1] + left - more),
            )
            worth = min(POINTS[end.code], need[end.winner])
            total += likely * (worth if end.winner == 0 else -worth)
            total += likely * _TRICK * (tricks[0] + more)
    return total


class TenStakes:
    """What is at stake where tens count first, and then tricks."""

    __slots__ = ("_need", "_prizes", "_seen", "_tens", "_tricks", "later")

    def __init__(self, seen: View, rules: MendikotRules) -> None:
        self._seen = seen
        self._need = needed(seen, rules)
        self._tens = by_side(seen, seen.points)
        self._tricks = by_side(seen, seen.tricks)
        self._prizes: dict[int, Sequence[float]] = {}
        left, out = TRICKS - sum(self._tricks), 4 - sum(self._tens)
        self.later = 0.0
        if left > 1:
            self.later = self._swing(0)
            if out:
                self.later += (self._swing(1) - self.later) * min(1.0, out / left)

    def _ends(self, tens: int) -> tuple[float, float]:
        """The prize with a trick of so many tens, and without it."""
        (our, their), (us, them) = self._tens, self._tricks
        won = _tens_decide((our + tens, their), (us + 1, them), self._need)
        return won, _tens_decide((our, their + tens), (us, them + 1), self._need)

    def _swing(self, tens: int) -> float:
        won, lost = self._ends(tens)
        return won - lost

    def prizes(self, cards: Sequence[Card], best: Card, holder: int) -> Sequence[float]:
        """The more, the more tens lie in the trick or may still come."""
        tens = (mask_of(cards) & TENS).bit_count()
        if tens not in self._prizes:
            (won, lost), more = self._ends(tens), self._more(cards)
            if more:
                one, other = self._ends(tens + 1)
                won, lost = won + more * (one - won), lost + more * (other - lost)
            self._prizes[tens] = by_seat(self._seen, won, lost)
        return self._prizes[tens]

    def _more(self, cards: Sequence[Card]) -> float:
        """The chance that seats still to play lay a ten."""
        seen = self._seen
        unseen = FULL_PACK & ~(seen.played | cast(Mask, seen.hand))
        if not unseen & TENS:
            return 0.0
        share = (unseen & TENS).bit_count() / unseen.bit_count()
        return min(1.0, _TENS_COME * share * (4 - len(cards)))
