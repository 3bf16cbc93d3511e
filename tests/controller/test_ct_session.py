"""What a tap means, what is answered, and when the alert lights go on and off."""

from __future__ import annotations

import pytest
from ct_table import TAGS, Sitting, action_of, at_play
from en_table import EVEN

from controller.deck import parse_deck
from engine import Code, Verb, parse_card
from hw_mocks.deck import FOB, deck_csv

BID = "E bid 16\nN pass\nS pass\nW pass"


# What a tapped card means.


def test_a_card_is_taken_in_the_deal_whoever_comes_first() -> None:
    table = Sitting()
    for seat, cards in (("W", "As"), ("E", "Js 8s"), ("W", "Ks"), ("S", "Ts"), ("N", "9s")):
        for entry in table.tap(seat, *cards.split()):
            assert entry.ruling is None
            assert action_of(entry).verb is Verb.TAKE
            assert action_of(entry).seat == table.match.seating.seat(seat)
    assert table.match.wants() == {0: 3, 1: 2, 2: 3, 3: 2}


@pytest.mark.parametrize(
    ("lines", "verb"),
    [
        ("", Verb.TAKE),
        ("deal", Verb.PLAY),  # the bidding: a card is a play, and so not-now
        ("deal|E bid 16|N pass|S pass|W pass", Verb.MARK),
        ("deal|E bid 16|N pass|S pass|W pass|E mark 2h", Verb.PLAY),
        ("deal|E bid 16|N pass|S pass|W pass|E mark 2h|N pass|S pass", Verb.TAKE),
        ("deal|E bid 16|N pass|S pass|W pass|E mark 2h|N pass|S pass|deal", Verb.PLAY),
    ],
)
def test_what_a_card_means_in_each_phase_of_twenty_nine(lines: str, verb: Verb) -> None:
    table = Sitting()
    for line in filter(None, lines.split("|")):
        if line == "deal":
            table.deal(EVEN)
        else:
            table.do(line)
    entries = table.tap("E", "7h")
    assert [action_of(entry).verb for entry in entries] == [verb]


def test_a_card_where_nothing_can_be_played_is_not_now() -> None:
    table = Sitting()
    table.deal(EVEN)
    table.do("E play Js ! not-now")
    table.do("N play 9s ! not-now")
    table.do(BID)
    table.do("E mark 2h")
    table.do("N play 9s ! not-now")


def test_a_card_is_drawn_where_the_game_has_a_draw() -> None:
    table = Sitting(game="single-sir", dealer=None)
    assert table.lit() == "S W N E"
    table.do("W draw 2h\nS draw Ah\nE draw Kh\nN draw 3h")
    assert table.match.deal.dealer == table.match.seating.seat("W")  # E, N, W and S calls
    assert table.match.phase == "deal"


def test_a_card_is_laid_face_down_in_hide() -> None:
    table = Sitting(game="hidden-trump")
    for seat, cards in (("E", "As Ks Qs Js Ts"), ("N", "Ah Kh Qh Jh Th"), ("W", "Ad Kd Qd Jd Td")):
        table.do(f"{seat} take {cards}")
    table.do("S take Ac Kc Qc Jc Tc")
    assert table.match.phase == "hide"
    entries = table.tap("E", "Ks")
    assert [action_of(entry).text() for entry in entries] == ["hide Ks"]
    assert "K♠" not in " ".join(table.session.messages)


def test_a_card_is_turned_up_only_in_the_dealers_step_of_the_call() -> None:
    table = Sitting(game="single-sir")
    for seat, suit in (("E", "s"), ("N", "h"), ("W", "d"), ("S", "c")):
        table.do(f"{seat} take 2{suit} 3{suit} 4{suit} 5{suit} 6{suit}")
    assert table.match.phase == "call"
    table.do("E play 2s ! not-now")
    table.do("E timeout\nW timeout")
    entries = table.tap("S", "4c")
    assert [action_of(entry).text() for entry in entries] == ["turn 4c"]
    assert "S turns up 4♣." in table.session.messages


