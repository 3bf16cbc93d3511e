"""Doubling, void deals, the single hand and tenny."""

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
SPADES = hands_of(
    E="Js 9s As Ts Ks Qs 8s 7s",
    N="Jh 9h Ah Th Kh Qh 8h 7h",
    W="Jd 9d Ad Td Kd Qd 8d 7d",
    S="Jc 9c Ac Tc Kc Qc 8c 7c",
)
E_CALLS = "E bid {bid} \n N pass \n S pass \n W pass"


# Doubling.


def doubling(bid: int = 16, *, switches: str = "double redouble set", **options: Any) -> Table:
    """E is the caller and has laid its marker."""
    on = {name: name in switches.split() for name in ("double", "redouble", "set")}
    at = Table(**(on | options))
    at.four(HANDS)
    at.do(E_CALLS.format(bid=bid))
    at.do("E mark 2h")
    return at


COURSES = {
    # N is the first opponent after the caller, S the second.
    "N pass, S pass": 1,
    "N double, E pass, W pass": 2,
    "N pass, S double, E pass, W pass": 2,
    "N double, E redouble, N pass, S pass": 4,
    "N double, E pass, W redouble, N pass, S pass": 4,
    "N pass, S double, E redouble, S pass, N pass": 4,
    "N double, E redouble, N set": 6,
    "N double, E redouble, N pass, S set": 6,
    "N pass, S double, E pass, W redouble, S set": 6,
    "N pass, S double, E redouble, S pass, N set": 6,
}


@pytest.mark.parametrize("course", COURSES)
def test_course_of_doubling(course: str) -> None:
    at = doubling()
    for said in course.split(", "):
        seat, call = said.split()
        assert at.where() == f"phase double, turn {seat}", said
        at.do(f"{seat} {call}")
    assert at.where().startswith("phase deal")
    assert at.view().facts["value"] == COURSES[course]


@pytest.mark.parametrize(
    ("switches", "course", "value"),
    [
        ("", "", 1),
        ("redouble set", "", 1),
        ("double", "N double", 2),
        ("double", "N pass, S double", 2),
        # A set answers a redouble only.
        ("double set", "N double", 2),
        ("double redouble", "N double, E redouble", 4),
        ("double redouble", "N double, E pass, W redouble", 4),
    ],
)
def test_a_step_that_is_off_asks_nothing(switches: str, course: str, value: int) -> None:
    at = doubling(switches=switches)
    for said in filter(None, course.split(", ")):
        at.do(said)
    assert at.where().startswith("phase deal")
    assert at.view().facts["value"] == value


def test_each_step_has_its_own_word() -> None:
    at = doubling()
    assert at.legal("N") == {"double", "pass"}
    at.do(
        "N redouble ! not-now \n N set ! not-now \n N single ! not-now \n S double ! not-your-turn"
    )
    at.do("N double")
    assert at.legal("E") == {"redouble", "pass"}
    at.do("E double ! not-now \n N redouble ! not-your-turn \n W redouble ! not-your-turn")
    at.do("E redouble")
    assert at.legal("N") == {"set", "pass"}
    at.do("N redouble ! not-now \n S set ! not-your-turn \n N set")


@pytest.mark.parametrize(
    ("bid", "course", "value"),
    [
        (20, "N pass, S pass", 1),
        (20, "N double, E redouble, N pass, S pass", 4),
        (21, "N pass, S pass", 2),
        (21, "N double", 4),
        (25, "N pass, S double", 4),
    ],
)
def test_auto_double(bid: int, course: str, value: int) -> None:
    at = doubling(bid, auto_double_from=21)
    assert at.view().facts["value"] == (2 if bid >= 21 else 1)
    for said in course.split(", "):
        at.do(said)
    assert at.where().startswith("phase deal")
    assert at.view().facts["value"] == value


