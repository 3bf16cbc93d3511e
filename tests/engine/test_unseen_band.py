"""Unseen hands in Mendikot: the band that turns up with a card, and katte beside it."""

from __future__ import annotations

import pytest
from un_table import UnseenTable, twelve_tricks


def band(hide: str = "6c") -> UnseenTable:
    """E has laid a card and leads."""
    table = UnseenTable("mendikot", trump_mode="band")
    table.do(f"E hide {hide}")
    return table


# It turns up with the first card that does not follow suit.


def test_it_turns_up_on_that_play_which_counts_under_it() -> None:
    table = band()
    assert "shown" not in table.do("E play Ad")
    answer = table.do("N play 3c")
    assert answer["shown"] == "c"
    assert table.view().winning == table.match.seating.seat("N")
    assert "shown" not in table.plays("2d Kd")
    assert table.turn() == "N"
    assert table.view().trump.suit == "c"


def test_it_does_not_while_everybody_follows() -> None:
    table = band()
    assert "shown" not in table.plays("2d 3d 4d 5d")
    assert table.view().trump.hidden


def test_a_lead_does_not_turn_it_up() -> None:
    table = band()
    table.plays("2d 3d 4d 5d 6h")
    assert table.view().trump.hidden


def test_a_trump_after_it_in_the_trick_wins() -> None:
    table = band()
    table.plays("2d 3d 4d 5d Kh Jh")
    assert table.do("N play 7s")["shown"] == "c"
    assert table.do("W play 2c")["trick"]["winner"] == "W"


def test_the_card_goes_back_to_its_owners_hand() -> None:
    table = band()
    table.plays("Ad 3c 2d Kd 2c")
    table.do("W play 6c ! not-in-hand\nW play 7c\nS play 8c\nE play 6s ! must-follow\nE play 6c")


def test_its_seat_had_to_trump() -> None:
    table = band()
    table.do("E play Ad\nN play 3s\nW play 2d\nS play Kd\nE play 2s\nN play 4s\nW play 5s")
    table.do("S play 7s\nS play 2c\nE play 6c\nN play 7c ? must-trump N 1")
    assert table.void() == [("must-trump", "N", 1)]


def test_or_to_follow_suit_in_the_first_place() -> None:
    table = band()
    table.do("E play Ad\nN play 3s\nW play 2d\nS play Kd\nE play 2c")
    table.do("N play 7c ? must-trump N 1\nW play 8c\nS play 9c\nS play 3d\nE play 4d")
    table.do("N play 5d ? must-follow N 1")
    assert table.void() == [("must-follow", "N", 1)]


def test_the_seats_after_it_are_not_bound() -> None:
    table = band()
    table.do("E play Ad\nN play 3c\nW play 2s\nS play Kd\nN play 4c\nW play 7c")
    assert table.void() == []


def test_turned_up_by_a_card_nobody_said_show() -> None:
    """So following suit later is the breach of that card alone."""
    table = band()
    table.do("E play Ad\nN play 3c\nW play 2d\nS play Kd\nN play 4d ? must-follow N 1")
    assert table.void() == [("must-follow", "N", 1)]


# Saying so first.


def test_a_seat_that_does_not_lead_may_show_it_first() -> None:
    table = band()
    assert table.legal("E") == {"play", "show"}
    table.do("E play Ad")
    assert table.legal("N") == {"play", "show"}
    answer = table.do("N show")
    assert answer["shown"] == "c"
    assert table.legal("N") == {"play"}
    table.do("N show ! not-now\nN play 3c")
    assert table.view().winning == table.match.seating.seat("N")


def test_and_is_bound_in_the_same_way() -> None:
    table = band()
    table.do("E play Ad\nN show\nN play 3s\nW play 2d\nS play Kd\nE play 2c")
    table.do("N play 7c ? must-trump N 1\nW play 8c\nS play 9c\nS play 3d\nE play 4d")
    table.do("N play 5d ? must-follow N 1, no-show N 1")
    assert table.void() == [("must-follow", "N", 1), ("no-show", "N", 1)]


def test_following_suit_after_saying_so() -> None:
    table = band()
    table.do("E play Ad\nN show\nN play 3d ? no-show N 1")


