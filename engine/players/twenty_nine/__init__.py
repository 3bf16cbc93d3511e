"""A sensible way to play Twenty-Nine under any of its rule sets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action
from engine.phases import Phase
from engine.players.twenty_nine.bidding import choose_call
from engine.players.twenty_nine.calls import (
    choose_single,
    choose_tenny,
    choose_trump,
)
from engine.players.twenty_nine.doubling import choose_double
from engine.players.twenty_nine.play import choose_play
from engine.twenty_nine.rules import TwentyNineRules
from engine.view import View


def choose(seen: View, legal: Sequence[Action], rules: TwentyNineRules, rng: Random, /) -> Action:
    """One of the legal actions; see `engine.players.player.Player`."""
    match seen.phase:
        case Phase.PLAY:
            return choose_play(seen, legal, rules, rng)
        case Phase.BID:
            return choose_call(seen, legal, rules)
        case Phase.TRUMP:
            return choose_trump(seen, legal, rules, rng)
        case Phase.DOUBLE:
            return choose_double(seen, legal, rules)
        case Phase.SINGLE:
            return choose_single(seen, legal)
        case Phase.TENNY:
            return choose_tenny(seen, legal)
    return rng.choice(legal)
