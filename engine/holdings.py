"""What a hand holds of one suit, ready to be listed and to have a card laid from it.

Working out what may be laid from a mask of cards takes longer than all the rest of a plain step.
The holdings of a suit are few, so each is made once, and linked to those that it leaves behind.
"""

from __future__ import annotations

from functools import lru_cache

from engine.actions import Action
from engine.cards import Mask, cards_in
from engine.trick_deal import PLAYS


class Holding:
    """The cards of one suit in the hand of a seat.

    `cards` are they as a mask, `plays` the `play` of each of them, lowest number first; `after` is,
    by card, the holding that is left when it is laid, None for a card that is not held.
    """

    __slots__ = ("after", "cards", "plays")

    def __init__(self, seat: int, cards: Mask) -> None:
        self.cards = cards
        held = cards_in(cards)
        after: list[Holding | None] = [None] * 53
        for card in held:
            after[card] = holding(seat, cards ^ 1 << card)
        self.after = tuple(after)
        self.plays: tuple[Action, ...] = tuple(PLAYS[seat][card] for card in held)


@lru_cache(maxsize=1 << 14)
def holding(seat: int, cards: Mask) -> Holding:
    """The holding of a seat with these cards of one suit, and with it all that it can become."""
    return Holding(seat, cards)
