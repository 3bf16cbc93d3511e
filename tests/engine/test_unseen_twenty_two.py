"""Unseen hands in Twenty-Two."""

from __future__ import annotations

from typing import Any

import pytest
from un_table import UnseenTable

from engine.actions import Verb
from engine.phases import Tap


def four(**options: Any) -> UnseenTable:
    """Seats 1 to 4; 1 has dealt, 2 leads. Five cards each."""
    return UnseenTable("twenty-two", "1", **{"first_hand": 5, **options})


# Refused at once: by numbers.


def test_any_cards_may_be_led_that_are_of_one_rank() -> None:
    table = four()
    table.do("2 play 6c 7c ! not-a-set\n2 play 6c 6c ! not-in-hand\n2 play 6c joker ! not-in-pack")
    table.do("2 play ! bad-line\n3 play 6c ! not-your-turn\n2 play 6c 6d 6h 6s")
    assert table.view().cards == (5, 1, 5, 5)


def test_one_card_has_to_stay_in_the_leaders_hand() -> None:
    table = four(first_hand=2)
    table.do("2 play 6c 6d ! keep-one\n2 play 6c 7d ! keep-one\n2 play 6c")


def test_no_more_cards_than_are_left() -> None:
    table = four(first_hand=2)
    table.do("2 play 6c 6d 6h ! not-in-hand\n2 play 6c\n3 play 6d 6h 6s ! not-in-hand")


def test_as_many_as_were_led() -> None:
    table = four()
    table.do("2 play 6c 6d\n3 play 7c ! wrong-count\n3 play 7c 7d 7h ! wrong-count")
    # All of a hand is too many as well.
    table.do("3 play 7c 7d 7h 7s 8c ! wrong-count\n3 play 7c 7d 7h 7s 8c 8d ! not-in-hand")
    table.do("3 play 9c 9c ! not-in-hand\n3 play 9c Td")


def test_a_card_played_is_gone() -> None:
    table = four()
    table.do(
        "2 play 6c 6d\n3 play 6c 7d ! already-played\n3 play 7d 7c\n4 play 7c joker ! not-in-pack"
    )


def test_a_card_on_a_score_pile_is_not_in_the_pack() -> None:
    table = UnseenTable("twenty-two", "1", first_hand=1, limit=50)
    table.do("2 play Td\n3 play 9c\n4 play 8c\n1 play 7c")
    table.do("3 play Td ! not-in-pack\n3 play 9c")


def test_nothing_else_is_known_of_a_hand() -> None:
    """Cards may come from the exchange: what was dealt is never known."""
    table = four()
    table.do(
        "2 play 6c\n3 play 2c\n4 play Ac\n1 play 3c\n4 play 2d\n1 play Ad\n2 play 2h\n3 play As"
    )
    assert table.void() == []


@pytest.mark.parametrize("seats", ["1 2", "1 2 3 4 5 6"])
def test_the_last_trick_has_one_card_each(seats: str) -> None:
    table = UnseenTable("twenty-two", "1", seats=seats, first_hand=1)
    table.do("2 play 6c 6d ! not-in-hand")
    for seat, card in zip(
        [*seats.split()[1:], "1"], ("6c", "5c", "4c", "3c", "2c", "7d"), strict=False
    ):
        answer = table.do(f"{seat} play {card}")
    assert answer["deal"]["loser"] == (["1"] if len(seats.split()) == 6 else ["2"])


def test_sets_are_collected_as_long_as_there_is_a_choice() -> None:
    table = four(first_hand=2)
    assert table.match.deal.tap() == Tap(Verb.PLAY, collects=True, closed_by=2)
    table.plays("6c 7c 8c 9c")
    assert table.match.deal.tap() == Tap(Verb.PLAY)
    table = four()
    table.do("2 play 6c 6d")
    assert table.match.deal.tap() == Tap(Verb.PLAY, collects=True, size=2)


# Too low.


def test_a_lower_card_later_proves_that_it_was_too_low() -> None:
    table = four()
    table.do("2 play 9c\n3 play 5c\n4 play 9d\n1 play 2s\n4 play 3d\n1 play 3h\n2 play 4h")
    answer = table.do("3 play 4c ? too-low 3 1")
    assert answer["trick"]["winner"] == "3"
    assert table.void() == [("too-low", "3", 1)]


@pytest.mark.parametrize("card", ["5d", "6d", "9h", "Ad"])
def test_an_equal_or_a_higher_one_proves_nothing(card: str) -> None:
    table = four()
    table.do("2 play 9c\n3 play 5c\n4 play 9d\n1 play 2s\n4 play 3d\n1 play 3h\n2 play 4h")
    table.do(f"3 play {card}")


def test_the_highest_card_of_the_play_is_what_counts() -> None:
    table = four()
    table.do(
        "2 play 9c 9d\n3 play 2c 8c\n4 play 9h Tc\n1 play 2d 3d\n4 play 4s\n1 play 5s\n2 play 6s"
    )
    table.do("3 play 7s ? too-low 3 1")


def test_a_play_that_meets_the_best_says_nothing() -> None:
    table = four()
    table.do(
        "2 play 9c\n3 play 9d\n4 play Ac\n1 play 2s\n4 play 3d\n1 play 3h\n2 play 4h\n3 play 5h"
    )
    assert table.void() == []


def test_the_best_cards_so_far_are_those_to_meet() -> None:
    """The nine of 4 is as high as what was led, but the ten of 3 lies there already."""
    table = four()
    table.do("2 play 9c\n3 play Tc\n4 play 9d\n1 play 2s\n3 play 4d")
    table.do("4 play 8d ? too-low 4 1")


def test_each_of_two_cards_has_to_meet_the_one_it_is_set_against() -> None:
    table = four()
    table.do(
        "2 play 6c 6d\n3 play 5h Ac\n4 play 6h 7c\n1 play 2s 2d\n4 play 3d\n1 play 3h\n2 play 4h"
    )
    # The ace alone did not help: 5 is under 6, and kings are lower than the ace laid.
    table.do("3 play Kc ? too-low 3 1")


def test_a_lead_says_nothing() -> None:
    table = four()
    table.do("2 play 9c\n3 play Tc\n4 play Jc\n1 play Qc\n1 play 2c\n2 play 2d")
    assert table.void() == []


def test_once_for_each_trick_and_in_one_answer_for_several() -> None:
    table = four(first_hand=6)
    table.do(
        "2 play 9c\n3 play 8c\n4 play 9d\n1 play 9h\n1 play Tc\n2 play Td\n3 play 8d\n4 play Th"
    )
    table.do("4 play 5c\n1 play 5d\n2 play 5h\n3 play 7c ? too-low 3 1, too-low 3 2")
    table.do("3 play 2c\n4 play 2d\n1 play 2h\n2 play 2s")
    assert table.void() == [("too-low", "3", 1), ("too-low", "3", 2)]


def test_undone_it_is_unproved() -> None:
    table = four()
    table.do("2 play 9c\n3 play 5c\n4 play 9d\n1 play 2s\n4 play 3d\n1 play 3h\n2 play 4h")
    table.do("3 play 4c ? too-low 3 1\ndirector undo\n3 play 6h\n3 play 4c ? too-low 3 1")


def test_a_new_hand_begins_anew() -> None:
    table = four(first_hand=2, limit=50)
    table.do(
        "2 play 9c\n3 play 5c\n4 play 9d\n1 play Td\n1 play 2s\n2 play 3s\n3 play 6s\n4 play 7h"
    )
    assert table.audit() == []
    table.do("1 play 2d\n2 play 2h\n3 play 2c")
    assert table.void() == []
