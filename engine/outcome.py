"""What an accepted action brought about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.seating import Seating

if TYPE_CHECKING:
    from engine.breaches import Audit, Breach
    from engine.trump import Trump


class DealResult(Protocol):
    """How a finished deal ended; each game has its own."""

    @property
    def code(self) -> str:
        """The result code, such as `made` or `void:director`."""
        ...

    @property
    def audit(self) -> Audit:
        """The breaches proved; None where hands are scanned."""
        ...

    def as_json(self, seating: Seating, *, public: bool = False) -> dict[str, object]:
        """The deal object. With `public`, what was never shown is null: safe to leave the table."""
        ...


class TrickDone(NamedTuple):
    """A finished trick: its number in the deal from 1 and the seat that won it.

    `points` are its card points, `pile` how many tricks it took from a middle pile, in games that
    have them.
    """

    number: int
    winner: int
    points: int | None = None
    pile: int | None = None


class Outcome(NamedTuple):
    """What an accepted action brought about, all None (or empty) when nothing did.

    `shown` is the trump that became public, `match` the teams that won the match, `drawn` the seat
    that drew the highest card, once a draw for the deal is settled; `revoke` are the breaches, of
    any seat, that a card has proved, with unseen hands.
    """

    trick: TrickDone | None = None
    shown: Trump | None = None
    deal: DealResult | None = None
    match: tuple[int, ...] | None = None
    drawn: int | None = None
    revoke: tuple[Breach, ...] = ()


QUIET = Outcome()
