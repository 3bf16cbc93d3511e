"""Games, presets and options as the director's page offers them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.messages import Messages
from controller.words.actions import call_text
from controller.words.faults import damage_text, reason_text
from engine import GAMES, find_game
from engine.cards import NAMES, parse_card
from engine.game import Game
from engine.options import Choice, Flag, Kind, Option, SeatList, Whole

_CARDS: Final = frozenset(NAMES)


def games_of(messages: Messages) -> list[dict[str, Any]]:
    """Every game: its name, its presets with all their values, and its options."""
    return [_game(find_game(name), messages) for name in GAMES]


def in_words(desk: Mapping[str, Any], messages: Messages) -> dict[str, Any]:
    """The desk of a table, with what is shown for each seat, call and card beside it."""
    return {
        **desk,
        "readers": [
            {
                **its,
                "reason": reason_text(its["reason"], messages),
                "faults": {damage_text(name, messages): n for name, n in its["faults"].items()},
            }
            for its in desk["readers"]
        ],
        "shown": {
            **{card: messages.card_sign(parse_card(card)) for card in desk["cards"]},
            **{call: _call_shown(call, messages) for call in desk["calls"]},
            **{seat: messages.seat(seat) for seat in desk["seats"]},
        },
    }


def _call_shown(call: str, messages: Messages) -> str:
    return messages.card_sign(parse_card(call)) if call in _CARDS else call_text(call, messages)


def _game(game: Game, messages: Messages) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": messages.text(f"game.{game.name}"),
        "presets": {
            name: {its.name: getattr(game.rules.preset(name), its.name) for its in _options(game)}
            for name in game.rules.PRESETS
        },
        "options": [_option(game, option, messages) for option in _options(game)],
    }


def _options(game: Game) -> tuple[Option, ...]:
    return game.rules.options()


def _option(game: Game, option: Option, messages: Messages) -> dict[str, Any]:
    its_own = messages.has(f"option.{game.name}.{option.name}")
    say = messages.text(f"option.{game.name}.{option.name}" if its_own else f"option.{option.name}")
    return {"name": option.name, "say": say, "kind": _kind(option.kind)}


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
