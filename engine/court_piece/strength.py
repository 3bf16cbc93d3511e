"""Who wins a trick under a trump that may begin to count in the middle of it."""

from __future__ import annotations

from typing import Final

from engine.cards import Suit
from engine.trick import Trick
from engine.trump import NO_TRUMP, Trump, strengths

RANK_ORDER: Final = "AKQJT98765432"
"""Ranks inside a suit, high to low."""
TRUMPS: Final = tuple(Trump(Suit(suit)) for suit in range(4))
"""The four trumps, by suit."""


def strongest(trick: Trick, trump: Suit | None, counts_from: int | None) -> int:
    """The seat that has the strongest card of a trick.

    The first `counts_from` cards were laid before the trump began to count, and are plain cards of
    their suits; None = the trump does not count at all. With the trump suit led plain rank decides.
    """
    led = trick.led
    plain = strengths(RANK_ORDER, led, NO_TRUMP)
    if trump is None or counts_from is None or trump == led:
        return trick.winner(plain)
    trumped = strengths(RANK_ORDER, led, TRUMPS[trump])
    if counts_from == 0:
        return trick.winner(trumped)
    cards = trick.cards
    powers = [plain[card] for card in cards[:counts_from]]
    powers += [trumped[card] for card in cards[counts_from:]]
    return trick.seats[powers.index(max(powers))]