def test_auto_double_without_doubling() -> None:
    at = doubling(21, switches="", auto_double_from=21)
    assert at.view().facts["value"] == 2


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_first_to_be_asked_is_the_next_in_playing_direction(direction: str) -> None:
    at = Table("pagat", double=True, direction=direction)
    at.four(HANDS)
    first = at.turn()
    at.do(f"{first} bid 16")
    while at.where().startswith("phase bid"):
        at.do(f"{at.turn()} pass")
    at.do(f"{first} mark 2h")
    assert (first, at.turn()) == (("W", "N") if direction == "clockwise" else ("E", "N"))


# Void deals.


def voids(hands: dict[str, str], trump: str = "mark 2h", **options: Any) -> Table:
    """Everything up to the first lead, or to where the deal ends; E calls."""
    off: dict[str, Any] = {
        "void_no_points": False,
        "void_seventh": "off",
        "void_trumpless": False,
        "single_hand": 0,
    }
    at = Table(**(off | options))
    at.to_play(hands, E_CALLS.format(bid=16), trump)
    return at


def without_points(seat: str) -> dict[str, str]:
    """Hands in which one seat's first four are worth nothing."""
    plain = hands_of(
        E="8s 7s Ks Qs 9s Js As Ts",
        N="Jh 9h Ah 8h Jc 9c Ac 8c",
        W="Jd 9d Ad Td 7d 8d Kd Qd",
        S="Tc Th Kc Qc 7c 7h Kh Qh",
    )
    hands = dict(plain)
    hands["E"], hands[seat] = hands[seat], hands["E"]
    return hands


@pytest.mark.parametrize(("seat", "void"), [("E", True), ("N", True), ("W", False), ("S", False)])
def test_no_points_in_the_first_four_of_p1_or_p2(seat: str, void: bool) -> None:
    at = Table(void_no_points=True)
    answer = at.four(without_points(seat))
    if void:
        deal = answer["deal"]
        assert deal["result"] == "void:no-points"
        assert [deal[key] for key in ("caller", "bid", "target", "value", "trump")] == [None] * 5
        assert deal["change"] == deal["points"] == deal["tricks"] == {"NS": 0, "EW": 0}
        assert at.view().dealer == at.match.seating.seat("E")
        assert at.match.scores == (0, 0)
    else:
        assert "deal" not in answer
        assert at.where() == "phase bid, turn E"


def test_no_points_is_not_looked_at_when_off_or_for_the_second_four() -> None:
    assert Table(void_no_points=False).four(without_points("E")).get("deal") is None
    late = hands_of(
        E="9s Js As Ts 8s 7s Ks Qs",
        N="Jh 9h Ah 8h Jc 9c Ac 8c",
        W="Jd 9d Ad Td 7d 8d Kd Qd",
        S="Tc Th Kc Qc 7c 7h Kh Qh",
    )
    assert voids(late, void_no_points=True).where() == "phase play, turn E"


# E's third card of the second four is the king of diamonds; with it 7, 8 and queen.
@pytest.mark.parametrize(
    ("option", "void"), [("off", False), ("point-trump", True), ("point-card", False)]
)
def test_poor_seventh(option: str, void: bool) -> None:
    at = voids(HANDS, "seventh", void_seventh=option)
    assert bool(at.match.deals) is void
    if void:
        assert at.last_deal()["result"] == "void:seventh"
        assert at.last_deal()["trump"] == "d"
        assert at.last_deal()["bid"] == 16


NOTHING_BUT_THE_SEVENTH = hands_of(
    E="Ks Qs 8s 7s Qd 8d Jd 7d",
    N="Jh 9h Ah 8h Jc 9c Ac 8c",
    W="7h Th Kh Qh As Ts Ad Td",
    S="9s Js 9d Kd Tc Kc Qc 7c",
)


@pytest.mark.parametrize(
    ("option", "void"), [("off", False), ("point-trump", True), ("point-card", True)]
)
def test_poor_seventh_does_not_count_the_seventh_itself(option: str, void: bool) -> None:
    at = voids(NOTHING_BUT_THE_SEVENTH, "seventh", void_seventh=option)
    assert bool(at.match.deals) is void


