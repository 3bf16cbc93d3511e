"""How well the sensible player of Twenty-Nine does, measured on seeded deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from players_table import RANDOM, SENSIBLE, play

from engine.actions import Action
from engine.games import find_game
from engine.match import Match
from engine.options import RuleSet
from engine.phases import Phase
from engine.players import Player
from engine.twenty_nine import TwentyNineResult, TwentyNineRules
from engine.view import View

GAME = find_game("twenty-nine")
PRESETS = list(TwentyNineRules.PRESETS)


def results(players: Sequence[Player], rules: RuleSet, deals: int) -> list[TwentyNineResult]:
    """The results of some deals, match after match, with every seat dealing in turn."""
    found: list[TwentyNineResult] = []
    seed = 0
    while len(found) < deals:
        match, rng = Match(GAME, rules, dealer=seed % 4), Random(seed)
        for _ in play(match, players, rng, deals=deals - len(found)):
            pass
        found += [result for result in match.deals if isinstance(result, TwentyNineResult)]
        seed += 1
    return found


def calls_sensibly(player: Player) -> Player:
    """A player that calls as the sensible one does, and only plays its cards like another."""

    def choose(seen: View, legal: Sequence[Action], rules: RuleSet, rng: Random, /) -> Action:
        chosen = player if seen.phase is Phase.PLAY else SENSIBLE
        return chosen(seen, legal, rules, rng)

    return choose


def test_bids_are_made_about_half_of_the_time_and_stay_in_a_believable_range() -> None:
    found = results([SENSIBLE] * 4, GAME.rules.preset(), 200)
    codes = Counter(result.code for result in found)
    played = codes["made"] + codes["failed"]
    assert 0.4 < codes["made"] / played < 0.7
    assert codes["void:all-pass"] < 10
    assert codes["void:unshown"] < 6
    assert played > 140
    bids = Counter(result.bid for result in found if result.bid is not None)
    assert len(bids) >= 4
    assert max(bids) <= 24
    assert max(bids.values()) < 0.7 * played


@pytest.mark.parametrize("preset", PRESETS[1:])
def test_bids_are_made_about_half_of_the_time_by_other_rules(preset: str) -> None:
    found = results([SENSIBLE] * 4, GAME.rules.preset(preset), 60)
    codes = Counter(result.code for result in found)
    assert 0.35 < codes["made"] / (codes["made"] + codes["failed"]) < 0.75


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("team", [0, 1])
def test_a_sensible_team_beats_one_that_plays_by_chance(team: int, preset: str) -> None:
    players = [SENSIBLE if seat % 2 == team else RANDOM for seat in range(4)]
    won = 0
    for seed in range(8):
        match = Match(GAME, GAME.rules.preset(preset), dealer=seed % 4)
        for _ in play(match, players, Random(seed), deals=100):
            pass
        won += match.winner == (team,)
    assert won >= 7


@pytest.mark.parametrize("team", [0, 1])
def test_a_sensible_team_plays_its_cards_better_where_both_call_alike(team: int) -> None:
    by_chance = calls_sensibly(RANDOM)
    players = [SENSIBLE if seat % 2 == team else by_chance for seat in range(4)]
    rules = GAME.rules.preset("pagat")
    change = [0, 0]
    for result in results(players, rules, 50):
        for its in range(2):
            change[its] += result.change[its]
    assert change[team] > 0
    assert change[1 - team] < 0
    assert change[team] - change[1 - team] > 12
