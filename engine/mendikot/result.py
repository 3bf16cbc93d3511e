"""How a deal of Mendikot ended."""

from __future__ import annotations

from dataclasses import dataclass

from engine.breaches import Audit, audit_json
from engine.cards import SUITS, Suit
from engine.seating import Seating


@dataclass(frozen=True, slots=True)
class MendikotResult:
    """A finished deal. `tens`, `tricks` and `points` are by team; `winner` None = nobody won."""

    code: str
    dealer: int
    trump: Suit | None
    tens: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...] = (0, 0)
    winner: int | None = None
    audit: Audit = None

    def as_json(self, seating: Seating, *, public: bool = False) -> dict[str, object]:
        """The deal object of a record; all of it is public once the deal has ended."""
        return {
            "dealer": seating.names[self.dealer],
            "result": self.code,
            "trump": None if self.trump is None else SUITS[self.trump],
            "tens": seating.by_team(self.tens),
            "tricks": seating.by_team(self.tricks),
            "points": seating.by_team(self.points),
            **audit_json(self.audit, seating),
        }
