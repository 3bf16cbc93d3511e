"""Score piles: the cards that losers of a last trick have kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.cards import RANK_OF, Card, Mask, cards_in

_COURT_VALUES: Final = {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
VALUES: Final[tuple[int, ...]] = tuple(_COURT_VALUES.get(rank) or int(rank) for rank in RANK_OF)
"""What each card is worth on a pile, and how many cards it calls for in the next hand."""


class Piles(NamedTuple):
    """What stands in a match from hand to hand, by seat.

    `cards` are the cards on each pile, `out` says who has bowed out, `called_for` is the number of
    cards each player should get in the next hand, if the pack has them.
    """

    cards: tuple[Mask, ...]
    out: tuple[bool, ...]
    called_for: int

    @property
    def values(self) -> tuple[int, ...]:
        """What each pile comes to."""
        return tuple(sum(VALUES[card] for card in cards_in(pile)) for pile in self.cards)

    @property
    def players(self) -> tuple[int, ...]:
        """The seats still in."""
        return tuple(seat for seat, out in enumerate(self.out) if not out)

    def after(self, losers: Sequence[int], kept: Sequence[Card], limit: int) -> Piles:
        """The piles after a hand, each loser having kept its card."""
        cards = list(self.cards)
        for seat, card in zip(losers, kept, strict=True):
            cards[seat] |= 1 << card
        after = self._replace(cards=tuple(cards), called_for=VALUES[kept[0]])
        return after._replace(out=tuple(value >= limit for value in after.values))

    def lowest_of(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Those of some seats that have the lowest pile."""
        values = {seat: self.values[seat] for seat in seats}
        return tuple(seat for seat, value in values.items() if value == min(values.values()))


def winners(before: Piles, after: Piles) -> tuple[int, ...] | None:
    """Who has won the match with a hand; None while two are still in.

    When all that were still in go out together, the lowest pile among them wins.
    """
    left = after.players
    if len(left) > 1:
        return None
    return left or after.lowest_of(before.players)
