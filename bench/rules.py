"""Part `rules`: decisions a second of the engine, beside OpenSpiel's and RLCard's."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Final

from bench import peers
from bench.figures import Figure, Found, Missing
from bench.kernel import kernel_plays
from bench.peers import Play
from bench.playout import OF_EACH, Pick, Playout, dealt, play_out
from bench.rounds import Measure, by_turns, median_ratio
from bench.sizes import Size
from engine import GAMES, RuleSet, find_game
from engine.game import Game

OURS: Final = "twenty-nine"
_PREPARED: Final = 128
"""So many deals are made ready before the clock starts."""
_PRESETS: Final = tuple(
    preset for preset in find_game(OURS).rules.PRESETS if preset != "bangladesh"
)
"""House rules other than those that are measured against the goals."""
_PEERS: Final[dict[str, tuple[str, Callable[[Pick], Iterator[Play]]]]] = {
    "dealt spades": ("pyspiel", peers.spades_from_the_deal),
    "spades from the start": ("pyspiel", peers.spades_from_the_start),
    "bridge": ("rlcard", peers.bridge),
}


def from_the_deal(
    game: Game,
    pick: Pick,
    rules: RuleSet | None = None,
    each: int = OF_EACH,
    ready: Callable[[Playout], Play] | None = None,
) -> Iterator[Play]:
    """Deals of a game of ours with all cards dealt and the calls made, a few playouts of each.

    `ready` makes a play of what is dealt; left out, a copy of the deal by itself is played.
    """
    made = _by_itself if ready is None else ready
    while True:
        playout = dealt(game, pick, rules)
        for _ in range(each):
            yield made(playout)


def _by_itself(playout: Playout) -> Play:
    return partial(play_out, playout.match.deal.copy(), playout.pick)


def _copied_too(playout: Playout) -> Play:
    return lambda: play_out(playout.match.deal.copy(), playout.pick)


def _in_a_match(playout: Playout) -> Play:
    return playout.copy().play


def from_the_start(game: Game, pick: Pick) -> Iterator[Play]:
    """Deals of a game of ours, making the match, shuffling, dealing and bidding included."""
    while True:
        yield lambda: Playout(game, pick).play()


def speed(plays: Iterator[Play], slice_s: float) -> Measure:
    """Decisions a second of processor time; what a play needs beforehand is not counted."""

    def measure() -> float:
        decisions, spent = 0, 0.0
        while spent < slice_s:
            ready = list(islice(plays, _PREPARED))
            begun = time.process_time()
            for play in ready:
                decisions += play()
            spent += time.process_time() - begun
        return decisions / spent

    return measure


def measure(size: Size) -> list[Found]:
    """Twenty-Nine, the kernel and every game, beside what there is of peers."""
    pick = Random(29).random
    ours = find_game(OURS)
    contestants = {OURS: speed(from_the_deal(ours, pick), size.slice_s)}
    contestants["kernel"] = speed(kernel_plays(pick), size.slice_s)
    contestants["copied too"] = speed(from_the_deal(ours, pick, ready=_copied_too), size.slice_s)
    contestants["each deal once"] = speed(from_the_deal(ours, pick, each=1), size.slice_s)
    for preset in _PRESETS:
        by_preset = from_the_deal(ours, pick, ours.rules.preset(preset))
        contestants[f"{OURS}, {preset}"] = speed(by_preset, size.slice_s)
    contestants["in a match"] = speed(from_the_deal(ours, pick, ready=_in_a_match), size.slice_s)
    contestants["dealing too"] = speed(from_the_start(ours, pick), size.slice_s)
    for name in GAMES:
        if name != OURS:
            contestants[name] = speed(from_the_deal(find_game(name), pick), size.slice_s)
    lacking: list[Found] = []
    for name, (module, plays) in _PEERS.items():
        reason = peers.lacking(module)
        if reason is None:
            contestants[name] = speed(plays(pick), size.slice_s)
        else:
            lacking.append(Missing(f"to {name}", reason))
    return [*_figures(by_turns(contestants, size.rounds)), *lacking]


def _figures(speeds: dict[str, list[float]]) -> list[Figure]:
    pairs: list[tuple[str, str, float | None]] = [
        (OURS, "dealt spades", 0.6),
        (OURS, "spades from the start", 1.2),
        (OURS, "bridge", 6.0),
        ("kernel", "dealt spades", 1.4),
        ("in a match", "dealt spades", None),
        ("copied too", "dealt spades", None),
        ("each deal once", "dealt spades", None),
        ("kernel", OURS, None),
        ("in a match", OURS, None),
        ("dealing too", "spades from the start", None),
        ("dealing too", OURS, None),
    ]
    pairs += [(f"{OURS}, {preset}", "dealt spades", None) for preset in _PRESETS]
    pairs += [(name, "dealt spades", None) for name in GAMES if name != OURS]
    pairs += [(name, OURS, None) for name in GAMES if name != OURS]
    return [
        Figure(f"{one} / {other}", median_ratio(speeds[one], speeds[other]), goal)
        for one, other, goal in pairs
        if one in speeds and other in speeds
    ]
