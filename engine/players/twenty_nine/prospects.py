"""What each card would bring in a trick: its chance weighed against what it may do later.

All gains are in card points: those our side may expect less those the other side may. The numbers
were found by playing deals twice, sides changed, with one number changed at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.cards import SUIT_MASKS, SUIT_OF, Card, Mask, Suit
from engine.players.twenty_nine.cardtables import HIGHER
from engine.players.twenty_nine.chances import MISS, win_chance
from engine.players.twenty_nine.sight import Sight
from engine.trick import Trick
from engine.trump import Trump, strengths
from engine.twenty_nine.scoring import POINTS, RANK_ORDER

_TO_COME: Final = 0.6
"""Points that a seat still to play adds to the trick, on average."""
_TRICK: Final = 5.0
"""What winning instead of losing a trick later on is worth, its own card's points apart."""
_TRUMP_WINS: Final = (1.0, 0.67, 0.5, 0.45, 0.4)
_PLAIN_WINS: Final = (0.55, 0.35, 0.2, 0.15, 0.05)
"""The chance that a card kept wins a trick, by how many unseen cards of its suit beat it."""
_RUFFED: Final = 0.3
"""How much of the chance of a plain card goes once its suit has run out elsewhere."""
_LOWER: Final = 0.01
"""Of two cards that are equal otherwise the lower one is laid."""
_UNKNOWN_RUFFS: Final = 2
"""As many trumps is a seat that cannot follow good for, while one does not know the suit."""


class Prospects:
    """The cards of a seat on turn, held against the trick as it lies, if `counts` is trump."""

    __slots__ = ("_after", "_best", "_counts", "_keeps", "_led", "_ours", "_sight", "_stake")

    def __init__(self, sight: Sight, trick: Trick, counts: Trump, keeps: dict[Card, float]) -> None:
        self._sight, self._counts, self._keeps = sight, counts, keeps
        self._after = 3 - len(trick.cards)
        self._stake = sum([POINTS[card] for card in trick.cards]) + _TO_COME * self._after
        self._led: Suit | None = None
        self._best: Card | None = None
        self._ours = False
        if trick.cards:
            self._led = trick.led
            winner = trick.winner(strengths(RANK_ORDER, trick.led, counts))
            self._best = trick.cards[trick.seats.index(winner)]
            self._ours = winner == sight.partner

    def chance(self, card: Card) -> float:
        """The chance that our side wins the trick when the card is laid."""
        led = SUIT_OF[card] if self._led is None else self._led
        best, ours = self._best, self._ours
        power = strengths(RANK_ORDER, led, self._counts)
        if best is None or power[card] > power[best]:
            best, ours = card, True
        unseen = self._sight.unseen
        above = (unseen & HIGHER[self._counts.reversed][best]).bit_count()
        out = (unseen & SUIT_MASKS[led]).bit_count()
        if SUIT_OF[best] != led:
            return win_chance(self._after, ours, 0, out, above)
        return win_chance(self._after, ours, above, out, self._ruffs(led))

    def _ruffs(self, led: Suit) -> int:
        trump = self._sight.known
        if trump is None:
            return _UNKNOWN_RUFFS
        if trump.suit is None or trump.suit == led:
            return 0
        return (self._sight.unseen & SUIT_MASKS[trump.suit]).bit_count()

    def gain(self, card: Card) -> float:
        """What laying the card brings."""
        return (2 * self.chance(card) - 1) * (self._stake + POINTS[card]) - self._keeps[card]


def keep_values(sight: Sight, cards: Iterable[Card]) -> dict[Card, float]:
    """What each card of the hand is worth if it is kept for a later trick."""
    trump = sight.known
    suit = None if trump is None else trump.suit
    unruffed = trump is not None and suit is None
    higher = HIGHER[trump is not None and trump.reversed]
    unseen = sight.unseen
    return {
        card: _keep_value(
            unruffed or SUIT_OF[card] == suit,
            POINTS[card],
            (unseen & higher[card]).bit_count(),
            (unseen & SUIT_MASKS[SUIT_OF[card]]).bit_count(),
        )
        for card in cards
    }


@cache
def _keep_value(trump: bool, points: int, above: int, out: int) -> float:
    if trump:
        wins = _TRUMP_WINS[min(above, 4)]
    else:
        wins = _PLAIN_WINS[min(above, 4)] * (1 - _RUFFED * MISS[out])
    return wins * (_TRICK + points) - (1 - wins) * points - _LOWER * above


def unseen_trumps(sight: Sight) -> Mask:
    """The trumps that may be in the other hands; 0 when there is no trump suit, or none known."""
    if sight.known is None or sight.known.suit is None:
        return 0
    return sight.unseen & SUIT_MASKS[sight.known.suit]
