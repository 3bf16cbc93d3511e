"""A sensible way to play Twenty-Two: high cards go, a low one stays for the last trick."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action
from engine.phases import Phase
from engine.players.twenty_two.exchange import choose_throw
from engine.players.twenty_two.play import choose_cards
from engine.twenty_two.rules import TwentyTwoRules
from engine.view import View


def choose(seen: View, legal: Sequence[Action], rules: TwentyTwoRules, rng: Random, /) -> Action:
    """One of the legal actions; see `engine.players.player.Player`."""
    match seen.phase:
        case Phase.PLAY:
            return choose_cards(seen, rules)
        case Phase.EXCHANGE:
            return choose_throw(seen, legal, rules)
    return rng.choice(legal)
