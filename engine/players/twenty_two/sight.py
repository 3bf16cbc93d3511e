"""What a seat of Twenty-Two makes of its view: what is out, and who plays after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from engine.cards import FULL_PACK, RANKS, Mask, mask_of, parse_card, ranks_mask
from engine.seating import Ring
from engine.twenty_two.rules import TwentyTwoRules
from engine.view import View

AT_LEAST: Final = tuple(ranks_mask(RANKS[height:]) for height in range(len(RANKS) + 1))
"""`AT_LEAST[height]`: all cards as high or higher; none for 13."""


class Sight(NamedTuple):
    """A view, thought about.

    `unseen` is how many cards may be in other hands or the stock, `high[height]` how many of them
    are as high or higher (0 for 13). `others` are how many cards each other player in the hand has,
    in playing order from this seat; the last `before` of them have laid theirs in this trick.
    """

    unseen: int
    high: tuple[int, ...]
    others: tuple[int, ...]
    before: int

    @property
    def after(self) -> tuple[int, ...]:
        """How many cards each player has who is still to play to this trick."""
        return self.others[: len(self.others) - self.before]


def look(seen: View, rules: TwentyTwoRules) -> Sight:
    """What the viewer's seat knows. Raises `ValueError` for everybody's view."""
    me, hand = seen.viewer, seen.hand
    if me is None or hand is None:
        raise ValueError("a player needs the view of its own seat")
    piles = cast(Sequence[Sequence[str]], seen.facts["piles"])
    away: Mask = seen.played | hand | mask_of(parse_card(name) for pile in piles for name in pile)
    unseen = FULL_PACK & ~away
    out = cast(Sequence[bool], seen.facts["out"])
    order = Ring.of(len(seen.seats), rules.direction).orders[me]
    others = [seat for seat in order[1:] if not out[seat]]
    return Sight(
        unseen.bit_count(),
        tuple((unseen & high).bit_count() for high in AT_LEAST),
        tuple(seen.cards[seat] for seat in others),
        len(set(seen.trick.seats)),
    )
