"""Unseen hands in Twenty-Nine: asking, the pair, and what only a whole hand shows."""

from __future__ import annotations

from typing import Any

import pytest
from en_table import EVEN
from un_table import UnseenTable, lead_29, play_all

# With the rules of Bangladesh E is P1, the caller and the leader; E N W S is the order of play.


def bangladesh(trump: str = "mark 2h", **options: Any) -> UnseenTable:
    table = UnseenTable("twenty-nine", **options)
    lead_29(table, trump)
    return table


# Asking for the trump.


def test_anybody_not_leading_may_ask() -> None:
    table = bangladesh()
    table.do("E show ! no-show\nE play Js")
    assert table.legal("N") == {"play", "show"}
    answer = table.do("N show")
    assert answer["shown"] == "h"
    table.do("N show ! not-now\nN play 7h")


def test_with_ask_after_trick_nobody_may() -> None:
    table = bangladesh(ask="after-trick")
    table.do("E play Js\nN show ! no-show\nN play 7h\nW play 8s")
    answer = table.do("S play 9s")
    assert answer["shown"] == "h"
    assert answer["trick"]["winner"] == "N"


def test_with_ask_must_a_card_of_another_suit_has_to_be_asked_for() -> None:
    table = bangladesh(ask="must")
    table.do("E play Js\nN play 7h ! must-show\nN play 7d ! must-show\nN play Js ! already-played")
    assert table.legal("N") == {"play", "show"}
    table.do("N show\nN play 7d\nW play 8d")


def test_with_ask_must_a_card_of_the_suit_is_never_asked_for() -> None:
    table = bangladesh(ask="must")
    table.plays("Js 7s 8s 9s")
    assert table.view().trump.hidden


def test_asking_and_following_suit_in_the_same_trick_or_later() -> None:
    table = bangladesh(ask="must")
    table.do("E play Js\nN show\nN play 7s ? no-show N 1\ndirector undo\nN play 7d\nW play 8s")
    table.do("S play 9s\nE play Qs\nN play 8d\nW play As\nS play Ts\nW play 7c\nS play 8c")
    table.do("E play 9c\nN play Jc")
    assert table.void() == []
    table.undo(2)
    table.do("N play 7s ? no-show N 1, must-follow N 1, must-follow N 2")


def test_the_caller_that_asks_with_the_seventh_card_of_the_suit_led() -> None:
    table = bangladesh("hide Kh")
    table.do("E play 7s\nN play Js\nW play 8s\nS play 9s\nN play 7h\nW play 8h\nS play 9h")
    table.do("E show\nE play Kh")
    assert table.void() == []
    table.undo()
    table.do("S play 7d\nE play 8d\nN play Jd\nW play 9d\nN play Jh\nW play Qh\nS play Th")
    table.do("E play Ah ? no-show E 2")


def test_the_seventh_as_the_callers_last_card_needs_no_asking() -> None:
    table = bangladesh("hide Kh", ask="must")
    table.plays("7s Js 8s 9s 7d 8d Jd 9d 7c 8c 9c Jc As Ts Ks Qs Ad Td Kd Qd Ac Tc Kc Qc")
    table.plays("Jh 7h 8h 9h Ah Th")
    assert table.turn() == "E"
    assert table.legal("E") == {"play", "show"}
    table.do("E play Qh ! not-in-hand")
    assert table.do("E play Kh")["shown"] == "h"


def test_who_asked_has_to_trump_under_that_rule() -> None:
    table = bangladesh()
    table.do("E play Js\nN show\nN play 7d\nW play 8s\nS play 9s\nE play 7c\nN play 8c\nW play 9c")
    table.do("S play Jc\nS play 8d\nE play 9d\nN play 7h ? must-trump N 1")
    assert table.void() == [("must-trump", "N", 1)]


def test_without_that_rule_nobody_has_to() -> None:
    table = bangladesh(asker_must_trump=False)
    table.do("E play Js\nN show\nN play 7d\nW play 8s\nS play 9s\nE play 7c\nN play 7h")
    assert table.void() == []


@pytest.mark.parametrize(
    ("trump", "options"),
    [("mark joker", {"no_trump": True}), ("mark 2h", {"reverse": "no-trump"})],
)
def test_without_a_trump_suit_there_is_no_trump_to_play(
    trump: str, options: dict[str, Any]
) -> None:
    table = bangladesh(trump, **options)
    table.do("E play Js\nN show\nN play 7d\nW play 8s\nS play 9s")
    seat = table.turn()
    table.do(f"{seat} pair ! not-now\n{seat} play 7c")


