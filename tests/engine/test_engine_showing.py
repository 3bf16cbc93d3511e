"""Showing the trump: who may or must ask, markers, turned ranks, and from when it counts."""

from __future__ import annotations

from typing import Any

import pytest
from en_table import EVEN, EVEN_TRICKS, Table, hands_of

from engine.cards import parse_card
from engine.twenty_nine import TwentyNineRules
from engine.twenty_nine.markers import trump_of_marker

# E has no hearts and no clubs, N neither spades nor diamonds, W no spades and no clubs.
HANDS = hands_of(
    E="As Ks Qs Ts 7d 8d Kd Qd",
    N="Jh 9h Ah 8h Jc 9c Ac 8c",
    W="7h Th Kh Qh Jd 9d Ad Td",
    S="8s 7s 9s Js Tc Kc Qc 7c",
)
# S has neither diamonds nor hearts.
NO_DIAMONDS = hands_of(
    E="Jd Td 9s Ts 7h 8h Jc 7c",
    N="9d Ad Js As 9h Jh 9c 8c",
    W="8d 7d Qd Kd Th Ah Kh Qh",
    S="7s 8s Ks Qs Tc Kc Qc Ac",
)
E_CALLS = "E bid 16 \n N pass \n S pass \n W pass"


def table(trump: str = "mark 2h", hands: dict[str, str] = HANDS, **options: Any) -> Table:
    """E is the caller at 16 and to lead."""
    plain: dict[str, Any] = {"single_hand": 0, "void_trumpless": False, "void_seventh": "off"}
    made = Table(**(plain | options))
    made.to_play(hands, E_CALLS, trump)
    assert made.where() == "phase play, turn E"
    return made


def test_jack_of_trumps_shown_wins() -> None:
    answer = table().plays("As show Jh 7h 8s")
    assert answer["trick"] == {"number": 1, "winner": "N", "points": 4}


def test_jack_of_trumps_not_shown_does_not() -> None:
    answer = table().plays("As Jh 7h 8s")
    assert answer["trick"] == {"number": 1, "winner": "E", "points": 4}


def test_cards_played_before_the_showing_count_as_trumps_too() -> None:
    # N plays the jack of hearts plainly; W, behind it, has the trump shown.
    answer = table(asker_must_trump=False).plays("As Jh show Jd 8s")
    assert answer["trick"]["winner"] == "N"


def test_shown_is_answered_to_the_one_who_asks() -> None:
    at = table()
    at.plays("As")
    assert at.do("N show")["shown"] == "h"


@pytest.mark.parametrize(
    ("option", "marker", "winner"),
    [("no-trump", "2c", "W"), ("no-trump", "2h", "W"), ("suit", "3s", "W"), ("suit", "3c", "W")],
)
def test_reversed_no_trump(option: str, marker: str, winner: str) -> None:
    at = table(f"mark {marker}", NO_DIAMONDS, reverse=option)
    at.plays("Jd 9d 8d")
    assert at.do("S show") == {
        "line": 1,
        "seat": "S",
        "do": "show",
        "ok": True,
        "shown": "none",
        "reversed": True,
    }
    assert at.plays("7s")["trick"] == {"number": 1, "winner": winner, "points": 5}


def test_ranks_are_turned_in_later_tricks_too() -> None:
    at = table("mark 2c", NO_DIAMONDS, reverse="no-trump")
    at.plays("Jd 9d 8d show 7s")
    # W leads the 7, now the highest, and the king of its own suit is lower.
    assert at.plays("7d 8s Td Ad")["trick"]["winner"] == "W"


def test_ranks_are_not_turned_before_the_showing() -> None:
    answer = table("mark 2c", NO_DIAMONDS, reverse="no-trump").plays("Jd 9d 8d 7s")
    assert answer["trick"]["winner"] == "E"


