"""Lights and screens of a sitting: every light in every state that turns it on or off."""

from __future__ import annotations

from typing import Any

import pytest
from ct_table import STEP_S, Sitting, at_play
from en_table import EVEN, EVEN_TRICKS

from controller.journal.writing import MemoryJournal
from controller.screens.showing import MESSAGES_SHOWN, face_of, screen_of
from controller.session.session import Session
from display import Panel, SeatLine, Status
from engine import Match, Seating, find_game
from hw_mocks.deck import FOB

ONE_SUIT_EACH = {
    "S": "Js 9s As Ts Ks Qs 8s 7s",
    "W": "Jh 9h Ah Th Kh Qh 8h 7h",
    "N": "Jd 9d Ad Td Kd Qd 8d 7d",
    "E": "Jc 9c Ac Tc Kc Qc 8c 7c",
}
NO_VOIDS: dict[str, Any] = {"void_no_points": False, "void_trumpless": False, "void_seventh": "off"}


def to_phase(
    phase: str,
    rules: str,
    trump: str = "mark 2h",
    hands: dict[str, str] | None = None,
    **opts: Any,
) -> Sitting:
    """Go on to a phase: the first to speak bids, everybody else passes everything."""
    table = Sitting(rules, **{**NO_VOIDS, **opts})
    for _ in range(40):
        here = str(table.match.phase)
        if here == phase:
            return table
        if here == "deal":
            table.deal(ONE_SUIT_EACH if hands is None else hands)
        elif here == "trump":
            table.do(f"{table.turn()} {trump}")
        elif here == "bid" and not any(said.startswith("bid") for _, said in said_by(table)):
            table.tap(table.turn(), "raise")
        else:
            table.do(f"{table.turn()} pass")
    raise AssertionError(f"{phase} was never reached, only {table.where()}")


def said_by(table: Sitting) -> list[tuple[int, str]]:
    return [(action.seat, action.text()) for action in table.match.actions()]


def to_play(rules: str, trump: str = "mark 2h", **opts: Any) -> Sitting:
    table = to_phase("play", rules, trump, **opts)
    assert table.match.phase == "play"
    return table


def status(table: Sitting) -> Status:
    return table.face().status


# Status lights.


def test_running_and_nothing_else_before_a_trump_is_chosen() -> None:
    table = Sitting()
    assert status(table) == Status(running=True)
    table.deal(EVEN)
    assert status(table) == Status(running=True)
    table.do("E bid 16\nN pass\nS pass\nW pass")
    assert status(table) == Status(running=True)
    table.do("E mark 2h")
    assert status(table) == Status(hidden=True, running=True)


def test_fault_is_what_the_table_says() -> None:
    table = Sitting()
    assert face_of(table.session, fault=True).status == Status(fault=True, running=True)
    assert screen_of(table.session, ["lights: dark"]).face.status.fault
    assert screen_of(table.session, ["lights: dark"]).faults == ("lights: dark",)


def test_the_trump_is_hidden_through_doubling_dealing_and_play_until_it_is_shown() -> None:
    table = to_phase("double", "bangladesh")
    for phase in ("double", "single", "play"):
        assert status(to_phase(phase, "bangladesh")) == Status(hidden=True, running=True)
    table = to_play("bangladesh")
    table.tap(table.turn(), "Jc")
    assert status(table) == Status(hidden=True, running=True)
    table.do(f"{table.turn()} show")
    assert status(table) == Status(trump="h", running=True)


@pytest.mark.parametrize("suit", "shdc")
def test_each_suit_once_it_is_public(suit: str) -> None:
    table = to_play("nepali", f"mark 3{suit}")
    table.plays("Jc")
    table.do(f"{table.turn()} show")
    assert status(table) == Status(trump=suit, running=True)


@pytest.mark.parametrize(
    ("rules", "marker", "wanted"),
    [
        ("delhi-hostel", "joker", Status(plain=True, running=True)),
        ("delhi-hostel", "2h", Status(trump="h", plain=True, running=True)),
        ("delhi-hostel", "3h", Status(plain=True, running=True)),
        ("delhi-hostel", "3s", Status(plain=True, running=True)),
        ("delhi-hostel", "4s", Status(trump="s", running=True)),
        ("west-bengal", "2d", Status(plain=True, running=True)),
        ("west-bengal", "3d", Status(trump="d", running=True)),
    ],
)
def test_no_trump_and_turned_ranks(rules: str, marker: str, wanted: Status) -> None:
    """Hidden they look all alike."""
    table = to_play(rules, f"mark {marker}", single_hand=0)
    assert status(table) == Status(hidden=True, running=True)
    table.plays("Jh")
    table.do(f"{table.turn()} show")
    assert status(table) == wanted