def test_the_caller_with_the_seventh_in_hand_has_to_trump_at_once() -> None:
    table = bangladesh("hide Kh")
    table.do("E play 7s\nN play Js\nW play 8s\nS play 9s\nN play 7d\nW play 8d\nS play 9d")
    table.do("E show\nE play 7c ! must-trump\nE play Td ? no-show E 2\ndirector undo\nE play 8h")
    assert table.void() == []


def test_but_not_without_the_rule() -> None:
    table = bangladesh("hide Kh", asker_must_trump=False)
    table.do("E play 7s\nN play Js\nW play 8s\nS play 9s\nN play 7d\nW play 8d\nS play 9d")
    table.do("E show\nE play 7c")


# The pair.


def shown_in_first(**options: Any) -> UnseenTable:
    """Hearts were shown in trick 1; E has won trick 2 and leads to trick 3."""
    table = bangladesh(**options)
    table.do("E play Js\nN play 7s\nW play 8s\nS show\nS play 7h")
    table.do("S play 7d\nE play Jd\nN play 8d\nW play 9d")
    assert table.turn() == "E"
    return table


def test_a_pair_is_believed() -> None:
    table = shown_in_first()
    table.do("E pair")
    assert table.view().facts["pair_by"] == 3
    assert "pair" not in table.legal("N")


def test_the_other_seats_king_or_queen_proves_it_wrong() -> None:
    table = shown_in_first(min_bid=20)
    table.do("E pair")
    target = table.view().facts["target"]
    assert target == 20
    table.do("E play 7c\nN play Kh ? no-pair E 3")
    # The changed target stands.
    assert table.view().facts["target"] == target
    table.do("W play Qh")
    assert table.void() == [("no-pair", "E", 3)]


def test_its_partners_too_and_an_own_one_does_not() -> None:
    table = shown_in_first()
    table.do("E pair\nE play Kh\nN play 8h\nW play Qh ? no-pair E 3")


def test_its_own_king_and_queen_prove_nothing() -> None:
    table = shown_in_first()
    table.do("E pair\nE play Kh\nN play 8h\nW play 9h\nS play Th\nW play 7c\nS play 8c\nE play Qh")
    assert table.void() == []


def test_a_pair_is_no_more_possible_once_one_of_them_is_played() -> None:
    table = shown_in_first()
    table.do("E play Qh")
    assert "pair" not in table.legal("N")
    table.do("N pair ! no-pair\nN play 8h\nW pair ! no-pair")


def test_nor_when_one_is_known_to_be_another_seats() -> None:
    table = bangladesh("hide Kh")
    table.do(
        "E play Js\nN play 7s\nW play 8s\nS show\nS play 7h\nS play 7d\nE play Jd\nN pair ! no-pair"
    )
    assert table.legal("N") == {"play"}
    table.do("N play 8d\nW play 9d")
    # Who has the king may have the queen.
    assert table.legal("E") == {"play", "pair"}
    table.do("E pair\nE play 7c\nN play Qh ? no-pair E 3")


def two_left(trump: str) -> UnseenTable:
    """Two cards are left to each seat, K and Q of trump among them; E leads to trick 7."""
    table = bangladesh(trump, stop_when_decided=False)
    table.do("E play Js\nN play 7s\nW play 8s\nS show\nS play 7h\nS play 7d\nE play Jd\nN play 8d")
    table.plays("9d Jc 7c 8c 9c Jh 8h Th Ah As Ks Qs Td Ad Kd Qd Ac")
    assert (table.view().cards, table.turn()) == ((2, 2, 2, 2), "E")
    return table


def test_nor_with_too_few_cards_left() -> None:
    table = two_left("mark 2h")
    assert table.legal("E") == {"play", "pair"}
    table.do("E play Tc\nN play Kc\nW play Qc\nS play 9h")
    assert table.view().cards == (1, 1, 1, 1)
    assert table.legal("S") == {"play"}
    table.do("S pair ! no-pair")


def test_a_known_card_leaves_less_room() -> None:
    """One of the two cards that are left to E is known to be the nine of trump."""
    table = two_left("hide 9h")
    assert table.legal("E") == {"play"}
    table.do("E pair ! no-pair\nE play Tc")
    assert table.legal("N") == {"play", "pair"}


