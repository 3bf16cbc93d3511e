"""How dearly a hand may have to be paid for: what its last card may cost, played on from here.

A hand is heights, low to high. Who leads goes on from the top; who follows meets with
the highest card, or else loses the lowest one. So what is left is always a middle part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.cards import Card
from engine.players.twenty_two.sight import Sight
from engine.twenty_two.piles import VALUES

_AGAINST: Final = 0.8
"""How much each other player's last card is likely to be higher: 1 = as any card of the pack."""
_STAYS: Final = 0.5
"""The chance that a card which meets the best is not met itself."""


class Prospects:
    """The costs of hands, as a seat sees the others. In points of a score pile."""

    __slots__ = ("_costs", "_holds", "_meets")

    def __init__(self, sight: Sight) -> None:
        others = len(sight.others)
        most = max(sight.others)
        self._costs = _costs(others)
        shares = [1 - high / max(1, sight.unseen) for high in sight.high]
        self._holds = [share ** sum(sight.others) for share in shares[:13]]
        self._meets = [share**most for share in shares[1:]]

    def cost(self, hand: Sequence[int], leads: float) -> float:
        """The cost of a hand that leads with a certain chance, and otherwise follows."""
        lead, follow = self._both(hand)
        return leads * lead + (1 - leads) * follow

    def _both(self, hand: Sequence[int]) -> tuple[float, float]:
        """What a hand costs that leads, and that follows; from single cards up to the whole."""
        lead = follow = [self._costs[height] for height in hand]
        holds = [self._holds[height] for height in hand]
        meets = [self._meets[height] for height in hand]
        for top in range(1, len(hand)):
            # `lead` and `follow` are of the parts without their highest, those from the second on
            # of the parts without their lowest card.
            after = zip(holds[top:], lead, follow, strict=False)
            leads = [two + hold * (one - two) for hold, one, two in after]
            after_meeting = zip(meets[top:], lead, follow, follow[1:], strict=False)
            follow = [
                lost + meet * (_STAYS * one + (1 - _STAYS) * two - lost)
                for meet, one, two, lost in after_meeting
            ]
            lead = leads
        return lead[0], follow[0]


@lru_cache(maxsize=16)
def _costs(others: int) -> tuple[float, ...]:
    """By the height of the last card, what it may cost against so many others."""
    return tuple(
        ((height + 1) / 13) ** (_AGAINST * others) * VALUES[Card(height)] for height in range(13)
    )
