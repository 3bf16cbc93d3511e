"""The engine's playout kernel beside everything else: Twenty-Nine from the first trick on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bench.peers import Play
from bench.playout import OF_EACH, Pick, dealt
from engine import find_game
from engine.twenty_nine import TwentyNineDeal
from engine.twenty_nine.kernel import NotCovered, Playout


def kernel_plays(pick: Pick) -> Iterator[Play]:
    """Playouts of deals whose cards are all dealt, each deal a few times."""
    bits = Random(29).getrandbits
    while True:
        ready = _ready(pick)
        for _ in range(OF_EACH):
            yield lambda ready=ready: ready.run(bits).choices  # type: ignore[misc]


def _ready(pick: Pick) -> Playout:
    game = find_game("twenty-nine")
    while True:
        deal = dealt(game, pick).match.deal
        if isinstance(deal, TwentyNineDeal):
            try:
                return Playout(deal)
            except NotCovered:
                continue
