"""The pair (royal, marriage): king and queen of trump in one hand."""

from __future__ import annotations

from typing import Final

from engine.cards import Suit, card_of, mask_of
from engine.twenty_nine.rules import TwentyNineRules

PAIRS: Final = tuple(mask_of(card_of(rank, Suit(suit)) for rank in ("K", "Q")) for suit in range(4))
"""King and queen of each suit."""
STEP = 4
"""How far a pair moves the target."""


def target_after_own_pair(rules: TwentyNineRules, bid: int, target: int) -> int:
    """The target once the caller's side has shown a pair; below `pair_min_bid` as it was."""
    if bid < rules.pair_min_bid:
        return target
    return max(rules.min_bid, target - STEP)


def target_after_other_pair(rules: TwentyNineRules, target: int) -> int:
    """The target once the other side has shown a pair."""
    return min(rules.points_on_table, target + STEP)


def possible_targets(
    rules: TwentyNineRules, bid: int, target: int, *, pair_possible: bool
) -> tuple[int, int]:
    """The lowest and the highest target that this deal can still come to."""
    if not pair_possible:
        return target, target
    return target_after_own_pair(rules, bid, target), target_after_other_pair(rules, target)
