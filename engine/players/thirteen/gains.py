"""What each card would bring in a trick: the expected prize, less what keeping it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import SUIT_MASKS, SUIT_OF, Card, Suit
from engine.players.thirteen.chances import HIGHER, Odds, Under
from engine.players.thirteen.keeps import keep, keeps_of
from engine.players.thirteen.sight import Sight
from engine.players.thirteen.stakes import Stakes
from engine.trick import Trick

_DRAW: Final = 0.3
"""What it is worth to the caller's side to draw trumps with a sure one, in later tricks."""


class Gains:
    """The cards of a seat on turn, held against the trick as it lies.

    `best` and `holder` are the best card of the trick so far and its seat, None when leading;
    `after` the seats that play after this one.
    """

    __slots__ = ("_after", "_best", "_holder", "_odds", "_sight", "_stakes", "_trick")

    def __init__(
        self,
        sight: Sight,
        trick: Trick,
        holder: int | None,
        after: Sequence[int],
        stakes: Stakes,
    ) -> None:
        self._sight, self._trick, self._after, self._stakes = sight, trick, after, stakes
        self._odds = Odds(sight)
        self._holder = holder
        self._best = None if holder is None else trick.cards[trick.seats.index(holder)]

    def gain(self, card: Card, counts: Suit | None, known: Suit | None) -> float:
        """What a card brings if `counts` is trump in this trick, and `known` from the next on.

        A card that makes its suit the trump brings what the rest of the hand is worth under it.
        """
        sight, later = self._sight, self._stakes.later
        suit = SUIT_OF[card]
        if sight.makes and self._best is not None and suit != self._trick.led:
            rest = sight.hand & ~(1 << card)
            worth = keeps_of(sight, rest, suit) - keeps_of(sight, sight.hand, None)
            return self._expected(card, suit, makes=False) + later * worth
        worth = -keep(sight, card, known)
        if self._best is None and counts is not None and suit == counts:
            worth += self._drawn(card)
        return self._expected(card, counts, makes=sight.makes) + later * worth

    def _expected(self, card: Card, trump: Suit | None, *, makes: bool) -> float:
        """The prize that may be expected with the card laid."""
        best, holder = self._best, self._holder
        led = SUIT_OF[card] if best is None else self._trick.led
        if best is None or holder is None or _beats(card, best, trump):
            best, holder = card, self._sight.me
        chances = self._odds.winners(Under(led, trump, makes), best, holder, self._after)
        prizes = self._stakes.prizes((*self._trick.cards, card), best, holder)
        return sum([chance * prize for chance, prize in zip(chances, prizes, strict=True)])

    def _drawn(self, card: Card) -> float:
        """What drawing trumps brings, if the other side may have some and this one wins."""
        sight = self._sight
        suit = SUIT_MASKS[SUIT_OF[card]]
        others = [(sight.me + 1) % 4, (sight.me + 3) % 4]
        if not sight.own or not sight.unseen & suit or sight.unseen & HIGHER[card]:
            return 0.0
        return 0.0 if all(sight.voids[seat] & suit for seat in others) else _DRAW


def _beats(card: Card, best: Card, trump: Suit | None) -> bool:
    if SUIT_OF[card] == SUIT_OF[best]:
        return card > best
    return SUIT_OF[card] == trump
