"""Unseen hands: what the table knows of a hand, and what that refuses at once."""

from __future__ import annotations

from typing import Any

import pytest
from un_table import UnseenTable, lead_29, twelve_tricks

# A card turned up is known, and stays in the hand.


def turned_up(game: str = "single-sir") -> UnseenTable:
    """S has turned up 7s, so spades are trump and S is known to hold one."""
    table = UnseenTable(game)
    table.do("E timeout\nW timeout\nS turn 7s")
    return table


def test_a_known_card_is_in_nobody_elses_hand() -> None:
    table = turned_up()
    table.do("E play 7s ! not-in-hand\nE play 2s\nN play 7s ! not-in-hand")
    assert table.view("S").hand == 1 << 5
    assert table.view("E").hand == 0


@pytest.mark.parametrize("game", ["single-sir", "double-sir"])
def test_a_known_card_obliges_to_follow_suit(game: str) -> None:
    table = turned_up(game)
    table.plays("2s 3s 4s")
    table.do("S play Ah ! must-follow\nS play 9s")
    # Any card of the suit will do, and the one turned up is still there.
    table.do("S play 2h\nE play 7s ! not-in-hand")


def test_it_does_not_when_it_is_played() -> None:
    table = turned_up()
    table.plays("2s 3s 4s 7s 2h 3h 4h Ah 5s")
    table.do("S play 2d")


def test_it_obliges_to_nothing_when_another_suit_is_led() -> None:
    table = turned_up()
    table.plays("2h 3h 4h")
    table.do("S play 5d")


@pytest.mark.parametrize("game", ["single-sir", "double-sir"])
def test_the_known_cards_are_played_when_no_others_are_left(game: str) -> None:
    table = UnseenTable(game)
    table.do("E timeout\nW timeout\nS turn Ac")
    for trick in twelve_tricks():
        table.plays(trick)
    table.do("S play Ad ! not-in-hand\nS play Kc ! already-played\nS play joker ! not-in-pack")
    table.do("E play Ac ! not-your-turn\nS play Ac\nE play Ad")


# Numbers, and nothing else.


def test_nothing_is_deduced_from_words_or_from_what_is_missing() -> None:
    """N has said that it has no heart, and what it has not shown it may have."""
    table = UnseenTable("hidden-trump")
    table.do("E hide As")
    table.plays("2h show 3s 4h 5h")
    assert "show" not in table.legal("N")
    table.do("N play Kh ? no-show N 1, must-follow N 1")


def test_a_card_played_is_gone_for_all() -> None:
    table = UnseenTable("no-call")
    table.do("E play 2h\nN play 2h ! already-played\nN play 3h\nW play 3h ! already-played")


def test_a_refused_card_is_not_known() -> None:
    table = UnseenTable("no-call")
    table.do("E play 2h\nS play 9h ! not-your-turn\nN play 9h")


def test_an_undone_card_is_not_known() -> None:
    table = UnseenTable("no-call")
    table.do("E play 2h\nN play 9h\ndirector undo\nN play 3h\nW play 9h")


def test_whose_turn_it_is_comes_before_the_cards() -> None:
    table = turned_up()
    table.do("N play 7s ! not-your-turn\nN play joker ! not-your-turn\nE play joker ! not-in-pack")


# A card laid face down is known, and not in the hand.


def laid(**options: Any) -> UnseenTable:
    """E has laid Kh."""
    table = UnseenTable("hidden-trump", **options)
    table.do("E hide Kh")
    return table


def test_it_cannot_be_played_and_is_in_no_other_hand() -> None:
    table = laid()
    table.do("E play Kh ! hidden-card\nE play 2h\nN play Kh ! not-in-hand\nN play 3h")
    assert table.view("E").hand == 0


def test_it_does_not_oblige_to_follow_suit_until_it_is_shown() -> None:
    table = laid()
    table.plays("2c 3c 4c 5c 2h")
    table.do("E play 6d\ndirector undo\nE show")
    # Now it is in the hand, and known.
    table.do("E play 6d ! must-follow\nE play Kh")


def test_shown_it_obliges_to_trump() -> None:
    table = laid()
    table.plays("2c 3c 4c 5c 2d")
    table.do("E show\nE play 6s ! must-trump\nE play 7h\nN play Kh ! not-in-hand")


def test_a_card_of_the_suit_led_never_breaks_the_duty_to_trump() -> None:
    table = laid()
    table.plays("2c 3c 4c 5c 2d")
    table.do("E show\nE play 6d ? no-show E 2")


def test_who_shows_it_when_leading_has_to_lead_a_trump() -> None:
    table = laid()
    table.do("E show\nE play 2c ! must-trump\nE play 3h")


def test_it_is_the_last_card_played() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E hide As")
    for trick in twelve_tricks():
        table.plays(trick)
    table.do("S play Ac\nE play Ah ! not-in-hand\nE play 2s ! already-played")
    assert table.legal("E") == {"play", "show"}
    assert table.do("E play As")["shown"] == "s"


def test_or_shown_first_and_then_played() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E hide As")
    for trick in twelve_tricks():
        table.plays(trick)
    table.do("S play Ac\nE show\nE play Ah ! not-in-hand\nE play As")


def test_one_that_was_shown_may_be_kept_to_the_end_but_no_longer() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E hide As\nE show")
    for trick in twelve_tricks():
        table.plays(trick)
    table.do("S play Ac\nE play Ah ! not-in-hand\nE play As")


