"""The engine against a second, slow reading of the rules, in random matches of every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from en_random import random_action, random_match, random_rules
from gm_naive import NaiveThirteen, NaiveTwentyTwo

from engine.games import find_game
from engine.match import Match
from engine.phases import Phase
from engine.replay import next_json

THIRTEEN = ["single-sir", "double-sir", "hidden-trump", "no-call", "mendikot"]


def rules_of(rng: Random, game: str) -> Any:
    """Random rules under which a match is not over after a deal or two."""
    rules = random_rules(rng, find_game(game), changes=12)
    target = {"limit": 40} if game == "twenty-two" else {"match_target": 60, "new_players": []}
    return rules.with_options(target)


def order_of(match: Match) -> list[str]:
    """The seats that play, in playing order."""
    deal: Any = match.deal
    return [match.seating.names[seat] for seat in deal.order]


def naive_thirteen(match: Match, used: dict[str, bool]) -> NaiveThirteen:
    """A second reading of the deal about to begin."""
    order = order_of(match)
    sides = {"callers": order[0], "dealers": order[1]}
    asked = {side for side, seat in sides.items() if used["NS" if seat in "NS" else "EW"]}
    return NaiveThirteen(match.game.name, match.rules, order, asked)


def check_legal(match: Match, naive: NaiveThirteen) -> None:
    """Both readings allow the same, and look to the same seat."""
    if match.phase is Phase.DEAL:
        assert naive.legal() == {}
        return
    legal = {seat: set(said) for seat, said in next_json(match)["legal"].items()}
    assert legal == naive.legal()
    assert [match.seating.names[seat] for seat in match.actors()] == [naive.turn()]


def play_deal(rng: Random, match: Match, naive: NaiveThirteen) -> dict[str, Any]:
    """A deal in both readings at once; the deal object of the engine."""
    for _ in range(400):
        check_legal(match, naive)
        action = random_action(rng, match)
        outcome = match.apply(action)
        naive.feed(match.seating.names[action.seat], action.text())
        if outcome.trick is not None:
            assert match.seating.names[outcome.trick.winner] == naive.won[-1][0]
        if outcome.deal is not None:
            return outcome.deal.as_json(match.seating)
        assert naive.code is None
        shown = match.deal.trump_view().suit
        assert shown == (naive.trump if naive.counting else None)
    raise AssertionError("a deal without an end")


@pytest.mark.parametrize("game", THIRTEEN)
def test_both_readings_agree(game: str) -> None:
    for seed in range(14):
        rng = Random(f"{game} {seed}")
        match = random_match(rng, find_game(game), rules_of(rng, game))
        while match.phase is Phase.DRAW:
            match.apply(random_action(rng, match))
        used = {"NS": False, "EW": False}
        for _ in range(4):
            if match.winner is not None:
                break
            naive = naive_thirteen(match, used)
            deal = play_deal(rng, match, naive)
            assert deal["result"] == naive.code
            sides = {"callers": naive.order[0], "dealers": naive.order[1]}
            for side, seat in sides.items():
                team = "NS" if seat in "NS" else "EW"
                assert deal["tricks"][team] == naive.tricks[side]
                used[team] = used[team] or side in naive.used
                if "tens" in deal:
                    assert deal["tens"][team] == naive.tens[side]
            assert deal["trump"] == naive.trump


def test_they_agree_on_twenty_two() -> None:
    for seed in range(10):
        rng = Random(seed)
        seats = [f"p{n}" for n in range(rng.randint(2, 6))]
        game = find_game("twenty-two")
        match = Match(game, rules_of(rng, "twenty-two"), game.seating(seats), dealer=0)
        called = match.standing.called_for
        for _ in range(4):
            if match.winner is not None:
                break
            pack = 52 - sum(pile.bit_count() for pile in match.standing.cards)
            order = order_of(match)
            naive = NaiveTwentyTwo(order, called, pack)
            play_hand(rng, match, naive)
            losers = naive.losers
            assert losers is not None
            deal: dict[str, Any] = match.deals[-1].as_json(match.seating)
            assert deal["cards_each"] == naive.each
            assert dict(zip(deal["loser"], deal["kept"], strict=True)) == losers
            rank = next(iter(losers.values()))[0]
            called = {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}.get(rank) or int(rank)


def play_hand(rng: Random, match: Match, naive: NaiveTwentyTwo) -> None:
    """A hand in both readings at once."""
    for _ in range(2000):
        if match.wants():
            assert naive.legal() == {}
        else:
            legal = next_json(match)["legal"]
            listed = {
                seat: said if isinstance(said, dict) else {frozenset(it.split()[1:]) for it in said}
                for seat, said in legal.items()
            }
            assert listed == naive.legal()
        action = random_action(rng, match)
        outcome = match.apply(action)
        naive.feed(match.seating.names[action.seat], action.text())
        if outcome.deal is not None:
            return
    raise AssertionError("a hand without an end")


def test_a_wrong_reading_would_be_noticed() -> None:
    rng = Random(3)
    match = random_match(rng, find_game("no-call"), find_game("no-call").rules.preset())
    while match.phase is Phase.DRAW:
        match.apply(random_action(rng, match))
    wrong = naive_thirteen(match, {"NS": False, "EW": False})
    wrong.order = wrong.order[::-1]
    with pytest.raises(AssertionError):
        play_deal(rng, match, wrong)