# Calls.


def test_a_call_tag_is_a_call_of_the_seat_that_tapped_it() -> None:
    table = Sitting()
    table.deal(EVEN)
    for seat, call in (("E", "bid 16"), ("N", "bid 17"), ("E", "ditto"), ("N", "pass")):
        (entry,) = table.tap(seat, call)
        assert entry.ruling is None
        assert action_of(entry).text() == call
        assert table.match.seating.names[action_of(entry).seat] == seat


def test_a_call_this_game_lacks_is_not_now() -> None:
    table = Sitting()
    for call in ("trump h", "change h", "change", "fresh", "timeout", "tenny"):
        (entry,) = table.tap("E", call)
        assert entry.ruling is Code.NOT_NOW, call


def test_a_call_that_this_game_words_otherwise_is_a_ruling_and_no_crash() -> None:
    """One deck serves all games: in hidden-trump `change` names a card, not a suit."""
    table = Sitting(game="hidden-trump", change_trump=True)
    (entry,) = table.tap("E", "change h")
    assert entry.ruling is Code.BAD_LINE
    assert table.alerts() == [False, True]


def test_done_is_ignored_where_nothing_is_collected() -> None:
    table = at_play()
    assert table.tap("E", "done") == []
    assert table.alerts() == [False, False]


def test_change_waits_for_that_seats_card_in_hidden_trump() -> None:
    table = Sitting(game="hidden-trump", change_trump=True)
    suits = {"E": "s", "N": "h", "W": "d", "S": "c"}
    for ranks in ("AKQJT", "9876", "5432"):
        for seat, suit in suits.items():
            table.do(f"{seat} take {' '.join(rank + suit for rank in ranks)}")
        if table.match.phase == "hide":
            table.do("E hide As")
    assert table.match.phase == "play"
    assert table.tap("E", "change") == []
    (of_another,) = table.tap("N", "Ah")
    assert of_another.ruling is Code.NOT_YOUR_TURN
    (changed,) = table.tap("E", "Ks")
    assert changed.ruling is None
    assert action_of(changed).text() == "change Ks"
    assert "E changes the trump." in table.session.messages
    assert not any("♠" in message for message in table.session.messages)
    (played,) = table.tap("E", "Qs")
    assert action_of(played).text() == "play Qs"


# Raise.


def test_raise_is_the_lowest_bid_there_is() -> None:
    table = Sitting()
    table.deal(EVEN)
    bids = [table.tap(seat, "raise")[0] for seat in ("E", "N", "E")]
    assert [action_of(entry).text() for entry in bids] == ["bid 16", "bid 17", "bid 18"]
    assert table.codes()[-3:] == ["accepted"] * 3


def test_raise_after_a_ditto_and_with_another_lowest_bid() -> None:
    table = Sitting("lucknow", min_bid=20, tenny=0)
    table.deal(EVEN)
    texts = []
    for call in ("raise", "ditto", "raise"):
        (entry,) = table.tap(table.turn(), call)
        assert entry.ruling is None
        texts.append(action_of(entry).text())
    assert texts == ["bid 20", "ditto", "bid 21"]


def test_raise_with_none_left_is_too_high() -> None:
    table = Sitting()
    table.deal(EVEN)
    table.do("E bid 28")
    (entry,) = table.tap("N", "raise")
    assert entry.ruling is Code.BID_TOO_HIGH
    assert action_of(entry).text() == "bid 29"
    assert table.session.messages[-1] == "N: 29 is too high: the highest bid is 28."


def test_raise_off_turn_and_off_phase() -> None:
    table = Sitting()
    (early,) = table.tap("E", "raise")
    assert early.ruling is Code.NOT_NOW
    table.deal(EVEN)
    (off_turn,) = table.tap("N", "raise")
    assert off_turn.ruling is Code.NOT_YOUR_TURN
    table.do("E bid 16\nN pass\nS pass\nW pass")
    (late,) = table.tap("E", "raise")
    assert late.ruling is Code.NOT_NOW


