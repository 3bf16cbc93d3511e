"""Hidden Trump: laying the card, showing it, its last-card rule, changing it."""

from __future__ import annotations

from typing import Any

import pytest
from gm_table import GameTable, Hands, hands_of, one_suit_each

from engine.actions import Verb
from engine.phases import Phase, Tap

PURE = one_suit_each()


def ready(hands: Hands, *calls: str, **options: Any) -> GameTable:
    """A table of Hidden Trump at the first lead."""
    table = GameTable("hidden-trump", **options)
    table.to_play(hands, *calls)
    return table


# Laying it.


def test_the_caller_lays_one_of_its_first_five() -> None:
    table = GameTable("hidden-trump")
    table.deal(PURE)
    assert table.phase() is Phase.HIDE
    assert table.legal("E") == {
        "hide As",
        "hide Ks",
        "hide Qs",
        "hide Js",
        "hide Ts",
        "pass",
        "timeout",
    }
    table.do(
        """
        E hide joker ! not-in-pack
        E hide 9s    ! not-in-hand
        E hide Ah    ! not-in-hand
        W hide Ad    ! not-your-turn
        E hide       ! bad-line
        E hide h     ! bad-line
        E trump s    ! not-now
        E turn As    ! not-now
        E show       ! not-now
        E play As    ! not-now
        """
    )
    answer = table.do("E hide Ks")
    assert "shown" not in answer
    table.deal_out(PURE)
    assert table.turn() == "E"
    assert len(table.legal("E")) == 13
    assert table.view().cards == (13, 13, 13, 13)


def test_the_partner_lays_one_of_its_own() -> None:
    table = GameTable("hidden-trump")
    table.deal(PURE)
    table.do("E pass\nW pass ! must-name\nE hide As ! not-your-turn\nW hide As ! not-in-hand")
    assert table.legal("W") == {f"hide {rank}d" for rank in "AKQJT"} | {"timeout"}
    table.do("W hide Td")
    table.deal_out(PURE)
    assert table.turn() == "E"


def test_when_both_clocks_run_out_a_card_of_the_dealers_is_laid_unseen() -> None:
    table = GameTable("hidden-trump")
    table.deal(PURE)
    table.do("E timeout\nW timeout\nS pass ! not-now\nS timeout ! not-now\nS hide 9c ! not-in-hand")
    assert table.legal("S") == {f"hide {rank}c" for rank in "AKQJT"}
    assert table.match.deal.clock() is None
    table.do("S hide Tc")
    table.deal_out(PURE)
    assert table.view().cards == (13, 13, 13, 13)


# Out of the hand while it lies there.


def owner_table() -> GameTable:
    """W has laid its only heart, the king; E and N have led hearts, and W is to play."""
    table = ready(hands_of(["E 2h 3h 5d Ah"], laid={"W": "Kh"}), "E pass", "W hide Kh")
    table.plays("2h 3h")
    return table


def test_it_cannot_be_played_and_does_not_oblige_to_follow() -> None:
    table = owner_table()
    assert table.turn() == "W"
    assert table.view("W").facts["hidden"] == "Kh"
    table.do("W play Kh ! hidden-card")
    assert {"play 5d", "show"} <= table.legal("W")
    assert "play Kh" not in table.legal("W")
    table.do("W play 5d")
    assert table.turn() == "S"


def test_for_another_seat_it_is_just_not_in_its_hand() -> None:
    owner_table().do("W play 5d\nS play Kh ! not-in-hand")


def test_the_owner_that_shows_it_may_follow_suit_with_it_and_must() -> None:
    table = owner_table()
    assert table.do("W show")["shown"] == "h"
    assert table.legal("W") == {"play Kh"}
    table.do("W play 5d ! must-follow\nW play Kh")
    # The suit led is the trump suit: plain rank decides, also against what lay there before.
    table.do("S play Ah")
    assert table.turn() == "S"


# Showing it, and the moment of showing.

# E has laid a spade. N leads to trick 2 and in it W, S, E come next.
MOMENT = hands_of(
    ["E 2h Ah 4h 3h", "N 5d 9s 6d Ts"],
    first={"E": "As"},
)


