"""Between deals and between matches: what counts, what is lit, and who deals next."""

from __future__ import annotations

import pytest
from ct_table import TAGS, Sitting, at_play, replayed, standing
from en_table import EVEN, EVEN_TRICKS

from display import Panel, Status
from engine import Code, Match
from hw_mocks.deck import FOB

IGNORED = (
    *("Jh", "2h", "joker", "pass", "bid 16", "raise", "ditto", "double", "show", "pair"),
    *("trump h", "change h", "change", "fresh", "timeout", "done"),
    *("void", "redeal", "drop", "pause"),
)


def play_out(table: Sitting) -> None:
    """A whole deal of the hands `EVEN`, E the caller at 16."""
    table.deal(EVEN)
    table.do("E bid 16\nN pass\nS pass\nW pass\nE mark 2h\nN pass\nS pass")
    table.deal(EVEN)
    table.do("E pass\nN pass\nW pass\nS pass")
    for trick in EVEN_TRICKS:
        table.plays(trick)


def void_at_once(table: Sitting) -> None:
    """Begin a deal and void it."""
    table.tap("S", "deal")
    table.tap("E", "Js")
    table.tap("S", "void")


# Before the first deal.


def test_a_table_waits_before_its_first_deal() -> None:
    table = Sitting(wait=True)
    assert table.session.waiting
    assert table.lit() == "S"
    assert table.screen().phase == "waiting for the call deal: S"
    table.tap("N", "deal")
    assert not table.session.waiting
    assert table.lit() == "S W N E"
    assert table.session.messages == ["The deal begins."]


@pytest.mark.parametrize("meaning", IGNORED)
@pytest.mark.parametrize("seat", ["S", "E"])
def test_until_then_everything_else_is_ignored_without_an_alert(seat: str, meaning: str) -> None:
    table = Sitting(wait=True)
    face = table.face()
    assert table.tap(seat, meaning) == []
    assert table.face() == face
    assert table.session.messages == []
    assert table.session.waiting


def test_undo_counts_and_finds_nothing() -> None:
    table = Sitting(wait=True)
    (entry,) = table.tap("W", "undo")
    assert entry.ruling is Code.NOT_NOW
    assert table.session.waiting


def test_no_wait_before_the_first_deal_where_the_table_does_not_wait() -> None:
    table = Sitting(wait=False)
    assert not table.session.waiting
    table.do("W take As")


def test_deal_while_a_deal_goes_on_is_not_now() -> None:
    table = Sitting()
    (entry,) = table.tap("N", "deal")
    assert (entry.ruling, entry.action) == (Code.NOT_NOW, None)
    assert table.alerts() == [True, False]
    assert table.session.messages == ["N: Nobody can begin a deal now (dealing)."]


# After a deal.


def test_after_a_deal_the_scores_and_the_next_dealer_are_lit() -> None:
    table = Sitting(wait=True)
    table.tap("S", "deal")
    play_out(table)
    # Nobody had the trump shown, so the deal was void; E comes after S.
    assert table.match.deals[0].code == "void:unshown"
    assert table.session.waiting
    face = table.face()
    assert face.status == Status(running=True)
    assert face.panels == (Panel(), Panel(turn=(False, True)))
    assert table.lit() == "E"
    for meaning in IGNORED:
        assert table.tap("S", meaning) == []
    assert table.face() == face


def test_the_deal_goes_on_at_once_without_wait() -> None:
    table = at_play(wait=False)
    for trick in EVEN_TRICKS:
        table.plays(trick)
    assert not table.session.waiting
    assert table.lit() == "S W N E"
    table.do("S take As")


def test_the_next_deal_begins_with_deal_on_any_reader() -> None:
    table = Sitting(wait=True)
    void_at_once(table)
    assert table.lit() == "E"
    table.tap("N", "deal")
    table.do("N take As")
    assert table.match.deal.dealer == 3


def test_an_alert_on_between_deals_goes_out_with_deal() -> None:
    table = Sitting(wait=True)
    table.session.unknown(2, FOB, 1.0)
    assert table.alerts() == [True, False]
    table.tap("S", "deal")
    assert table.alerts() == [False, False]


def test_undo_goes_back_over_the_end_of_a_deal_and_ends_the_wait() -> None:
    table = Sitting(wait=True)
    table.tap("S", "deal")
    play_out(table)
    before_last = table.match.actions()[:-1]
    table.tap("W", "undo")
    assert not table.session.waiting
    assert table.match.actions() == before_last
    assert table.lit() == table.turn()
    assert table.face().status == Status(hidden=True, running=True)
    table.tap(table.turn(), EVEN_TRICKS[7].split()[-1])
    assert table.session.waiting


def test_undo_after_deal_was_tapped_goes_back_over_the_end_too() -> None:
    table = Sitting(wait=True)
    void_at_once(table)
    table.tap("S", "deal", "undo")
    assert not table.session.waiting
    assert len(table.match.deals) == 0
    assert table.match.deal.dealer == 0


def test_end_counts_between_deals_and_its_undo_waits_again() -> None:
    table = Sitting(wait=True)
    void_at_once(table)
    table.tap("N", "end")
    assert table.match.winner == (0, 1)
    assert [panel.winner for panel in table.face().panels] == [True, True]
    table.tap("N", "undo")
    assert table.match.winner is None
    assert table.session.waiting
    assert table.tap("S", "Jh") == []
    table.tap("N", "undo")  # now over the void
    assert not table.session.waiting
    assert len(table.match.deals) == 0


