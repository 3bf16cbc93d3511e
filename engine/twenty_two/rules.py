"""The house rules of Twenty-Two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.options import Choice, RuleSet, Whole, option


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyTwoRules(RuleSet):
    """One set of house rules."""

    direction: str = option(
        "clockwise",
        Choice(("clockwise", "counterclockwise")),
        "Which way dealing, exchanging and play go round.",
    )
    first_hand: int = option(7, Whole(1, 26), "Cards for each player in the first hand.")
    limit: int = option(22, Whole(2, 50), "The pile that puts a player out.")

    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]] = {"standard": {}}
