"""Trump markers: the cards below the pack that a caller lays face down."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import JOKER, RANK_OF, SUIT_OF, SUITS, Card, Suit
from engine.trump import NO_TRUMP, Trump
from engine.twenty_nine.rules import TwentyNineRules


def trump_of_marker(card: Card, rules: TwentyNineRules) -> Trump | None:
    """What a marker stands for under these rules; None for one without a meaning.

    A plain marker is any 2 to 5 of the trump suit. West Bengal's 2 means no trump with the ranks
    turned; a Delhi hostel's 2 turns the ranks of its suit, and its 3s mean no trump, black ones
    with turned ranks.
    """
    if card == JOKER:
        return NO_TRUMP if rules.no_trump else None
    rank, suit = RANK_OF[card], SUIT_OF[card]
    if rank not in "2345":
        return None
    if rules.reverse == "no-trump" and rank == "2":
        return Trump(None, reversed=True)
    if rules.reverse == "suit" and rank == "2":
        return Trump(suit, reversed=True)
    if rules.reverse == "suit" and rank == "3":
        return Trump(None, reversed=SUITS[suit] in "sc")
    return Trump(suit)


def markers(rules: TwentyNineRules) -> Iterator[Card]:
    """All markers that have a meaning under these rules."""
    for suit in range(4):
        for rank in range(4):
            yield Card(Suit(suit) * 13 + rank)
    if rules.no_trump:
        yield JOKER
