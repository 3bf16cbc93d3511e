"""Playing alone: how surely a hand wins every trick, and the play of such a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from engine.actions import Action
from engine.cards import SUIT_MASKS, SUIT_OF, Card, Mask, cards_in
from engine.players.twenty_nine.cardtables import HIGHER, HOLDINGS, heights, holding
from engine.players.twenty_nine.sight import Sight, look
from engine.trump import NO_TRUMP, strengths
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.scoring import POINTS, RANK_ORDER
from engine.view import View

SINGLE_SHARE: Final = 8 / 24
"""The chance that an unseen card is with a given opponent of a single hand."""
TENNY_SHARE: Final = 4 / 28
"""The same for a tenny: most of the pack is not dealt."""


def sweep_chance(hand: Mask, share: float) -> float:
    """The chance that a hand led from the top, without trump, wins every trick.

    Each unseen card is with each of the two opponents with chance `share`, else out of play.
    """
    chance = 1.0
    for suit in range(4):
        chance *= _suit_sweeps(holding(hand, suit), share)
    return chance


@cache
def _suit_sweeps(held: int, share: float) -> float:
    if not held:
        return 1.0
    ours = heights(held)
    others = HOLDINGS - 1 & ~held
    harmless = [part for part in _subsets(others) if _cannot_stop(heights(part), ours)]
    chance = 0.0
    for one in harmless:
        for two in harmless:
            if not one & two:
                away = (one | two).bit_count()
                out = others.bit_count() - away
                chance += share**away * (1 - 2 * share) ** out
    return chance


def _subsets(held: int) -> Iterator[int]:
    part = held
    while part:
        yield part
        part = (part - 1) & held
    yield 0


def _cannot_stop(theirs: tuple[int, ...], ours: tuple[int, ...]) -> bool:
    """Whether a suit's best card comes too late: its holder follows with the lowest until then."""
    lasts = min(len(theirs), len(ours))
    return all(theirs[0] < card for card in ours[:lasts])


def play_alone(seen: View, legal: Sequence[Action], rules: TwentyNineRules) -> Action:
    """A card of a deal in which one seat plays alone."""
    sight = look(seen)
    if seen.facts["alone"] == sight.me:
        return min(legal, key=lambda play: _risk(sight, play.cards[0]))
    return _stop(seen, sight, legal)


def _risk(sight: Sight, card: Card) -> tuple[int, int]:
    """Cards that beat it; then the long suits first, so that the others have to throw cards."""
    above = (HIGHER[0][card] & sight.unseen).bit_count()
    return above, -(sight.hand & SUIT_MASKS[SUIT_OF[card]]).bit_count()


def _stop(seen: View, sight: Sight, legal: Sequence[Action]) -> Action:
    trick = seen.trick
    power = strengths(RANK_ORDER, trick.led, NO_TRUMP)
    if seen.winning == seen.facts["alone"]:
        best = max(power[card] for card in trick.cards)
        beating = [play for play in legal if power[play.cards[0]] > best]
        if beating:
            return min(beating, key=lambda play: power[play.cards[0]])
    return min(legal, key=lambda play: _use(sight, play.cards[0]))


def _use(sight: Sight, card: Card) -> tuple[int, int, int]:
    """How much a card is needed to stop the suits of a seat that plays alone; 0 = not at all.

    A suit's best card stops it if it comes with as many lower cards as unseen ones beat it.
    """
    mine = sight.hand & SUIT_MASKS[SUIT_OF[card]]
    above = [(HIGHER[0][one] & sight.unseen).bit_count() for one in cards_in(mine)]
    spare = len(above) - 1 - min(above)
    need = 0 if spare < 0 else 2 if spare == 0 else 1
    return need, -(HIGHER[0][card] & sight.unseen).bit_count(), POINTS[card]
