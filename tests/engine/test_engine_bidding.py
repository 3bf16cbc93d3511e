"""Bidding: the duel, rounds, one call each, and what happens when all pass."""

from __future__ import annotations

from typing import Any

import pytest
from en_table import Table, hands_of

HANDS = hands_of(
    E="As Ks Qs Ts 7d 8d Kd Qd",
    N="Jh 9h Ah 8h Jc 9c Ac 8c",
    W="7h Th Kh Qh Jd 9d Ad Td",
    S="8s 7s 9s Js Tc Kc Qc 7c",
)


def bidding(rules: str = "bangladesh", **options: Any) -> Table:
    """A table with the first four cards dealt by S."""
    table = Table(rules, **options)
    table.four(HANDS)
    assert table.where().startswith("phase bid")
    return table


def rounds(**options: Any) -> Table:
    """Bids in rounds, E N W S in speaking order."""
    return bidding("nepali", **options)


def outcome(table: Table) -> tuple[str, int | None]:
    """Caller and bid once the trump is to be chosen."""
    assert table.where().startswith("phase trump")
    facts = table.view().facts
    caller, bid = facts["caller"], facts["bid"]
    assert isinstance(caller, int)
    assert isinstance(bid, int)
    assert table.turn() == table.match.seating.names[caller]
    return table.turn(), bid


def speak(table: Table, course: str) -> None:
    """Calls in order; every seat that is to speak is named, so the order of speaking is tested."""
    for said in course.split(", "):
        seat, call = said.split(" ", 1)
        assert table.turn() == seat, said
        table.do(f"{seat} {call}")


DUELS = {
    "E 16, N 17, E ditto, N 18, E pass, W ditto, N 19, W ditto, N pass, S 20, W pass": ("S", 20),
    "E 16, N pass, S 17, E ditto, S pass, W 18, E pass": ("W", 18),
    # The first two pass: the partners take their places, the senior side's first.
    "E pass, W 16, N pass, S 17, W ditto, S pass": ("W", 17),
    # P1 and P3 pass: the dealer holds the senior place, but P2 speaks.
    "E pass, W pass, N 16, S ditto, N 17, S pass": ("N", 17),
    "E pass, W pass, N 16, S pass": ("N", 16),
    "E pass, W pass, N 20, S ditto, N pass": ("S", 20),
    # Both of the senior side go one after the other, with a bid standing.
    "E 16, N 17, E pass, W pass, S ditto, N 18, S pass": ("N", 18),
    # Both of the junior side go, and partners face each other.
    "E 16, N pass, S pass, W pass": ("E", 16),
    "E 16, N pass, S pass, W 17, E ditto, W 18, E 19, W pass": ("E", 19),
    # The one who passed had dittoed before.
    "E 28, N pass, S pass, W pass": ("E", 28),
    "E 16, N 28, E ditto, N pass, S pass, W pass": ("E", 28),
}


@pytest.mark.parametrize("course", DUELS)
def test_duel(course: str) -> None:
    table = bidding()
    for said in course.split(", "):
        seat, call = said.split(" ")
        assert table.turn() == seat, said
        table.do(f"{seat} bid {call}" if call.isdigit() else f"{seat} {call}")
    assert outcome(table) == DUELS[course]


def test_duel_legal_calls_at_each_step() -> None:
    table = bidding(max_bid=18)
    assert table.legal("E") == {"bid 16", "bid 17", "bid 18", "pass"}
    table.do("E bid 16")
    assert table.legal("N") == {"bid 17", "bid 18", "pass"}
    table.do("N ditto ! no-ditto \n N bid 17")
    assert table.legal("E") == {"bid 18", "ditto", "pass"}
    table.do("E ditto")
    assert table.legal("N") == {"bid 18", "pass"}
    table.do("N ditto ! no-ditto \n N bid 18")
    assert table.legal("E") == {"ditto", "pass"}
    table.do("E pass")
    # The newcomer to the senior place may ditto the junior's bid as well.
    assert table.turn() == "W"
    assert table.legal("W") == {"ditto", "pass"}