# Alerts.


def test_the_alert_of_a_refused_seats_team_goes_out_with_the_next_accepted_action() -> None:
    table = Sitting()
    table.deal(EVEN)
    table.do("N bid 17 ! not-your-turn")
    assert table.alerts() == [True, False]
    table.do("W pass ! not-your-turn")
    assert table.alerts() == [True, True]
    table.do("E bid 16")
    assert table.alerts() == [False, False]


def test_a_refused_tap_may_be_tried_again_and_changes_nothing() -> None:
    table = at_play()
    before = table.match.deal.save()
    table.do("E play As ! not-in-hand")
    assert table.match.deal.save() == before
    assert table.alerts() == [False, True]
    assert table.lit() == "E"
    table.do("E play As ! not-in-hand\nE play Js")
    assert table.alerts() == [False, False]


def test_a_directors_undo_clears_alerts_too() -> None:
    table = at_play()
    table.do("N play 9s ! not-your-turn")
    table.tap("S", "undo")
    assert table.alerts() == [False, False]


def test_what_is_no_news_leaves_an_alert_on() -> None:
    table = at_play()
    table.do("E play Js\nN play Kd ! not-in-hand")
    assert table.tap("E", "Js") == []
    assert table.alerts() == [True, False]


def test_an_unknown_tag_raises_the_alert_and_says_so_without_its_number() -> None:
    table = at_play()
    entries = len(table.journal.entries)
    table.session.unknown(2, FOB, table.now)
    assert table.alerts() == [True, False]
    assert table.session.messages[-1] == "A tag that is not in the deck was read at N."
    assert [(entry.call, entry.tag) for entry in table.journal.entries[entries:]] == [
        ("unknown", FOB)
    ]
    table.do("E play Js")
    assert table.alerts() == [False, False]


# Sets of cards.


def twenty_two() -> Sitting:
    """Four players of Twenty-Two with seven cards each, in the exchange; 2 speaks first."""
    table = Sitting(game="twenty-two", dealer="1")
    hands = {
        "2": "2s 2h 3d 4d 5d Jd Kd",
        "3": "7s 7h 8d 9d Td Qd Ad",
        "4": "2d 6s 6h 9s 9h Ts Js",
        "1": "3s 4s 4h 8s 8h Qs Ks",
    }
    for seat, cards in hands.items():
        table.do(f"{seat} take {cards}")
    assert table.match.phase == "exchange"
    return table


def test_done_with_nothing_collected_is_a_pass_in_the_exchange() -> None:
    table = twenty_two()
    (entry,) = table.tap("2", "done")
    assert action_of(entry).text() == "pass"
    assert entry.ruling is None


def test_cards_are_collected_towards_a_throw_and_then_taken() -> None:
    table = twenty_two()
    assert table.tap("2", "3d", "4d", "5d", "4d") == []  # the 4 is taken out again
    (entry,) = table.tap("2", "done")
    assert action_of(entry).text() == "throw 3d 5d"
    assert "2 throws 2 cards." in table.session.messages
    (taken,) = table.tap("2", "Ac")
    assert action_of(taken).text() == "take Ac"


def exchanged() -> Sitting:
    table = twenty_two()
    for seat in ("2", "3", "4", "1"):
        table.tap(seat, "done")
    assert table.match.phase == "play"
    return table


def test_a_lead_is_closed_by_done() -> None:
    table = exchanged()
    assert table.tap("2", "2s", "2h") == []
    (entry,) = table.tap("2", "done")
    assert (action_of(entry).text(), entry.ruling) == ("play 2s 2h", None)
    assert [seat.played for seat in table.screen().seats] == [None, "2♠ 2♥", None, None]


