"""The director: undo, void and end; and the end of a match by agreement."""

from __future__ import annotations

from typing import Any

import pytest
from en_random import state_of
from en_table import Table, hands_of

from engine.actions import Action, Verb
from engine.rulings import Code, Ruling
from engine.seating import DIRECTOR

HANDS = hands_of(
    E="Js 9s As Ts Ks Qs 7c 7h",
    N="Jh 9h Ah Th Kh Qh 8h 7s",
    W="Jd 9d Ad Td Kd Qd 8d 7d",
    S="Jc 9c Ac Tc Kc Qc 8c 8s",
)
E_CALLS = "E bid 16 \n N pass \n S pass \n W pass"


def one_from_the_end(**options: Any) -> Table:
    """The next card, 8s by S, makes the bid of E and ends the deal: spades are trumps."""
    plain: dict[str, Any] = {"single_hand": 0, "pair": "off", "void_trumpless": False}
    at = Table(**(plain | options))
    at.to_play(HANDS, E_CALLS, "mark 2s")
    at.plays("Js 7s Jd 8s")
    at.plays("9s show Jh 9d")
    return at


def test_undo_takes_back_the_last_accepted_action() -> None:
    at = Table()
    at.do("E take Js 9s")
    before = state_of(at.match)
    at.do("N take Jh \n N take Jh ! card-twice")
    assert at.do("director undo") | {"line": 0} == {
        "line": 0,
        "seat": "director",
        "do": "undo",
        "ok": True,
    }
    assert state_of(at.match) == before


def test_several_undos_go_further_back() -> None:
    at = Table()
    start = state_of(at.match)
    at.four(HANDS)
    at.do(E_CALLS)
    at.undo(8)
    assert state_of(at.match) == start
    at.do("director undo ! not-now")


def test_undo_over_the_end_of_a_deal() -> None:
    at = one_from_the_end()
    before = state_of(at.match)
    at.plays("Jc")
    assert at.match.scores == (0, 1)
    assert at.where() == "phase deal, turn S W N E"
    at.undo()
    assert state_of(at.match) == before
    assert (at.match.scores, at.match.deals, at.turn()) == ((0, 0), [], "S")
    # Then it may go another way.
    at.plays("Kc")
    assert at.match.deals == []


def test_undo_over_the_next_deals_first_cards() -> None:
    at = one_from_the_end()
    before = state_of(at.match)
    at.plays("Jc")
    at.do("N take Jh 9h")
    at.do("E take Js")
    at.undo(3)
    assert state_of(at.match) == before


def test_undo_over_the_end_of_a_match() -> None:
    at = one_from_the_end(match_target=1)
    before = state_of(at.match)
    assert at.plays("Jc")["match"] == {"winner": ["EW"]}
    at.do("S play Kc ! match-over")
    at.undo()
    assert state_of(at.match) == before
    assert at.where() == "phase play, turn S"
    assert at.plays("Jc")["match"] == {"winner": ["EW"]}


def test_undo_of_a_void_and_of_an_end() -> None:
    at = one_from_the_end()
    before = state_of(at.match)
    for verb in ("void", "void a card was seen", "end"):
        at.do(f"director {verb}")
        assert state_of(at.match) != before
        at.undo()
        assert state_of(at.match) == before


def test_undo_is_not_itself_taken_back() -> None:
    at = Table()
    at.do("E take Js \n N take Jh \n director undo \n director undo \n director undo ! not-now")
    assert at.match.actions() == []


def test_void_ends_the_deal_without_a_score() -> None:
    at = one_from_the_end()
    deal = at.do("director void somebody showed a card")["deal"]
    assert deal == {
        "dealer": "S",
        "result": "void:director",
        "caller": "E",
        "bid": 16,
        "target": 16,
        "value": 1,
        "trump": "s",
        "points": {"NS": 0, "EW": 6},
        "tricks": {"NS": 0, "EW": 1},
        "change": {"NS": 0, "EW": 0},
    }
    assert at.view().dealer == at.match.seating.seat("E")
    assert at.where() == "phase deal, turn S W N E"


def test_void_before_anything_happened() -> None:
    at = Table()
    deal = at.do("director void")["deal"]
    assert deal["result"] == "void:director"
    assert [deal[key] for key in ("caller", "bid", "target", "value", "trump")] == [None] * 5