def test_end_in_the_middle_of_a_deal_and_its_undo() -> None:
    table = at_play()
    table.plays("Js 9s")
    table.tap("N", "end")
    assert table.match.winner == (0, 1)
    assert table.lit() == ""
    assert table.face().status == Status(running=True)
    assert table.session.messages[-1] == "NS and EW share the match."
    table.tap("N", "undo")
    assert not table.session.waiting
    assert table.lit() == "W"
    assert table.face().status == Status(hidden=True, running=True)


# Matches.


def test_a_match_won_by_the_rules() -> None:
    """E has all the spades and makes them trump; W cannot follow and has them shown."""
    table = Sitting(match_target=1, wait=True, void_trumpless=False)
    table.tap("S", "deal")
    table.do("E take Js 9s As Ts\nN take 7h 8h 9h Th\nW take Jd 9d Ad Td\nS take 7c 8c 9c Tc")
    table.do("E bid 16\nN pass\nS pass\nW pass\nE mark 2s\nN pass\nS pass")
    table.do("E take Ks Qs 8s 7s\nN take Jh Ah Kh Qh\nW take Kd Qd 8d 7d\nS take Jc Ac Kc Qc")
    table.do("E pass\nN pass\nW pass\nS pass")
    table.plays("Js Jh")
    table.do("W show")
    table.plays("7d Jc 9s Ah Kd Ac As Qh Qd Kc Ts Kh 8d Qc")  # 15 points
    assert table.match.winner is None
    table.plays("Ks 9h Jd 9c")  # 22, and no pair can change the target any more
    assert table.match.winner == (1,)
    assert table.session.waiting
    face = table.face()
    assert face.panels == (Panel(), Panel(score=1, winner=True))
    assert face.status == Status(running=True)
    assert table.session.tally() == (-1, 1)
    assert table.session.messages[-1] == "EW win the match."
    table.tap("S", "undo")
    assert table.face().status == Status(trump="s", running=True)
    assert table.lit() == "S"


@pytest.mark.parametrize("wait", [True, False])
def test_the_next_match_begins_with_deal_and_the_deal_passed_on(wait: bool) -> None:
    table = Sitting(wait=wait)
    if wait:
        table.tap("S", "deal")
    table.do("E take Js")
    table.tap("S", "end")
    assert table.session.waiting  # after a match always, so that the winner can be seen
    assert table.tap("E", "Js") == []
    first = table.match
    table.tap("W", "deal")
    assert table.match is not first
    assert table.match.winner is None
    assert table.match.deal.dealer == 3
    assert table.match.actions() == []
    assert not any(panel.winner for panel in table.face().panels)
    table.do("E take Js")


def test_after_the_last_match_began_undo_does_not_reach_the_one_before() -> None:
    table = Sitting()
    table.tap("S", "end", "deal")
    (entry,) = table.tap("S", "undo")
    assert entry.ruling is Code.NOT_NOW


def test_undo_over_the_end_of_a_match() -> None:
    table = Sitting()
    table.do("E take Js")
    table.tap("S", "end")
    assert table.session.tally() == (1, 1)
    table.tap("S", "undo")
    assert table.session.tally() == (0, 0)
    table.do("E take 8s")


def test_a_match_that_is_over_takes_no_end() -> None:
    table = Sitting()
    table.tap("S", "end")
    (entry,) = table.tap("S", "end")
    assert entry.ruling is Code.MATCH_OVER


@pytest.mark.parametrize("weight", [1, 2])
def test_the_tally_of_a_sitting(weight: int) -> None:
    """`win_weight` for each match won, minus one for each lost."""
    table = Sitting(win_weight=weight, match_target=1)
    assert table.session.tally() == (0, 0)
    wins = [0, 0]
    for number, winner in enumerate((1, 1, 0)):
        table.match.standing = (1, 0) if winner == 0 else (0, 1)
        table.tap("S", "end")
        wins[winner] += 1
        lost = number + 1 - wins[0], number + 1 - wins[1]
        wanted = (weight * wins[0] - lost[0], weight * wins[1] - lost[1])
        assert table.session.tally() == wanted
        table.tap("S", "deal")
        assert table.session.tally() == wanted
    facts = dict(table.screen().facts)
    assert facts["sitting"] == f"NS {weight - 2}, EW {2 * weight - 1}"


def test_a_shared_match_counts_as_won_by_all() -> None:
    table = Sitting(win_weight=2)
    table.tap("S", "end")
    assert table.session.tally() == (2, 2)


# What is written down of it.


def test_the_journal_of_a_wait_has_the_deals_and_replays() -> None:
    table = Sitting(wait=True)
    void_at_once(table)
    table.tap("N", "end", "deal")
    table.do("E take Js")
    began = [entry for entry in table.journal.entries if entry.action is None]
    assert [(entry.seat, entry.tag, entry.ruling) for entry in began] == [
        (0, TAGS["deal"], None),
        (2, TAGS["deal"], None),
    ]
    game, rules, seating = table.match.game, table.match.rules, table.match.seating
    again = replayed(table.journal.entries, Match(game, rules, seating, 0))
    assert standing(again) == standing(table.match)


def test_a_draw_comes_before_the_next_match_where_the_game_has_one() -> None:
    table = Sitting(game="single-sir", wait=True)
    table.tap("S", "deal", "end", "deal")
    assert table.match.phase == "draw"
    assert table.lit() == "S W N E"
