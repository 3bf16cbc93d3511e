"""Words of the builder's tools, which are in English only."""

from __future__ import annotations

from engine.cards import NAMES, RANK_OF, SIGNS, SUIT_OF, Card


def count(number: int, thing: str) -> str:
    """A number of things.

    >>> count(1, "tag"), count(3, "tag")
    ('1 tag', '3 tags')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def card_sign(card: Card) -> str:
    """A card with the sign of its suit, as it stands on the card.

    >>> card_sign(Card(8)), card_sign(Card(52))
    ('10♠', 'joker')
    """
    if card >= len(SUIT_OF):
        return NAMES[card]
    rank = "10" if RANK_OF[card] == "T" else RANK_OF[card]
    return rank + SIGNS[SUIT_OF[card]]
