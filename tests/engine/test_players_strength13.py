"""How well the sensible player of Court Piece and Mendikot does, measured on seeded deals."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from players_table import RANDOM, SENSIBLE, play

from engine.games import find_game
from engine.match import Match

FORMS = [
    ("single-sir", {}, 0.72),
    ("double-sir", {}, 0.75),
    ("hidden-trump", {}, 0.75),
    ("no-call", {}, 0.72),
    ("mendikot", {}, 0.7),
    ("mendikot", {"trump_mode": "band"}, 0.72),
]
"""Games, options, and the least share of deals that a sensible team wins of one by chance."""


@pytest.mark.parametrize(("game", "options", "least"), FORMS)
def test_a_sensible_team_beats_one_that_plays_by_chance(
    game: str, options: dict[str, Any], least: float
) -> None:
    rules = find_game(game).rules.preset("standard").with_options(options)
    won = 0
    deals = 60
    for seed in range(deals):
        match = Match(find_game(game), rules, dealer=seed // 2 % 4)
        players = [SENSIBLE if seat % 2 == seed % 2 else RANDOM for seat in range(4)]
        for _ in play(match, players, Random(seed), deals=1):
            pass
        ended: Any = match.deals[0]
        won += ended.points[seed % 2] > ended.points[1 - seed % 2]
    assert won / deals >= least


@pytest.mark.parametrize(
    ("game", "likely"),
    [("single-sir", {"won", "set"}), ("mendikot", {"mendi", "tricks", "mendikot"})],
)
def test_two_sensible_teams_win_about_equally_often_and_in_every_likely_way(
    game: str, likely: set[str]
) -> None:
    codes: Counter[str] = Counter()
    won = [0, 0]
    for seed in range(50):
        match = Match(find_game(game), dealer=seed % 4)
        for _ in play(match, [SENSIBLE] * 4, Random(seed), deals=1):
            pass
        ended: Any = match.deals[0]
        codes[ended.code] += 1
        won[ended.points[0] < ended.points[1]] += 1
    assert likely <= set(codes)
    assert max(codes.values()) < 42
    assert min(won) > 12