def test_a_seat_that_cannot_follow_may_have_it_shown_and_must_trump() -> None:
    table = ready(MOMENT, "E hide As")
    table.plays("2h Ah 4h 3h 5d")
    assert table.turn() == "W"
    assert "show" in table.legal("W")
    answer = table.do("W show")
    assert answer["shown"] == "s"
    assert table.view().trump.suit == "s"
    spades = {card for card in MOMENT["W"] if card[1] == "s"}
    assert table.legal("W") == {f"play {card}" for card in spades}
    other = next(card for card in MOMENT["W"] if card[1] in "hc" and card != "4h")
    table.do(f"W play {other} ! must-trump\nW show ! not-now\nW play 9s")
    table.do("S show ! not-now")
    # It is back in the owner's hand.
    assert table.view("E").cards == (12, 11, 11, 12)
    assert "hidden" not in table.view("E").facts


def test_a_card_played_before_the_showing_is_a_plain_card() -> None:
    table = ready(MOMENT, "E hide As")
    table.plays("2h Ah 4h 3h 5d 9s 6d")
    assert table.turn() == "E"
    # W's spade lay there already; E shows now and its own spade is the only trump.
    table.plays("show Ts")
    assert table.view().last_trick.seats[-1] == 3
    assert table.turn() == "E"


def test_a_higher_card_of_the_suit_played_before_the_showing_loses() -> None:
    hands = hands_of(["E 2h Ah 4h 3h", "N 5d Ks 6d 2s"], first={"E": "As"})
    table = ready(hands, "E hide As")
    table.plays("2h Ah 4h 3h 5d Ks 6d show 2s")
    assert table.turn() == "E"


def test_without_a_showing_the_suit_is_plain() -> None:
    table = ready(MOMENT, "E hide As")
    table.plays("2h Ah 4h 3h 5d 9s 6d Ts")
    # No trump counts: the highest diamond wins, S's 6.
    assert table.turn() == "S"
    assert table.view().trump.hidden


def test_with_the_trump_suit_led_before_the_showing_plain_rank_decides() -> None:
    # N leads spades, W cannot follow and shows: spades are trump, W has none.
    hands = hands_of(["E 2h Ah 4h 3h", "N 5s 6d 7s 6s"], first={"E": "As"})
    table = ready(hands, "E hide As")
    table.plays("2h Ah 4h 3h 5s show 6d 7s 6s")
    assert table.turn() == "S"


def test_who_has_no_trump_after_showing_plays_anything() -> None:
    hands = hands_of(["E 2h Ah 4h 3h", "N 5s 6d 7s 6s"], first={"E": "As"})
    table = ready(hands, "E hide As")
    table.plays("2h Ah 4h 3h 5s show")
    assert {card[-2:] for card in table.legal("W")} == set(hands["W"]) - {"4h"}


def test_showing_counts_on_in_the_tricks_that_follow() -> None:
    hands = hands_of(["E 2h Ah 4h 3h", "N 5d 9s 6d Ts", "E 3c Ac 4s 5c"], laid={"E": "As"})
    table = ready(hands, "E hide As")
    table.plays("2h Ah 4h 3h 5d 9s 6d show Ts 3c Ac 4s 5c")
    assert table.turn() == "W"


@pytest.mark.parametrize(
    ("words", "line", "code"),
    [
        ("", "E show", "accepted"),
        ("", "N show", "not-your-turn"),
        ("2h", "N show", "no-show"),
        ("2h Ah", "W show", "no-show"),
        ("2h Ah 4h 3h", "N show", "no-show"),
        ("2h Ah 4h 3h 5d", "W show", "accepted"),
        ("2h Ah 4h 3h 5d", "S show", "not-your-turn"),
        ("2h Ah 4h 3h 5d show", "W show", "not-now"),
        ("2h Ah 4h 3h 5d show", "S show", "not-now"),
    ],
)
def test_who_may_show_and_when(words: str, line: str, code: str) -> None:
    table = ready(MOMENT, "E hide As")
    table.plays(words)
    listed = "show" in table.legal(line[0])
    assert listed == (code == "accepted")
    table.do(line if code == "accepted" else f"{line} ! {code}")


def test_who_laid_it_may_show_it_when_leading_and_must_lead_a_trump() -> None:
    table = ready(MOMENT, "E hide As")
    assert table.do("E show")["shown"] == "s"
    assert {said[-1] for said in table.legal("E")} == {"s"}
    table.do("E play 2h ! must-trump\nE play As")


def test_the_duty_ends_with_the_trick() -> None:
    table = ready(MOMENT, "E hide As")
    table.plays("show As")
    while table.view().tricks_done == 0:
        seat = table.turn()
        table.do(f"{seat} {sorted(table.legal(seat))[0]}")
    assert table.turn() == "E"
    assert "play 2h" in table.legal("E")


# After an unseen card.

UNSEEN = ("E timeout", "W timeout", "S hide Tc")


