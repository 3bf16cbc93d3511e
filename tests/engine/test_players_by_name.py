"""Players found by name, and what holds for all of them in all games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from en_random import random_match
from players_table import RANDOM, SENSIBLE, asked_first, play

from engine.actions import Action, Verb
from engine.cards import Card, cards_in
from engine.errors import UnreadableError
from engine.games import GAMES, find_game
from engine.match import Match
from engine.phases import Phase
from engine.players import PLAYERS, find_player
from engine.players.sensible import STRATEGIES
from engine.view import view


def test_players_are_found_by_name() -> None:
    assert set(PLAYERS) == {"random", "sensible"}
    assert all(find_player(name) is player for name, player in PLAYERS.items())


def test_an_unknown_player_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnreadableError, match="found 'wise', expected one of random, sensible"):
        find_player("wise")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_seat_with_nothing_to_do_is_not_to_be_asked(name: str) -> None:
    match = Match(find_game("twenty-nine"))
    with pytest.raises(ValueError, match="nothing is legal"):
        find_player(name)(view(match, 0), [], match.rules, Random(1))


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_matches_of_any_game_go_on_under_any_rules(game: str, name: str) -> None:
    player = find_player(name)
    deals = 0
    for seed in range(12):
        rng = Random(seed)
        match = random_match(rng, find_game(game))
        players = [player] * len(match.seating.names)
        for _, _ in zip(play(match, players, rng, deals=3), range(400), strict=False):
            pass
        deals += len(match.deals)
    assert deals >= 12


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_seed_gives_the_same_deals(game: str, name: str) -> None:
    told = []
    for _ in range(2):
        rng = Random(29)
        match = random_match(rng, find_game(game))
        players = [find_player(name)] * len(match.seating.names)
        told.append(
            [act for act, _ in zip(play(match, players, rng, deals=2), range(300), strict=False)]
        )
    assert told[0] == told[1]
    assert len(told[0]) > 30


def test_by_chance_everything_legal_is_done() -> None:
    table = asked_first(E="Js 9s")
    legal = table.match.legal()[3]
    rng = Random(1)
    done = Counter(
        RANDOM(table.view("E"), legal, table.match.rules, rng) for _ in range(40 * len(legal))
    )
    assert set(done) == set(legal)
    assert max(done.values()) < 3 * min(done.values())


def test_a_throw_by_chance_is_of_one_to_all_cards_that_may_go() -> None:
    match = Match(find_game("twenty-two"), dealer=0)
    hand = 0b1011 << 20
    seen = replace(view(match, 1), phase=Phase.EXCHANGE, hand=hand)
    listed = Action(1, Verb.THROW, number=2)
    rng = Random(1)
    thrown = [RANDOM(seen, [listed], match.rules, rng) for _ in range(200)]
    assert {len(action.cards) for action in thrown} == {1, 2}
    assert {card for action in thrown for card in action.cards} == set(cards_in(hand))
    assert all(len(set(action.cards)) == len(action.cards) for action in thrown)
    assert all(action == Action(1, Verb.THROW, action.cards) for action in thrown)


def test_sensible_plays_a_game_without_a_strategy_by_chance() -> None:
    match = Match(find_game("no-call"), dealer=0)
    legal = [Action(1, Verb.PLAY, (Card(card),)) for card in range(13)]
    unknown = replace(view(match, 1), game="a game that nobody knows")
    for seed in range(20):
        answers = [
            player(unknown, legal, match.rules, Random(seed)) for player in (SENSIBLE, RANDOM)
        ]
        assert answers[0] == answers[1]


def test_every_strategy_is_for_a_game_there_is() -> None:
    assert set(STRATEGIES) <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_the_table_has_not_seen_is_played_by_chance(game: str) -> None:
    seen = view(Match(find_game(game), dealer=0), 1)
    legal = [Action(1, Verb.PLAY), Action(1, Verb.FRESH)]
    answers = {SENSIBLE(seen, legal, find_game(game).rules(), Random(n)) for n in range(20)}
    assert answers == set(legal)