@pytest.mark.parametrize("option", ["point-trump", "point-card"])
def test_poor_seventh_is_for_a_seventh_card_only(option: str) -> None:
    at = voids(NOTHING_BUT_THE_SEVENTH, "mark 2d", void_seventh=option)
    assert at.where() == "phase play, turn E"


def test_rich_seventh() -> None:
    # The nine of trumps beside the seventh card is enough, a ten of another suit is not.
    rich = NOTHING_BUT_THE_SEVENTH | {
        "E": "Ks Qs 8s 7s 9d 8d Jd 7d",
        "S": "9s Js Qd Kd Tc Kc Qc 7c",
    }
    assert voids(rich, "seventh", void_seventh="point-trump").where() == "phase play, turn E"
    other = NOTHING_BUT_THE_SEVENTH | {
        "E": "Ts Qs 8s 7s Qd 8d Jd 7d",
        "W": "7h Th Kh Qh As Ks Ad Td",
    }
    assert voids(other, "seventh", void_seventh="point-trump").match.deals
    assert not voids(other, "seventh", void_seventh="point-card").match.deals


@pytest.mark.parametrize(
    ("swap", "void"),
    # Cards of trump (diamonds) that S gets for clubs and gives to E or W.
    [("", True), ("7d 7c", True), ("8d 7c", False), ("Kd 7c", False), ("Jd 7c", False)],
)
def test_trumpless(swap: str, void: bool) -> None:
    hands = dict(HANDS)
    if swap:
        trump, club = swap.split()
        other = "E" if trump in hands["E"] else "W"
        hands[other] = hands[other].replace(trump, club)
        hands["S"] = hands["S"].replace(club, trump)
    at = voids(hands, "mark 2d", void_trumpless=True)
    assert bool(at.match.deals) is void
    if void:
        assert at.last_deal()["result"] == "void:trumpless"
        assert at.last_deal()["trump"] == "d"


def test_trumpless_looks_at_both_opponents_together_and_not_at_the_partner() -> None:
    hands = dict(HANDS)
    hands["E"] = hands["E"].replace("7d", "8c").replace("8d", "7c")
    hands["N"] = hands["N"].replace("8c", "7d")
    hands["S"] = hands["S"].replace("7c", "8d")
    assert voids(hands, "mark 2d", void_trumpless=True).where() == "phase play, turn E"


def test_trumpless_not_with_no_trump() -> None:
    at = voids(HANDS, "mark joker", void_trumpless=True, no_trump=True)
    assert at.where() == "phase play, turn E"
    off = voids(HANDS, "mark 2d", void_trumpless=False)
    assert off.where() == "phase play, turn E"


def test_trumpless_counts_for_a_seventh_card() -> None:
    at = voids(HANDS, "seventh", void_trumpless=True)
    assert at.last_deal()["result"] == "void:trumpless"


def test_seventh_is_looked_at_before_trumpless() -> None:
    at = voids(HANDS, "seventh", void_trumpless=True, void_seventh="point-trump")
    assert at.last_deal()["result"] == "void:seventh"


def test_voids_come_before_the_single_hand() -> None:
    at = voids(HANDS, "mark 2d", void_trumpless=True, single_hand=3)
    assert at.last_deal()["result"] == "void:trumpless"


def test_a_void_changes_no_score_and_passes_the_deal_on() -> None:
    at = voids(HANDS, "mark 2d", void_trumpless=True)
    assert at.match.scores == (0, 0)
    assert at.view().dealer == at.match.seating.seat("E")
    last = at.view().last_deal
    assert last is not None
    assert last["trump"] is None


# Single hand.


def singles(hands: dict[str, str] = HANDS, **options: Any) -> Table:
    """The round of the single hand begins; E is the caller."""
    plain: dict[str, Any] = {"void_trumpless": False, "single_hand": 3, "double": False}
    at = Table(**(plain | options))
    at.four(hands)
    at.do(E_CALLS.format(bid=16))
    at.do("E mark 2h")
    at.four(hands)
    return at


