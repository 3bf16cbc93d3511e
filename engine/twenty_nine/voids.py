"""Looks into hands that can make a deal void."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import SUIT_MASKS, Mask, Suit, card_of
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.scoring import POINT_CARDS, RANK_ORDER


def no_points(hands: Iterable[Mask]) -> bool:
    """Whether one of these hands holds no card worth points."""
    return any(not hand & POINT_CARDS for hand in hands)


def poor_seventh(rules: TwentyNineRules, hand: Mask, trump: Suit) -> bool:
    """Whether the caller's hand, the seventh card apart, is too poor for its seventh card."""
    if rules.void_seventh == "point-trump":
        return not hand & POINT_CARDS & SUIT_MASKS[trump]
    return rules.void_seventh == "point-card" and not hand & POINT_CARDS


def trumpless(hands: Iterable[Mask], trump: Suit) -> bool:
    """Whether these hands hold between them no trump, or only its 7."""
    held = 0
    for hand in hands:
        held |= hand
    lone_seven = 1 << card_of("7", trump)
    return held & SUIT_MASKS[trump] in (0, lone_seven)


def cannot_lose(hand: Mask) -> bool:
    """Whether in every suit held the cards are the top cards of that suit without a gap.

    Normal ranks: a hand played alone has no trump and no turned ranks.
    """
    for suit in range(4):
        held = hand & SUIT_MASKS[suit]
        top = 0
        for rank in RANK_ORDER[: held.bit_count()]:
            top |= 1 << card_of(rank, Suit(suit))
        if held != top:
            return False
    return True