def test_a_seventh_card_is_hidden_from_the_choice_on() -> None:
    table = to_phase("double", "bangladesh", "seventh")
    assert status(table) == Status(hidden=True, running=True)
    assert dict(table.screen().facts)["trump"] == "hidden"
    table = to_phase("play", "bangladesh", "seventh")
    assert status(table) == Status(hidden=True, running=True)
    assert [line.cards for line in table.screen().seats] == ["8 cards"] * 4
    table.plays("Jc")
    table.do(f"{table.turn()} show")
    assert status(table) == Status(trump="c", running=True)
    assert [line.cards for line in table.screen().seats] == ["8 cards"] * 3 + ["7 cards"]


def test_a_single_hand_has_four_off_and_five_on() -> None:
    table = to_phase("single", "bangladesh")
    assert status(table) == Status(hidden=True, running=True)
    table.do(f"{table.turn()} single")
    assert status(table) == Status(plain=True, running=True)
    assert table.lit() == "E"
    table.plays("Jc")
    assert table.lit() == "N"
    table.plays("7d 7s")  # the partner takes no part
    assert table.lit() == "E"


def test_a_tenny_has_five_on() -> None:
    table = Sitting("lucknow")
    table.deal(ONE_SUIT_EACH)
    assert table.match.phase == "tenny"
    table.do("W tenny")
    assert status(table) == Status(plain=True, running=True)
    assert table.screen().seats[3].open_hand == ("9♣", "10♣", "J♣", "A♣")


@pytest.mark.parametrize(("game", "options"), [("no-call", {}), ("mendikot", {})])
def test_while_no_trump_is_made_yet_five_is_off(game: str, options: dict[str, Any]) -> None:
    table = Sitting(game=game, **options)
    suits = {"S": "s", "W": "h", "N": "d", "E": "c"}
    for ranks in ("AKQJT", "9876", "5432"):
        for seat, suit in suits.items():
            table.do(f"{seat} take {' '.join(rank + suit for rank in ranks)}")
    assert table.match.phase == "play"
    assert status(table) == Status(running=True)
    table.do("E play Ac")
    assert status(table) == Status(running=True)
    table.do("N play 2d")  # the first card that does not follow makes the trump
    assert status(table) == Status(trump="d", running=True)


def test_the_trump_lights_go_out_with_the_action_that_ends_the_deal() -> None:
    table = at_play(stop_when_decided=False)
    for trick in EVEN_TRICKS:
        assert status(table) == Status(hidden=True, running=True)
        table.plays(trick)
    assert len(table.match.deals) == 1
    assert status(table) == Status(running=True)
    table.tap("S", "undo")
    assert status(table) == Status(hidden=True, running=True)


def test_a_shown_trump_goes_out_with_a_void() -> None:
    table = to_play("nepali")
    table.plays("Jc")
    table.do(f"{table.turn()} show")
    table.tap("S", "void")
    assert status(table) == Status(running=True)


# Turn lights.


def test_in_the_deal_every_seat_that_lacks_cards_is_lit() -> None:
    table = Sitting()
    assert table.lit() == "S W N E"
    table.do("W take As Ks Qs")
    assert table.lit() == "S W N E"
    table.do("W take Js")
    assert table.lit() == "S N E"
    table.do("S take Ts 9s 8s 7s\nE take Ac Kc Qc Jc")
    assert table.lit() == "N"


def test_whoever_is_to_act_is_lit_and_nobody_else() -> None:
    table = Sitting()
    table.deal(EVEN)
    assert table.lit() == "E"
    for said, lit in (("E bid 16", "N"), ("N bid 17", "E"), ("E ditto", "N"), ("N pass", "S")):
        table.do(said)
        assert table.lit() == lit
    table.do("S pass\nW pass")
    assert table.lit() == "E"
    table.do("E mark 2h")
    assert table.lit() == "N"


def test_a_seat_that_merely_may_show_a_pair_is_not_lit() -> None:
    """The leader's partner may show its pair between tricks; a light would betray it."""
    hands = {
        "W": "Js 9s Jd 9d 7c 8c 7d 8d",
        "N": "As Ts Ac Tc Kc Qc Jc 9c",
        "E": "Kh Qh Jh Ad Td Kd Qd Ah",
        "S": "7s 8s Ks Qs 9h Th 7h 8h",
    }
    table = to_phase("play", "pagat", "mark 2h", hands)
    table.plays("Js As")
    table.do("E show")
    table.plays("Ad 7s")
    legal = table.match.legal()
    assert "pair" in [action.text() for action in legal[3]]
    assert table.lit() == "W"
    table.do("E pair")
    assert table.lit() == "W"


def test_nobody_is_lit_once_the_match_is_over() -> None:
    table = at_play()
    table.tap("S", "end")
    assert table.lit() == ""


@pytest.mark.parametrize("first", ["S", "W", "N", "E"])
def test_turn_lights_follow_the_order_of_seats(first: str) -> None:
    """A panel's first light is the team's first seat in the order of `seats`."""
    order = "SWNE"["SWNE".index(first) :] + "SWNE"[: "SWNE".index(first)]
    seating = Seating.partners(tuple(order))
    game = find_game("twenty-nine")
    session = Session(Match(game, None, seating, 2), Sitting().session.deck, MemoryJournal())
    face = face_of(session)  # it waits: the dealer, the third seat, is lit
    assert [panel.turn for panel in face.panels] == [(False, True), (False, False)]
    assert screen_of(session).panel_names == seating.teams
    assert seating.teams[0] == ("NS" if first in "NS" else "EW")