def test_each_seat_is_asked_from_p1() -> None:
    at = singles()
    for seat in "ENWS":
        assert at.where() == f"phase single, turn {seat}"
        assert at.legal(seat) == {"single", "pass"}
        at.do(f"{seat} pass")
    assert at.where() == "phase play, turn E"


def test_the_first_single_ends_the_round_and_leads() -> None:
    at = singles()
    at.do("E pass \n N pass \n S single ! not-your-turn \n W single")
    assert at.where() == "phase play, turn W"
    assert at.view().facts["alone"] == at.match.seating.seat("W")
    assert at.view().facts["bid"] is None


def test_three_cards_a_trick_without_the_partner() -> None:
    at = singles(SPADES)
    at.do("E single")
    at.plays("Js")
    assert at.turn() == "N"
    at.plays("7h")
    assert at.turn() == "S"
    at.do("W play 7d ! not-your-turn \n W show ! not-now")
    assert at.plays("7c")["trick"] == {"number": 1, "winner": "E", "points": 3}
    assert at.view().cards == (7, 8, 7, 7)


def test_single_made() -> None:
    at = singles(SPADES, last_trick_bonus=1)
    at.do("E single")
    for spade, heart, club in zip("J9ATKQ87", "78QKTA9J", "78QKTA9J", strict=True):
        answer = at.plays(f"{spade}s {heart}h {club}c")
    assert answer["deal"] == {
        "dealer": "S",
        "result": "single-made",
        "caller": "E",
        "bid": None,
        "target": None,
        "value": 3,
        "trump": "none",
        "points": {"NS": 0, "EW": 22},
        "tricks": {"NS": 0, "EW": 8},
        "change": {"NS": 0, "EW": 3},
    }


def test_single_failed_at_the_first_trick_lost() -> None:
    at = singles()
    at.do("E pass \n N single")
    assert at.plays("Jh 7h 7d")["trick"]["winner"] == "N"
    assert at.plays("9h Th 8d")["trick"]["winner"] == "N"
    answer = at.plays("8h Qh Kd")
    assert answer["trick"]["winner"] == "W"
    assert answer["deal"]["result"] == "single-failed"
    assert answer["deal"]["change"] == {"NS": -3, "EW": 0}
    assert answer["deal"]["tricks"] == {"NS": 2, "EW": 1}
    assert answer["deal"]["caller"] == "N"


def test_single_has_no_trump_and_normal_ranks() -> None:
    at = singles(reverse="off")
    at.do("E single")
    # S, an opponent, has the jack; hearts, marked before, are no trumps.
    answer = at.plays("As Jh 7s")
    assert answer["trick"]["winner"] == "E"
    at.do("E pair ! not-now")


def test_single_after_a_reversing_marker_has_normal_ranks() -> None:
    at = Table(void_trumpless=False, single_hand=3, double=False, reverse="no-trump")
    at.to_play(HANDS, E_CALLS.format(bid=16), "mark 2h", alone="N")
    assert at.plays("Jh 7h 7d")["trick"]["winner"] == "N"


def test_doubles_do_not_count_for_a_single_hand() -> None:
    at = Table(void_trumpless=False, single_hand=3)
    at.four(HANDS)
    at.do(E_CALLS.format(bid=16))
    at.do("E mark 2h \n N double \n E pass \n W pass")
    at.four(HANDS)
    at.do("E single")
    at.plays("Ks Jh")
    assert at.plays("Js")["deal"]["change"] == {"NS": 0, "EW": -3}


def test_single_follows_suit_and_is_never_unshown() -> None:
    at = singles()
    at.do("E single")
    at.plays("As Jh")
    at.do("S play 7c ! must-follow \n S show ! not-now")


