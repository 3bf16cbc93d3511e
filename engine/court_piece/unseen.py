"""Games of thirteen cards with unseen hands."""

from __future__ import annotations

from engine.court_piece.thirteen import STAGES, T, ThirteenDeal
from engine.unseen import Unseen


class UnseenThirteen(Unseen[T], ThirteenDeal[T]):
    """To be mixed into a deal of thirteen cards, in front of it."""

    __slots__ = ()

    def dealt(self, seat: int) -> int:
        """Five cards, nine, thirteen."""
        return sum(STAGES[: self.stage])