def test_void_during_the_bidding_names_no_caller() -> None:
    at = Table()
    at.four(HANDS)
    deal = at.do("E bid 16 \n director void")["deal"]
    assert [deal[key] for key in ("caller", "bid", "target", "value", "trump")] == [None] * 5


def test_void_after_the_bidding_names_caller_and_bid() -> None:
    at = Table()
    at.four(HANDS)
    at.do(E_CALLS)
    deal = at.do("director void")["deal"]
    assert (deal["caller"], deal["bid"], deal["target"], deal["value"]) == ("E", 16, 16, 1)
    assert deal["trump"] is None


@pytest.mark.parametrize(("cards", "trump"), [("Ks Qs", None), ("Ks Qs 7c", "c")])
def test_void_before_the_seventh_card_has_come_knows_no_trump(
    cards: str, trump: str | None
) -> None:
    at = Table(double=False)
    at.four(HANDS)
    at.do(E_CALLS)
    at.do(f"E seventh \n E take {cards}")
    deal = at.do("director void")["deal"]
    assert deal["trump"] == trump
    assert at.view().last_deal == deal | {"trump": None}


def test_void_of_a_hidden_trump_is_known_to_the_record_only() -> None:
    at = Table()
    at.four(HANDS)
    at.do(E_CALLS)
    at.do("E mark 3d")
    deal = at.do("director void")["deal"]
    assert deal["trump"] == "d"
    assert at.view().last_deal == deal | {"trump": None}


def test_void_of_a_single_hand() -> None:
    at = Table(double=False, void_trumpless=False)
    at.to_play(HANDS, E_CALLS, "mark 2s", alone="E")
    deal = at.do("director void")["deal"]
    assert (deal["caller"], deal["bid"], deal["target"]) == ("E", None, None)
    assert (deal["value"], deal["trump"]) == (3, "none")
    assert deal["change"] == {"NS": 0, "EW": 0}


@pytest.mark.parametrize("first", ["nothing", "a deal"])
def test_end_with_equal_scores_is_shared(first: str) -> None:
    at = Table()
    if first == "a deal":
        at.do("director void")
    assert at.do("director end")["match"] == {"winner": ["NS", "EW"]}
    assert at.where() == "phase over, turn nobody"


def test_end_gives_the_match_to_the_higher_score() -> None:
    at = one_from_the_end()
    at.plays("Jc")
    answer = at.do("director end")
    assert answer["match"] == {"winner": ["EW"]}
    assert "deal" not in answer
    assert at.match.scores == (0, 1)
    assert len(at.match.deals) == 1


def test_end_in_the_middle_of_a_deal_leaves_the_deal_out() -> None:
    at = one_from_the_end()
    answer = at.do("director end")
    assert "deal" not in answer
    assert at.match.deals == []
    assert at.view().trump.suit is None


def test_directors_verbs_are_nobody_elses() -> None:
    at = Table()
    at.do("E undo ! bad-line \n E void ! bad-line \n E end ! bad-line")
    at.do("director pass ! bad-line \n director play Js ! bad-line \n director ! bad-line")
    at.do("director undo 2 ! bad-line \n director end now ! bad-line \n director undo ! not-now")


@pytest.mark.parametrize(
    "action",
    [Action(DIRECTOR, Verb.PASS), Action(0, Verb.VOID), Action(0, Verb.UNDO)],
)
def test_an_action_made_elsewhere_is_checked_for_its_owner_too(action: Action) -> None:
    at = Table()
    at.do("E take Js")
    before = state_of(at.match)
    with pytest.raises(Ruling) as refused:
        at.match.apply(action)
    assert refused.value.code is Code.BAD_LINE
    assert state_of(at.match) == before


def dealer_after(at: Table) -> str:
    """The seat that deals first in the match after this one."""
    successor = at.match.successor()
    return successor.seating.names[successor.deal.dealer]


def test_the_deal_passes_on_to_the_next_match() -> None:
    at = one_from_the_end()
    at.do("director end")
    assert dealer_after(at) == "E"


def test_a_deal_that_had_not_begun_is_dealt_in_the_next_match() -> None:
    at = Table()
    at.do("director void \n director end")
    assert dealer_after(at) == "E"
    assert dealer_after(Table()) == "S"
