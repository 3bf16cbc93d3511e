"""What is at stake in a trick: the prize to be expected from the deal once a seat has won it.

All that comes after the trick is left to the toss of a coin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from engine.cards import Card
from engine.court_piece.common_rules import CommonRules
from engine.court_piece.rules import CourtPieceRules
from engine.mendikot.rules import MendikotRules
from engine.players.thirteen.pile_stakes import PileStakes
from engine.players.thirteen.ten_stakes import TenStakes
from engine.players.thirteen.trick_stakes import TrickStakes
from engine.view import View


class Stakes(Protocol):
    """What is at stake in the trick going on, and in a later one."""

    later: float
    """What winning instead of losing a later trick is worth."""

    def prizes(self, cards: Sequence[Card], best: Card, holder: int) -> Sequence[float]:
        """By seat, the prize that may be expected once it has won the trick.

        `cards` are those of the trick that are known, `best` is the best of them, of `holder`.
        """
        ...


def stakes(seen: View, rules: CommonRules, *, own: bool) -> Stakes:
    """What is at stake in the game of these rules; `own` says that our side called."""
    if isinstance(rules, MendikotRules):
        return TenStakes(seen, rules)
    court = cast(CourtPieceRules, rules)
    return (PileStakes if "pile" in seen.facts else TrickStakes)(seen, court, own=own)
