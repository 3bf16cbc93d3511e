"""The house rules of Court Piece, for its four forms alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.court_piece.common_rules import CommonRules
from engine.options import Choice, Flag, Whole, option

_USUAL_TARGETS = {"points": 10, "kots": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtPieceRules(CommonRules):
    """One set of house rules; each form takes them all and looks at those that concern it."""

    change_trump: bool = option(
        False, Flag(), "Whether a trump may be changed once, before the first lead."
    )
    ace_over_ace: bool = option(
        True, Flag(), "Whether two running tricks won with aces take no pile."
    )
    trump_ace_seals: bool = option(
        False, Flag(), "Whether no pile is taken on a trick won with the ace of trump."
    )
    late_piles: bool = option(True, Flag(), "Whether a pile may be taken on tricks 11 and 12.")
    streak: int = option(7, Whole(0, 99), "Deals won running that bring a bonus; 0 = off.")
    count: str = option(
        "points", Choice(("points", "kots")), "What is counted: points, or kots alone."
    )
    match_target: int | None = option(
        None,
        Whole(1, 99),
        "The points or kots that win the match; when not set, 10 points or 3 kots.",
    )

    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]] = {"standard": {}}

    @property
    def target(self) -> int:
        """How far the match goes, in what is counted."""
        usual = _USUAL_TARGETS[self.count]
        return self.target_from(usual if self.match_target is None else self.match_target)
