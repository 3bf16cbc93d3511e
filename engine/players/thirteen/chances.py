"""How likely each seat is to win a trick: rough, quick odds.

A card not seen is taken to lie with any seat that may have its suit, the likelier the more cards
that seat has left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import SUIT_MASKS, SUIT_OF, Card, Mask, Suit
from engine.players.thirteen.sight import Sight

HIGHER: Final[tuple[Mask, ...]] = tuple(
    SUIT_MASKS[SUIT_OF[card]] & ~((2 << card) - 1) for card in range(52)
)
"""`HIGHER[card]`: the cards of its suit that beat it."""
_HAS_TRUMP: Final = 0.75
"""The chance that a seat which has a trump shown has one of it, the suit not being known."""


class Under(NamedTuple):
    """A trick's suit led, the trump that counts in it, and whether a trump may still be made."""

    led: Suit
    trump: Suit | None
    makes: bool


class Odds:
    """What the other seats may hold, as one seat sees it."""

    __slots__ = ("_away", "_known", "_sight")

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._away: dict[int, tuple[float, ...]] = {}
        self._known: dict[tuple[Under, Suit, int, int], tuple[float, ...]] = {}

    def lacks(self, seat: int, suit: int, cards: int) -> float:
        """The chance that another seat has none of so many unseen cards of a suit."""
        if suit not in self._away:
            south, west, north, east = self._sight.voids
            one = SUIT_MASKS[suit] & -SUIT_MASKS[suit]
            may = not south & one, not west & one, not north & one, not east & one
            self._away[suit] = _away(self._sight.me, self._sight.left, may)
        return float(self._away[suit][seat] ** cards)

    def winners(
        self, under: Under, best: Card, holder: int, after: Sequence[int]
    ) -> tuple[float, ...]:
        """The chance of each seat to win the trick, `best` of `holder` being its best card so far.

        `after` are the seats still to play. Nobody goes over its own partner.
        """
        above = (self._sight.unseen & HIGHER[best]).bit_count()
        same = under, SUIT_OF[best], above, holder
        if same not in self._known:
            self._known[same] = self._winners(under, SUIT_OF[best], above, holder, after)
        return self._known[same]

    def _winners(
        self, under: Under, suit: Suit, above: int, holder: int, after: Sequence[int]
    ) -> tuple[float, ...]:
        chances = [0.0] * 4
        chances[holder] = 1.0
        for seat in after:
            first, again = self._beats(under, seat, suit, above)
            moved = 0.0
            for other in ((seat + 1) % 4, (seat + 3) % 4):
                some = chances[other] * (first if other == holder else again)
                chances[other] -= some
                moved += some
            chances[seat] += moved
        return tuple(chances)

    def _beats(self, under: Under, seat: int, suit: Suit, above: int) -> tuple[float, float]:
        """The chances that a seat can beat a card of a suit, and that it can beat one higher.

        `above` unseen cards of its suit beat the card.
        """
        led = under.led
        none = self.lacks(seat, led, (self._sight.unseen & SUIT_MASKS[led]).bit_count())
        first, again = (1 - self.lacks(seat, suit, cards) for cards in (above, above // 2))
        if suit != led:
            return none * first, none * again
        ruffed = none * self._ruffs(under, seat)
        return first + ruffed, again + ruffed / 2

    def _ruffs(self, under: Under, seat: int) -> float:
        """The chance that a seat that cannot follow suit can trump."""
        if under.makes:
            return 1.0
        sight = self._sight
        trump = sight.known if under.trump is None else under.trump
        if trump is None:
            return _HAS_TRUMP if sight.hidden else 0.0
        if trump == under.led:
            return 0.0
        return 1 - self.lacks(seat, trump, (sight.unseen & SUIT_MASKS[trump]).bit_count())


@lru_cache(maxsize=1 << 14)
def _away(me: int, left: tuple[int, ...], may: tuple[bool, ...]) -> tuple[float, ...]:
    """By seat, the chance that an unseen card is not there, of a suit that some seats may have."""
    counts = [left[seat] if may[seat] and seat != me else 0 for seat in range(4)]
    total = sum(counts)
    return tuple(1 - count / total if total else 1.0 for count in counts)
