"""Bidding: as far as four cards, and what the others have said, let one hope to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from engine.actions import Action, Verb
from engine.cards import Mask
from engine.players.twenty_nine.choices import trump_choices
from engine.players.twenty_nine.worth import best_trump
from engine.twenty_nine.pair import PAIRS
from engine.twenty_nine.rules import TwentyNineRules
from engine.view import View

_HOPE: Final = 1.5
"""How far above the points expected the bidding goes: losing the bid costs something too."""
_PARTNER_SPOKE: Final = 0.7
_OTHERS_SPOKE: Final = -0.8
"""What a bid of the partner, or one of the other side, changes in the points expected."""
_OVER_PARTNER: Final = 3.0
"""How much more one must hope for to bid over one's own partner."""
_PAIR: Final = 2.0
"""What king and queen of trump among the first four are worth, where a pair counts."""
_OPENING: Final = 3
"""A first bid stays this far below the last that would be made."""


def choose_call(seen: View, legal: Sequence[Action], rules: TwentyNineRules) -> Action:
    """A bid, a ditto or a pass."""
    limit = _limit(seen, rules)
    standing = cast("int | None", seen.facts["standing"])
    ditto = next((call for call in legal if call.verb is Verb.DITTO), None)
    if ditto is not None and standing is not None and standing <= limit:
        return ditto
    bids = [call for call in legal if call.verb is Verb.BID and call.number <= limit]
    if not bids:
        return legal[-1]
    if standing is not None:
        return bids[0]
    return next((bid for bid in bids if bid.number >= limit - _OPENING), bids[-1])


def _limit(seen: View, rules: TwentyNineRules) -> float:
    """The highest number this seat would stand for at this point."""
    hand, me = cast(Mask, seen.hand), cast(int, seen.viewer)
    points, trump = best_trump(hand, trump_choices(rules))
    limit = points + _HOPE + rules.last_trick_bonus / 2
    if trump.suit is not None and hand & PAIRS[trump.suit] == PAIRS[trump.suit]:
        limit = _with_pair(limit, rules)
    partner = (me + 2) % 4
    spoke = {seat for seat, call in seen.said if call.startswith(("bid", "ditto"))}
    limit += _PARTNER_SPOKE * (partner in spoke) + _OTHERS_SPOKE * len(spoke - {me, partner})
    return limit - _OVER_PARTNER if seen.facts["holder"] == partner else limit


def _with_pair(limit: float, rules: TwentyNineRules) -> float:
    raised = limit + _PAIR
    counts = rules.pair != "off" and raised >= max(rules.pair_min_bid, rules.min_bid + _PAIR)
    return raised if counts else limit
