"""The house rules of Mendikot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.court_piece.common_rules import CommonRules
from engine.options import Choice, Flag, Whole, option


@dataclass(frozen=True, slots=True, kw_only=True)
class MendikotRules(CommonRules):
    """One set of house rules."""

    trump_mode: str = option(
        "katte",
        Choice(("katte", "band")),
        "The trump: the first card that does not follow suit makes it, or a card laid face down.",
    )
    stop_when_decided: bool = option(
        False, Flag(), "Whether a deal ends as soon as winner and score are certain."
    )
    match_target: int = option(5, Whole(1, 99), "The points that win the match.")

    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]] = {"standard": {}}

    @property
    def target(self) -> int:
        """How far the match goes."""
        return self.target_from(self.match_target)
