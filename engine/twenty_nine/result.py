"""How a deal of Twenty-Nine ended."""

from __future__ import annotations

from typing import NamedTuple

from engine.breaches import Audit, Breach, audit_json
from engine.seating import Seating
from engine.trump import Trump


class TwentyNineResult(NamedTuple):
    """A finished deal. `points`, `tricks` and `change` are by team; seats are numbers.

    `trump` is what the table knows, `trump_public` whether the players know it too. `secret` is
    what of the audit only those can tell who know a trump that was never shown.
    """

    code: str
    dealer: int
    caller: int | None
    bid: int | None
    target: int | None
    value: int | None
    trump: Trump | None
    trump_public: bool
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    change: tuple[int, ...]
    audit: Audit = None
    secret: tuple[Breach, ...] = ()

    def as_json(self, seating: Seating, *, public: bool = False) -> dict[str, object]:
        """The deal object of a record; with `public` a trump never shown is null, and unsaid."""
        hidden = self.trump is None or (public and not self.trump_public)
        return {
            "dealer": seating.names[self.dealer],
            "result": self.code,
            "caller": None if self.caller is None else seating.names[self.caller],
            "bid": self.bid,
            "target": self.target,
            "value": self.value,
            "trump": None if hidden or self.trump is None else self.trump.word,
            "points": seating.by_team(self.points),
            "tricks": seating.by_team(self.tricks),
            "change": seating.by_team(self.change),
            **audit_json(self._public_audit() if public else self.audit, seating),
        }

    def _public_audit(self) -> Audit:
        if self.audit is None:
            return None
        return tuple(breach for breach in self.audit if breach not in self.secret)
