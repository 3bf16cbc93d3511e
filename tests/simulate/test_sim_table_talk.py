"""Who acts next where several may."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import Action, Verb
from engine.cards import Card, Suit
from engine.players import PLAYERS
from engine.players.table_talk import has_plan, in_time, next_seat

PLAYS = [Action(0, Verb.PLAY, (Card(card),)) for card in range(9)]
FRESH = [Action(2, Verb.FRESH)]
CHANGE = Action(2, Verb.CHANGE, suit=Suit(1))
PAIR = [Action(2, Verb.PAIR)]


def test_the_only_one_acts_and_no_chance_is_used() -> None:
    rng = Random(1)
    before = rng.getstate()
    assert next_seat({3: PLAYS}, (0,), (), rng) == 3
    assert rng.getstate() == before


def test_one_with_a_plan_puts_its_word_in_first() -> None:
    assert {next_seat({0: PLAYS, 2: PAIR}, (0,), (0, 2), Random(n)) for n in range(50)} == {2}


def test_one_with_a_plan_that_is_on_turn_waits_for_no_one_and_takes_its_chance() -> None:
    seats = {next_seat({0: PLAYS, 2: PAIR}, (0, 2), (0, 2), Random(n)) for n in range(200)}
    assert seats == {0, 2}


def test_every_legal_action_is_as_likely_to_be_thought_of() -> None:
    rng = Random(1)
    for word in (PAIR, FRESH):
        asked = Counter(next_seat({0: PLAYS, 2: word}, (0,), (0,), rng) for _ in range(2000))
        assert 140 < asked[2] < 260


@pytest.mark.parametrize("word", [FRESH, [CHANGE], [CHANGE, *FRESH]])
def test_one_with_a_plan_asks_for_another_trump_or_deal_on_its_turn_only(
    word: list[Action],
) -> None:
    assert {next_seat({0: PLAYS, 2: word}, (0,), (0, 2), Random(n)) for n in range(50)} == {0}
    assert next_seat({1: word, 2: word}, (), (1, 2), Random(1)) in (1, 2)


def test_the_clock_runs_out_only_where_nothing_else_can_happen() -> None:
    timeout = Action(0, Verb.TIMEOUT)
    assert in_time([*PLAYS, timeout]) == PLAYS
    assert in_time([timeout]) == [timeout]


def test_a_plan_is_had_by_a_sensible_player_in_a_game_it_knows() -> None:
    assert has_plan(PLAYERS["sensible"], "twenty-nine")
    assert not has_plan(PLAYERS["random"], "twenty-nine")
    assert not has_plan(PLAYERS["sensible"], "a game that nobody knows")
