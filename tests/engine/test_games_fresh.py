"""Asking for a new deal, and voids by the director."""

from __future__ import annotations

from typing import Any

import pytest
from gm_table import GameTable, one_suit_each

HANDS = one_suit_each()
CALLS = {
    "single-sir": ("E trump s",),
    "double-sir": ("E trump s",),
    "hidden-trump": ("E hide 2s",),
    "no-call": (),
    "mendikot": (),
}
# E has 2s among its first five.
HANDS["E"] = HANDS["E"][::-1]


def ready(game: str = "no-call", **options: Any) -> GameTable:
    """A table at the first lead, E to play."""
    table = GameTable(game, **{"fresh_deal": True, **options})
    table.to_play(HANDS, *CALLS[game])
    return table


@pytest.mark.parametrize("game", CALLS)
def test_any_seat_may_ask_once_the_deal_is_complete(game: str) -> None:
    table = ready(game)
    assert table.may("fresh") == {"S", "W", "N", "E"}
    answer = table.do("N fresh")
    assert answer["deal"]["result"] == "fresh"
    assert answer["deal"]["points"] == {"NS": 0, "EW": 0}
    assert "match" not in answer
    assert table.view().dealer == 0
    assert table.next()["wants"] == {"S": 5, "W": 5, "N": 5, "E": 5}


@pytest.mark.parametrize("game", CALLS)
def test_it_is_off_by_default(game: str) -> None:
    table = ready(game, fresh_deal=False)
    assert table.may("fresh") == set()
    table.do("E fresh ! not-now\nN fresh ! not-now")


def test_not_before_the_deal_is_complete() -> None:
    table = GameTable("mendikot", fresh_deal=True)
    for _ in range(3):
        table.do("E fresh ! not-now")
        table.deal(HANDS)
    table.do("E fresh")


def test_until_the_own_first_card_on_turn_or_not() -> None:
    table = ready()
    table.do("E play 2s\nE fresh ! not-now")
    assert table.may("fresh") == {"S", "W", "N"}
    table.do("N play 2h\nN fresh ! not-now")
    assert table.may("fresh") == {"S", "W"}
    table.do("W play 2d")
    assert table.may("fresh") == {"S"}
    table.do("S play 2c\nS fresh ! not-now")
    assert table.may("fresh") == set()


def test_once_a_match_for_each_team() -> None:
    table = ready()
    table.do("E fresh")
    table.deal_out(HANDS)
    assert table.may("fresh") == {"S", "N"}
    table.do("E fresh ! not-now\nW fresh ! not-now\nS fresh")
    table.deal_out(HANDS)
    assert table.may("fresh") == set()
    table.do("S fresh ! not-now")
    assert [deal.code for deal in table.match.deals] == ["fresh", "fresh"]
    assert table.view().facts["fresh_used"] == (True, True)


def test_undo_gives_it_back() -> None:
    table = ready()
    table.do("E fresh")
    table.undo()
    assert table.may("fresh") == {"S", "W", "N", "E"}
    assert table.match.deals == []
    table.do("W fresh")
    table.deal_out(HANDS)
    assert table.may("fresh") == {"S", "N"}


def test_the_trump_made_so_far_stands_in_the_result() -> None:
    table = ready()
    table.do("E play 2s\nN play 2h")
    answer = table.do("S fresh")
    assert answer["deal"]["trump"] == "h"
    assert answer["deal"]["tricks"] == {"NS": 0, "EW": 0}


def test_a_void_leaves_deal_and_right_as_they_were() -> None:
    table = ready("single-sir")
    table.do("E play 2s")
    answer = table.do("director void somebody looked")
    assert answer["deal"]["result"] == "void:director"
    assert answer["deal"]["dealer"] == "S"
    assert answer["deal"]["trump"] == "s"
    assert table.view().dealer == 0
    table.to_play(HANDS, "E trump s")
    assert table.may("fresh") == {"S", "W", "N", "E"}


@pytest.mark.parametrize("game", CALLS)
def test_a_void_while_cards_are_dealt(game: str) -> None:
    table = GameTable(game)
    table.do("E take 2s")
    answer = table.do("director void")
    assert answer["deal"]["trump"] is None
    assert table.view().dealer == 0
    table.do("N take 2s")


def test_a_hidden_card_is_turned_up_by_a_fresh_deal_and_a_void() -> None:
    for end in ("N fresh", "director void"):
        table = ready("hidden-trump")
        answer = table.do(end)
        assert answer["shown"] == "s"
        assert answer["deal"]["trump"] == "s"
