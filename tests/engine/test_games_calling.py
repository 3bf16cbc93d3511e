"""Naming the trump: who is asked, in what time, the dealer's card, and changing it."""

from __future__ import annotations

from typing import Any

import pytest
from gm_table import GameTable, one_suit_each

from engine.actions import Action, Verb
from engine.phases import Phase, Tap
from engine.rulings import Ruling

HANDS = one_suit_each()
NAMED = ["single-sir", "double-sir"]
NAMES_OF_SUITS = {"trump s", "trump h", "trump d", "trump c"}


def asked(game: str = "single-sir", **options: Any) -> GameTable:
    """A table at which E has just been asked for the trump."""
    table = GameTable(game, **options)
    table.deal(HANDS)
    return table


# The course of the call.


@pytest.mark.parametrize("game", NAMED)
def test_the_caller_names_any_suit_of_five_cards(game: str) -> None:
    table = asked(game)
    assert table.phase() is Phase.CALL
    assert table.turn() == "E"
    assert table.legal("E") == NAMES_OF_SUITS | {"pass", "timeout"}
    answer = table.do("E trump d")
    assert answer["shown"] == "d"
    assert table.view().trump.suit == "d"
    assert table.phase() is Phase.DEAL
    assert table.next()["wants"] == {"S": 4, "W": 4, "N": 4, "E": 4}


def test_then_four_and_four_cards_come_and_the_caller_leads() -> None:
    table = asked()
    table.do("E pass\nW trump s")
    table.deal(HANDS)
    assert table.next()["wants"] == {"S": 4, "W": 4, "N": 4, "E": 4}
    table.deal(HANDS)
    assert table.phase() is Phase.PLAY
    assert table.turn() == "E"


def test_the_seat_after_the_dealer_is_asked_whichever_way_play_goes() -> None:
    table = GameTable("single-sir", direction="clockwise")
    table.deal(HANDS)
    assert table.turn() == "W"
    table.do("W pass")
    assert table.turn() == "E"


def test_the_partner_must_name() -> None:
    table = asked()
    table.do("E pass")
    assert table.turn() == "W"
    assert table.legal("W") == NAMES_OF_SUITS | {"timeout"}
    table.do("W pass ! must-name\nN pass ! not-your-turn\nE trump s ! not-your-turn\nW trump c")
    assert table.view().trump.suit == "c"


def test_a_clock_that_runs_out_passes_the_choice_on() -> None:
    table = asked()
    table.do("E timeout")
    assert table.turn() == "W"
    table.do("W timeout")
    assert table.turn() == "S"
    assert table.legal("S") == {"turn Ac", "turn Kc", "turn Qc", "turn Jc", "turn Tc"}


def test_the_dealer_turns_up_a_card_of_its_first_five() -> None:
    table = asked()
    table.do("E pass\nW timeout")
    table.do(
        """
        S turn joker  ! not-in-pack
        S turn 9c     ! not-in-hand
        S turn As     ! not-in-hand
        E turn As     ! not-your-turn
        S pass        ! not-now
        S timeout     ! not-now
        S trump c     ! not-now
        E trump c     ! not-now
        S turn c      ! bad-line
        """
    )
    answer = table.do("S turn Qc")
    assert answer["shown"] == "c"
    assert table.view().trump.suit == "c"
    assert table.view().said[-1] == (0, "turn Qc")
    assert table.phase() is Phase.DEAL


def test_rulings_while_a_suit_is_due() -> None:
    asked().do(
        """
        E trump As   ! bad-line
        E trump x    ! bad-line
        E trump      ! bad-line
        E turn As    ! not-now
        E hide As    ! not-now
        E show       ! not-now
        E play As    ! not-now
        E take 2s    ! not-now
        E fresh      ! not-now
        E change h   ! not-now
        E bid 16     ! not-now
        W trump s    ! not-your-turn
        W pass       ! not-your-turn
        S timeout    ! not-your-turn
        E trump ♥
        """
    )


def test_nothing_is_called_before_five_cards_are_there() -> None:
    table = GameTable("single-sir")
    table.do("E take As Ks Qs Js Ts")
    table.do("E trump s ! not-now\nE pass ! not-now\nE timeout ! not-now")
    table.do("E take 9s ! too-many-cards\nN take As ! card-twice\nN take joker ! not-in-pack")
    table.do("N take Ah Ah ! card-twice\nN take Ah joker Ah ! not-in-pack")
    table.do("N take Ah Kh Qh Jh Th 9h As ! card-twice")


