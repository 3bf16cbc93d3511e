"""A trump that nobody calls: the first card that does not follow suit makes it."""

from __future__ import annotations

from engine.cards import SUIT_OF, Card
from engine.court_piece.strength import TRUMPS
from engine.court_piece.thirteen import T, ThirteenDeal
from engine.trump import Trump


class MadeTrumpDeal(ThirteenDeal[T]):
    """A deal that begins without a trump; the one made counts from the card that makes it."""

    __slots__ = ()

    def trump_by_play(self, seat: int, card: Card) -> Trump | None:
        """The suit of the first card laid by a seat that cannot follow suit."""
        suit = SUIT_OF[card]
        if self.trump is not None or not self.in_trick or suit == self.led:
            return None
        self.trump = suit
        self.counts_from = self.in_trick
        return TRUMPS[suit]
