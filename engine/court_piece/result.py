"""How a deal of Court Piece ended."""

from __future__ import annotations

from dataclasses import dataclass

from engine.breaches import Audit, audit_json
from engine.cards import SUITS, Suit
from engine.seating import Seating


@dataclass(frozen=True, slots=True)
class CourtPieceResult:
    """A finished deal. `tricks`, `points` and `kots` are by team; seats are numbers.

    `points` and `kots` are what each team gained, the bonus of team `bonus` included.
    """

    code: str
    dealer: int
    caller: int
    trump: Suit | None
    tricks: tuple[int, ...]
    points: tuple[int, ...] = (0, 0)
    kots: tuple[int, ...] = (0, 0)
    bonus: int | None = None
    audit: Audit = None

    def as_json(self, seating: Seating, *, public: bool = False) -> dict[str, object]:
        """The deal object of a record; all of it is public once the deal has ended."""
        return {
            "dealer": seating.names[self.dealer],
            "result": self.code,
            "caller": seating.names[self.caller],
            "trump": None if self.trump is None else SUITS[self.trump],
            "tricks": seating.by_team(self.tricks),
            "points": seating.by_team(self.points),
            "kots": seating.by_team(self.kots),
            "bonus": None if self.bonus is None else seating.teams[self.bonus],
            **audit_json(self.audit, seating),
        }
