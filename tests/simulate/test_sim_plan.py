"""Command lines made plans, kept in files, and compared with what was kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from en_random import random_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from sim_plans import QUICK, quick_plan

from controller.simulate.plan import Plan, Wishes, check_wishes, read_plan
from engine import GAMES, UnreadableError, find_game

STANDARD = find_game("twenty-nine").rules.preset("standard")


def planned(**wishes: Any) -> Plan:
    return read_plan(Wishes(matches=5)._replace(**wishes), "twenty-nine", 7)


def faults(**wishes: Any) -> list[str]:
    with pytest.raises(UnreadableError) as caught:
        planned(**wishes)
    return str(caught.value).splitlines()


def test_what_is_not_said_is_as_usual() -> None:
    plan = planned()
    assert (plan.game, plan.seed, plan.seats) == ("twenty-nine", 7, ("S", "W", "N", "E"))
    assert plan.players == ("sensible", "sensible")
    assert plan.names == ("bangladesh",)
    assert plan.most_deals == 1000


def test_rules_are_presets_files_and_changes_of_both(tmp_path: Path) -> None:
    file = tmp_path / "ours+theirs.toml"
    file.write_text('preset = "standard"\ndouble = false\n')
    texts = ["standard", "standard+double=false+ask=optional", str(file), f"{file}+min_bid=17"]
    plan = planned(rules=texts, options=["match_target=9"])
    assert plan.names == tuple(f"{text}+match_target=9" for text in texts)
    changes = [rules.changes_from(STANDARD) for _, rules in plan.rules]
    assert changes == [
        ["match_target = 9"],
        sorted_like(STANDARD, double="false", ask='"optional"', match_target="9"),
        sorted_like(STANDARD, double="false", match_target="9"),
        sorted_like(STANDARD, min_bid="17", double="false", match_target="9"),
    ]


def sorted_like(rules: Any, **changes: str) -> list[str]:
    names = [option.name for option in rules.options() if option.name in changes]
    return [f"{name} = {changes[name]}" for name in names]


@pytest.mark.parametrize("text", ["ask=must", "ask = 'must'", 'ask="must"', "ask= must "])
def test_a_word_needs_no_quotes(text: str) -> None:
    ((_, rules),) = planned(options=[text]).rules
    assert rules.changes_from(STANDARD.preset()) == ['ask = "must"']


def test_one_player_for_all_or_one_for_each_team() -> None:
    assert planned(players=["random"]).players == ("random", "random")
    assert planned(players=["random", "sensible"]).players == ("random", "sensible")
    three = planned(game="twenty-two", seats=["a", "b", "c"], players=["random"])
    assert three.players == ("random",) * 3


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"matches": None}, "--matches: found nothing, expected how many matches to play"),
        ({"matches": 0}, "--matches: found 0, expected 1 or more"),
        ({"most_deals": 0}, "--most-deals: found 0, expected 1 or more"),
        ({"game": "whist"}, "game: found 'whist'"),
        ({"rules": ["goa"]}, "rules: found 'goa', expected a preset: bangladesh"),
        ({"rules": ["pagat", "nepali", "pagat"]}, "--rules: found pagat twice"),
        ({"rules": ["pagat+doubel=true"]}, "--rules pagat+doubel=true: doubel: found an unknown"),
        ({"rules": ["pagat+double"]}, "--rules pagat+double: option: found 'double'"),
        ({"options": ["min_bid=high"]}, '--option: min_bid: found "high", expected a whole number'),
        ({"options": ["min_bid"]}, "--option: option: found 'min_bid'"),
        ({"options": ['ask="must']}, "--option: option: found 'ask=\"must'"),
        ({"players": ["wise"]}, "player: found 'wise', expected one of"),
        ({"players": ["random"] * 3}, "--player: found 3 (random random random), expected one"),
        ({"seats": ["S", "N"]}, "seats: found 'S N'"),
    ],
)
def test_what_cannot_be_played_is_named(wishes: dict[str, Any], said: str) -> None:
    (line,) = faults(**wishes)
    assert line.startswith(said)


def test_several_faults_are_named_together() -> None:
    assert len(faults(matches=0, most_deals=-1, players=["random"] * 3)) == 3


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(list(GAMES)), st.randoms(), st.integers(1, 4))
def test_a_plan_comes_back_from_its_file(game: str, rng: Any, sets: int) -> None:
    found = find_game(game)
    rules = tuple((f"set {n}", random_rules(rng, found)) for n in range(sets))
    seating = found.seating(None)
    players = ("sensible",) * len(seating.teams)
    plan = Plan(game, 9, rules, seating.names, players, rng.randint(-9, 10**12), 40)
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


@pytest.mark.parametrize(
    "change",
    [
        {"game": "whist"},
        {"game": None},
        {"matches": "many"},
        {"matches": 0},
        {"rules": 3},
        {"rules": [{"name": "x"}]},
        {"rules": [{"name": "x", "options": {"new_option": 1}}]},
        {"seats": None, "game": "twenty-two", "players": ["random"] * 9},
        {"players": ["wise", "wise"]},
        {"seed": None},
    ],
)
def test_a_plan_of_a_file_that_cannot_be_played_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"found|no plan of a simulation"):
        Plan.from_json({**quick_plan().to_json(), **change})


# Going on.

KEPT = quick_plan(seed=3)


def differences(**wishes: Any) -> list[str]:
    with pytest.raises(UnreadableError) as caught:
        check_wishes(Wishes()._replace(**wishes), KEPT, "work.jsonl")
    return str(caught.value).splitlines()


def test_saying_nothing_or_the_same_goes_on() -> None:
    check_wishes(Wishes(), KEPT, "work.jsonl")
    check_wishes(QUICK._replace(seed=3), KEPT, "work.jsonl")


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"game": "mendikot"}, "game: found 'mendikot', expected 'twenty-nine', as in work.jsonl"),
        ({"matches": 13}, "--matches: found 13, expected 12, as in work.jsonl"),
        ({"seed": 4}, "--seed: found 4, expected 3, as in work.jsonl"),
        ({"most_deals": 9}, "--most-deals: found 9, expected 1000, as in work.jsonl"),
        ({"rules": ["pagat"]}, "--rules: found pagat, expected bangladesh standard, as in"),
        (
            {"seats": ["W", "N", "E", "S"]},
            "--seats: found W N E S, expected S W N E, as in work.jsonl",
        ),
        (
            {"players": ["random", "sensible"]},
            "--player: found random sensible, expected random random, as in work.jsonl",
        ),
    ],
)
def test_another_wish_is_named(wishes: dict[str, Any], said: str) -> None:
    (line,) = differences(**wishes)
    assert line.startswith(said)


def test_every_other_option_of_every_rule_set_is_named() -> None:
    assert differences(options=["match_target=9", "ask=must"], seed=4) == [
        "--seed: found 4, expected 3, as in work.jsonl",
        '--rules bangladesh: found ask = "must", expected ask = "optional", as in work.jsonl',
        "--rules bangladesh: found match_target = 9, expected match_target = 6, as in work.jsonl",
        "--rules standard: found match_target = 9, expected match_target = 6, as in work.jsonl",
    ]


def test_a_rule_file_that_was_changed_is_named(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text("min_bid = 17\n")
    wishes = QUICK._replace(rules=[str(file)], seed=1)
    kept = read_plan(wishes, "", 0)
    check_wishes(wishes, kept, "work.jsonl")
    file.write_text("min_bid = 18\n")
    check_wishes(Wishes(), kept, "work.jsonl")
    with pytest.raises(UnreadableError, match="found min_bid = 18, expected min_bid = 17"):
        check_wishes(wishes, kept, "work.jsonl")
