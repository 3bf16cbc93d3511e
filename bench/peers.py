"""The same playouts in other engines: OpenSpiel's spades (in C++) and RLCard's bridge.

They come with the extra: `pip install '.[bench]'`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from bench.playout import Pick

SPADES_DEALT = 52
"""Cards of the pack, each dealt by a chance node."""

Play = Callable[[], int]
"""Plays one deal to its end; how many decisions players made."""


def lacking(module: str) -> str | None:
    """Why a peer cannot be measured; None when it can."""
    if find_spec(module) is not None:
        return None
    return f"{module} is not installed: pip install '.[bench]'"


def spades_from_the_deal(pick: Pick) -> Iterator[Play]:
    """Deals of spades, each from a copy of one state in which all cards are dealt."""
    dealt = _dealt_spades(pick)
    while True:
        state = dealt.clone()
        yield lambda state=state: _play_spades(state, pick)  # type: ignore[misc]


def spades_from_the_start(pick: Pick) -> Iterator[Play]:
    """Deals of spades, each from the first chance node: its dealing takes time too."""
    game = _spades()
    while True:
        yield lambda: _play_spades(game.new_initial_state(), pick) - SPADES_DEALT


def bridge(pick: Pick) -> Iterator[Play]:
    """Deals of bridge in RLCard's core, cards dealt."""
    from rlcard.games.bridge.game import BridgeGame

    while True:
        game = BridgeGame()
        game.init_game()
        yield lambda game=game: _play_bridge(game, pick)  # type: ignore[misc]


def _spades() -> Any:
    import pyspiel

    return pyspiel.load_game("spades")


def _dealt_spades(pick: Pick) -> Any:
    state = _spades().new_initial_state()
    while state.is_chance_node():
        cards = state.legal_actions()
        state.apply_action(cards[int(pick() * len(cards))])
    return state


def _play_spades(state: Any, pick: Pick) -> int:
    steps = 0
    while legal := state.legal_actions():
        state.apply_action(legal[int(pick() * len(legal))])
        steps += 1
    return steps


def _play_bridge(game: Any, pick: Pick) -> int:
    steps = 0
    while legal := game.judger.get_legal_actions():
        game.step(legal[int(pick() * len(legal))])
        steps += 1
    return steps