def test_duel_newcomer_in_the_junior_place_cannot_ditto() -> None:
    table = bidding()
    table.do("E bid 16 \n N pass \n S ditto ! no-ditto")


def test_duel_senior_cannot_ditto_before_the_first_bid() -> None:
    bidding().do("E ditto ! no-ditto")


def test_duel_dealer_who_never_speaks_first() -> None:
    table = bidding()
    table.do("E pass \n W pass")
    assert table.turn() == "N"
    assert table.legal("S") == set()
    table.do("S bid 16 ! not-your-turn \n S pass ! not-your-turn \n N ditto ! no-ditto")
    answer = table.do("N pass")
    assert answer["deal"]["result"] == "void:all-pass"
    assert (answer["deal"]["caller"], answer["deal"]["bid"], answer["deal"]["value"]) == (
        None,
        None,
        None,
    )
    assert table.view().dealer == table.match.seating.seat("E")


def test_rounds_come_back_to_a_seat_that_passed() -> None:
    table = rounds()
    speak(table, "E pass, N bid 16, W pass, S pass, E bid 17, N pass, W bid 18, S pass, E pass")
    speak(table, "N pass")
    assert outcome(table) == ("W", 18)


def test_rounds_end_after_three_passes_in_a_row() -> None:
    table = rounds()
    speak(table, "E bid 16, N pass, W pass, S pass")
    assert outcome(table) == ("E", 16)


def test_rounds_two_passes_and_the_third_bids() -> None:
    table = rounds()
    speak(table, "E pass, N pass, W bid 20, S pass, E pass, N pass")
    assert outcome(table) == ("W", 20)


def test_final_pass_is_skipped_from_then_on() -> None:
    table = rounds(pass_is_final=True)
    speak(table, "E pass, N bid 16, W bid 17, S pass, N bid 18, W bid 19, N pass")
    assert outcome(table) == ("W", 19)


def test_final_passes_end_the_bidding_with_the_third_although_not_in_a_row() -> None:
    table = rounds(pass_is_final=True)
    speak(table, "E pass, N pass, W bid 16, S bid 17, W pass")
    assert outcome(table) == ("S", 17)


def test_final_passes_before_the_last_bid() -> None:
    table = rounds(pass_is_final=True)
    speak(table, "E pass, N bid 16, W pass, S pass")
    assert outcome(table) == ("N", 16)


@pytest.mark.parametrize("final", [True, False])
def test_rounds_all_pass_gives_the_dealer_the_lowest_bid(final: bool) -> None:
    table = rounds(pass_is_final=final)
    speak(table, "E pass, N pass, W pass")
    assert outcome(table) == ("S", 16)


@pytest.mark.parametrize("final", [True, False])
def test_rounds_all_pass_void(final: bool) -> None:
    table = rounds(pass_is_final=final, all_pass="void")
    speak(table, "E pass, N pass")
    assert table.do("W pass")["deal"]["result"] == "void:all-pass"
    assert table.view().dealer == table.match.seating.seat("E")


def test_any_seat_may_ditto_once() -> None:
    table = rounds(ditto="any")
    table.do("E ditto ! no-ditto \n E bid 16")
    assert "ditto" in table.legal("N")
    speak(table, "N ditto")
    assert "ditto" not in table.legal("W")
    table.do("W ditto ! no-ditto")
    speak(table, "W bid 17, S pass, E ditto, N pass, W pass, S pass")
    assert outcome(table) == ("E", 17)


def test_ditto_counts_as_a_call_that_breaks_a_run_of_passes() -> None:
    table = rounds(ditto="any")
    speak(table, "E bid 16, N pass, W pass, S ditto, E pass, N pass, W pass")
    assert outcome(table) == ("S", 16)


def test_ditto_of_a_partner_is_allowed_and_raised_by_its_victim() -> None:
    table = rounds(ditto="any")
    speak(table, "E bid 16, N pass, W ditto, S pass, E bid 17, N pass, W pass, S pass")
    assert outcome(table) == ("E", 17)


