"""The one table of games: a game is found here by name and nowhere else."""

from __future__ import annotations

from typing import cast

from engine.errors import Fault, UnreadableError
from engine.game import Game

GAMES: dict[str, str] = {
    "twenty-nine": "engine.twenty_nine",
    "single-sir": "engine.court_piece.single_sir",
    "double-sir": "engine.court_piece.double_sir",
    "hidden-trump": "engine.court_piece.hidden_trump",
    "no-call": "engine.court_piece.no_call",
    "mendikot": "engine.mendikot",
    "twenty-two": "engine.twenty_two",
}
"""Name of a game → the module whose `GAME` it is; imported only when played."""


def find_game(name: str) -> Game:
    """A game by name. Raises `UnreadableError` naming the games there are."""
    if name not in GAMES:
        raise UnreadableError("", [Fault("game", repr(name), f"one of {', '.join(GAMES)}")])
    from importlib import import_module

    return cast(Game, import_module(GAMES[name]).GAME)
