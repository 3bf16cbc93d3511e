"""What everybody may know of a deal of Twenty-Nine, and what only a seat itself may."""

from __future__ import annotations

from typing import Any

import pytest
from en_table import Table, hands_of

from engine.cards import mask_of, parse_card
from engine.deal import TrumpView

HANDS = hands_of(
    E="As Ks Qs Ts 7d 8d Kd Qd",
    N="Jh 9h Ah 8h Jc 9c Ac 8c",
    W="7h Th Kh Qh Jd 9d Ad Td",
    S="8s 7s 9s Js Tc Kc Qc 7c",
)
E_CALLS = "E bid 17 \n N pass \n S pass \n W pass"


def table(trump: str = "mark 3h", alone: str = "", **options: Any) -> Table:
    plain: dict[str, Any] = {"single_hand": 3, "double": False, "void_trumpless": False}
    at = Table(**(plain | {"void_seventh": "off"} | options))
    at.to_play(HANDS, E_CALLS, trump, alone)
    return at


def test_a_seat_sees_its_own_hand_and_everybody_none() -> None:
    at = table()
    for seat, cards in HANDS.items():
        assert at.view(seat).hand == mask_of(map(parse_card, cards.split()))
    assert at.view().hand is None
    assert at.view("E").viewer == at.match.seating.seat("E")


def test_calls_are_told_but_not_the_marker() -> None:
    at = table()
    names = at.match.seating.names
    said = [f"{names[seat]} {call}" for seat, call in at.view().said]
    assert said[:6] == ["E bid 17", "N pass", "S pass", "W pass", "E mark", "E pass"]
    assert at.view("E").said == at.view().said
    at.plays("As")
    at.do("N show")
    assert at.view().said[-1] == (names.index("N"), "show")


def test_the_marker_is_known_to_the_caller_alone() -> None:
    at = table()
    facts = at.view("E").facts
    assert (facts["marker"], facts["chosen"], facts["seventh"]) == ("3h", "h", None)
    for viewer in (None, "N", "W", "S"):
        assert not {"marker", "chosen", "seventh"} & set(at.view(viewer).facts)


def test_what_each_side_needs_is_told_from_the_trump_choice_on() -> None:
    at = Table(double=False, single_hand=0, void_trumpless=False)
    at.four(HANDS)
    at.do("E bid 17")
    facts = at.view().facts
    assert (facts["standing"], facts["holder"]) == (17, at.match.seating.seat("E"))
    at.do("N pass \n S pass \n W pass")
    assert at.view().facts["target"] == 17
    assert "needs" not in at.view().facts
    at.do("E mark 3h")
    assert (at.view().facts["needs"], at.view().facts["breaks"]) == (17, 12)
    at.four(HANDS)
    at.plays("As 8c Td 8s")  # E wins two points.
    assert (at.view().facts["needs"], at.view().facts["breaks"]) == (15, 12)


def test_the_bonus_counts_in_what_breaks_a_bid() -> None:
    at = table(last_trick_bonus=1)
    assert at.view().facts["breaks"] == 29 - 17 + 1


@pytest.mark.parametrize(
    ("trump", "shown"),
    [
        ("mark 3h", TrumpView(suit="h")),
        ("mark 2h", TrumpView(suit="h", turned=True)),
        ("mark 3d", TrumpView(none=True)),
        ("mark 3s", TrumpView(none=True, turned=True)),
        ("mark joker", TrumpView(none=True)),
        ("seventh", TrumpView(suit="d")),
    ],
)
def test_trump_is_hidden_and_then_shown(trump: str, shown: TrumpView) -> None:
    reverse = "suit" if trump in ("mark 2h", "mark 3d", "mark 3s") else "off"
    at = table(trump, reverse=reverse, no_trump=True)
    assert at.view().trump == TrumpView(hidden=True)
    at.plays("As")
    at.do("N show")
    assert at.view().trump == shown
    at.do("director void")
    assert at.view().trump == TrumpView()


def test_no_trump_in_a_single_hand_is_no_secret() -> None:
    at = table(alone="W")
    assert at.view().trump == TrumpView(none=True)
    assert at.view().facts["alone"] == at.match.seating.seat("W")
    assert at.view().facts["alone_call"] == "single"


def test_nothing_is_lit_once_the_match_is_over() -> None:
    at = table()
    at.do("director end")
    view = at.view()
    assert (view.trump, view.actors, view.winner) == (TrumpView(), (), (0, 1))
    assert view.phase == "over"


def test_a_trick_as_it_lies() -> None:
    at = table()
    at.plays("As Jh")
    view = at.view()
    names = [view.seats[seat] for seat in view.trick.seats]
    assert names == ["E", "N"]
    assert view.winning == at.match.seating.seat("E")
    at.do("W show")
    # Cards laid before the showing count as trumps, too.
    assert at.view().winning == at.match.seating.seat("N")
    assert view.cards == (8, 8, 7, 7)
    at.plays("Th 8s")
    assert at.view().trick.cards == ()
    assert len(at.view().last_trick.cards) == 4
    assert at.view().winning is None


def test_cards_that_still_lie_there_are_stale_until_the_next_tricks_second_card() -> None:
    at = table()
    at.plays("As Jh")
    deal = at.match.deal
    assert deal.is_stale(parse_card("As"))
    assert not deal.is_stale(parse_card("7h"))
    at.plays("7h 8s Ks")
    assert deal.is_stale(parse_card("As"))
    at.plays("8c")
    assert not deal.is_stale(parse_card("As"))
    assert deal.is_stale(parse_card("Ks"))
