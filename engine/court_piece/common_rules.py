"""The house rules that all games of thirteen cards share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.options import Choice, Flag, RuleSet, SeatList, Whole, option

NEW_PLAYER_SECONDS: Final = 10
NEW_PLAYER_TARGET: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonRules(RuleSet):
    """The options that Court Piece and Mendikot have in common."""

    direction: str = option(
        "counterclockwise",
        Choice(("counterclockwise", "clockwise")),
        "Which way dealing, calls and play go round.",
    )
    call_seconds: int = option(
        20, Whole(0, 3600), "Seconds for calling or laying the trump; 0 = no clock."
    )
    new_players: tuple[str, ...] = option(
        (), SeatList(), "Seats of new players: less time as caller, and a short match."
    )
    fresh_deal: bool = option(
        False, Flag(), "Whether each team may ask for a new deal once a match."
    )

    def seconds_as_caller(self, seat: str) -> int | None:
        """The seconds a seat has as caller; None = no clock."""
        if seat in self.new_players and self.call_seconds:
            return min(NEW_PLAYER_SECONDS, self.call_seconds)
        return self.call_seconds or None

    def target_from(self, target: int) -> int:
        """How far a match goes that is meant to go to `target`."""
        return min(NEW_PLAYER_TARGET, target) if self.new_players else target
