"""What the director's tags take back: undo, redeal, drop, void, end."""

from __future__ import annotations

import pytest
from ct_table import TAGS, Sitting, action_of, at_play, replayed, standing
from en_table import EVEN, EVEN_TRICKS

from engine import DIRECTOR, Action, Code, Match, Verb, parse_card


def replays(table: Sitting) -> bool:
    """Whether the journal makes the same match again."""
    match = table.match
    again = replayed(
        table.journal.entries, Match(match.game, match.rules, match.seating, table.dealer)
    )
    return standing(again) == standing(match)


def several_card_takes() -> Sitting:
    """A deal whose cards came in lines of several, as a restart from a record would have them."""
    table = Sitting()
    for seat, cards in ((3, "Js 8s Jd 8d"), (2, "9s 7s"), (1, "As Ks"), (2, "9d 7d")):
        take = tuple(parse_card(name) for name in cards.split())
        table.match.apply(Action(seat, Verb.TAKE, take))
    return table


@pytest.mark.parametrize("seat", ["S", "W", "N", "E"])
@pytest.mark.parametrize("call", ["undo", "void", "end"])
def test_any_reader_will_do_for_the_director(call: str, seat: str) -> None:
    table = at_play()
    (entry,) = table.tap(seat, call)
    assert entry.ruling is None
    assert action_of(entry).seat == DIRECTOR
    assert str(action_of(entry).verb) == call
    assert entry.seat == table.match.seating.seat(seat)


# Undo.


def test_undo_after_undo_goes_further_back() -> None:
    table = at_play()
    table.plays("Js 9s Ks")
    table.tap("S", "undo", "undo", "undo")
    assert table.lit() == "E"
    assert table.screen().seats[3].played is None
    assert replays(table)


def test_undo_takes_back_a_shown_trump() -> None:
    table = Sitting("bangladesh", void_trumpless=False, single_hand=0)
    table.do("E take Js 9s As Ts\nN take 7h 8h 9h Th\nW take Jd 9d Ad Td\nS take 7c 8c 9c Tc")
    table.do("E bid 16\nN pass\nS pass\nW pass\nE mark 2h\nN pass\nS pass")
    table.do("E take Ks Qs 8s 7s\nN take Jh Ah Kh Qh\nW take Kd Qd 8d 7d\nS take Jc Ac Kc Qc")
    table.plays("Js")
    table.do("N show")
    assert (table.face().status.trump, table.face().status.hidden) == ("h", False)
    table.tap("E", "undo")
    assert (table.face().status.trump, table.face().status.hidden) == (None, True)
    table.do("N play 7h")


def test_every_action_of_a_deal_can_be_taken_back() -> None:
    table = at_play()
    for trick in EVEN_TRICKS[:4]:
        table.plays(trick)
    steps = len(table.match.actions())
    for _ in range(steps):
        (entry,) = table.tap("N", "undo")
        assert entry.ruling is None
    (entry,) = table.tap("N", "undo")
    assert entry.ruling is Code.NOT_NOW
    assert table.match.actions() == []
    assert table.lit() == "S W N E"
    assert replays(table)


# Redeal.


def test_redeal_goes_back_to_the_start_of_this_deal_with_the_same_dealer() -> None:
    table = at_play()
    table.tap("S", "void")
    table.do("N take Js 9s\nS take 7c")
    entries = table.tap("W", "redeal")
    assert [action_of(entry).verb for entry in entries] == [Verb.UNDO] * 3
    assert all(entry.ruling is None for entry in entries)
    assert len(table.match.deals) == 1
    assert table.match.deal.dealer == 3
    assert table.match.wants() == {0: 4, 1: 4, 2: 4, 3: 4}
    assert not table.session.waiting
    assert replays(table)


def test_redeal_late_in_a_deal() -> None:
    table = at_play()
    table.plays(" ".join(EVEN_TRICKS[:5]))
    table.tap("S", "redeal")
    assert (table.match.actions(), table.match.deal.dealer) == ([], 0)
    assert table.match.phase == "deal"


def test_redeal_with_nothing_to_take_back_is_not_now() -> None:
    table = Sitting()
    (entry,) = table.tap("E", "redeal")
    assert (entry.ruling, entry.action) == (Code.NOT_NOW, None)
    assert table.alerts() == [False, True]


# Drop.


def test_drop_takes_one_card_out_and_leaves_the_later_ones() -> None:
    table = Sitting()
    table.do("E take Js 8s\nN take 9s\nE take Jd\nW take As")
    assert table.tap("N", "drop") == []
    assert table.session.messages[-1] == "Tap the card that is to be taken out of the deal."
    table.tap("W", "8s")
    assert [action.text() for action in table.match.actions()] == [
        "take Js",
        "take 9s",
        "take Jd",
        "take As",
    ]
    assert table.session.messages[-1] == "One card is taken out of the deal."
    assert table.match.wants() == {0: 4, 1: 3, 2: 3, 3: 2}
    assert table.alerts() == [False, False]
    table.do("S take 8s")  # it may go into another hand
    assert replays(table)


