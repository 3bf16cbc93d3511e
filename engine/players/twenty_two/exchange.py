"""Which cards to throw away for new ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from engine.actions import Action, Verb
from engine.cards import Mask, cards_in
from engine.players.twenty_two.prospects import Prospects
from engine.players.twenty_two.sight import Sight, look
from engine.twenty_two.rules import TwentyTwoRules
from engine.twenty_two.sets import HEIGHT, low_to_high
from engine.view import View

_LEADS: Final = 0.3
"""How likely a hand is to lead when the play begins, for what it may cost."""
_CHANGES: Final = 0.1
"""How much less, in points of a pile, a hand has to cost for cards to be thrown away."""


def choose_throw(seen: View, legal: Sequence[Action], rules: TwentyTwoRules) -> Action:
    """The middle cards, if the hand is likely to cost less with as many others, evenly spread."""
    throw = next(action for action in legal if action.verb is Verb.THROW)
    passing = next(action for action in legal if action.verb is Verb.PASS)
    sight = look(seen, rules)
    prospects = Prospects(sight)
    hand = low_to_high(cards_in(cast(Mask, seen.hand)))
    if len(hand) < throw.number:
        # The table has not seen the whole hand.
        return passing
    heights = [HEIGHT[card] for card in hand]
    least, chosen = prospects.cost(heights, _LEADS) - _CHANGES, passing
    for size in range(1, throw.number + 1):
        new = _spread(sight, size)
        for low in range(len(hand) - size + 1):
            hoped = sorted([*heights[:low], *new, *heights[low + size :]])
            found = prospects.cost(hoped, _LEADS)
            if found < least:
                least = found
                chosen = Action(throw.seat, Verb.THROW, hand[low : low + size])
    return chosen


def _spread(sight: Sight, count: int) -> list[int]:
    """The heights of so many cards drawn from the unseen ones as evenly as can be."""
    drawn = []
    for place in range(count):
        above = sight.unseen * (place + 0.5) / count
        drawn.append(max(height for height in range(13) if sight.high[height] >= above))
    return drawn
