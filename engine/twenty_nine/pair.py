"""The pair (royal, marriage): king and queen of trump in one hand."""

from __future__ import annotations

from typing import Final

from engine.cards import Suit, card_of, mask_of
from engine.twenty_nine.rules import TwentyNineRules

ROYALS: Final = tuple((card_of("Q", suit), card_of("K", suit)) for suit in map(Suit, range(4)))
"""Queen and king of each suit."""
PAIRS: Final = tuple(mask_of(cards) for cards in ROYALS)
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


def possible_targets(rules: TwentyNineRules, bid: int, target: int) -> tuple[int, int]:
    """The lowest and the highest target that a deal can still come to by a pair."""
    return target_after_own_pair(rules, bid, target), target_after_other_pair(rules, target)