def test_after_an_unseen_card_the_caller_may_show_when_leading_not_the_dealer() -> None:
    hands = hands_of(["E 2h 3h 4h Ah", "S 2d 3d Ad 4d"], first={"S": "Tc"})
    table = ready(hands, *UNSEEN)
    assert "show" in table.legal("E")
    table.plays("2h 3h 4h Ah")
    assert table.turn() == "S"
    table.do("S show ! no-show")
    assert "show" not in table.legal("S")
    table.plays("2d 3d Ad 4d")
    assert table.turn() == "N"
    table.do("N show ! no-show")


def test_the_caller_that_shows_it_must_lead_a_trump_if_it_has_one() -> None:
    hands = hands_of(["E 2h 3h 4h Ah", "S 2d 3d Ad 4d"], first={"S": "Tc"})
    clubs = {f"play {card}" for card in hands["E"] if card[1] == "c"}
    table = ready(hands, *UNSEEN)
    assert table.do("E show")["shown"] == "c"
    assert table.legal("E") == (clubs or {f"play {card}" for card in hands["E"]})
    # The card went to the dealer.
    assert table.view("S").cards == (13, 13, 13, 13)
    assert table.match.deal.card_counts() == (13, 13, 13, 13)
    assert table.match.deal.hands[0].bit_count() == 13


def test_an_unseen_card_is_the_dealers_own() -> None:
    table = ready(PURE, *UNSEEN)
    table.plays("As Ah Ad")
    table.do("S play Tc ! hidden-card\nS play Ac")


# The last card. Everybody follows for twelve tricks, and has one card of a suit of its own left.

GROUPS = ("2345", "6789", "TJQK")


def twelve_tricks(suits: str) -> list[str]:
    """Three tricks of each suit in turn: E wins spades and hearts, S diamonds and clubs."""
    tricks, leader = [], "E"
    for suit in suits:
        winner = "E" if suit in "sh" else "S"
        for ranks in GROUPS:
            losers = [seat for seat in "ENWS" if seat != winner]
            card = dict(zip([*losers, winner], ranks, strict=True))
            order = "ENWS" if leader == "E" else "SENW"
            tricks.append(f"{leader} " + " ".join(card[seat] + suit for seat in order))
            leader = winner
    return tricks


def last_trick(suits: str, *calls: str) -> GameTable:
    """Before the thirteenth trick, six tricks to each team: aces are left, a suit to each seat."""
    tricks = twelve_tricks(suits)
    aces = {"E": "As", "N": "Ah", "W": "Ad", "S": "Ac"}
    table = ready(hands_of(tricks, laid=aces), *calls)
    for trick in tricks:
        table.plays(trick[2:])
    assert table.view().tricks == (6, 6)
    return table


def test_the_hidden_card_as_the_last_one_is_shown_by_playing_it() -> None:
    table = last_trick("shdc", "E hide As")
    table.do("S play Ac")
    assert table.legal("E") == {"play As", "show"}
    answer = table.do("E play As")
    assert answer["shown"] == "s"
    # It counts as a trump at once.
    assert table.view().winning == table.match.seating.seat("E")
    assert table.plays("Ah Ad")["deal"]["result"] == "won"


def test_or_by_show_first() -> None:
    table = last_trick("shdc", "E hide As")
    assert table.do("S play Ac\nE show")["shown"] == "s"
    assert table.legal("E") == {"play As"}


def test_another_seat_may_have_it_shown_before() -> None:
    table = last_trick("shdc", "E pass", "W hide Ad")
    table.do("S play Ac\nE show\nE play As\nN show ! not-now\nN play Ah")
    assert table.legal("W") == {"play Ad"}
    assert table.do("W play Ad")["trick"]["winner"] == "W"


def test_led_as_the_last_card_it_is_shown_too() -> None:
    table = last_trick("dcsh", "E hide As")
    assert table.turn() == "E"
    assert table.legal("E") == {"play As", "show"}
    assert table.do("E play As")["shown"] == "s"
    table.do("N show ! not-now\nN play Ah")


def test_of_an_unseen_card_the_dealer_shows_it_by_leading_it_not_by_show() -> None:
    table = last_trick("shdc", "E timeout", "W timeout", "S hide Ac")
    assert table.turn() == "S"
    assert table.legal("S") == {"play Ac"}
    table.do("S show ! no-show")
    assert table.do("S play Ac")["shown"] == "c"
    assert table.plays("As Ah Ad")["trick"]["winner"] == "S"


