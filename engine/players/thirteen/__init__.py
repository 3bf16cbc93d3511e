"""A sensible way to play the games of thirteen cards: Court Piece in its four forms, Mendikot."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action
from engine.court_piece.common_rules import CommonRules
from engine.phases import Phase
from engine.players.thirteen.calls import choose_hidden, choose_trump
from engine.players.thirteen.play import choose_play
from engine.view import View


def choose(seen: View, legal: Sequence[Action], rules: CommonRules, rng: Random, /) -> Action:
    """One of the legal actions; see `engine.players.player.Player`."""
    match seen.phase:
        case Phase.PLAY:
            return choose_play(seen, legal, rules, rng)
        case Phase.CALL:
            return choose_trump(seen, legal, rng)
        case Phase.HIDE:
            return choose_hidden(seen, legal, rng)
    return rng.choice(legal)
