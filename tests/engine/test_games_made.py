"""Trump made in play: No Call, and Mendikot's katte."""

from __future__ import annotations

import pytest
from gm_table import GameTable, hands_of, one_suit_each

from engine.phases import Phase

PURE = one_suit_each()
GAMES = ["no-call", "mendikot"]


def ready(game: str, *tricks: str) -> GameTable:
    """A table at the first lead, with hands that can play these tricks."""
    table = GameTable(game)
    table.deal_out(hands_of(tricks) if tricks else PURE)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_three_stages_and_no_call(game: str) -> None:
    table = GameTable(game)
    for count in (5, 4, 4):
        assert table.next()["wants"] == {"S": count, "W": count, "N": count, "E": count}
        table.do("E pass ! not-now\nE trump s ! not-now\nE timeout ! not-now")
        table.deal(PURE)
    assert table.phase() is Phase.PLAY
    assert table.turn() == "E"
    table.do("E change s ! not-now\nE change As ! not-now\nE hide As ! not-now")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_card_that_cannot_follow_makes_the_trump_and_counts_at_once(game: str) -> None:
    table = ready(game)
    assert table.do("E play As").get("shown") is None
    assert table.view().trump.suit is None
    assert not table.view().trump.plain
    assert table.do("N play 2h")["shown"] == "h"
    assert table.view().trump.suit == "h"
    # Later ones do not make another.
    assert "shown" not in table.do("W play Ad")
    assert "shown" not in table.do("S play Ac")
    assert table.turn() == "N"


@pytest.mark.parametrize("game", GAMES)
def test_the_trump_stays_for_the_rest_of_the_deal(game: str) -> None:
    table = ready(game)
    table.plays("As 2h Ad Ac 3h Kd Kc")
    assert "shown" not in table.do("E play Ks")
    assert table.turn() == "N"


@pytest.mark.parametrize("game", GAMES)
def test_while_all_follow_plain_rank_decides(game: str) -> None:
    table = ready(game, "E 2s 3s As 4s", "W Kh 3h 4h 2h", "W 5d 6d 7s 8d", "S Qc 2c 3c Tc")
    table.plays("2s 3s As 4s Kh 3h 4h 2h")
    assert table.view().trump.suit is None
    # E has no diamonds: its 7 of spades makes spades trump and wins.
    table.plays("5d 6d")
    assert table.do("E play 7s")["shown"] == "s"
    assert table.do("N play 8d")["trick"]["winner"] == "E"


@pytest.mark.parametrize("game", GAMES)
def test_following_is_a_duty_trumping_is_none(game: str) -> None:
    table = ready(game, "E 2s 3h 4s 5s", "N 4h 5h 6h Ah", "E 6s 7d 8s 9s")
    table.do("E play 2s")
    table.do("N play 3h\nW play Ah ! not-in-hand")
    held = next(card for card in table.legal("W"))
    assert held.endswith("s")
    table.do("W play 5h ! must-follow\nW play 4s\nS play 5s")
    table.plays("4h 5h 6h Ah 6s")
    # N has hearts, which are trump, and need not play one.
    assert {said[-1] for said in table.legal("N")} > {"h"}
    table.do("N play 7d")


def test_the_result_of_no_call_is_that_of_single_sir() -> None:
    table = ready("no-call")
    answer = table.plays(
        "As 2h Ad Ac "
        + " ".join(
            f"{h}h {d}d {c}c {s}s"
            for h, d, c, s in zip("345678", "KQJT98", "KQJT98", "KQJT98", strict=True)
        )
    )
    assert answer["deal"]["result"] == "goon-kot"
    assert answer["deal"]["caller"] == "E"
    assert answer["deal"]["trump"] == "h"
    assert table.scores() == {"NS": 4, "EW": 0}
    assert table.view().dealer == table.match.seating.seat("E")


def test_a_kot_for_the_leaders_team() -> None:
    # E leads hearts that only N can follow; W makes diamonds trump, and wins.
    table = ready("no-call", "E 2h 3h 2d 2c", "W Ad 3c Kd 4c")
    answer = table.plays("2h 3h 2d 2c")
    assert answer["trick"]["winner"] == "W"


def test_a_made_trump_goes_with_an_undo() -> None:
    table = ready("no-call")
    table.do("E play As\nN play 2h")
    table.undo()
    assert table.view().trump.suit is None
    assert table.do("N play 3h")["shown"] == "h"
