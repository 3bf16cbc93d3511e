"""Matches of a simulation: by number, fair, at an end, and counted right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from en_random import random_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from sim_plans import quick_plan

from controller.simulate.match import Setup, Table
from controller.simulate.tally import Tally
from engine import GAMES, Action, Match, RuleSet, Verb, find_game
from engine.players import PLAYERS
from engine.view import View, view

QUICK = quick_plan().setups()[0]


def setup(game: str, rules: RuleSet, player: str, seed: int = 29, most_deals: int = 12) -> Setup:
    seating = find_game(game).seating(None)
    return Setup(game, rules, seating.names, (player,) * len(seating.teams), seed, most_deals)


def tally_of(table: Table, *numbers: int) -> Tally:
    tally: Tally = Counter()
    for number in numbers:
        table.play(number, tally)
    return tally


@settings(max_examples=12, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=5, unique=True), st.randoms())
def test_it_does_not_matter_what_was_played_before(numbers: list[int], rng: Random) -> None:
    shuffled = rng.sample(numbers, len(numbers))
    alone: Tally = Counter()
    for number in numbers:
        alone.update(tally_of(Table(QUICK), number))
    assert tally_of(Table(QUICK), *shuffled) == alone


def test_every_match_is_another() -> None:
    table = Table(QUICK)
    played = [tuple(table.play(number, Counter()).actions()) for number in range(20)]
    assert len(set(played)) == 20


def test_another_seed_or_rule_or_player_gives_other_matches() -> None:
    rules = find_game("twenty-nine").rules
    setups = [
        setup("twenty-nine", rules.preset("standard"), "random"),
        setup("twenty-nine", rules.preset("standard"), "random", seed=30),
        setup("twenty-nine", rules.preset("standard").with_options({"win_weight": 2}), "random"),
        setup("twenty-nine", rules.preset("standard"), "sensible"),
    ]
    assert len({each.fingerprint() for each in setups}) == len(setups)
    first = [Table(each).play(0, Counter()).actions()[0] for each in setups]
    assert len(set(first)) == len(setups)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_counted_is_what_was_played(game: str) -> None:
    table = Table(setup(game, find_game(game).rules.preset(), "random", most_deals=3))
    tally: Tally = Counter()
    matches = [table.play(number, tally) for number in range(6)]
    deals = [deal for match in matches for deal in match.deals]
    assert tally[("matches",)] == 6
    assert section(tally, "deals") == Counter(str(len(match.deals)) for match in matches)
    assert section(tally, "actions") == Counter(str(len(match.actions())) for match in matches)
    assert section(tally, "result") == Counter(deal.code for deal in deals)
    assert tally[("unfinished",)] == sum(match.winner is None for match in matches)
    won = Counter(m.seating.teams[team] for m in matches for team in m.winner or ())
    assert section(tally, "won") == won


def section(tally: Tally, name: str) -> Counter[str]:
    return Counter({key[1]: n for key, n in tally.items() if key[0] == name and n})


def test_verbs_are_counted_once_for_the_deal_they_were_said_in() -> None:
    table = Table(QUICK)
    for number in range(12):
        tally: Tally = Counter()
        match = table.play(number, tally)
        said: Counter[str] = Counter()
        while match.deals:
            # The last deal is undone action by action, and the verbs in it looked at.
            verbs = set()
            before = len(match.deals) - 1
            while len(match.deals) > before or match.actions_of_deal():
                verbs.add(match.actions()[-1].verb)
                match.apply(Action(-1, Verb.UNDO))
            said.update(str(verb) for verb in verbs - {Verb.TAKE, Verb.PLAY})
        assert section(tally, "said") == said


def test_the_first_deal_goes_round() -> None:
    """No side is favoured where no draw settles who deals first."""
    table = Table(QUICK)
    first = [table.play(number, Counter()).deals[0] for number in range(80)]
    dealers = Counter(deal.as_json(SEATING)["dealer"] for deal in first)
    assert set(dealers) == set("SWNE")
    assert max(dealers.values()) < 40


SEATING = find_game("twenty-nine").seating(None)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_matches_end_or_are_cut_off_under_any_rules(game: str, player: str) -> None:
    for seed in range(6):
        rules = random_rules(Random(seed), find_game(game))
        match = Table(setup(game, rules, player, most_deals=2)).play(seed, Counter())
        assert match.winner is not None or len(match.deals) == 2
        assert not any(action.verb is Verb.TIMEOUT for action in match.actions())


def test_a_new_deal_is_asked_for_at_most_once_by_each_team() -> None:
    rules = find_game("mendikot").rules.preset().with_options({"fresh_deal": True})
    table = Table(setup("mendikot", rules, "random"))
    asked = [section(tally_of(table, number), "result")["fresh"] for number in range(6)]
    assert max(asked) <= 2
    assert sum(asked) > 0


def test_rules_under_which_nobody_can_win_are_cut_off() -> None:
    rules = find_game("twenty-nine").rules.preset()
    hopeless = rules.with_options({"min_bid": 28, "max_bid": 28})
    tally = tally_of(Table(setup("twenty-nine", hopeless, "sensible", most_deals=40)), 0)
    assert tally[("unfinished",)] == 1
    assert section(tally, "deals") == {"40": 1}
    assert not section(tally, "won")


def test_a_player_is_shown_its_own_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[View] = []
    legal_of: list[Sequence[Action]] = []
    by_chance = PLAYERS["random"]

    def spy(seen: View, legal: Sequence[Action], rules: RuleSet, rng: Random, /) -> Action:
        shown.append(seen)
        legal_of.append(legal)
        return by_chance(seen, legal, rules, rng)

    monkeypatch.setitem(PLAYERS, "random", spy)
    match = Table(QUICK).play(3, Counter())
    assert len(shown) > 10
    for seen, legal in zip(shown, legal_of, strict=True):
        assert {action.seat for action in legal} == {seen.viewer}
    # Refereed once more, each view shown is the view of that seat at some point, in this order.
    dealer = match.seating.seat(str(match.deals[0].as_json(match.seating)["dealer"]))
    again = Match(match.game, match.rules, match.seating, dealer)
    left = list(shown)
    for action in match.actions():
        if left and left[0] == view(again, left[0].viewer):
            left.pop(0)
        again.apply(action)
    assert left == []


def test_a_player_without_a_choice_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    choices: list[int] = []
    by_chance = PLAYERS["random"]

    def spy(seen: View, legal: Sequence[Action], rules: RuleSet, rng: Random, /) -> Action:
        choices.append(len(legal))
        return by_chance(seen, legal, rules, rng)

    monkeypatch.setitem(PLAYERS, "random", spy)
    Table(QUICK).play(3, Counter())
    assert min(choices) > 1
