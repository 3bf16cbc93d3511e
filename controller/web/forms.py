"""Games, presets and options as the director's page offers them."""

from __future__ import annotations

from typing import Any

from controller.messages import Messages
from engine import GAMES, find_game
from engine.game import Game
from engine.options import Choice, Flag, Kind, Option, SeatList, Whole


def games_of(messages: Messages) -> list[dict[str, Any]]:
    """Every game: its name, its presets with all their values, and its options."""
    return [_game(find_game(name), messages) for name in GAMES]


def _game(game: Game, messages: Messages) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": messages.text(f"game.{game.name}"),
        "presets": {
            name: {its.name: getattr(game.rules.preset(name), its.name) for its in _options(game)}
            for name in game.rules.PRESETS
        },
        "options": [_option(option) for option in _options(game)],
    }


def _options(game: Game) -> tuple[Option, ...]:
    return game.rules.options()


def _option(option: Option) -> dict[str, Any]:
    return {"name": option.name, "say": option.say, "kind": _kind(option.kind)}


def _kind(kind: Kind) -> dict[str, Any]:
    match kind:
        case Flag():
            return {"form": "flag"}
        case Choice():
            return {"form": "choice", "values": list(kind.words)}
        case Whole():
            return {"form": "whole", "low": kind.low, "high": kind.high}
        case SeatList():
            return {"form": "seats"}