def test_only_the_owner_may_when_leading_and_has_to_lead_a_trump() -> None:
    table = band()
    table.plays("2d 3d 4d 5d")
    table.do("S show ! no-show\nS play 6d\nE play 7d\nN play 8d\nW play 9d\nW show ! no-show")
    table = band()
    table.do("E show\nE play 2d ! must-trump\nE play 6c")


# The owner has to say so first.


def owner_to_follow() -> UnseenTable:
    """S leads hearts to trick 2, and E, whose 6c lies there, is next."""
    table = band()
    table.plays("2d 3d 4d 5d 2h")
    return table


@pytest.mark.parametrize("card", ["2s", "2c", "6d", "As"])
def test_the_owner_has_to_show_before_it_lays_another_suit(card: str) -> None:
    owner_to_follow().do(f"E play {card} ! must-show")


def test_its_own_hidden_card_is_hidden_all_the_same() -> None:
    owner_to_follow().do(
        "E play 6c ! hidden-card\nE play 2d ! already-played\nE play 2h ! already-played"
    )


def test_the_owner_may_follow_suit() -> None:
    table = owner_to_follow()
    assert table.legal("E") == {"play", "show"}
    assert "shown" not in table.do("E play 3h")


def test_once_it_is_shown_the_owner_is_known_to_hold_a_trump() -> None:
    table = owner_to_follow()
    assert table.do("E show")["shown"] == "c"
    table.do("E play 2s ! must-trump\nE play 3h ? no-show E 2\ndirector undo\nE play 7c")
    table.do("N play 6c ! not-in-hand")


def test_the_hidden_card_as_the_owners_last_one_needs_no_showing() -> None:
    table = band("As")
    for trick in twelve_tricks():
        table.plays(trick)
    table.do("S play Ac\nE play Ah ! not-in-hand")
    assert table.legal("E") == {"play", "show"}
    answer = table.do("E play As")
    assert answer["shown"] == "s"
    assert table.plays("Ah Ad")["trick"]["winner"] == "E"
    assert table.audit() == []


def test_led_as_the_last_one_it_is_shown_too() -> None:
    table = band("As")
    for trick in twelve_tricks("dcsh"):
        table.plays(trick)
    assert table.turn() == "E"
    assert table.do("E play As")["shown"] == "s"
    # It is shown already when the others lay their last cards, and nobody is bound.
    assert table.plays("Ah Ad Ac")["trick"]["winner"] == "E"


def test_another_seat_may_turn_it_up_while_it_is_the_owners_last_card() -> None:
    table = band("As")
    for trick in twelve_tricks():
        table.plays(trick)
    table.do("S play Ac\nE show\nE play As")
    table.undo(2)
    assert table.legal("E") == {"play", "show"}


# The rest.


def test_the_clock_of_the_band() -> None:
    table = UnseenTable("mendikot", trump_mode="band")
    assert table.legal("E") == {"hide", "timeout"}
    table.do("E timeout")
    assert table.legal("E") == {"hide"}
    table.do("E timeout ! not-now\nE pass ! not-now\nE hide 6c\nE show\nE play 6c")


def test_a_card_still_hidden_at_the_end_proves_nothing() -> None:
    table = band("Kd")
    table.plays("2c 3c 4c 5c 2d 3d 4d Ad")
    answer = table.do("director void")
    assert answer["shown"] == "d"
    assert answer["deal"]["audit"] == []


def test_undoing_the_card_that_turned_it_up_hides_it_again() -> None:
    table = band()
    table.do("E play Ad\nN play 3c\ndirector undo")
    assert table.view().trump.hidden
    table.do("N play 3d\nW play 6c ! not-in-hand\nW play 4d\nS play 6c ! not-in-hand")
    assert table.view().trump.hidden


def test_katte_has_nothing_to_show_and_no_duty_to_trump() -> None:
    table = UnseenTable("mendikot")
    table.do("E play Ad\nN show ! not-now")
    assert table.do("N play 3c")["shown"] == "c"
    table.do("W play 2s\nS play Kd\nN play 5h\nW play 6h\nS play 7h\nE play 8h")
    table.do("E play 9c\nN play Tc\nW play Jc")
    assert table.void() == []