# Alert, winner, scores.


def test_alert_and_winner_are_per_team() -> None:
    table = at_play()
    table.match.standing = (-2, 5)
    table.do("N play 9s ! not-your-turn")
    assert table.face().panels == (
        Panel(score=-2, alert=True),
        Panel(score=5, turn=(False, True)),
    )
    table.tap("S", "end")
    assert table.face().panels == (Panel(score=-2), Panel(score=5, winner=True))


def test_every_winner_of_a_shared_match_is_lit() -> None:
    table = at_play()
    table.tap("S", "end")
    assert [panel.winner for panel in table.face().panels] == [True, True]


def test_the_panels_of_twenty_two_are_one_for_each_seat() -> None:
    table = Sitting(game="twenty-two", dealer="1")
    face = table.face()
    assert len(face.panels) == 4
    assert [panel.turn for panel in face.panels] == [(True, False)] * 4
    assert table.screen().panel_names == ("1", "2", "3", "4")


@pytest.mark.parametrize("count", ["points", "kots"])
def test_court_piece_shows_what_is_counted(count: str) -> None:
    """N and S take the first seven tricks straight and had the call: 3 points, and 1 kot."""
    table = Sitting(game="single-sir", dealer="E", count=count)
    suits = {"S": "s", "W": "h", "N": "d", "E": "c"}
    for ranks in ("AKQJT", "9876", "5432"):
        for seat, suit in suits.items():
            table.do(f"{seat} take {' '.join(rank + suit for rank in ranks)}")
        if table.match.phase == "call":
            table.do("N trump d")
    for number, rank in enumerate("AKQJT98", start=1):
        table.plays(f"{rank}d {number + 1}h {number + 1}s {number + 1}c")
    assert table.match.deals[0].code == "kot"
    shown = 3 if count == "points" else 1
    assert [panel.score for panel in table.face().panels] == [shown, 0]


# Screens.


def test_a_screen_in_the_middle_of_a_trick() -> None:
    table = at_play(rules="bangladesh")
    table.plays("Js 9s")
    screen = table.screen()
    assert (screen.title, screen.phase) == ("twenty-nine · deal 1", "playing")
    assert dict(screen.facts) == {
        "trump": "hidden",
        "caller": "E",
        "bid": "16",
        "target": "16",
        "deal value": "1",
        "caller's side needs": "16",
        "others need": "13",
    }
    south, west, north, east = screen.seats
    assert east == SeatLine(
        "E", 1, "7 cards", False, ("caller",), played="J♠", winning=True, said="pass"
    )
    assert north == SeatLine("N", 0, "7 cards", played="9♠", said="pass")
    assert west == SeatLine("W", 1, "8 cards", True, said="pass")
    assert south == SeatLine("S", 0, "8 cards", tags=("dealer",), said="pass")
    assert screen.spoken == len(table.session.messages)
    assert screen.panel_names == ("NS", "EW")


def test_the_tricks_and_the_target_move() -> None:
    table = at_play()
    table.plays(EVEN_TRICKS[0])
    facts = dict(table.screen().facts)
    assert (facts["tricks NS"], facts["tricks EW"]) == ("0", "1")
    assert facts["caller's side needs"] == "11"


def test_the_screen_while_it_waits() -> None:
    table = Sitting(wait=True)
    table.tap("S", "deal")
    table.do("E take Js")
    table.tap("S", "void")
    screen = table.screen()
    assert screen.phase == "waiting for the call deal: E"
    assert screen.title == "twenty-nine · deal 2"
    assert screen.facts == ()
    assert [line.on_turn for line in screen.seats] == [False, False, False, True]
    table.tap("S", "end")
    assert table.screen().phase == "the match is over"
    assert table.screen().title == "twenty-nine · deal 1"


def test_only_the_last_messages_are_on_a_screen_and_all_are_counted() -> None:
    table = Sitting()
    for _ in range(MESSAGES_SHOWN + 5):
        table.session.unknown(0, FOB, table.now)
    screen = table.screen()
    assert len(screen.messages) == MESSAGES_SHOWN
    assert screen.spoken == MESSAGES_SHOWN + 5


def test_a_calls_clock_is_on_the_screen() -> None:
    table = Sitting(game="single-sir")
    for seat, suit in (("E", "s"), ("N", "h"), ("W", "d"), ("S", "c")):
        table.do(f"{seat} take 2{suit} 3{suit} 4{suit} 5{suit} 6{suit}")
    left = table.session.clock.left(table.now + STEP_S)
    assert screen_of(table.session, (), left).facts[0] == ("seconds left", "20")
    assert "seconds left" not in dict(table.screen().facts)
