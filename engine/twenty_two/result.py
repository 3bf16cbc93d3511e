"""How a hand of Twenty-Two ended."""

from __future__ import annotations

from dataclasses import dataclass

from engine.breaches import Audit, audit_json
from engine.cards import NAMES, Card
from engine.seating import Seating


@dataclass(frozen=True, slots=True)
class TwentyTwoResult:
    """A finished hand.

    `losers` are the seats that took the last trick, `kept` the card each of them keeps, in the same
    order; `out` the seats that went out with it. `last` is the loser that played last, None for a
    void hand, of which nothing is kept.
    """

    code: str
    dealer: int
    cards_each: int
    losers: tuple[int, ...] = ()
    kept: tuple[Card, ...] = ()
    out: tuple[int, ...] = ()
    last: int | None = None
    audit: Audit = None

    def as_json(self, seating: Seating, *, public: bool = False) -> dict[str, object]:
        """The deal object of a record; all of it is public."""
        return {
            "dealer": seating.names[self.dealer],
            "cards_each": self.cards_each,
            "result": self.code,
            "loser": [seating.names[seat] for seat in self.losers],
            "kept": [NAMES[card] for card in self.kept],
            "out": [seating.names[seat] for seat in self.out],
            **audit_json(self.audit, seating),
        }
