"""The draw for the deal."""

from __future__ import annotations

import pytest
from gm_table import GameTable

from engine.games import GAMES, find_game
from engine.match import Match
from engine.phases import Phase
from engine.seating import Seating
from engine.view import view

WITH_DRAW = [name for name in GAMES if name != "twenty-nine"]


@pytest.mark.parametrize("game", WITH_DRAW)
def test_a_match_without_a_dealer_begins_with_a_draw(game: str) -> None:
    match = Match(find_game(game))
    assert match.phase is Phase.DRAW
    assert view(match).dealer is None


def test_twenty_nine_has_no_draw() -> None:
    assert Match(find_game("twenty-nine")).phase is Phase.DEAL


@pytest.mark.parametrize("game", WITH_DRAW)
def test_a_given_dealer_settles_it(game: str) -> None:
    match = Match(find_game(game), dealer=2)
    assert match.phase is Phase.DEAL
    assert match.deal.dealer == 2


@pytest.mark.parametrize("game", WITH_DRAW)
def test_the_next_match_of_a_sitting_begins_with_a_draw(game: str) -> None:
    table = GameTable(game, dealer=None, seats=None)
    table.do("director end")
    assert table.match.successor().phase is Phase.DRAW
    assert table.match.winner == tuple(range(len(table.match.seating.teams)))


@pytest.mark.parametrize(("direction", "dealer"), [("counterclockwise", "W"), ("clockwise", "E")])
@pytest.mark.parametrize("game", [name for name in WITH_DRAW if name != "twenty-two"])
def test_the_seat_before_the_highest_deals(game: str, direction: str, dealer: str) -> None:
    # Counterclockwise the order is S E N W, so the seat before S is W; clockwise it is E.
    table = GameTable(game, dealer=None, direction=direction)
    table.do("N draw Kh\nE draw Qs\nS draw Ad\nW draw 2c")
    assert table.phase() is Phase.DEAL
    assert table.view().dealer == table.match.seating.seat(dealer)
    assert table.order()[0] == "S"


def test_in_twenty_two_the_highest_deals() -> None:
    table = GameTable("twenty-two", dealer=None, seats="a b c")
    table.do("b draw Kh\nc draw Qs\na draw 2d")
    assert table.view().dealer == 1
    assert table.order() == ["c", "a", "b"]


def test_who_is_to_draw_and_what() -> None:
    table = GameTable("single-sir", dealer=None)
    assert table.turn() == "S W N E"
    table.do("N draw Kh")
    assert table.turn() == "S W E"
    assert table.legal("N") == set()
    assert len(table.legal("S")) == 51
    assert "draw Kh" not in table.legal("S")
    assert table.view().facts["drawn"] == ((), (), ("Kh",), ())


def test_rulings_of_the_draw() -> None:
    table = GameTable("mendikot", dealer=None)
    table.do(
        """
        S take As        ! not-now
        S play As        ! not-now
        S pass           ! not-now
        director void    ! not-now
        director undo    ! not-now
        S draw joker     ! not-in-pack
        S draw 7s
        S draw 8s        ! not-your-turn
        S draw joker     ! not-your-turn
        E draw 7s        ! card-twice
        E draw           ! bad-line
        E draw 8s 9s     ! bad-line
        X draw 8s        ! bad-line
        """
    )


def test_ties_draw_again_and_the_cards_stay_out() -> None:
    table = GameTable("hidden-trump", dealer=None)
    table.do("S draw As\nW draw Ah\nN draw 2c\nE draw Ad")
    assert table.phase() is Phase.DRAW
    assert table.turn() == "S W E"
    table.do("N draw Ac ! not-your-turn\nW draw As ! card-twice\nW draw 2c ! card-twice")
    table.do("W draw 5h\nE draw 5d\nS draw 3s")
    assert table.turn() == "W E"
    table.do("S draw 9s ! not-your-turn\nE draw 3s ! card-twice\nE draw 9s\nW draw 8h")
    assert table.phase() is Phase.DEAL
    # The highest is E; counterclockwise S is before it.
    assert table.view().dealer == table.match.seating.seat("S")


def test_a_tie_below_the_highest_is_none() -> None:
    table = GameTable("no-call", dealer=None)
    table.do("S draw 7s\nW draw 7h\nN draw 2c\nE draw 8d")
    assert table.phase() is Phase.DEAL


def test_drawn_cards_go_back_for_the_deal() -> None:
    table = GameTable("single-sir", dealer=None)
    table.do("S draw As\nW draw Kh\nN draw 2c\nE draw Qd")
    table.do("N take As Kh 2c Qd 3c")
    assert table.view().cards == (0, 0, 5, 0)


def test_undo_goes_back_over_the_end_of_the_draw() -> None:
    table = GameTable("double-sir", dealer=None)
    table.do("S draw As\nW draw Kh\nN draw 2c\nE draw Qd\nE take 2s")
    table.undo(2)
    assert table.phase() is Phase.DRAW
    assert table.turn() == "E"
    table.do("E draw Ad")
    assert table.turn() == "S E"
    table.undo(4)
    assert table.turn() == "S W N E"
    assert len(table.legal("S")) == 52
    table.do("director undo ! not-now")


def test_six_players_draw() -> None:
    table = GameTable("twenty-two", dealer=None, seats="1 2 3 4 5 6")
    table.do("6 draw 3s\n1 draw 4s\n2 draw 5s\n3 draw 6s\n4 draw 7s\n5 draw 2s")
    assert table.view().dealer == table.match.seating.seat("4")


@pytest.mark.parametrize("names", ["1", "1 2 3 4 5 6 7", "1 1", "1 director", "a: b"])
def test_unfit_seats_are_refused(names: str) -> None:
    with pytest.raises(ValueError, match="found"):
        Seating.singles(names.split())
