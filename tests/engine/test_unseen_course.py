"""Unseen hands: where a deal begins, what follows what, and what is listed."""

from __future__ import annotations

from typing import Any

import pytest
from gm_table import match_of
from un_table import UnseenTable, lead_29, unseen_record

from engine.actions import Action, Verb
from engine.errors import UnreadableError
from engine.games import GAMES, find_game
from engine.match import Match
from engine.phases import Phase, Tap
from engine.record import read_record, write_record
from engine.replay import final_json, next_json
from engine.rulings import Ruling
from engine.seating import DIRECTOR

BEGINNINGS: list[tuple[str, dict[str, Any], str, str, str, set[str]]] = [
    ("twenty-nine", {}, "bid", "E", "E", {f"bid {n}" for n in range(16, 29)} | {"pass"}),
    ("twenty-nine", {"rules": "lucknow"}, "tenny", "W", "W", {"tenny", "pass"}),
    ("single-sir", {}, "call", "E", "E", {f"trump {s}" for s in "shdc"} | {"pass", "timeout"}),
    ("double-sir", {}, "call", "E", "E", {f"trump {s}" for s in "shdc"} | {"pass", "timeout"}),
    ("hidden-trump", {}, "hide", "E", "E", {"hide", "pass", "timeout"}),
    ("mendikot", {"trump_mode": "band"}, "hide", "E", "E", {"hide", "timeout"}),
    ("mendikot", {}, "play", "E", "E", {"play"}),
    ("no-call", {}, "play", "E", "E", {"play"}),
    ("twenty-two", {"dealer": "1"}, "play", "2", "2", {"play"}),
]


@pytest.mark.parametrize(("game", "header", "phase", "turn", "seat", "legal"), BEGINNINGS)
def test_where_a_deal_begins(
    game: str, header: dict[str, Any], phase: str, turn: str, seat: str, legal: set[str]
) -> None:
    table = UnseenTable(game, **header)
    found = table.next()
    assert (found["phase"], found["turn"]) == (phase, [turn])
    assert set(found["legal"]) == {seat}
    assert table.legal(seat) == legal
    assert "wants" not in found


@pytest.mark.parametrize("game", GAMES)
def test_the_draw_comes_first_where_there_is_one(game: str) -> None:
    table = UnseenTable(game, dealer=None)
    assert (table.phase() is Phase.DRAW) == find_game(game).has_draw
    if table.phase() is Phase.DRAW:
        for seat, card in zip(table.turn().split(), ("2s", "Ah", "9c", "Td"), strict=True):
            table.do(f"{seat} draw {card}")
        fresh = UnseenTable(game, table.match.seating.names[table.match.deal.dealer])
        assert table.next() == fresh.next()


@pytest.mark.parametrize(("game", "header"), [beginning[:2] for beginning in BEGINNINGS])
def test_no_cards_are_taken_or_thrown(game: str, header: dict[str, Any]) -> None:
    table = UnseenTable(game, **header)
    seat = table.turn()
    table.do(f"{seat} take Jh ! not-now")
    for other in table.match.seating.names:
        table.do(f"{other} take Jh Qd ! not-now\n{other} throw Jh ! not-now")


def test_nobody_exchanges_in_twenty_two() -> None:
    table = UnseenTable("twenty-two", "1")
    table.do(
        "2 pass ! not-now\n2 throw 4c ! not-now\n3 pass ! not-now\n2 play 4c\n3 pass ! not-now"
    )
    assert table.view().facts["stock"] is None
    assert table.view().facts["thrown"] is None


# How many cards there are.


def test_cards_are_dealt_by_the_way() -> None:
    table = UnseenTable("twenty-nine")
    assert table.view().cards == (4, 4, 4, 4)
    lead_29(table)
    assert table.view().cards == (8, 8, 8, 8)
    table.plays("Js 7s")
    assert table.view().cards == (8, 8, 7, 7)
    table = UnseenTable("single-sir")
    assert table.view().cards == (5, 5, 5, 5)
    table.do("E trump s")
    assert table.view().cards == (13, 13, 13, 13)


def test_a_card_lying_face_down_is_counted() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E hide Ks")
    assert table.view().cards == (13, 13, 13, 13)
    table.plays("2h")
    assert table.view().cards == (13, 13, 13, 12)