def test_too_early_is_told_only_of_a_possible_pair() -> None:
    table = bangladesh()
    table.do(
        "E play Js\nN pair ! not-now\nN show\nN pair ! pair-too-early\nN play Kh\nW pair ! no-pair"
    )


def test_between_tricks_the_partner_may_show_it_too() -> None:
    table = UnseenTable("twenty-nine", rules="pagat")
    lead_29(table)
    # Clockwise: W N E S.
    table.do("W play Js\nN show\nN play 7h\nE play 8s\nS play 9s")
    assert (table.turn(), table.may("pair")) == ("N", {"N", "S"})
    table.do("W pair ! not-your-turn\nS pair\nN play 7c\nE play Kh ? no-pair S 2")
    assert table.void() == [("no-pair", "S", 2)]


# Playing alone.


@pytest.mark.parametrize("call", ["single", "tenny"])
def test_alone_three_cards_make_a_trick_and_must_follow_holds(call: str) -> None:
    if call == "single":
        table = UnseenTable("twenty-nine")
        lead_29(table, alone="E")
    else:
        table = UnseenTable("twenty-nine", tenny=4)
        table.do("E tenny")
    table.do("E show ! not-now\nE play Js\nN play 7h\nS play 8s\nE play Jh\nN play 8h\nS play 9h")
    table.do("E play 9s\nN play 7s ? must-follow N 1")


# What only a whole hand shows.

LOW_EAST = {
    "E": "Ks Qs 8s 7s Kh Qh 8h 7h",
    "N": "Js 9s Jh 9h Jd 9d Jc 9c",
    "W": "As Ts Ah Th Ad Td Ac Tc",
    "S": "Kd Qd 8d 7d Kc Qc 8c 7c",
}
"""E has nothing but cards without points; so has S, which is the dealer."""
TO_THE_END: dict[str, Any] = {"stop_when_decided": False}


def whole(hands: dict[str, str], trump: str = "mark 2h", **options: Any) -> UnseenTable:
    """All eight tricks are played from these hands, the seventh card last."""
    table = UnseenTable("twenty-nine", **{**TO_THE_END, **options})
    lead_29(table, trump)
    play_all(table, hands, down=trump[5:] if trump.startswith("hide") else "")
    return table


def test_a_hand_without_points_shows_when_all_its_cards_are_read() -> None:
    assert ("void:no-points", "E", 0) in whole(LOW_EAST, "mark 2d").audit()
    assert [it for it in whole(LOW_EAST, "mark 2d").audit() if it[1] == "S"] == []


def test_of_the_second_seat_too() -> None:
    turned = dict(zip("ENWS", (LOW_EAST[seat] for seat in "SEWN"), strict=True))
    found = whole(turned, "mark 2d").audit()
    assert {it for it in found if it[0] == "void:no-points"} == {
        ("void:no-points", "E", 0),
        ("void:no-points", "N", 0),
    }


def test_not_if_the_option_is_off() -> None:
    found = whole(LOW_EAST, "mark 2d", void_no_points=False).audit()
    assert [it for it in found if it[0] == "void:no-points"] == []


def test_not_while_a_card_is_missing() -> None:
    table = UnseenTable("twenty-nine", **TO_THE_END)
    lead_29(table, "mark 2d")
    play_all(table, LOW_EAST, tricks=7)
    assert table.void() == []


def test_one_point_card_is_enough() -> None:
    hands = {**LOW_EAST, "E": "Ks Qs 8s 7s Kh Qh 8h Td", "W": "As Ts Ah Th Ad 7h Ac Tc"}
    assert [it for it in whole(hands, "mark 2d").audit() if it[0] == "void:no-points"] == []


def test_with_tenny_four_cards_are_a_whole_hand() -> None:
    """Clockwise from S: W is P1 and plays alone, N is P2."""
    table = UnseenTable("twenty-nine", rules="lucknow", void_no_points=True)
    table.do("W tenny")
    table.plays("Js Ks Qs Jh Kh Qh Jd Kd Qd Jc Kc")
    assert table.match.deals == []
    answer = table.plays("Qc")
    assert answer["deal"]["result"] == "tenny-made"
    assert table.audit() == [("void:no-points", "N", 0)]


def test_a_seat_that_sits_out_is_never_read() -> None:
    """E sits out, and W's four cards all have points."""
    table = UnseenTable(
        "twenty-nine", rules="lucknow", void_no_points=True, direction="counterclockwise"
    )
    table.do("E pass\nN tenny")
    table.plays("Js Ks Qs Jh Kh Qh Jd Kd Qd Jc Kc Qc")
    # P1 is E, the first to lay a card after N is W; S, N's partner, lays none.
    assert table.audit() == [("void:no-points", "E", 0)]


