"""The seventh card: which one it is, what it may do while it lies, and how it comes up."""

from __future__ import annotations

from typing import Any

import pytest
from en_table import EVEN, EVEN_TRICKS, Table, hands_of

# E calls seventh: the third card of its second four is the jack of hearts (in EVEN the 7).
HANDS = hands_of(
    E="As Ks 7s 8s 9h 8h Jh 7d",
    N="9s Ts Qs Kh Th Jd 9d Ad",
    W="Js Jc 9c Ac Tc Kc Td Kd",
    S="Ah Qh 7h Qd 8d Qc 8c 7c",
)
E_CALLS = "E bid 16 \n N pass \n S pass \n W pass"


def before_second(hands: dict[str, str] = HANDS, **options: Any) -> Table:
    """E has said `seventh` and the second four are to come."""
    plain: dict[str, Any] = {"single_hand": 0, "double": False, "stop_when_decided": False}
    plain |= {"void_seventh": "off"}
    at = Table(**(plain | options))
    at.four(hands)
    at.do(E_CALLS)
    assert "seventh" in at.legal("E")
    at.do("E seventh")
    assert at.where().startswith("phase deal")
    return at


def table(hands: dict[str, str] = HANDS, **options: Any) -> Table:
    """E has called seventh and is to lead."""
    at = before_second(hands, **options)
    at.four(hands)
    assert at.where() == "phase play, turn E"
    return at


def seventh_of(at: Table, viewer: str | None) -> object:
    return at.view(viewer).facts.get("seventh", "not told")


# Which card it is.


@pytest.mark.parametrize(
    "takes",
    [
        "E take 9h 8h Jh 7d",
        "E take 9h \n E take 8h \n E take Jh \n E take 7d",
        "E take 9h 8h \n E take Jh 7d",
        "E take 9h \n E take 8h Jh \n E take 7d",
        "E take 9h 8h Jh \n E take 7d",
        # The order of the seats does not matter, only that of the caller's own cards.
        "N take Th \n E take 9h \n W take Tc Kc \n E take 8h \n S take 8d Qc 8c 7c \n E take Jh 7d",
        # A refused take is no card.
        "E take 9h \n E take 9h ! card-twice \n E take 2h ! not-in-pack \n E take 8h Jh 7d",
    ],
)
def test_it_is_the_third_card_in_the_order_of_the_takes(takes: str) -> None:
    at = before_second()
    at.do(takes)
    for seat in "NWS":
        left = at.view().wanted[at.match.seating.seat(seat)]
        cards = HANDS[seat].split()[8 - left :]
        if cards:
            at.do(f"{seat} take {' '.join(cards)}")
    assert at.where() == "phase play, turn E"
    assert seventh_of(at, "E") == "Jh"
    assert "play Jh" not in at.legal("E")
    assert len(at.legal("E")) == 7


def test_an_undone_take_is_no_card() -> None:
    at = before_second()
    at.do("E take 9h \n E take Jh \n director undo \n E take 8h Jh 7d \n N take Th Jd 9d Ad")
    at.do("W take Tc Kc Td Kd \n S take 8d Qc 8c 7c")
    assert seventh_of(at, "E") == "Jh"


def test_only_the_callers_own_third_card_counts() -> None:
    at = before_second()
    at.do("N take Th Jd 9d Ad \n W take Tc Kc Td Kd \n S take 8d Qc 8c 7c \n E take 9h 8h 7d Jh")
    assert seventh_of(at, "E") == "7d"


def test_it_is_known_to_the_caller_alone_and_only_once_all_are_dealt() -> None:
    at = before_second()
    at.do("E take 9h 8h Jh 7d")
    assert seventh_of(at, "E") is None
    assert at.view("E").facts["chosen"] is None
    at.do("N take Th Jd 9d Ad \n W take Tc Kc Td Kd \n S take 8d Qc 8c 7c")
    assert seventh_of(at, "E") == "Jh"
    assert at.view("E").facts["chosen"] == "h"
    for viewer in (None, "N", "W", "S"):
        assert seventh_of(at, viewer) == "not told"


def test_the_public_sees_that_a_trump_is_chosen() -> None:
    at = before_second()
    assert at.view().trump.hidden
    at.four(HANDS)
    assert at.view().trump.hidden
    assert at.view().trump.suit is None
    assert at.view().cards == (8, 8, 8, 8)


# While it lies.