@pytest.mark.parametrize(
    ("seats", "first", "each"), [("1 2 3 4", 7, 7), ("1 2 3 4", 26, 13), ("a b c d e f", 26, 8)]
)
def test_the_number_of_cards_comes_from_the_pack(seats: str, first: int, each: int) -> None:
    table = UnseenTable("twenty-two", seats.split()[0], seats=seats, first_hand=first)
    assert table.view().facts["cards_each"] == each
    assert set(table.view().cards) == {each}


def test_the_next_hand_of_twenty_two_is_as_long_as_the_card_kept_calls_for() -> None:
    table = UnseenTable("twenty-two", "1", seats="1 2", first_hand=1, limit=50)
    table.do("2 play 5d\n1 play 4h")
    assert table.last_deal()["kept"] == ["5d"]
    assert (table.view().cards, table.turn()) == ((5, 5), "1")
    table.do("1 play 5d ! not-in-pack\n1 play 4h")


def test_who_is_out_of_twenty_two_has_no_cards() -> None:
    table = UnseenTable("twenty-two", "1", seats="1 2 3", first_hand=1, limit=5)
    table.do("2 play 5d\n3 play 4h\n1 play 2h")
    assert table.last_deal()["out"] == ["2"]
    assert table.view().cards == (5, 0, 5)


# Twenty-Nine: the seventh card.


def test_the_seventh_card_is_laid_after_the_doubling_and_before_the_singles() -> None:
    table = UnseenTable("twenty-nine")
    table.do("E bid 16\nN pass\nS pass\nW pass\nE hide Kh ! not-now\nE seventh")
    assert table.phase() is Phase.DOUBLE
    table.do("N pass\nS pass")
    assert table.next() == {"phase": "hide", "turn": ["E"], "legal": {"E": ["hide"]}}
    assert table.match.deal.tap() == Tap(Verb.HIDE)
    assert table.view().trump.hidden
    table.do(
        """
        N hide Kh    ! not-your-turn
        E pass       ! not-now
        E mark 2h    ! not-now
        E play Kh    ! not-now
        E single     ! not-now
        E take Kh    ! not-now
        E hide       ! bad-line
        E hide h     ! bad-line
        E hide 2h    ! not-in-pack
        E hide joker ! not-in-pack
        E hide Kh
        E hide Qh    ! not-now
        """
    )
    assert table.next()["phase"] == "single"
    assert table.view("E").facts["seventh"] == "Kh"
    assert all("seventh" not in table.view(seat).facts for seat in ("N", "W", "S", None))
    table.do("E pass\nN pass\nW pass\nS pass")
    assert table.legal("E") == {"play"}


def test_before_it_is_laid_the_trump_is_null() -> None:
    table = UnseenTable("twenty-nine")
    table.do("E bid 16\nN pass\nS pass\nW pass\nE seventh\nN pass\nS pass\ndirector void")
    assert table.last_deal()["trump"] is None
    table.do("director undo\nE hide Kh\ndirector void")
    assert table.last_deal()["trump"] == "h"


def test_without_a_single_hand_play_follows() -> None:
    table = UnseenTable("twenty-nine", rules="standard", single_hand=0)
    table.do("W bid 15\nN pass\nE pass\nS pass\nW seventh\nN pass\nS pass\nW hide Kh")
    assert table.phase() is Phase.PLAY


def test_with_a_marker_nothing_is_hidden() -> None:
    table = UnseenTable("twenty-nine")
    lead_29(table, "mark 3s")
    assert table.phase() is Phase.PLAY
    table.do("E hide Kh ! not-now")


def test_nothing_is_hidden_with_scanned_hands() -> None:
    table = UnseenTable("twenty-nine")
    table.match = match_of("twenty-nine")
    table.do("E hide Kh ! not-now")


def test_the_seventh_card_may_be_named_again_after_an_undo() -> None:
    table = UnseenTable("twenty-nine")
    lead_29(table, "hide Kh")
    table.undo(5)
    assert table.phase() is Phase.HIDE
    table.do("E hide 7c")
    assert table.view("E").facts["seventh"] == "7c"


def test_looks_into_hands_void_no_deal_and_forbid_no_single() -> None:
    table = UnseenTable("twenty-nine", void_seventh="point-card", single_needs_risk=True)
    lead_29(table, "hide Kh", alone="N")
    assert table.match.deals == []
    assert table.phase() is Phase.PLAY
    assert table.turn() == "N"