# The seventh card.

POOR = {
    "E": "Kh Qh 8h 7h Js 9s As Ts",
    "N": "Jh 9h Ah Th Jd 9d Ad Td",
    "W": "Ks Qs 8s 7s Kd Qd 8d 7d",
    "S": "Jc 9c Ac Tc Kc Qc 8c 7c",
}
"""E has no heart with points, but spades with points."""


@pytest.mark.parametrize(
    ("option", "found"),
    [("point-trump", [("void:seventh", "E", 0)]), ("point-card", []), ("off", [])],
)
def test_a_poor_seventh_card(option: str, found: list[object]) -> None:
    assert whole(POOR, "hide Kh", void_seventh=option, void_no_points=False).audit() == found


def test_a_seventh_card_with_points_does_not_count_itself() -> None:
    hands = {**POOR, "E": "Jh Qh 8h 7h Js 9s As Ts", "N": "Kh 9h Ah Th Jd 9d Ad Td"}
    assert whole(hands, "hide Jh", void_no_points=False).audit() == [("void:seventh", "E", 0)]
    assert whole(hands, "hide 7h", void_no_points=False).audit() == []


@pytest.mark.parametrize("option", ["point-trump", "point-card"])
def test_no_card_with_points_at_all(option: str) -> None:
    found = whole(LOW_EAST, "hide Kh", void_seventh=option, void_no_points=False).audit()
    assert ("void:seventh", "E", 0) in found


def test_a_marker_is_no_seventh_card() -> None:
    assert whole(POOR, "mark 2h", void_no_points=False).audit() == []


def test_the_seventh_card_itself_was_read_when_it_was_laid() -> None:
    """The other seven are enough, since it was laid on a reader; but a card less is not."""
    table = UnseenTable("twenty-nine", **TO_THE_END)
    lead_29(table, "hide Kh")
    play_all(table, POOR, tricks=7, down="Kh")
    assert table.void() == [("void:seventh", "E", 0)]
    table.undo(5)
    assert table.view().cards == (2, 2, 2, 2)
    assert table.void() == []


# No trump in the hands of the caller's opponents.

NO_HEARTS = {
    "E": "Jh 9h Ah Th Js 9s As Ts",
    "N": "Ks Qs 8s 7s Jd 9d Ad Td",
    "W": "Kh Qh 8h 7h Kd Qd 8d 7d",
    "S": "Jc 9c Ac Tc Kc Qc 8c 7c",
}


def test_no_trump_against_the_caller() -> None:
    assert whole(NO_HEARTS).audit() == [("void:trumpless", "E", 0)]
    assert whole(NO_HEARTS, void_trumpless=False).audit() == []
    assert whole(NO_HEARTS, "mark 2s").audit() == []
    assert whole(NO_HEARTS, "mark joker", no_trump=True).audit() == []


@pytest.mark.parametrize(("card", "found"), [("7h", [("void:trumpless", "E", 0)]), ("8h", [])])
def test_the_seven_alone_is_no_trump(card: str, found: list[object]) -> None:
    hands = {
        **NO_HEARTS,
        "N": NO_HEARTS["N"].replace("7s", card),
        "W": NO_HEARTS["W"].replace(card, "7s"),
    }
    assert whole(hands).audit() == found


def test_both_opponents_have_to_be_read() -> None:
    table = UnseenTable("twenty-nine", **TO_THE_END)
    lead_29(table)
    play_all(table, NO_HEARTS, tricks=7)
    assert table.match.deals == []
    assert table.void() == []


def test_several_things_in_one_audit() -> None:
    hands = {
        "E": "Kh Qh 8h 7h Ks Qs 8s 7s",
        "N": "Jc 9c Ac Tc Kc Qc 8c 7c",
        "W": "Jh 9h Ah Th Js 9s As Ts",
        "S": "Jd 9d Ad Td Kd Qd 8d 7d",
    }
    found = whole(hands, "hide Kh").audit()
    assert set(found) == {
        ("void:no-points", "E", 0),
        ("void:seventh", "E", 0),
        ("void:trumpless", "E", 0),
    }


