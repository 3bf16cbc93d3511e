"""A whole match of every game through ptys, decoders, referee and pins, with the right LEDs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ct_table import replayed, standing
from e2e_check import Watch
from e2e_lights import HIDDEN, TEN, TRUMPS
from e2e_table import rig
from hm_leaks import no_leaks

from engine import GAMES, Match

MATCHES: list[tuple[str, dict[str, Any], tuple[str, ...] | None]] = [
    ("twenty-nine", {"match_target": 2}, None),
    ("single-sir", {"match_target": 4, "change_trump": True}, None),
    ("double-sir", {"match_target": 3, "count": "kots", "streak": 2}, None),
    ("hidden-trump", {"match_target": 4, "change_trump": True}, None),
    ("no-call", {"match_target": 4}, None),
    ("mendikot", {"match_target": 2}, None),
    ("mendikot", {"match_target": 2, "trump_mode": "band"}, None),
    ("twenty-two", {}, None),
    ("twenty-two", {"first_hand": 5}, ("1", "2", "3", "4", "5", "6")),
    ("twenty-two", {"direction": "counterclockwise"}, ("1", "2")),
]


def test_every_game_is_here() -> None:
    assert {game for game, _, _ in MATCHES} == set(GAMES)


@pytest.mark.parametrize(("game", "options", "seats"), MATCHES)
def test_a_whole_match(
    game: str, options: dict[str, Any], seats: tuple[str, ...] | None, tmp_path: Path
) -> None:
    watch = Watch()
    preset = "nepali" if game == "twenty-nine" else "standard"
    with (
        no_leaks(),
        rig(tmp_path, preset, game=game, seats=seats, seed=29, check=watch, **options) as table,
    ):
        watch(table)
        table.play("random")
        watch(table)
        match = table.match
        assert match.winner is not None
        assert table.parts.gpio.board.faults == []
        assert len(table.lit.panels) == len(match.seating.teams)
        again = replayed(table.entries(), Match(match.game, match.rules, match.seating, None))
        assert standing(again) == standing(match)
    assert len(watch.seen) > 10
    statuses = [status for status, *_ in watch.seen]
    lies_hidden = game in ("twenty-nine", "hidden-trump") or "trump_mode" in options
    assert any(status & HIDDEN for status in statuses) == lies_hidden
    made = any(status & light for status in statuses for light in TRUMPS.values())
    assert made == (game != "twenty-two")
    if game == "twenty-two":  # somebody's pile came to 22 or more
        assert any(panel & TEN or panel >> 23 for _, *panels in watch.seen for panel in panels)