def test_single_is_listed_for_every_seat_asked() -> None:
    table = UnseenTable("twenty-nine", single_needs_risk=True)
    table.do("E bid 16\nN pass\nS pass\nW pass\nE mark 2h\nN pass\nS pass")
    assert table.legal("E") == {"single", "pass"}


# What is listed.


def test_what_needs_a_card_is_listed_without_one() -> None:
    table = UnseenTable("single-sir", change_trump=True, fresh_deal=True)
    table.do("E timeout\nW timeout")
    assert table.legal("S") == {"turn"}
    table.do("S turn 7s")
    assert table.legal("E") == {"play", "fresh"}
    table = UnseenTable("single-sir", change_trump=True)
    table.do("E trump h")
    assert table.legal("E") == {"play", "change s", "change d", "change c"}
    table = UnseenTable("hidden-trump", change_trump=True)
    table.do("E hide As")
    assert table.legal("E") == {"play", "change", "show"}
    table.do("E change Ks")
    assert table.legal("E") == {"play", "show"}


def test_play_is_listed_even_where_the_seat_cannot_but_show() -> None:
    """Nothing is deduced from cards that are missing: the seat might follow suit."""
    table = UnseenTable("twenty-nine", ask="must")
    lead_29(table, "hide 7h")
    table.plays("Jh 8h 9h Ah Kh Qh Th")
    table.do("S play Js ! must-show")
    assert table.legal("S") == {"play", "show"}


@pytest.mark.parametrize("verb", [Verb.PLAY, Verb.HIDE, Verb.TURN])
def test_a_listed_action_is_none_without_its_card(verb: Verb) -> None:
    match = Match(find_game("no-call"), dealer=0, hands="unseen")
    with pytest.raises(Ruling, match="bad-line"):
        match.apply(Action(3, verb))


def test_of_a_change_without_its_card_too() -> None:
    table = UnseenTable("hidden-trump", change_trump=True)
    table.do("E hide As")
    (change,) = [it for it in table.match.legal()[3] if it.verb is Verb.CHANGE]
    with pytest.raises(Ruling, match="bad-line"):
        table.match.apply(change)


# The match and its record.


def test_hands_are_scanned_or_unseen() -> None:
    game = find_game("no-call")
    assert Match(game).hands == "scanned"
    assert Match(game, hands="unseen").hands == "unseen"
    with pytest.raises(UnreadableError, match="found 'open', expected scanned or unseen"):
        Match(game, hands="open")


@pytest.mark.parametrize("game", GAMES)
def test_the_next_match_has_unseen_hands_too(game: str) -> None:
    match = unseen_record(game, dealer=None).match()
    match.apply(Action(DIRECTOR, Verb.END))
    assert match.successor().hands == "unseen"


@pytest.mark.parametrize("hands", ["scanned", "unseen"])
def test_a_record_says_how_much_was_seen(hands: str) -> None:
    match = Match(find_game("twenty-nine"), dealer=1, hands=hands)
    lines = list(write_record(match, dealer=1))
    assert f"hands: {hands}" in lines
    record = read_record("\n".join(lines), "", lambda path: "")
    assert record.hands == hands
    assert next_json(record.match()) == next_json(match)


def test_with_scanned_hands_there_is_no_audit() -> None:
    match = match_of("no-call")
    match.apply(Action(DIRECTOR, Verb.VOID))
    assert match.deals[0].audit is None
    assert "audit" not in match.deals[0].as_json(match.seating)


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_object_has_an_audit(game: str) -> None:
    table = UnseenTable(game, "1" if game == "twenty-two" else "S")
    assert table.do("director void")["deal"]["audit"] == []
    assert table.last_deal()["audit"] == []
    (deal,) = final_json(table.match)["final"]["deals"]
    assert deal["audit"] == []
    assert table.public_audit() == []


def test_a_match_ended_by_agreement_has_no_deal_object_for_the_open_deal() -> None:
    table = UnseenTable("no-call")
    answer = table.do("E play 2h\ndirector end")
    assert "deal" not in answer
    assert final_json(table.match)["final"]["deals"] == []
    table.do("N take 3h ! match-over\nN play 3h ! match-over")