def test_reversed_suit_turns_the_trump_suit_too() -> None:
    at = table("mark 2h", reverse="suit")
    at.plays("As")
    assert at.do("N show") | {"line": 0} == {
        "line": 0,
        "seat": "N",
        "do": "show",
        "ok": True,
        "shown": "h",
        "reversed": True,
    }
    # 7 of trump beats its jack.
    assert at.plays("Jh 7h 8s")["trick"]["winner"] == "W"


def test_reversed_suit_turns_the_plain_suits() -> None:
    at = table("mark 2c", NO_DIAMONDS, reverse="suit", asker_must_trump=False)
    assert at.plays("Jd 9d 8d show 7s")["trick"]["winner"] == "W"


@pytest.mark.parametrize("marker", ["3d", "3h", "joker"])
def test_plain_no_trump(marker: str) -> None:
    at = table(f"mark {marker}", NO_DIAMONDS, reverse="suit", no_trump=True)
    at.plays("Jd 9d 8d")
    answer = at.do("S show")
    assert answer["shown"] == "none"
    assert "reversed" not in answer
    assert at.plays("7s")["trick"]["winner"] == "E"


# Markers, row by row: 2 3 4 5 of s, h, d, c and the joker, by `reverse` (and no trump on).
MARKERS = {
    "off": "s s s s  h h h h  d d d d  c c c c  none",
    "no-trump": ("reverse s s s  reverse h h h  reverse d d d  reverse c c c  none"),
    "suit": (
        "s-reverse reverse s s  h-reverse none h h  d-reverse none d d  c-reverse reverse c c  none"
    ),
}


@pytest.mark.parametrize("reverse", MARKERS)
def test_markers(reverse: str) -> None:
    rules = TwentyNineRules.preset("pagat").with_options({"reverse": reverse, "no_trump": True})
    names = [f"{rank}{suit}" for suit in "shdc" for rank in "2345"] + ["joker"]
    for name, word in zip(names, MARKERS[reverse].split(), strict=True):
        trump = trump_of_marker(parse_card(name), rules)
        assert trump is not None
        assert trump.word == word, name


@pytest.mark.parametrize("reverse", MARKERS)
@pytest.mark.parametrize("no_trump", [True, False])
def test_markers_that_may_be_laid(reverse: str, no_trump: bool) -> None:
    at = Table("nepali", reverse=reverse, no_trump=no_trump)
    at.four(HANDS)
    at.do("E bid 16 \n N pass \n W pass \n S pass")
    markers = {f"mark {rank}{suit}" for suit in "shdc" for rank in "2345"}
    assert at.legal("E") == markers | ({"mark joker"} if no_trump else set())
    at.do("E mark 6s ! bad-mark \n E mark 7h ! bad-mark \n E mark As ! bad-mark")
    at.do("E seventh ! not-now")
    if not no_trump:
        at.do("E mark joker ! bad-mark")


# Who may ask.


def test_nobody_shows_when_leading_or_able_to_follow() -> None:
    at = table()
    at.do("E show ! no-show \n N show ! not-your-turn")
    at.plays("7d")  # N cannot follow, W can.
    assert "show" in at.legal("N")
    at.plays("8c")
    at.do("W show ! no-show")


def test_caller_asks_on_the_same_terms() -> None:
    at = table("mark 2s")
    at.plays("7d Ac Td 8s")  # W wins.
    at.plays("Th 7s")
    assert at.turn() == "E"
    at.do("E show")
    assert at.plays("Ts Jh")["trick"]["winner"] == "E"


def test_optional_may_show_or_play_any_card() -> None:
    at = table()
    at.plays("As")
    assert at.legal("N") == {"show"} | {f"play {card}" for card in HANDS["N"].split()}


def test_must_show_before_playing() -> None:
    at = table(ask="must")
    at.plays("As")
    assert at.legal("N") == {"show"}
    at.do("N play Jh ! must-show \n N play 8c ! must-show \n N play As ! already-played")
    at.do("N play Ks ! not-in-hand \n N show")
    at.do("N show ! not-now")


