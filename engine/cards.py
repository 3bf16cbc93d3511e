"""Cards as small integers, hands as bit masks.

A card is `suit * 13 + rank`, suits in the order s h d c, ranks 2 … A: 0 is 2s, 51 is Ac; the joker
is 52. A hand is an int whose bit `n` says that card `n` is in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NewType

from engine.errors import Fault, UnreadableError

Card = NewType("Card", int)
"""0 … 52; see the module's docstring."""
Suit = NewType("Suit", int)
"""0 … 3: spades, hearts, diamonds, clubs."""
Mask = int
"""A set of cards, bit n for card n."""

SUITS: Final = "shdc"
RANKS: Final = "23456789TJQKA"
SIGNS: Final = "♠♥♦♣"
JOKER: Final = Card(52)
FULL_PACK: Final[Mask] = (1 << 52) - 1
SUIT_MASKS: Final[tuple[Mask, ...]] = tuple(0x1FFF << (13 * suit) for suit in range(4))
SUIT_OF: Final[tuple[Suit, ...]] = tuple(Suit(card // 13) for card in range(52))
RANK_OF: Final[tuple[str, ...]] = tuple(RANKS[card % 13] for card in range(52))
NAMES: Final[tuple[str, ...]] = (
    *(RANKS[card % 13] + SUITS[card // 13] for card in range(52)),
    "joker",
)

_BY_NAME: Final[dict[str, Card]] = {name: Card(n) for n, name in enumerate(NAMES)}
for _suit, _sign in enumerate(SIGNS):
    for _rank, _name in enumerate(RANKS):
        _BY_NAME[_name + _sign] = Card(_suit * 13 + _rank)
for _mark in SUITS + SIGNS:
    _BY_NAME["10" + _mark] = _BY_NAME["T" + _mark]


def parse_card(text: str) -> Card:
    """Read one card: rank `2-9 T J Q K A` (or `10`) and suit `s h d c` (or its sign), or `joker`.

    Raises `UnreadableError` for anything else; letters are read in this case only.

    >>> NAMES[parse_card("10♥")]
    'Th'
    """
    # Suit signs copied from a chat often bring an emoji variation selector along.
    card = _BY_NAME.get(text.replace("\ufe0f", ""))
    if card is None:
        raise UnreadableError("", [Fault("", repr(text), "a card such as Jh, Td, 7s or joker")])
    return card


def parse_suit(text: str) -> Suit:
    """Read one suit: `s h d c` or its sign. Raises `UnreadableError` for anything else."""
    sign = text.replace("\ufe0f", "")
    for marks in (SUITS, SIGNS):
        if len(sign) == 1 and sign in marks:
            return Suit(marks.index(sign))
    raise UnreadableError("", [Fault("", repr(text), "a suit: s, h, d or c")])


def card_of(rank: str, suit: Suit) -> Card:
    """The card of a rank letter in a suit."""
    return Card(suit * 13 + RANKS.index(rank))


def mask_of(cards: Iterable[Card]) -> Mask:
    """The mask of some cards.

    >>> mask_of([Card(0), Card(2)])
    5
    """
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def ranks_mask(ranks: str) -> Mask:
    """All cards of the ranks named, in the four suits."""
    return mask_of(Card(suit * 13 + RANKS.index(rank)) for suit in range(4) for rank in ranks)


@lru_cache(maxsize=1 << 15)
def _suit_cards(mask: Mask) -> tuple[Card, ...]:
    return tuple(Card(n) for n in range(mask.bit_length()) if mask >> n & 1)


def cards_in(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask, lowest number first.

    The parts by suit are remembered: a suit has only 8,192 possible holdings.

    >>> [NAMES[card] for card in cards_in(1 << 12 | 1 << 13)]
    ['As', '2h']
    """
    spades, hearts, diamonds, clubs = SUIT_MASKS
    return (
        _suit_cards(mask & spades)
        + _suit_cards(mask & hearts)
        + _suit_cards(mask & diamonds)
        + _suit_cards(mask & clubs)
    )


def names_of(mask: Mask) -> tuple[str, ...]:
    """The names of the cards of a mask, lowest number first."""
    return tuple(NAMES[card] for card in cards_in(mask))