def test_a_lead_is_closed_by_a_tap_of_the_next_seat_and_a_follow_at_its_count() -> None:
    table = exchanged()
    table.tap("2", "2s", "2h")
    (lead,) = table.tap("3", "7s")
    assert action_of(lead).text() == "play 2s 2h"
    assert table.session.collected == [parse_card("7s")]
    (follow,) = table.tap("3", "7h")
    assert (action_of(follow).text(), follow.ruling) == ("play 7s 7h", None)


def test_a_refused_set_frees_its_cards_and_drops_the_tap_that_closed_it() -> None:
    table = exchanged()
    table.tap("2", "2s", "3d")
    (lead,) = table.tap("3", "7s")
    assert (action_of(lead).text(), lead.ruling) == ("play 2s 3d", Code.NOT_A_SET)
    assert table.session.collected == []
    alerts = dict(zip(table.match.seating.teams, table.alerts(), strict=True))
    assert alerts == {"1": False, "2": True, "3": False, "4": False}
    table.tap("2", "2s")
    (again,) = table.tap("2", "done")
    assert action_of(again).text() == "play 2s"
    (follow,) = table.tap("3", "7s")  # one card was led, so one is judged at once
    assert action_of(follow).text() == "play 7s"


def test_a_card_of_a_seat_that_is_not_to_act_is_judged_at_once() -> None:
    table = exchanged()
    table.tap("2", "2s")
    (entry,) = table.tap("4", "6s")
    assert entry.ruling is Code.NOT_YOUR_TURN
    assert table.session.collected == [parse_card("2s")]


def test_an_unreadable_call_of_the_next_seat_closes_a_lead_as_any_tap_does() -> None:
    table = exchanged()
    table.tap("2", "2s", "2h")
    entries = table.tap("3", "change h")
    assert action_of(entries[0]).text() == "play 2s 2h"
    assert [entry.ruling for entry in entries] == [None, Code.NOT_NOW]


# Sentences.


def test_every_accepted_action_and_every_refusal_is_said() -> None:
    table = Sitting()
    table.deal(EVEN)
    table.do("N bid 17 ! not-your-turn\nE bid 16\nN pass\nS pass\nW pass\nE mark 2h")
    assert table.session.messages[-7:] == [
        "S takes a card.",
        "N: It is the turn of E.",
        "E bids 16.",
        "N passes.",
        "S passes.",
        "W passes.",
        "E lays a marker face down.",
    ]


def test_the_end_of_a_trick_and_of_a_deal_are_said() -> None:
    table = at_play()
    table.plays("Js 9s Ks Qs")
    assert table.session.messages[-1] == "E wins trick 1 with 5 points."
    table.tap("E", "void")
    assert table.session.messages[-3:] == [
        "The director voids the deal.",
        "The deal is void: the director said so.",
        "Score: NS 0, EW 0.",
    ]


def test_two_tags_of_one_meaning_are_both_that_card() -> None:
    text = deck_csv(TAGS) + f"{FOB},Jh\n"
    table = Sitting(deck=parse_deck(text, "deck.csv"))
    table.session.tap(0, FOB, 1.0)
    assert [action_of(entry).text() for entry in table.journal.entries] == ["take Jh"]
    table.session.tap(1, TAGS["Jh"], 2.0)
    assert table.journal.entries[-1].ruling is Code.CARD_TWICE


# The journal comes first.


def test_what_a_tap_brings_about_is_written_down_once_it_is_ruled() -> None:
    table = Sitting()
    table.session.tap(3, TAGS["pass"], 7.5)
    table.session.tap(3, TAGS["Jh"], 8.5)
    refused, taken = table.journal.entries
    assert (refused.at, refused.seat, refused.tag) == (7.5, 3, TAGS["pass"])
    assert refused.ruling is Code.NOT_NOW
    assert (taken.at, taken.seat, taken.tag) == (8.5, 3, TAGS["Jh"])
    assert taken.ruling is None
    assert table.session.messages == [
        "E: Nobody can pass now (dealing).",
        "E takes a card.",
    ]
