"""How the sensible player of Twenty-Two exchanges and plays, and how well it does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from gm_table import GameTable
from players_table import RANDOM, SENSIBLE, ask, play

from engine.cards import NAMES
from engine.games import find_game
from engine.match import Match
from engine.players import Player
from engine.players.twenty_two.odds import has, stands
from engine.players.twenty_two.sight import Sight, look
from engine.twenty_two import TwentyTwoRules

GAME = find_game("twenty-two")


def dealt(*hands: str, exchanged: bool = True) -> GameTable:
    """A table where seats 1, 2, … have these hands, as long as each other, and 1 leads."""
    seats = [str(seat) for seat in range(1, len(hands) + 1)]
    cards = len(hands[0].split())
    table = GameTable("twenty-two", seats[-1], " ".join(seats), first_hand=cards)
    for seat, hand in zip(seats, hands, strict=True):
        table.do(f"{seat} take {hand}")
    for seat in seats if exchanged else ():
        table.do(f"{seat} pass")
    return table


def does(table: GameTable) -> str:
    """What the sensible player does at the seat on turn, in words."""
    (seat,) = table.match.actors()
    return ask(table.match, SENSIBLE, seat, Random(22)).text()


# Play.


@pytest.mark.parametrize(("hand", "led"), [("2s 9h", "9h"), ("Ks 3h", "Ks"), ("2s Kh Kd", "Kh Kd")])
def test_high_cards_are_led_and_the_low_one_kept(hand: str, led: str) -> None:
    others = ("4s 8h Jd", "5s 9d Qd")
    cards = len(hand.split())
    table = dealt(hand, *(" ".join(other.split()[:cards]) for other in others))
    assert does(table) == f"play {led}"


def test_a_set_that_nobody_is_likely_to_meet_is_led_whole() -> None:
    table = dealt("3s Kh Ks Kd 7c", "2s 9h 4d 5c 6c", "4s 8h 9d 9c Tc")
    assert does(table) == "play Ks Kh Kd"


def test_a_trick_is_met_so_that_the_low_card_can_be_kept() -> None:
    table = dealt("2s 7h Td", "3s 8h Kd", "4s 9h Qd")
    table.plays("Td")
    assert does(table) == "play Kd"


def test_who_cannot_meet_lays_the_lowest() -> None:
    table = dealt("2s 7h Ad", "3s 8h Kd", "4s 9h Qd")
    table.plays("Ad")
    assert does(table) == "play 3s"


def test_two_cards_are_met_with_two_as_high() -> None:
    table = dealt("2s 6h 6d 7c", "3s 8h Kd Qd", "4s 9h Tc Jd")
    table.plays("6h,6d")
    assert does(table) == "play Qd Kd"


def test_the_last_card_is_laid_whatever_it_is() -> None:
    table = dealt("2s", "Ah", "9d", exchanged=True)
    assert does(table) == "play 2s"


# Exchanging.


def test_middle_cards_are_thrown_and_the_lowest_kept() -> None:
    table = dealt("2s 2h 7h 7d 8c 9c Ad", "3s 3h 4h 4d 5c 6c Kd", exchanged=False)
    verb, *cards = does(table).split()
    assert verb == "throw"
    assert len(cards) >= 2
    assert set(cards) <= {"7h", "7d", "8c", "9c"}


def test_a_hand_that_could_not_be_better_is_kept() -> None:
    table = dealt("2s As Ah Ad", "3s 3h 4h 4d", exchanged=False)
    assert does(table) == "pass"


def test_no_more_is_thrown_than_the_stock_has() -> None:
    hands = [" ".join(NAMES[n] for n in range(first, 50, 2)) for first in (0, 1)]
    table = dealt(*hands, exchanged=False)
    words = does(table).split()
    assert words == ["pass"] or len(words) <= 3


# What is known.


def test_the_cards_not_seen_are_counted_by_height() -> None:
    sight = look(dealt("2s 7h Ad", "3s 8h Kd", "4s 9h Qd").view("2"), TwentyTwoRules())
    assert sight == Sight(49, sight.high, (3, 3), 0)
    assert sight.high[:3] == (49, 45, 42)
    assert sight.high[11:] == (7, 4, 0)


def test_cards_on_piles_are_known_to_be_away_and_a_player_that_is_out_has_none() -> None:
    table = dealt("2s", "Ah", "9d")
    table.plays("2s Ah 9d")
    sight = look(table.view("1"), TwentyTwoRules())
    assert (sight.unseen, sight.high[12]) == (51, 3)


def test_the_chance_of_meeting_is_that_of_drawing_cards() -> None:
    assert has(10, 3, 1, 1) == pytest.approx(0.3)
    assert has(10, 3, 2, 2) == pytest.approx(3 / 45)
    assert has(10, 0, 5, 1) == 0
    assert has(3, 3, 5, 3) == 1


def test_cards_stand_when_no_hand_has_as_high_ones() -> None:
    high = (10, 10, 10, 10, 10, 10, 10, 10, 10, 3, 2, 1, 0, 0)
    sight = Sight(10, high, (1, 1), 0)
    assert stands(sight, [12], (1, 1)) == 1
    assert stands(sight, [9], (1, 1)) == pytest.approx(0.49)
    assert stands(sight, [0], (1,)) == 0
    assert stands(sight, [0, 11], (2,)) == pytest.approx(0.8)


# How well it does.


def share_lost(players: list[Player], seat: int, hands: int) -> float:
    """The share of hands that a seat loses, some of several losers counting in part."""
    lost = 0.0
    names = [str(number) for number in range(len(players))]
    for seed in range(hands):
        match = Match(GAME, seating=GAME.seating(names), dealer=seed % len(players))
        for _ in play(match, players, Random(seed), deals=1):
            pass
        ended: Any = match.deals[0]
        lost += (seat in ended.losers) / len(ended.losers)
    return lost / hands


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_sensible_player_loses_far_less_than_its_share(players: int) -> None:
    table = [SENSIBLE, *[RANDOM] * (players - 1)]
    assert share_lost(table, 0, 60) < 0.5 / players


def test_a_player_by_chance_loses_most_hands_against_sensible_ones() -> None:
    assert share_lost([RANDOM, SENSIBLE, SENSIBLE], 0, 30) > 0.5


def test_sensible_players_lose_about_equally_often() -> None:
    assert 0.12 < share_lost([SENSIBLE] * 3, 1, 40) < 0.55