def test_after_trick_nobody_can_ask_and_it_turns_up_by_itself() -> None:
    at = table(ask="after-trick")
    at.plays("As")
    at.do("N show ! no-show")
    at.plays("8h 7h")
    answer = at.plays("Js")
    assert answer["shown"] == "h"
    # The trump counts for that trick: 8 of hearts over 7.
    assert answer["trick"] == {"number": 1, "winner": "N", "points": 4}
    at.plays("8c")
    at.do("W show ! not-now")


def test_after_trick_waits_for_the_first_trick_in_which_someone_does_not_follow() -> None:
    at = table(hands=EVEN, ask="after-trick", stop_when_decided=False)
    answers = [at.plays(trick) for trick in EVEN_TRICKS]
    # All followed to the end: the trump was never shown.
    assert not any("shown" in answer for answer in answers)
    assert answers[-1]["deal"]["result"] == "void:unshown"


def test_asker_must_trump() -> None:
    at = table()
    at.plays("As show")
    assert at.legal("N") == {"play Jh", "play 9h", "play Ah", "play 8h"}
    at.do("N play 8c ! must-trump \n N play Jc ! must-trump \n N play 8h")
    # Only the one who asked is bound.
    assert "play Jd" in at.legal("W")


def test_asker_need_not_trump_where_the_rules_do_not_say_so() -> None:
    at = table(asker_must_trump=False)
    at.plays("As show")
    assert at.legal("N") == {f"play {card}" for card in HANDS["N"].split()}


def test_asker_without_trumps_is_free() -> None:
    at = table("mark 2d")
    at.plays("As show")
    assert at.legal("N") == {f"play {card}" for card in HANDS["N"].split()}


def test_asker_is_bound_in_that_trick_only() -> None:
    at = table()
    at.plays("As show 8h 7h 8s")
    at.plays("Jc Td Qc 7d")
    assert at.plays("9c Ad 7c 8d")["trick"]["winner"] == "N"


def test_no_duty_to_trump_without_a_trump_suit() -> None:
    at = table("mark joker", no_trump=True)
    at.plays("As show")
    assert at.legal("N") == {f"play {card}" for card in HANDS["N"].split()}


def test_follow_suit() -> None:
    at = table()
    at.plays("As 8h 7h")
    assert at.legal("S") == {"play 8s", "play 7s", "play 9s", "play Js"}
    at.do("S play Tc ! must-follow")


@pytest.mark.parametrize("marker", ["3h", "joker"])
def test_unshown_trump_voids_the_deal(marker: str) -> None:
    at = table(f"mark {marker}", EVEN, no_trump=True)
    deal = [at.plays(trick) for trick in EVEN_TRICKS][-1]["deal"]
    assert deal["result"] == "void:unshown"
    assert deal["trump"] == ("h" if marker == "3h" else "none")
    assert deal["change"] == {"NS": 0, "EW": 0}
    assert sum(deal["tricks"].values()) == 8
    assert sum(deal["points"].values()) == 28
    # What leaves the table does not tell the trump that nobody saw.
    last = at.view().last_deal
    assert last is not None
    assert last["trump"] is None


def test_the_trump_can_still_be_shown_in_the_eighth_trick() -> None:
    hands = hands_of(
        E="Js 9s As Ts Ks Qs 8s 7h",
        N="7s Jh 9h Ah Th Kh Qh 8h",
        W="Jd 9d Ad Td Kd Qd 8d 7d",
        S="Jc 9c Ac Tc Kc Qc 8c 7c",
    )
    at = table("mark 5d", hands, stop_when_decided=False)
    for cards in ("Js 7s 8d 7c", "9s 8h 7d 8c", "As Qh Qd Qc", "Ts Kh Kd Kc", "Ks Th Td Tc"):
        at.plays(cards)
    at.plays("Qs Ah Ad Ac")
    at.plays("8s 9h 9d 9c")
    at.plays("7h Jh show")
    answer = at.plays("Jd Jc")
    assert answer["trick"] == {"number": 8, "winner": "W", "points": 9}
    assert answer["deal"]["result"] == "made"