def test_another_seats_hidden_last_card_is_not_playable_by_others() -> None:
    table = last_trick("shdc", "E hide As")
    table.do("S play Ac\nE play Ah ! not-in-hand\nE play Ac ! already-played")


# The end.


def test_a_card_still_hidden_is_turned_up_when_the_deal_ends() -> None:
    table = ready(PURE, "E hide As")
    # E leads spades, without the ace; nobody can follow and nobody asks: E wins seven running.
    answer = table.plays(" ".join(f"{r}s {r}h {r}d {r}c" for r in "KQJT987"))
    assert answer["shown"] == "s"
    assert answer["deal"]["result"] == "kot"
    assert answer["deal"]["trump"] == "s"


# Changing it.

CHANGING = {"change_trump": True}


def test_another_of_the_first_five_may_be_laid_instead() -> None:
    table = ready(PURE, "E hide As", **CHANGING)
    assert table.may("change") == {"E"}
    assert {it for it in table.legal("E") if it.startswith("change")} == {
        "change Ks",
        "change Qs",
        "change Js",
        "change Ts",
    }
    table.do(
        """
        E change joker ! not-in-pack
        E change As    ! hidden-card
        E change 9s    ! not-in-hand
        E change Ah    ! not-in-hand
        N change Ah    ! not-your-turn
        E change h     ! bad-line
        E change       ! bad-line
        """
    )
    answer = table.do("E change Ks")
    assert "shown" not in answer
    assert table.view("E").facts["hidden"] == "Ks"
    table.do("E change Qs ! not-now\nE play Ks ! hidden-card\nE play As")


def test_the_partner_changes_what_it_laid() -> None:
    table = ready(PURE, "E pass", "W hide Ad", **CHANGING)
    table.do("E change As ! not-your-turn\nW change Kd\nE play As")


def test_the_caller_may_change_an_unseen_card_for_one_of_its_own() -> None:
    table = ready(PURE, *UNSEEN, **CHANGING)
    assert table.may("change") == {"E"}
    table.do("E change Tc ! not-in-hand\nS change Ac ! not-your-turn\nE change Ks")
    assert table.view().cards == (13, 13, 13, 13)
    # The caller has the unseen card; the card laid counts as the dealer's from now on.
    assert "play Tc" in table.legal("E")
    table.do("E play Ks ! not-in-hand\nE play As\nN play Ah\nW play Ad\nS play Ks ! hidden-card")
    assert table.do("S show")["shown"] == "s"
    assert table.legal("S") == {"play Ks"}
    assert table.match.deal.card_counts() == (13, 12, 12, 12)


def test_who_knows_the_card_before_and_after_that_change() -> None:
    table = ready(PURE, *UNSEEN, **CHANGING)
    assert all("hidden" not in table.view(seat).facts for seat in "SWNE")
    table.do("E change Ks")
    assert table.view("E").facts["hidden"] == "Ks"
    assert all("hidden" not in table.view(seat).facts for seat in "SWN")


def test_it_can_be_changed_only_while_it_is_hidden_and_before_the_first_lead() -> None:
    table = ready(PURE, "E hide As", **CHANGING)
    table.do("E show\nE change Ks ! not-now")
    table.undo()
    table.do("E play Ks\nE change Qs ! not-now")
    table.undo()
    table.do("E change Qs")


def test_changing_is_off_by_default() -> None:
    table = ready(PURE, "E hide As")
    assert table.may("change") == set()
    table.do("E change Ks ! not-now")


def test_the_call_tag_change_waits_for_a_card_while_one_may_be_changed() -> None:
    table = GameTable("hidden-trump", change_trump=True)
    table.deal(PURE)
    assert table.match.deal.tap() == Tap(Verb.HIDE)
    table.do("E hide As")
    assert table.match.deal.tap() == Tap(Verb.TAKE)
    table.deal_out(PURE)
    assert table.match.deal.tap() == Tap(Verb.PLAY, awaited=(Verb.CHANGE,))
    table.do("E change Ks")
    assert table.match.deal.tap() == Tap(Verb.PLAY)


# Other games have nothing to show.


@pytest.mark.parametrize("game", ["single-sir", "double-sir", "no-call", "mendikot"])
def test_there_is_nothing_to_show_or_lay_elsewhere(game: str) -> None:
    table = GameTable(game)
    table.to_play(PURE, *(["E trump s"] if "sir" in game else []))
    table.do("E show ! not-now\nN show ! not-now\nE hide As ! not-now\nE turn As ! not-now")
    table.do("E play As\nN show ! not-now")
