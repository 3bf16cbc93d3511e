"""Pretend players, and a dealer for them; for demonstrations, measurements and tests.

They stand beside the rules: a player is given what its seat may see and may do and gives back an
action, and nothing else of a match.

>>> from random import Random
>>> from engine import Match, find_game
>>> from engine.view import view
>>> match, rng = Match(find_game("twenty-nine"), dealer=0), Random(29)
>>> for take in deal_cards(rng, match.deal.pack, match.deal.seen, match.wants()):
...     _ = match.apply(take)
>>> seat, legal = next(iter(match.legal().items()))
>>> player = find_player("sensible")
>>> player(view(match, seat), legal, match.rules, rng) in legal
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import Fault, UnreadableError
from engine.players.by_chance import play_by_chance
from engine.players.dealer import deal_cards
from engine.players.player import Player
from engine.players.sensible import play_sensibly

__all__ = ["PLAYERS", "Player", "deal_cards", "find_player"]

PLAYERS: Final[Mapping[str, Player]] = {
    "random": play_by_chance,
    "sensible": play_sensibly,
}
"""The players there are, by name."""


def find_player(name: str) -> Player:
    """A player by name. Raises `UnreadableError` naming the players there are."""
    if name not in PLAYERS:
        raise UnreadableError("", [Fault("player", repr(name), f"one of {', '.join(PLAYERS)}")])
    return PLAYERS[name]