def test_hands_as_others_are_have_an_empty_audit() -> None:
    assert whole(EVEN, "mark 2h").audit() == []
    assert whole(EVEN, "hide 8h").audit() == [("void:seventh", "E", 0)]
    assert whole({**EVEN}, "hide 8h", void_seventh="point-card").audit() == []


# A hand that cannot lose.

TOP = {
    "E": "Js 9s As Jh 9h Jd 9d Jc",
    "N": "Ks Qs 8s 7s Kh Qh 8h 7h",
    "W": "Ts Ah Th Ad Td Ac Tc 9c",
    "S": "Kd Qd 8d 7d Kc Qc 8c 7c",
}


def alone(
    hands: dict[str, str], trump: str = "mark 2h", seat: str = "E", **options: Any
) -> UnseenTable:
    """A single hand played to its end."""
    table = UnseenTable("twenty-nine", **options)
    lead_29(table, trump, alone=seat)
    play_all(table, hands)
    return table


def test_a_hand_that_could_not_lose_was_played_alone() -> None:
    table = alone(TOP, single_needs_risk=True, void_no_points=False)
    assert table.last_deal()["result"] == "single-made"
    assert table.audit() == [("no-risk", "E", 0)]


def test_not_without_that_rule() -> None:
    assert alone(TOP, void_no_points=False).audit() == []


def test_a_hand_that_might_have_lost() -> None:
    hands = {**TOP, "E": "Js 9s As Jh 9h Jd 9d Ac", "W": "Ts Ah Th Ad Td Jc Tc 9c"}
    table = UnseenTable("twenty-nine", single_needs_risk=True, void_no_points=False)
    lead_29(table, alone="E")
    play_all(table, {**hands, "S": "Kd Qd 8d 7d Kc Qc 8c 7c"})
    assert table.last_deal()["result"] == "single-made"
    assert table.audit() == []


def test_a_single_hand_not_played_to_the_end_is_not_read() -> None:
    table = UnseenTable("twenty-nine", single_needs_risk=True)
    lead_29(table, alone="E")
    play_all(table, TOP, tricks=7)
    assert table.void() == []


# What a single hand shows of the trump that was chosen before it, and whom that is told.

SINGLE_NORTH = {
    "E": "Kh Qh 8h 7h Ks Qs 8s 7s",
    "N": "Jh 9h Js 9s Jd 9d Jc 9c",
    "W": "Ah Th As Ts Ad Td Ac Tc",
    "S": "Kd Qd 8d 7d Kc Qc 8c 7c",
}


def test_the_callers_hand_is_looked_at_though_another_seat_played_alone() -> None:
    table = alone(SINGLE_NORTH, "hide Kh", "N")
    assert table.last_deal()["result"] == "single-made"
    assert table.last_deal()["caller"] == "N"
    assert table.audit() == [("void:no-points", "E", 0), ("void:seventh", "E", 0)]
    # The trump was never shown, so nobody may learn anything of it.
    assert table.public_audit() == [("void:no-points", "E", 0)]
    assert table.view().last_deal is not None
    assert len(table.view().last_deal["audit"]) == 1  # type: ignore[index, arg-type]


def test_the_opponents_hands_too_and_that_is_not_told() -> None:
    table = alone({**NO_HEARTS, "E": "Jh 9h Ah Th Kh Qh 8h 7h", "W": "Js 9s As Ts Kd Qd 8d 7d"})
    assert table.last_deal()["result"] == "single-made"
    assert table.audit() == [("void:trumpless", "E", 0)]
    assert table.public_audit() == []


def test_a_trump_that_was_shown_may_be_spoken_of() -> None:
    table = UnseenTable("twenty-nine", **TO_THE_END)
    lead_29(table)
    table.do("E play Js\nN play Ks\nW show\nW play Kh")
    hands = {
        **NO_HEARTS,
        "E": "9h Ah Th Jh 9s As Ts",
        "N": "Qs 8s 7s Jd 9d Ad Td",
        "W": "Qh 8h 7h Kd Qd 8d 7d",
    }
    play_all(table, hands)
    assert table.audit() == table.public_audit() == [("void:trumpless", "E", 0)]


def test_a_card_that_only_lay_there_is_not_spoken_of_either() -> None:
    """That E has no card with points could be told of its seventh card, which nobody has seen."""
    table = UnseenTable("twenty-nine", void_seventh="off", **TO_THE_END)
    lead_29(table, "hide 7h")
    play_all(table, LOW_EAST, tricks=7, down="7h")
    assert table.void() == [("void:no-points", "E", 0)]
    assert table.public_audit() == []
