"""How the sensible player of the games of thirteen cards calls, and asks for a new deal."""

from __future__ import annotations

import pytest
from players_thirteen import at_play, called_on, does

from engine.players.thirteen.calls import strength

GOOD = "AQ74s 2h"
POOR = "75s 3h 5d 2c"


@pytest.mark.parametrize(
    ("five", "suit"),
    [
        ("AQ74s 2h", "s"),
        ("2s 9765h", "h"),
        ("AKs 943d", "s"),
        ("A2s KQ3d", "d"),
        ("97s AKc 3h", "c"),
    ],
)
def test_the_longest_and_highest_suit_is_named(five: str, suit: str) -> None:
    assert does(called_on("single-sir", "E pass", W=five), "W") == f"trump {suit}"


def test_length_and_high_cards_both_count() -> None:
    assert strength(0b1000000000111, 0) == strength(0b11111, 0) == 5
    assert strength(0b1100000000000, 0) > strength(0b111, 0)
    assert strength(0b111, 1) == 0


@pytest.mark.parametrize("game", ["single-sir", "double-sir"])
def test_a_caller_names_a_good_suit_and_passes_with_a_poor_hand(game: str) -> None:
    assert does(called_on(game, E=GOOD), "E") == "trump s"
    assert does(called_on(game, E=POOR), "E") == "pass"


def test_a_partner_names_a_trump_however_poor_its_hand() -> None:
    table = called_on("single-sir", "E pass", E="AKs 2h 3d 4c", W=POOR)
    assert does(table, "W") == "trump s"


def test_the_card_turned_up_by_the_dealer_is_not_looked_at() -> None:
    table = called_on("single-sir", "E timeout\nW timeout", S="AKQJs 2h")
    turned = {does(table, "S", seed) for seed in range(60)}
    assert turned == {"turn As", "turn Ks", "turn Qs", "turn Js", "turn 2h"}


def test_the_lowest_card_of_the_best_suit_is_laid_face_down() -> None:
    assert does(called_on("hidden-trump", E=GOOD), "E") == "hide 4s"
    assert does(called_on("hidden-trump", "E pass", W=POOR), "W") == "hide 5s"
    assert does(called_on("mendikot", trump_mode="band", E=GOOD), "E") == "hide 4s"


def test_a_poor_hand_leaves_laying_a_card_to_its_partner_where_it_may() -> None:
    assert does(called_on("hidden-trump", E=POOR), "E") == "pass"
    assert does(called_on("mendikot", trump_mode="band", E=POOR), "E") == "hide 5s"


def test_a_card_that_the_dealer_lays_is_not_looked_at() -> None:
    table = called_on("hidden-trump", "E timeout\nW timeout", S="AKQJs 2h")
    laid = {does(table, "S", seed) for seed in range(60)}
    assert laid == {"hide As", "hide Ks", "hide Qs", "hide Js", "hide 2h"}


# Another trump.

TURNED = "AQ4s 2h 3d KQJT98h 5d 6c"
"""Five cards that make spades trump, and eight that would make hearts a better one."""


def test_a_trump_is_changed_for_a_suit_that_has_become_better() -> None:
    table = at_play("single-sir", calls="E trump s", change_trump=True, E=TURNED)
    assert does(table, "E") == "change h"


def test_a_trump_that_is_still_the_best_stays() -> None:
    hand = "AQ74s 2h 63d J95c KJd 8h"
    table = at_play("single-sir", calls="E trump s", change_trump=True, E=hand)
    assert does(table, "E").startswith("play")


def test_a_trump_is_changed_once_only() -> None:
    table = at_play("single-sir", calls="E trump s", change_trump=True, E=TURNED)
    table.do("E change d")
    assert does(table, "E").startswith("play")


def test_a_hidden_trump_is_changed_among_the_first_five_cards() -> None:
    table = at_play("hidden-trump", calls="E hide 4s", change_trump=True, E=TURNED)
    assert does(table, "E") == "change 2h"
    stays = "AQ74s 2h 63d J95c KJd 8h"
    table = at_play("hidden-trump", calls="E hide 4s", change_trump=True, E=stays)
    assert does(table, "E").startswith(("play", "show"))


def test_a_trump_that_nobody_looked_at_is_changed_for_a_good_suit() -> None:
    calls = "E timeout\nW timeout\nS hide 2d"
    table = at_play("hidden-trump", calls=calls, change_trump=True, E=TURNED, S="2d")
    assert does(table, "E") == "change 2h"


# A new deal.

HOPELESS = "7652s 8643h 762d 32c"


@pytest.mark.parametrize("game", ["no-call", "mendikot"])
def test_only_a_hopeless_hand_asks_for_a_new_deal(game: str) -> None:
    assert does(at_play(game, fresh_deal=True, E=HOPELESS), "E") == "fresh"
    assert does(at_play(game, E=HOPELESS), "E").startswith("play")
    fair = HOPELESS.replace("7652s", "AK52s")
    assert does(at_play(game, fresh_deal=True, E=fair), "E").startswith("play")


def test_a_long_trump_is_hope() -> None:
    for call, answer in (("E trump s", "play"), ("E trump c", "fresh")):
        table = at_play("single-sir", calls=call, fresh_deal=True, E="8765432s 643h 62d 2c")
        assert does(table, "E").startswith(answer)