def test_it_may_not_be_played() -> None:
    at = table()
    at.do("E play Jh ! hidden-card")
    at.plays("As")
    # Another's hidden card is simply not in one's hand.
    at.do("N play Jh ! not-in-hand")


def test_it_does_not_oblige_the_caller_to_follow() -> None:
    at = led_hearts()
    assert at.legal("E") == {"show", "play As", "play Ks", "play 7s", "play 8s", "play 7d"}
    at.do("E play Jh ! hidden-card \n E play 7d")


def led_hearts() -> Table:
    """S leads a heart, of which E has none but the seventh card."""
    at = table()
    assert at.plays("9h Th Tc 7h")["trick"]["winner"] == "E"
    assert at.plays("8h Kh Kc Ah")["trick"]["winner"] == "S"
    at.plays("Qh")
    assert at.turn() == "E"
    return at


def test_the_caller_shows_it_and_then_has_to_follow_with_it() -> None:
    at = led_hearts()
    answer = at.do("E show")
    assert answer["shown"] == "h"
    assert at.legal("E") == {"play Jh"}
    at.do("E play 7d ! must-follow \n E play Jh")
    assert seventh_of(at, "E") is None


def test_the_caller_who_shows_it_in_another_suit_has_to_trump() -> None:
    # N leads diamonds, of which E has none left.
    at = table(ask="must")
    at.plays("7d Ad Td 8d")
    at.plays("Jd Kd Qd")
    assert at.legal("E") == {"show"}
    at.do("E play Ks ! must-show \n E play Jh ! hidden-card \n E show")
    assert at.legal("E") == {"play 9h", "play 8h", "play Jh"}
    at.do("E play Ks ! must-trump \n E play Jh")
    assert at.view().tricks_done == 2


def test_another_seat_asks_and_it_goes_back_into_the_callers_hand() -> None:
    at = table()
    at.plays("As Qs Js")
    assert at.turn() == "S"
    assert at.do("S show")["shown"] == "h"
    assert at.view("E").hand == at.match.deal.hands[at.match.seating.seat("E")]
    assert at.view().cards == (8, 7, 7, 7)
    # S had the trump shown and has to play one; it wins, and E may then lead or follow with it.
    assert at.plays("7h")["trick"]["winner"] == "S"
    at.plays("Qh")
    assert at.legal("E") == {"play 9h", "play 8h", "play Jh"}


def test_another_asks_while_the_caller_has_yet_to_play_to_the_trick() -> None:
    at = table()
    at.plays("7s Qs Js 8c")  # W wins.
    at.plays("9c 7c")
    assert at.turn() == "E"
    at.plays("7d")
    at.do("N show")
    at.plays("Th")
    assert at.view().cards == (6, 6, 6, 6)


# Its own turn-up, and the last card.


def test_after_trick_the_caller_cannot_show_it() -> None:
    at = table(ask="after-trick")
    at.plays("9h Th")
    at.do("W show ! no-show")
    answer = at.plays("Tc 7h")
    assert answer["shown"] == "h"
    assert answer["trick"]["winner"] == "E"
    # It is the caller's again.
    assert "play Jh" in at.legal("E")


def test_after_trick_the_trump_counts_for_that_trick() -> None:
    at = table(ask="after-trick")
    at.plays("As Qs Js")
    answer = at.plays("7h")
    assert answer["shown"] == "h"
    assert answer["trick"]["winner"] == "S"


@pytest.mark.parametrize("ask", ["optional", "must", "after-trick"])
def test_last_card_when_leading(ask: str) -> None:
    at = table(EVEN, ask=ask)
    for trick in EVEN_TRICKS[:4]:
        at.plays(trick)
    for trick in ("9h Kh Qh 8h", "9c Ac Tc 8c", "7c Kc Qc Jc"):
        at.plays(trick)
    assert at.turn() == "E"
    assert at.legal("E") == {"play 7h"}
    at.do("E show ! no-show")
    answer = at.do("E play 7h")
    assert answer["shown"] == "h"
    # It is on the table and no longer E's.
    assert at.view().seats == ("S", "W", "N", "E")
    assert at.view().cards == (1, 1, 1, 0)
    last = at.plays("Jh Ah Th")
    assert last["trick"]["winner"] == "N"
    assert last["deal"]["result"] in ("made", "failed")
    assert last["deal"]["trump"] == "h"


def follow_with_it(ask: str) -> Table:
    """The eighth trick: N leads a heart and E has the seventh card only."""
    at = table(EVEN, ask=ask)
    for trick in EVEN_TRICKS[:7]:
        at.plays(trick)
    at.plays("Jh Ah Th")
    assert at.turn() == "E"
    return at