def test_a_seat_with_other_cards_left_may_play_any() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E hide As")
    for trick in twelve_tricks()[:11]:
        table.plays(trick)
    assert table.view().cards == (2, 2, 2, 2)
    table.plays("Kc")
    # Two are left, one of them face down: the other one may be any but that.
    table.do("E play As ! hidden-card\nE play Ah")


# Changing what lies there.

CHANGING: dict[str, Any] = {"change_trump": True}


def test_a_card_taken_back_is_known_to_be_in_the_hand() -> None:
    table = laid(**CHANGING)
    table.do("E change Kh ! hidden-card\nE change joker ! not-in-pack\nE change Kd")
    assert table.view("E").facts["hidden"] == "Kd"
    table.do("E play Kd ! hidden-card\nE play 2c\nN play Kh ! not-in-hand\nN play Kd ! not-in-hand")
    table.plays("3c 4c 5c 2h")
    # E is known to hold the king of hearts: it has to follow, and cannot have the trump shown.
    assert table.legal("E") == {"play"}
    table.do("E play 6s ! must-follow\nE show ! no-show\nE play 3h\nN play 4h")


def test_of_two_known_cards_the_one_in_hand_is_the_only_one_that_can_be_played() -> None:
    table = UnseenTable("hidden-trump", change_trump=True)
    table.do("E hide As\nE change Kh")
    for trick in twelve_tricks("dcsh")[:11]:
        table.plays(trick)
    assert (table.view().cards, table.turn()) == ((2, 2, 2, 2), "E")
    table.do("E play Ah ! not-in-hand\nE play Kh ! hidden-card\nE play As")


UNSEEN = "E timeout\nW timeout\nS hide Tc"


def test_a_card_laid_unlooked_at_is_the_dealers() -> None:
    table = UnseenTable("hidden-trump")
    table.do(UNSEEN)
    table.do("E play Tc ! not-in-hand")
    table.plays("2h 3h 4h")
    table.do("S play Tc ! hidden-card\nS play 5h")


def test_the_caller_that_changes_it_has_it_and_the_card_laid_is_the_dealers() -> None:
    table = UnseenTable("hidden-trump", **CHANGING)
    table.do(UNSEEN)
    table.do("S change Ac ! not-your-turn\nE change Tc ! not-in-hand\nE change Ks")
    assert table.view().cards == (13, 13, 13, 13)
    table.do("E play Ks ! not-in-hand\nE play 2c\nN play Tc ! not-in-hand\nN play 3c\nW play 4c")
    table.do("S play Tc ! not-in-hand\nS play Ks ! hidden-card\nS play 9c\nS play 2d")
    # E is known to hold the ten of clubs, S gets the king of spades when it is shown.
    table.do("E show\nE play 3d ? no-show E 2\nN play 4d\nW play 5d\nE play 2s ! not-your-turn")
    assert table.turn() == "W"
    table.plays("6s")
    table.do("S play Kd ! must-follow\nS play 3s\nE play Ks ! not-in-hand")


def test_the_caller_has_to_follow_clubs_with_the_card_it_has_taken() -> None:
    table = UnseenTable("hidden-trump", **CHANGING)
    table.do(UNSEEN)
    table.do("E change Ks\nE play 2h\nN play 3h\nW play Ah\nS play 4h\nW play 5c\nS play 6c")
    table.do("E play 7d ! must-follow\nE show ! no-show\nE play 7c")


# The seventh card.


def seventh(**options: Any) -> UnseenTable:
    """E is the caller and has laid Kh; E leads."""
    table = UnseenTable("twenty-nine", **options)
    lead_29(table, "hide Kh")
    return table


def test_the_seventh_card_is_out_of_the_hand_until_it_is_shown() -> None:
    table = seventh()
    table.do("E play Kh ! hidden-card\nE play Js\nN play Kh ! not-in-hand")
    table.plays("7s 8s 9s Jc 7c 8c 9c")
    table.do("E play Jh\nN play 7d\ndirector undo\nN show\nN play 7d")
    table.do("W play Kh ! not-in-hand\nW play 8h\nS play 9h\nE play Kh")


def test_shown_by_the_caller_it_has_to_follow_suit() -> None:
    table = seventh()
    table.plays("7s Js 8s 9s Jh")
    assert table.turn() == "W"
    table.plays("7h 8h")
    table.do("E show\nE play 7d ! must-follow\nE play Kh")


def test_given_back_by_a_single_hand_it_is_in_the_hand() -> None:
    table = UnseenTable("twenty-nine")
    lead_29(table, "hide Kh", alone="N")
    assert table.view("E").hand == 1 << 24
    table.plays("Jh")
    table.do("W play Kh ! not-in-hand\nW play 7h\nE play 7d ! must-follow\nE play 8h")


def test_also_in_the_hand_of_the_partner_that_lays_its_cards_down() -> None:
    table = UnseenTable("twenty-nine")
    lead_29(table, "hide Kh", alone="W")
    table.do("W play Kh ! not-in-hand\nW play Jh\nS play Kh ! not-in-hand\nS play 7h")


def test_the_seventh_card_is_played_last() -> None:
    table = seventh(stop_when_decided=False)
    table.plays("Js 7s 8s 9s As Ts Ks Qs Jd 7d 8d 9d Ad Td Kd Qd Jc 7c 8c 9c Ac Tc Kc Qc")
    table.plays("Jh 7h 8h 9h")
    assert table.view().cards == (1, 1, 1, 1)
    table.do("E play Ah ! not-in-hand")
    assert table.legal("E") == {"play"}
    assert table.do("E play Kh")["shown"] == "h"
