"""Scoring a deal of Twenty-Nine: pure functions of what the deal came to."""

from __future__ import annotations

from typing import Final

from engine.cards import Mask, ranks_mask
from engine.twenty_nine.rules import TwentyNineRules

RANK_ORDER = "J9ATKQ87"
"""Ranks inside a suit, high to low."""
PACK: Mask = ranks_mask(RANK_ORDER)
POINT_CARDS: Mask = ranks_mask("J9AT")
_JACKS, _NINES, _ACES_AND_TENS = ranks_mask("J"), ranks_mask("9"), ranks_mask("AT")


def card_points(cards: Mask) -> int:
    """The points on some cards: J 3, 9 2, A and T 1 each."""
    return (
        3 * (cards & _JACKS).bit_count()
        + 2 * (cards & _NINES).bit_count()
        + (cards & _ACES_AND_TENS).bit_count()
    )


POINTS: Final = tuple(card_points(1 << card) for card in range(52))
"""The points on each card; 0 for those not in the pack."""


NEVER: Final = (99, 99)
"""More points by team than there are."""
AT_ONCE: Final = (0, 0)
"""Points that both teams have."""


def bid_change(rules: TwentyNineRules, bid: int, target: int, value: int, points: int) -> int:
    """What a played bid moves the caller's score by: plus the value, or minus it.

    With `under_half` a side with less than half of its bid loses twice the value.
    """
    if points >= target:
        return value
    return -2 * value if rules.under_half and 2 * points < bid else -value


def enough(rules: TwentyNineRules, callers_team: int, target: int) -> tuple[int, int]:
    """The points by team from which on a bid may be decided; `NEVER` where all tricks are played.

    It is the quick look before `decided`: with fewer points on both sides it cannot be.
    """
    if not rules.stop_when_decided:
        return NEVER
    others = rules.points_on_table - target + 1
    return (others, target) if callers_team else (target, others)


def decided(
    rules: TwentyNineRules, bid: int, targets: tuple[int, int], got: int, left: int
) -> bool:
    """Whether the outcome of a bid can no longer change.

    `targets` are the lowest and highest target still possible, `got` the points of the caller's
    side, `left` those not yet won, the bonus included.
    """
    low, high = targets
    if got >= high:
        return True
    if got + left >= low:
        return False
    return not rules.under_half or 2 * got >= bid or 2 * (got + left) < bid


def capped(score: int, change: int, target: int) -> int:
    """A score after a change; it never goes past plus or minus the match target."""
    moved = score + change
    if moved > target:
        return target
    return moved if moved >= -target else -target