# Clocks.


def test_the_seconds_of_each_step() -> None:
    table = asked(call_seconds=25)
    assert table.match.deal.clock() == 25
    assert table.view().facts["clock"] == 25
    table.do("E pass")
    assert table.match.deal.clock() == 25
    table.do("W timeout")
    assert table.match.deal.clock() is None
    table.do("S turn Qc")
    assert table.match.deal.clock() is None


def test_twenty_seconds_are_usual() -> None:
    assert asked().match.deal.clock() == 20


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    table = asked(call_seconds=0)
    assert table.match.deal.clock() is None
    assert table.legal("E") == NAMES_OF_SUITS | {"pass"}
    table.do("E timeout ! not-now\nE pass\nW timeout ! not-now\nW pass ! must-name")
    assert table.legal("W") == NAMES_OF_SUITS


@pytest.mark.parametrize(
    ("new", "seconds", "as_caller", "as_partner"),
    [
        (["E"], 20, 10, 20),
        (["E"], 8, 8, 8),
        (["E"], 0, None, None),
        (["W"], 20, 20, 20),
        (["S", "N"], 20, 20, 20),
    ],
)
def test_a_new_player_has_less_time_as_caller(
    new: list[str], seconds: int, as_caller: int | None, as_partner: int | None
) -> None:
    table = asked(new_players=new, call_seconds=seconds)
    assert table.match.deal.clock() == as_caller
    table.do("E pass")
    assert table.match.deal.clock() == as_partner


# Changing it.


def named(*calls: str, **options: Any) -> GameTable:
    """A table after all thirteen cards, before the first lead."""
    table = GameTable("single-sir", **{"change_trump": True, **options})
    table.to_play(HANDS, *calls)
    return table


def test_the_namer_may_change_the_trump_once() -> None:
    table = named("E trump h")
    assert table.may("change") == {"E"}
    assert {"change s", "change d", "change c"} <= table.legal("E")
    assert "change h" not in table.legal("E")
    table.do("E change h ! not-now\nN change s ! not-your-turn\nE change As ! bad-line")
    answer = table.do("E change s")
    assert answer["shown"] == "s"
    assert table.view().trump.suit == "s"
    assert table.may("change") == set()
    table.do("E change d ! not-now\nE change h ! not-now")


def test_the_partner_changes_what_it_named_though_another_leads() -> None:
    table = named("E pass", "W trump h")
    assert table.may("change") == {"W"}
    table.do("E change s ! not-your-turn\nW change s")
    assert table.turn() == "E"
    table.plays("As Ah Ad")
    assert table.view().winning == table.match.seating.seat("E")


def test_a_turned_up_trump_cannot_be_changed() -> None:
    table = named("E pass", "W timeout", "S turn Ac")
    assert table.may("change") == set()
    table.do("S change h ! not-now\nE change h ! not-now")


def test_after_the_first_lead_it_is_too_late() -> None:
    table = named("E trump h")
    table.do("E play As\nE change s ! not-now")
    table.undo()
    table.do("E change s")


def test_before_all_cards_are_dealt_it_is_too_early() -> None:
    table = asked(change_trump=True)
    table.do("E trump h\nE change s ! not-now")
    table.deal(HANDS)
    table.do("E change s ! not-now")
    table.deal(HANDS)
    table.do("E change s")


def test_changing_is_off_by_default() -> None:
    table = GameTable("double-sir")
    table.to_play(HANDS, "E trump h")
    assert table.may("change") == set()
    table.do("E change s ! not-now")


def test_undo_gives_the_change_back() -> None:
    table = named("E trump h")
    table.do("E change s")
    table.undo()
    assert table.view().trump.suit == "h"
    table.do("E change d")


def test_a_change_without_a_suit_is_no_action() -> None:
    table = named("E trump h")
    with pytest.raises(Ruling, match="bad-line"):
        table.match.apply(Action(table.match.seating.seat("E"), Verb.CHANGE))


# What a tapped card means.


def test_a_card_tapped_in_the_call_is_turned_up_in_the_dealers_step_only() -> None:
    table = asked()
    assert table.match.deal.tap() == Tap(Verb.PLAY)
    table.do("E pass")
    assert table.match.deal.tap() == Tap(Verb.PLAY)
    table.do("W timeout")
    assert table.match.deal.tap() == Tap(Verb.TURN)
    table.do("S turn Ac")
    assert table.match.deal.tap() == Tap(Verb.TAKE)
