"""Part `scale`: how time and memory grow with seats, with a match, and with a journal."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from bench.disk import working_folder
from bench.figures import Figure, Found
from bench.long_journal import next_actions, write_journal
from bench.peers import Play
from bench.playout import Pick, Playout
from bench.rounds import Measure, by_turns, median_ratio
from bench.rules import speed
from bench.sizes import Size
from bench.starting import table
from bench.table_process import write_table
from controller.config import read_config
from engine import DIRECTOR, Action, Match, Verb, find_game

SEATS: Final = "ABCDEF"
_FEW, _MANY = 2, len(SEATS)
_VOID_AFTER: Final = 30
"""Actions after which the director voids a deal, so that the match never ends."""
_RESTART_S: Final = 1.0


def measure(size: Size) -> list[Found]:
    """Twenty-Two with two to six seats, one long match, and a table that takes up a long one."""
    return [*_seats(size), *_length(size), *_restart(size)]


def _seats(size: Size) -> list[Figure]:
    pick = Random(22).random
    speeds = by_turns(
        {str(n): speed(_deals(n, pick), size.slice_s) for n in range(_FEW, _MANY + 1)}, size.rounds
    )
    found = [
        Figure(f"time a decision, {n} seats / {_FEW}", median_ratio(speeds[str(_FEW)], speeds[n]))
        for n in list(speeds)[1:]
    ]
    few, many = (_bytes_an_action(_table_of(n), 500) for n in (_FEW, _MANY))
    return [*found, Figure(f"memory an action, {_MANY} seats / {_FEW}", many / few)]


def _deals(seats: int, pick: Pick) -> Iterator[Play]:
    game = find_game("twenty-two")
    while True:
        yield Playout(game, pick, tuple(SEATS[:seats])).play


def _table_of(seats: int) -> Match:
    game = find_game("twenty-two")
    return Match(game, seating=game.seating(tuple(SEATS[:seats])), dealer=0)


def _length(size: Size) -> list[Figure]:
    """Whether the actions of a long match cost more and more."""
    tenth = size.actions // 10
    begun, grown = (Match(find_game("twenty-nine"), dealer=0) for _ in range(2))
    grow(grown, 9 * tenth, Random(10))
    took = by_turns({"first": _growing(begun, tenth), "last": _growing(grown, tenth)}, size.rounds)
    few, many = (_bytes_an_action(match, tenth) for match in (begun, grown))
    of = f"the last tenth of {size.actions} / the first"
    return [
        Figure(f"time an action, {of}", median_ratio(took["last"], took["first"])),
        Figure(f"memory an action, {of}", many / few),
    ]


def _growing(match: Match, actions: int) -> Measure:
    """Seconds for so many further actions of a match, which itself stays as it is."""

    def measure() -> float:
        twin, rng = match.copy(), Random(12)
        begun = time.process_time()
        grow(twin, actions, rng)
        return time.process_time() - begun

    return measure


def grow(match: Match, actions: int, rng: Random) -> None:
    """Let a match grow by so many actions: deal after deal, each void after a while."""
    in_deal = len(match.actions_of_deal())
    while actions > 0:
        void = [Action(DIRECTOR, Verb.VOID)]
        for action in next_actions(match, rng) if in_deal < _VOID_AFTER else void:
            actions, in_deal = actions - 1, in_deal + 1
            if match.apply(action).deal is not None:
                in_deal = 0
                break
        if match.winner is not None:
            match.apply(Action(DIRECTOR, Verb.UNDO))
            in_deal = _VOID_AFTER


def _bytes_an_action(match: Match, actions: int) -> float:
    rng = Random(11)
    tracemalloc.start()
    try:
        grow(match, actions, rng)
        return tracemalloc.get_traced_memory()[0] / actions
    finally:
        tracemalloc.stop()


def _restart(size: Size) -> list[Figure]:
    """How long `chhakka run` takes until its lights show where the table stood."""
    with working_folder() as folder:
        fresh, long = folder / "fresh", folder / "long"
        starts = {"fresh": _table_in(fresh, 0), "long": _table_in(long, size.actions)}
        for start in starts.values():
            start()
        took = by_turns(starts, size.starts)
    ratio = median_ratio(took["long"], [_RESTART_S] * size.starts)
    of = f"restart on a journal of {size.actions} actions"
    return [
        Figure(f"{of} / a fresh start", median_ratio(took["long"], took["fresh"])),
        Figure(f"{of} / 1 s", ratio, 1.0, at_most=True),
    ]


def _table_in(folder: Path, actions: int) -> Callable[[], float]:
    folder.mkdir()
    if actions:
        config = read_config(write_table(folder))
        match = Match(config.game, config.rules, config.seating, config.dealer, config.hands)
        write_journal(config.journal, match, actions)
    return table(folder)
