"""How the sensible player of Court Piece and Mendikot plays its cards, in real states."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from gm_table import GameTable
from players_thirteen import at_play, does

from engine.cards import SUIT_MASKS, card_of, parse_card, parse_suit
from engine.court_piece.rules import CourtPieceRules
from engine.mendikot.rules import MendikotRules
from engine.players.thirteen.chances import Odds, Under
from engine.players.thirteen.prizes import needed, prizes
from engine.players.thirteen.sight import look
from engine.players.thirteen.stakes import stakes

SPADES = "E trump s"
HEARTS, SPADE_SUIT = parse_suit("h"), parse_suit("s")


# Following. E, N, W, S play in this order; E and W are partners, N and S are.


def test_the_last_to_play_wins_as_cheaply_as_it_can() -> None:
    table = at_play("single-sir", "9h 5h 7h", SPADES, E="9h", N="5h", W="7h", S="AQT2h")
    assert does(table, "S") == "play Th"


def test_a_trick_that_the_partner_has_won_gets_the_lowest_card() -> None:
    table = at_play("single-sir", "5h Kh 7h", SPADES, E="5h", N="Kh", W="7h", S="AQT2h")
    assert does(table, "S") == "play 2h"


def test_a_trick_that_cannot_be_won_gets_the_lowest_card() -> None:
    table = at_play("single-sir", "Ah", SPADES, E="Ah", N="KQT2h", W="7h", S="3h")
    assert does(table, "N") == "play 2h"


def test_a_trick_of_the_other_side_is_trumped_with_the_lowest_trump() -> None:
    hands = {"E": "Ah", "N": "3h", "W": "9h", "S": "A62s 9863d KQJT9c 2d"}
    assert does(at_play("single-sir", "Ah 3h 9h", SPADES, **hands), "S") == "play 2s"


def test_a_trump_of_the_other_side_is_beaten_with_the_next_higher_one() -> None:
    west = "7s 765432d 765432c"
    hands = {"E": "4h", "N": "Kh", "W": west, "S": "A96s KQJT9d AKQJTc"}
    assert does(at_play("single-sir", "4h Kh 7s", SPADES, **hands), "S") == "play 9s"


def test_a_trick_of_the_partner_is_not_trumped() -> None:
    hands = {"E": "9h", "N": "Ah", "W": "2h", "S": "A63s 9863d KQJT9c 2d"}
    assert does(at_play("single-sir", "9h Ah 2h", SPADES, **hands), "S") == "play 2d"


def test_the_second_hand_plays_low_and_the_third_high() -> None:
    hands = {"E": "5h", "N": "QT3h", "W": "KJ2h", "S": "A98764h"}
    assert does(at_play("single-sir", "5h", SPADES, **hands), "N") == "play 3h"
    assert does(at_play("single-sir", "5h 3h", SPADES, **hands), "W") == "play Kh"


# Leading.


def test_the_side_that_called_draws_trumps_from_the_top() -> None:
    hand = "AKQJ5s 743h 862d 53c"
    tops = {f"play {rank}s" for rank in "AKQJ"}
    assert does(at_play("single-sir", calls=SPADES, E=hand), "E") in tops
    passed = "E pass\nW trump s"
    assert does(at_play("single-sir", calls=passed, E=hand), "E") in tops


def test_a_suit_that_the_other_side_trumps_is_not_led() -> None:
    hands = {
        "E": "AKQ2h AK2d 432c 432s",
        "N": "765s 98765d 98765c",
        "W": "T94h Td",
        "S": "J8765h Jd",
    }
    table = at_play("single-sir", "Kh 5s 9h 6h", SPADES, **hands)
    assert table.view().voids == (0, 0, SUIT_MASKS[HEARTS], 0)
    table.plays("9d Td Jd Ad")
    assert does(table, "E") == "play Kd"


@pytest.mark.parametrize("best", "AKQ")
def test_a_card_that_no_unseen_one_beats_wins_for_certain(best: str) -> None:
    seen = at_play("single-sir", calls=SPADES, E="AKQ2s").view("E")
    under = Under(SPADE_SUIT, SPADE_SUIT, makes=False)
    chances = Odds(look(seen)).winners(under, card_of(best, SPADE_SUIT), 3, (2, 1, 0))
    assert chances == (0, 0, 0, 1)


def test_a_seat_that_did_not_follow_has_none_and_the_others_have_them_all() -> None:
    hands = {
        "E": "AKQ2h AK2d 432c 432s",
        "N": "765s 98765d 98765c",
        "W": "T94h Td",
        "S": "J8765h Jd",
    }
    odds = Odds(look(at_play("single-sir", "Kh 5s 9h 6h", SPADES, **hands).view("E")))
    assert odds.lacks(2, HEARTS, 1) == 1
    assert odds.lacks(0, HEARTS, 1) == odds.lacks(1, HEARTS, 1) == 0.5
    assert odds.lacks(0, 2, 1) == pytest.approx(2 / 3)


def test_the_chances_of_all_seats_make_one() -> None:
    odds = Odds(look(at_play("single-sir", "5h", SPADES, E="AK5h").view("N")))
    under = Under(HEARTS, SPADE_SUIT, makes=False)
    chances = odds.winners(under, card_of("5", HEARTS), 3, (2, 1, 0))
    assert sum(chances) == pytest.approx(1)
    assert min(chances) >= 0


# A trump that is made in play.


@pytest.mark.parametrize("game", ["no-call", "mendikot"])
def test_a_long_suit_is_made_trump_with_its_lowest_card(game: str) -> None:
    hands = {"E": "9h", "N": "J5h", "W": "AQJ9873s 98d 9876c"}
    assert does(at_play(game, "9h Jh", **hands), "W") == "play 3s"


# A hidden trump.

HIDDEN = {"N": "4h 7s", "W": "Kh", "S": "A5s KQJT9d AKQJTc 9s"}


def test_a_seat_with_trumps_to_come_has_the_trump_shown_on_a_trick_of_the_other_side() -> None:
    """S, whose own suits are long, does not know the trump, and cannot lose by asking."""
    table = at_play("hidden-trump", "5h 4h Kh", "E hide 2s", E="2s 5h", **HIDDEN)
    assert does(table, "S") == "show"


def test_nobody_has_the_trump_shown_on_a_trick_of_its_partner() -> None:
    hands = {"N": "Ah", "W": "3h", "S": "A5s KQJT9d AKQJTc 9s"}
    table = at_play("hidden-trump", "5h Ah 3h", "E hide 2s", E="2s 5h", **hands)
    assert does(table, "S").startswith("play")


def test_the_seat_that_laid_the_trump_has_it_shown_to_win_with_it() -> None:
    hands = {"E": "6s", "W": "2s KQJ2d 98765432c", "N": "Kh", "S": "3h"}
    table = at_play("hidden-trump", "4h Kh", "E pass\nW hide 2s", **{**hands, "E": "4h"})
    assert does(table, "W") == "show"


# Tens.


def test_a_ten_is_given_to_a_trick_that_the_partner_has_won() -> None:
    table = at_play("mendikot", "5h Ah 7h", E="5h", N="Ah", W="7h", S="KT2h")
    assert does(table, "S") == "play Th"


def test_a_ten_is_kept_from_a_trick_that_the_other_side_wins() -> None:
    table = at_play("mendikot", "Ah", E="Ah", N="T92h", W="7h", S="3h")
    assert does(table, "N") == "play 2h"


def test_a_ten_of_the_other_side_is_caught_with_the_ace() -> None:
    hands = {"E": "Th", "N": "5h", "W": "6h", "S": "A32h"}
    assert does(at_play("mendikot", "Th 5h 6h", **hands), "S") == "play Ah"


# Piles.

RUNNING = {"E": "AK64h A2d", "N": "975h 43d", "W": "832h 65d", "S": "QJTh 87d"}


def prizes_of(table: GameTable, card: str, seat: str = "E") -> list[float]:
    """What a trick won by each seat brings the side of a seat that leads this card."""
    seen = table.view(seat)
    rules: Any = table.match.rules
    stake = stakes(seen, rules, own=True)
    me = table.match.seating.seat(seat)
    return list(stake.prizes([parse_card(card)], parse_card(card), me))


def test_a_trick_alone_is_worth_the_same_whoever_of_a_side_wins_it() -> None:
    table = at_play("single-sir", "Ah 5h 2h Th", SPADES, **RUNNING)
    south, west, north, east = prizes_of(table, "Kh")
    assert south == north < west == east


def test_who_wins_a_second_trick_running_brings_more_than_its_partner() -> None:
    table = at_play("double-sir", "Ah 5h 2h Th", SPADES, **RUNNING)
    south, west, north, east = prizes_of(table, "Kh")
    assert south == north < west < east


@pytest.mark.parametrize(("allowed", "more"), [(False, True), (True, False)])
def test_a_second_ace_takes_no_pile_where_that_is_the_rule(allowed: bool, more: bool) -> None:
    table = at_play("double-sir", "Ah 5h 2h Th", SPADES, ace_over_ace=allowed, **RUNNING)
    _, west, _, east = prizes_of(table, "Ad")
    assert (east > west) == (not allowed) == more


@pytest.mark.parametrize("seals", [False, True])
def test_the_ace_of_trump_seals_a_pile_where_that_is_the_rule(seals: bool) -> None:
    hands = {"E": "Kh As", "N": "5h", "W": "2h", "S": "Th"}
    table = at_play("double-sir", "Kh 5h 2h Th", SPADES, trump_ace_seals=seals, **hands)
    _, west, _, east = prizes_of(table, "As")
    assert (east > west) == (not seals)


# What a deal is worth.


def test_a_kot_is_worth_more_unless_a_win_is_all_that_is_needed() -> None:
    seen = at_play("single-sir", calls=SPADES).view("E")
    own = seen.team_of[3]
    prize = prizes(seen, CourtPieceRules(), own=True)
    assert prize.win < prize.loss < prize.kot < prize.goon
    nearly = replace(seen, scores=tuple(9 if team == own else 0 for team in range(2)))
    prize = prizes(nearly, CourtPieceRules(), own=True)
    assert prize.win == prize.kot < prize.loss


def test_where_kots_are_counted_little_else_is_worth_much() -> None:
    seen = at_play("single-sir", calls=SPADES, count="kots").view("E")
    prize = prizes(seen, CourtPieceRules(count="kots"), own=True)
    assert prize.win == prize.loss < prize.kot / 3 < prize.goon / 3


def test_no_more_points_are_needed_than_a_deal_can_bring() -> None:
    seen = at_play("mendikot").view("E")
    assert needed(seen, MendikotRules()) == (3, 3)
    own = seen.team_of[3]
    later = replace(seen, scores=tuple(4 if team == own else 1 for team in range(2)))
    assert needed(later, MendikotRules()) == (1, 3)


def test_a_ten_is_worth_more_than_a_trick_alone() -> None:
    table = at_play("mendikot", E="AT9h")
    ten, nine = (prizes_of(table, card) for card in ("Th", "9h"))
    assert ten[3] > nine[3] > nine[0] > ten[0]
