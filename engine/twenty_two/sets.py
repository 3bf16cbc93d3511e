"""Sets of cards laid at once: what may be led, and what may be laid on them. Suits do not matter.

Hands and sets are given low to high, as `low_to_high` sorts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby
from typing import Final

from engine.cards import RANKS, Card, Mask, ranks_mask

_RANKS: Final = 13
HEIGHT: Final[tuple[int, ...]] = tuple(card % _RANKS for card in range(52))
"""How high each card is: 0 for a 2 … 12 for an ace."""
_PLACE: Final[tuple[int, ...]] = tuple(HEIGHT[card] * 4 + card // _RANKS for card in range(52))


def low_to_high(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards by rank, the suits of one rank in their usual order."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def of_one_rank(cards: Sequence[Card]) -> bool:
    """Whether all these cards are of the same rank."""
    return len({HEIGHT[card] for card in cards}) == 1


def meets(cards: Sequence[Card], best: Sequence[Card]) -> bool:
    """Whether each card is as high as the one it is set against, or higher."""
    return all(HEIGHT[card] >= HEIGHT[other] for card, other in zip(cards, best, strict=True))


def is_lowest(cards: Sequence[Card], hand: Sequence[Card]) -> bool:
    """Whether these are the lowest cards of a hand, any among equal ranks."""
    lowest = hand[: len(cards)]
    return [HEIGHT[card] for card in cards] == [HEIGHT[card] for card in lowest]


def lower_than(card: Card) -> Mask:
    """All cards of a lower rank."""
    return ranks_mask(RANKS[: HEIGHT[card]])


def leads(hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """All that may be led: cards of one rank, so that one card stays; a single card always."""
    for _, alike in groupby(hand, key=HEIGHT.__getitem__):
        cards = tuple(alike)
        for size in range(1, len(cards) + 1):
            if size < len(hand) or size == 1:
                yield from combinations(cards, size)


def follows(hand: Sequence[Card], best: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """All that may be laid on the best cards: what meets them, and the lowest of the hand."""
    fitting = [card for card in hand if HEIGHT[card] >= HEIGHT[best[0]]]
    yield from (cards for cards in combinations(fitting, len(best)) if meets(cards, best))
    yield from (cards for cards in _lowest(hand, len(best)) if not meets(cards, best))


def _lowest(hand: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
    highest = HEIGHT[hand[size - 1]]
    below = tuple(card for card in hand if HEIGHT[card] < highest)
    level = [card for card in hand if HEIGHT[card] == highest]
    for some in combinations(level, size - len(below)):
        yield below + some
