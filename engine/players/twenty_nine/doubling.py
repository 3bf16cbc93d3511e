"""Doubling, redoubling and setting on the first four cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from engine.actions import Action, Verb
from engine.cards import Mask, ranks_mask
from engine.players.twenty_nine.cardtables import TRUMPS
from engine.players.twenty_nine.worth import expected_points
from engine.twenty_nine.rules import TwentyNineRules
from engine.view import View

_JACKS, _NINES, _TENS_AND_ACES = ranks_mask("J"), ranks_mask("9"), ranks_mask("AT")
_OVER: Final = 1.4
"""By how many points a bid of 16 is made on average when a seat has nothing against it."""
_PER_BID: Final = 0.24
_DOUBLE: Final = -2.6
_REDOUBLE: Final = 4.0
_SET: Final = -5.0
"""How far the caller's side must be expected to miss its target, or to pass it."""


def choose_double(seen: View, legal: Sequence[Action], rules: TwentyNineRules) -> Action:
    """`double`, `redouble` or `set` on a very strong hand, else `pass`."""
    verb = legal[0].verb
    if verb is Verb.REDOUBLE:
        bold = _our_margin(seen) >= _REDOUBLE
    else:
        bold = _their_margin(seen) <= (_DOUBLE if verb is Verb.DOUBLE else _SET)
    return legal[0] if bold else legal[-1]


def _their_margin(seen: View) -> float:
    """The points by which the caller's side may be expected to pass its target."""
    bid = cast(int, seen.facts["bid"])
    return _OVER - _PER_BID * (bid - 16) - _held_against(cast(Mask, seen.hand))


def _our_margin(seen: View) -> float:
    """The same, to the caller itself or to its partner, who does not know the trump."""
    bid, hand = cast(int, seen.facts["bid"]), cast(Mask, seen.hand)
    chosen = seen.facts.get("chosen")
    if chosen is not None:
        return expected_points(hand, TRUMPS[chosen]) - bid
    return _OVER - _PER_BID * (bid - 16) + _held_against(hand)


def _held_against(hand: Mask) -> float:
    """How many points four cards turn from one side to the other, whatever is trump."""
    jacks, nines = (hand & _JACKS).bit_count(), (hand & _NINES).bit_count()
    return 1.9 * jacks + 0.3 * nines + 0.1 * (hand & _TENS_AND_ACES).bit_count()
