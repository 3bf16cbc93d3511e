"""Whole matches on the emulated Pi: bytes into its adapters, lights off its pins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jn_table import Players
from pi_card import VENVS
from pi_machine import Machine
from pi_table import PiTable, running

from hw_mocks.shift_register import Lit

pytestmark = pytest.mark.xdist_group("matches")
RUNNING = 1 << 7


def play(table: PiTable, rng: Random, most: int = 1500) -> list[float]:
    """Play until the match is over; how long each tap took that lit something, in seconds."""
    players, session = Players(rng, correcting=0.02, erring=0.05), table.referee.session
    took: list[float] = []
    for _ in range(most):
        if session.match.winner is not None:
            return took
        for seat, meaning in players.taps(session):
            seconds = table.tap(seat, meaning)
            took += [] if seconds is None else [seconds]
    raise AssertionError(f"no end after {most} actions: {session.match.phase}")


@pytest.mark.parametrize(
    ("game", "seed", "keys"),
    [
        ("twenty-nine", 23, {"hands": "scanned", "dealer": "S", "options": {"match_target": 3}}),
        ("twenty-two", 5, {"hands": "unseen", "options": {"limit": 12, "first_hand": 6}}),
    ],
)
def test_a_whole_match(
    game: str,
    seed: int,
    keys: dict[str, Any],
    pi: Machine,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    table = PiTable(pi, tmp_path, game, game, **keys)
    with running(table):
        took = play(table, Random(seed))
        match = table.referee.session.match
        assert match.winner is not None
        assert match.deals
        for line in table.figures(f"1 GB, {game}", took):
            record_property("figure", line)
        pictures = set(table.referee.pictures)
    assert len(pictures) > 20
    assert len(took) > 100
    # Told to stop, it puts the lights out and gives the pins back.
    assert pi.watched.shown[-1] == Lit(0, (0,) * len(match.seating.teams))
    assert [level for level, _ in pi.watched.enabled[-2:]] == [1, None]
    assert table.errors() == ""


def test_the_module_of_the_pi_5_lights_the_same(
    pi: Machine, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """rpi-lgpio, which a Pi 5 needs, runs on a Pi 3 too: through the kernel, not by registers."""
    said = pi.console.sure(f"{VENVS['pi5']}/bin/python -c 'import RPi.GPIO as its; print(its)'")
    assert f"{VENVS['pi5']}/lib" in said
    table = PiTable(
        pi, tmp_path, "pi5", "twenty-nine", extra="pi5", hands="scanned", dealer="S", wait=False
    )
    players, took = Players(Random(5), correcting=0.0, erring=0.1), []
    with running(table):
        while len(table.referee.pictures) < 25:
            for seat, meaning in players.taps(table.referee.session):
                seconds = table.tap(seat, meaning)
                took += [] if seconds is None else [seconds]
        for line in table.figures("1 GB, rpi-lgpio", took):
            record_property("figure", line)
    assert pi.watched.shown[-1] == Lit(0, (0, 0))
    assert [level for level, _ in pi.watched.enabled[-2:]] == [1, None]
    assert table.errors() == ""
