"""One trick: who laid what, and who won it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import SUIT_OF, Card, Suit


class Trick(NamedTuple):
    """The cards of a trick in the order in which they were laid, and the seats that laid them."""

    seats: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> Suit:
        """The suit led; only of a trick that has a card."""
        return SUIT_OF[self.cards[0]]

    def plus(self, seat: int, card: Card) -> Trick:
        """The trick with one more card."""
        return Trick((*self.seats, seat), (*self.cards, card))

    def winner(self, strengths: Sequence[int]) -> int:
        """The seat of the strongest card, by a table of strengths per card."""
        powers = [strengths[card] for card in self.cards]
        return self.seats[powers.index(max(powers))]
