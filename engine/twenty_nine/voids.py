"""Looks into whole hands: they can make a deal void, or keep a hand from being played alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.cards import SUIT_MASKS, Mask, Suit, card_of
from engine.rulings import Code
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.scoring import POINT_CARDS, RANK_ORDER

NO_POINTS: Final = "void:no-points"
SEVENTH: Final = "void:seventh"
TRUMPLESS: Final = "void:trumpless"


class Look(NamedTuple):
    """A look into the whole hands of some seats.

    `code` is what comes of it and `seat` whom it concerns; the cards in `apart` do not count, as
    they stand for the trump; `trump` is its suit.
    """

    code: str
    seat: int
    hands: tuple[int, ...]
    trump: Suit | None = None
    apart: Mask = 0

    def fits(self, rules: TwentyNineRules, hands: Sequence[Mask]) -> bool:
        """Whether the hands looked into, in the order of `self.hands`, are such hands."""
        counted = [hand & ~self.apart for hand in hands]
        if self.code == NO_POINTS:
            return not counted[0] & POINT_CARDS
        if self.code == Code.NO_RISK:
            return cannot_lose(counted[0])
        if self.trump is None:
            return False
        if self.code == SEVENTH:
            return poor_seventh(rules, counted[0], self.trump)
        return trumpless(counted, self.trump)


def looks_at_first(rules: TwentyNineRules, first_two: Sequence[int]) -> tuple[Look, ...]:
    """The looks into the first four cards."""
    if not rules.void_no_points:
        return ()
    return tuple(Look(NO_POINTS, seat, (seat,)) for seat in first_two)


def looks_at_all(
    rules: TwentyNineRules, caller: int, trump: Suit | None, seventh: Mask
) -> tuple[Look, ...]:
    """The looks once all cards are dealt; `seventh` is the seventh card, if that stands for trump.

    There is none without a trump suit.
    """
    if trump is None:
        return ()
    looks = []
    if seventh and rules.void_seventh != "off":
        looks.append(Look(SEVENTH, caller, (caller,), trump, seventh))
    if rules.void_trumpless:
        others = ((caller + 1) % 4, (caller + 3) % 4)
        looks.append(Look(TRUMPLESS, caller, others, trump))
    return tuple(looks)


def poor_seventh(rules: TwentyNineRules, hand: Mask, trump: Suit) -> bool:
    """Whether the caller's hand, the seventh card apart, is too poor for its seventh card."""
    worth = hand & POINT_CARDS
    return not (worth & SUIT_MASKS[trump] if rules.void_seventh == "point-trump" else worth)


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