def test_drop_is_written_down_as_the_undos_and_takes_it_stands_for() -> None:
    table = Sitting()
    table.do("E take Js\nN take 9s")
    table.tap("S", "drop")
    entries = table.tap("S", "Js")
    assert [action_of(entry).text() for entry in entries] == ["undo", "undo", "take 9s"]
    assert all(entry.ruling is None and entry.tag == TAGS["Js"] for entry in entries)


def test_drop_takes_one_card_out_of_a_line_of_several() -> None:
    table = several_card_takes()
    table.tap("S", "drop", "8s")
    assert [action.text() for action in table.match.actions()] == [
        "take Js Jd 8d",
        "take 9s 7s",
        "take As Ks",
        "take 9d 7d",
    ]
    assert table.match.wants() == {0: 4, 1: 2, 3: 1}


def test_drop_of_the_last_card_taken() -> None:
    table = Sitting()
    table.do("E take Js\nN take 9s")
    table.tap("S", "drop", "9s")
    assert [action.text() for action in table.match.actions()] == ["take Js"]


def test_a_card_of_an_earlier_stage_cannot_be_dropped() -> None:
    table = Sitting()
    table.deal(EVEN)
    table.do("E bid 16\nN pass\nS pass\nW pass\nE mark 2h\nN pass\nS pass\nE take Jc 8c")
    before = table.match.actions()
    table.tap("S", "drop")
    (entry,) = table.tap("S", "Js")
    assert entry.ruling is Code.NOT_IN_HAND
    assert table.match.actions() == before
    assert table.alerts() == [True, False]
    (entry,) = table.tap("E", "7h")
    assert action_of(entry).text() == "take 7h"  # the call is used up
    table.tap("S", "drop", "8c")
    assert table.match.wants() == {0: 4, 1: 4, 2: 4, 3: 2}
    assert replays(table)


def test_a_card_nobody_has_cannot_be_dropped() -> None:
    table = Sitting()
    table.do("E take Js")
    table.tap("S", "drop")
    (entry,) = table.tap("S", "As")
    assert entry.ruling is Code.NOT_IN_HAND
    assert len(table.match.actions()) == 1


@pytest.mark.parametrize("stage", ["bidding", "play"])
def test_drop_when_no_stage_of_the_deal_is_open_is_not_now(stage: str) -> None:
    table = Sitting()
    table.deal(EVEN)
    if stage == "play":
        table = at_play()
    (entry,) = table.tap("S", "drop")
    assert entry.ruling is Code.NOT_NOW
    (entry,) = table.tap("E", "Js")
    assert action_of(entry).verb is Verb.PLAY


@pytest.mark.parametrize("correction", ["undo", "redeal", "void"])
def test_another_correction_takes_the_place_of_a_drop(correction: str) -> None:
    """`drop` and then another correction: the next card is a card again, not one to be dropped."""
    table = Sitting()
    table.do("E take Js\nN take 9s")
    table.tap("S", "drop", correction)
    (entry,) = table.tap("N", "7s")
    assert (action_of(entry).text(), entry.ruling) == ("take 7s", None)


def test_a_drop_does_not_outlive_the_deal() -> None:
    table = Sitting(wait=True)
    table.tap("S", "deal")
    table.do("E take Js")
    table.tap("S", "drop", "void", "deal")
    table.do("E take Js")


# Void and end.


def test_void_passes_the_deal_on_without_a_score() -> None:
    table = at_play()
    table.plays("Js 9s")
    table.tap("E", "void")
    assert [deal.code for deal in table.match.deals] == ["void:director"]
    assert table.match.scores == (0, 0)
    assert table.match.deal.dealer == 3


def test_a_draw_cannot_be_voided() -> None:
    table = Sitting(game="single-sir", dealer=None)
    (entry,) = table.tap("S", "void")
    assert entry.ruling is Code.NOT_NOW


def test_end_gives_the_match_to_the_higher_score() -> None:
    table = Sitting(match_target=20)
    table.match.standing = (3, 5)
    table.tap("S", "end")
    assert table.match.winner == (1,)
    assert [panel.winner for panel in table.face().panels] == [False, True]
    assert [panel.score for panel in table.face().panels] == [3, 5]


def test_corrections_are_the_directors_and_raise_no_alert() -> None:
    table = at_play()
    table.tap("E", "undo", "void", "end")
    assert table.alerts() == [False, False]
