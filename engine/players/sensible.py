"""A player with a strategy for each game it knows, and by chance in any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Final, cast

from engine.actions import Action
from engine.options import RuleSet
from engine.players.by_chance import play_by_chance
from engine.players.player import Player
from engine.unseen import BARE
from engine.view import View

STRATEGIES: Final[Mapping[str, str]] = {
    "twenty-nine": "engine.players.twenty_nine",
    "single-sir": "engine.players.thirteen",
    "double-sir": "engine.players.thirteen",
    "hidden-trump": "engine.players.thirteen",
    "no-call": "engine.players.thirteen",
    "mendikot": "engine.players.thirteen",
    "twenty-two": "engine.players.twenty_two",
}
"""Name of a game → the module whose `choose` plays it; imported only when played."""


def play_sensibly(seen: View, legal: Sequence[Action], rules: RuleSet, rng: Random, /) -> Action:
    """What the game's strategy says.

    By chance in a game without one, and where the table has not seen the hand, which then lists no
    cards.

    Raises `ValueError` when nothing is legal.
    """
    module = STRATEGIES.get(seen.game)
    if module is None or not legal or (legal[0].verb in BARE and not legal[0].cards):
        return play_by_chance(seen, legal, rules, rng)
    if len(legal) == 1:
        return legal[0]
    return cast(Player, import_module(module).choose)(seen, legal, rules, rng)