def test_no_must_show_in_a_single_hand() -> None:
    at = singles(ask="must")
    at.do("E single")
    at.plays("As")
    assert "show" not in at.legal("N")
    at.plays("8c")


@pytest.mark.parametrize("partner", ["open", "closed"])
def test_the_partner_lays_its_hand_down(partner: str) -> None:
    at = singles(single_partner=partner)
    assert at.view().laid_open == (0, 0, 0, 0)
    at.do("E single")
    west = at.match.seating.seat("W")
    laid = at.view("N").laid_open
    assert laid[west] == (at.match.deal.hands[west] if partner == "open" else 0)
    assert sum(laid) == laid[west]


@pytest.mark.parametrize(
    ("hand", "sure"),
    [
        ("Js 9s As Ts Ks Qs 8s 7s", True),
        ("Js 9s As Ts Ks Qs 8s Jh", True),
        ("Js Jh Jd Jc 9s 9h 9d 9c", True),
        ("Js 9s As Jh 9h Ah Jd Jc", True),
        ("Js 9s As Ts Ks Qs 8s 7h", False),
        ("Js 9s As Ks Jh 9h Jd Jc", False),
        ("9s As Ts Ks Qs 8s 7s Jh", False),
    ],
)
def test_a_hand_without_risk_may_not_be_called_single(hand: str, sure: bool) -> None:
    rest = [f"{rank}{suit}" for suit in "shdc" for rank in "J9ATKQ87"]
    left = [card for card in rest if card not in hand.split()]
    hands = {"E": hand}
    hands |= {seat: " ".join(left[8 * n : 8 * n + 8]) for n, seat in enumerate("NWS")}
    for needs_risk in (True, False):
        at = singles(hands_of(**hands), single_needs_risk=needs_risk, void_no_points=False)
        refused = needs_risk and sure
        assert at.legal("E") == ({"pass"} if refused else {"pass", "single"})
        at.do("E single ! no-risk" if refused else "E single")


def test_no_single_round_where_it_is_off() -> None:
    assert singles(single_hand=0).where() == "phase play, turn E"


# Tenny, by the rules of Lucknow: clockwise, so W is P1.


def tenny(value: int = 4) -> Table:
    at = Table("lucknow", tenny=value)
    at.four(SPADES)
    return at


def test_tenny_is_asked_from_p1_before_the_bidding() -> None:
    at = tenny()
    for seat in "WNES":
        assert at.where() == f"phase tenny, turn {seat}"
        assert at.legal(seat) == {"tenny", "pass"}
        at.do(f"{seat} single ! not-now \n {seat} pass")
    assert at.where() == "phase bid, turn W"


def test_tenny_made() -> None:
    at = tenny()
    at.do("W pass \n N pass \n E tenny")
    assert at.where() == "phase play, turn E"
    west = at.match.seating.seat("W")
    assert at.view().laid_open[west] == at.match.deal.hands[west] != 0
    for trick in ("Js Tc Th", "9s Ac Ah", "As 9c 9h"):
        assert at.plays(trick)["trick"]["winner"] == "E"
    answer = at.plays("Ts Jc Jh")
    assert answer["deal"]["result"] == "tenny-made"
    assert answer["deal"]["tricks"] == {"NS": 0, "EW": 4}
    assert answer["deal"]["change"] == {"NS": 0, "EW": 4}
    assert answer["deal"]["value"] == 4
    assert (answer["deal"]["bid"], answer["deal"]["trump"]) == (None, "none")


def test_tenny_failed() -> None:
    at = Table("lucknow", tenny=7)
    at.four(HANDS)
    at.do("W tenny")
    answer = at.plays("7h Ah 8s")
    assert answer["deal"]["result"] == "tenny-failed"
    assert answer["deal"]["change"] == {"NS": 0, "EW": -7}
    assert answer["deal"]["points"] == {"NS": 1, "EW": 0}


def test_tenny_off() -> None:
    assert tenny(0).where() == "phase bid, turn W"
    tenny(0).do("W tenny ! not-now")