def test_no_ditto_where_the_rules_have_none() -> None:
    table = rounds()
    table.do("E bid 16 \n N ditto ! no-ditto \n W ditto ! not-your-turn")


def test_once_the_highest_bid_wins() -> None:
    table = rounds(bidding="once")
    speak(table, "E bid 16, N pass, W bid 18, S pass")
    assert outcome(table) == ("W", 18)


def test_once_the_dealer_has_the_last_word() -> None:
    table = rounds(bidding="once")
    speak(table, "E bid 16, N bid 17, W bid 18")
    table.do("S bid 18 ! bid-too-low \n S ditto ! no-ditto")
    speak(table, "S bid 19")
    assert outcome(table) == ("S", 19)


def test_once_all_pass_forced() -> None:
    table = rounds(bidding="once")
    speak(table, "E pass, N pass, W pass")
    assert outcome(table) == ("S", 16)


def test_once_all_pass_void() -> None:
    table = rounds(bidding="once", all_pass="void")
    speak(table, "E pass, N pass")
    assert table.do("W pass")["deal"]["result"] == "void:all-pass"


def test_once_three_passes_with_a_bid() -> None:
    table = rounds(bidding="once")
    speak(table, "E pass, N pass, W bid 16, S pass")
    assert outcome(table) == ("W", 16)


def test_dealer_speaks_first_and_p3_is_forced() -> None:
    table = rounds(first_speaker="dealer")
    speak(table, "S pass, E pass, N pass")
    assert outcome(table) == ("W", 16)


def test_dealer_speaks_and_leads_first() -> None:
    table = rounds(first_speaker="dealer")
    speak(table, "S bid 16, E pass, N pass, W pass")
    table.do("S mark 2c")
    table.four(HANDS)
    assert table.where() == "phase play, turn S"


def test_dealer_speaking_first_leaves_p1_and_p2_where_they_are() -> None:
    # P1 and P2 are E and N for the look at the first four, and single is asked from P1.
    poor = hands_of(
        E="Ks Qs 8s 7s 7d 8d Kd Qd",
        N="Jh 9h Ah 8h Jc 9c Ac 8c",
        W="7h Th Kh Qh Jd 9d Ad Td",
        S="As Ts 9s Js Tc Kc Qc 7c",
    )
    void = Table("nepali", first_speaker="dealer", void_no_points=True)
    assert void.four(poor)["deal"]["result"] == "void:no-points"
    table = rounds(first_speaker="dealer", single_hand=3, tenny=0)
    speak(table, "S bid 16, E pass, N pass, W pass")
    table.do("S mark 2c")
    table.four(HANDS)
    assert table.where() == "phase single, turn E"
    table.do("E pass \n N pass \n W pass")
    table.do("S single")
    assert table.where() == "phase play, turn S"


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_direction_of_speaking(direction: str) -> None:
    table = bidding("nepali", direction=direction)
    order = "W N E" if direction == "clockwise" else "E N W"
    for seat in order.split():
        assert table.turn() == seat
        table.do(f"{seat} pass")
    assert outcome(table) == ("S", 16)


def test_limits_of_a_bid() -> None:
    table = rounds(min_bid=17, max_bid=20)
    table.do("E bid 16 ! bid-too-low \n E bid 0 ! bid-too-low \n E bid 21 ! bid-too-high")
    table.do("E bid 12345678901234567890 ! bid-too-high")
    table.do("E bid 18 \n N bid 18 ! bid-too-low \n N bid 17 ! bid-too-low \n N bid 20")
    # Above the standing bid and above the highest: both fit, the standing bid is looked at first.
    table.do("W bid 20 ! bid-too-low \n W bid 21 ! bid-too-high")
    assert table.legal("W") == {"pass"}


@pytest.mark.parametrize(("bonus", "highest"), [(0, 28), (1, 29)])
def test_highest_bid_is_the_points_on_the_table(bonus: int, highest: int) -> None:
    table = rounds(last_trick_bonus=bonus)
    table.do(f"E bid {highest + 1} ! bid-too-high \n E bid {highest}")