@pytest.mark.parametrize("ask", ["optional", "must"])
def test_last_card_when_following(ask: str) -> None:
    at = follow_with_it(ask)
    assert at.legal("E") == {"play 7h", "show"}
    assert at.do("E show")["shown"] == "h"
    assert at.legal("E") == {"play 7h"}
    answer = at.do("E play 7h")
    assert "shown" not in answer
    assert answer["deal"]["trump"] == "h"


@pytest.mark.parametrize("ask", ["optional", "must", "after-trick"])
def test_last_card_played_without_a_show(ask: str) -> None:
    at = follow_with_it(ask)
    if ask == "after-trick":
        assert at.legal("E") == {"play 7h"}
        at.do("E show ! no-show")
    answer = at.do("E play 7h")
    assert answer["shown"] == "h"
    assert answer["trick"]["winner"] == "N"
    assert answer["deal"]["result"] in ("made", "failed")


def test_the_trump_counts_from_the_trick_in_which_the_last_card_is_played() -> None:
    # E has six spades, a diamond and the 7 of hearts under the table.
    hands = hands_of(
        E="Js 9s As Ts Ks 7d 7h Qs",
        N="7s Jh 9h Ah Th Kh Qh 8h",
        W="Jd 9d Ad Td Kd Qd 8d 8s",
        S="Jc 9c Ac Tc Kc Qc 8c 7c",
    )
    at = table(hands)
    for trick in ("Js 7s 8s 7c", "9s Qh 8d 8c", "As Kh Qd Qc", "Ts Th Kd Kc", "Ks Ah Td Tc"):
        at.plays(trick)
    at.plays("Qs 9h Ad Ac")
    assert at.plays("7d Jh 9d 9c")["trick"]["winner"] == "W"
    at.plays("Jd Jc")
    assert at.legal("E") == {"play 7h", "show"}
    assert at.do("E play 7h")["shown"] == "h"
    # The 8 of hearts, played after it, is a trump and higher.
    assert at.do("N play 8h")["trick"] == {"number": 8, "winner": "N", "points": 6}


# A single hand.


def test_a_single_hand_gives_it_back_unshown() -> None:
    at = before_second(single_hand=3)
    at.four(HANDS)
    answer = at.do("E pass \n N single")
    assert "shown" not in answer
    assert at.where() == "phase play, turn N"
    # N leads hearts: W, its opponent, has none; E follows with the card that lay face down.
    at.plays("Th Jc")
    assert at.turn() == "E"
    assert at.legal("E") == {"play 9h", "play 8h", "play Jh"}
    answer = at.do("E play Jh")
    assert answer["deal"]["result"] == "single-failed"
    assert answer["deal"]["trump"] == "none"
    assert answer["deal"]["caller"] == "N"


def test_the_callers_own_single_hand_has_it_again() -> None:
    at = before_second(single_hand=3)
    at.four(HANDS)
    at.do("E single")
    assert "play Jh" in at.legal("E")
    assert len(at.legal("E")) == 8


def test_it_counts_for_the_risk_of_a_single_hand() -> None:
    # With the ace of hearts, its seventh card, E has J 9 A T of two suits: nothing to lose.
    sure = hands_of(
        E="Js 9s As Ts Jh 9h Ah Th",
        N="Ks Qs 8s Kh Qh 8h Jd Jc",
        W="7s 7h 9d Ad Td 9c Ac Tc",
        S="Kd Qd 8d 7d Kc Qc 8c 7c",
    )
    at = before_second(sure, single_hand=3, single_needs_risk=True, void_no_points=False)
    at.four(sure)
    assert at.where() == "phase single, turn E"
    assert at.legal("E") == {"pass"}
    at.do("E single ! no-risk \n E pass")
    assert at.legal("N") == {"pass", "single"}


def test_a_gap_that_only_another_seventh_card_leaves_is_a_risk() -> None:
    risky = hands_of(
        E="Js 9s As Ts Jh 9h Kh Th",
        N="Ks Qs 8s Ah Qh 8h Jd Jc",
        W="7s 7h 9d Ad Td 9c Ac Tc",
        S="Kd Qd 8d 7d Kc Qc 8c 7c",
    )
    at = before_second(risky, single_hand=3, single_needs_risk=True, void_no_points=False)
    at.four(risky)
    assert at.legal("E") == {"pass", "single"}
