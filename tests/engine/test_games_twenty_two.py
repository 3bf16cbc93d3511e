"""Twenty-Two: dealing, exchanging, sets, the last trick, piles, and who is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from gm_table import GameTable

from engine.actions import Action, Verb
from engine.cards import NAMES, Card, cards_in, mask_of, parse_card
from engine.phases import Phase, Tap
from engine.rulings import Ruling
from engine.twenty_two.piles import Piles, winners
from engine.twenty_two.sets import follows, is_lowest, leads, low_to_high, meets


def cards(text: str) -> tuple[Card, ...]:
    """Cards low to high."""
    return low_to_high(parse_card(word) for word in text.split())


# Sets.


@pytest.mark.parametrize(
    ("laid", "best", "met"),
    [
        ("7s", "7h", True),
        ("Ts", "7h", True),
        ("2s", "Th", False),
        # Six, six led: six, seven meets; four, five does not; eight, nine meets.
        ("6s 7s", "6h 6d", True),
        ("4s 5s", "6s 7s", False),
        ("8s 9s", "6s 7s", True),
        ("5s As", "6s 7s", False),
        # Jacks: J Q Q meets J J J; 2 2 3 does not; Q K A meets J Q Q.
        ("Js Qs Qh", "Jh Jd Jc", True),
        ("2s 2h 3s", "Js Qs Qh", False),
        ("Qd Ks As", "Js Qs Qh", True),
        # Each against the one it is set against: the lower one is too low.
        ("2s As", "3s 3h", False),
        ("9s 9h", "9d Tc", False),
    ],
)
def test_meeting_the_best_cards(laid: str, best: str, met: bool) -> None:
    assert meets(cards(laid), cards(best)) == met


@pytest.mark.parametrize(
    ("laid", "hand", "lowest"),
    [
        ("2s", "2s 3s 4s", True),
        ("3s", "2s 3s 4s", False),
        ("2h", "2s 2h 4s", True),
        ("2h 3s", "2h 3s 3d As", True),
        ("2h 3d", "2h 3s 3d As", True),
        ("3s 3d", "2h 3s 3d As", False),
        ("2h As", "2h 3s 3d As", False),
    ],
)
def test_the_lowest_cards_of_a_hand(laid: str, hand: str, lowest: bool) -> None:
    assert is_lowest(cards(laid), cards(hand)) == lowest


def words(sets: Iterable[tuple[Card, ...]]) -> set[str]:
    """Sets of cards as words."""
    return {" ".join(NAMES[card] for card in some) for some in sets}


def test_all_that_may_be_led() -> None:
    assert words(leads(cards("4s 4c 9h"))) == {"4s", "4c", "4s 4c", "9h"}
    # One card has to stay.
    assert words(leads(cards("4s 4c"))) == {"4s", "4c"}
    assert words(leads(cards("4s"))) == {"4s"}
    assert len(list(leads(cards("4s 4h 4d 4c 9h")))) == 16


def test_all_that_may_be_laid_on_the_best() -> None:
    hand = cards("3s 3h 6s 7s As")
    assert words(follows(hand, cards("6h"))) == {"6s", "7s", "As", "3s", "3h"}
    assert words(follows(hand, cards("6h 7h"))) == {"6s 7s", "6s As", "7s As", "3s 3h"}
    assert words(follows(hand, cards("7h 7d"))) == {"7s As", "3s 3h"}
    assert words(follows(hand, cards("2h 2d"))) >= {"3s 3h", "3s As", "6s 7s"}
    assert len(list(follows(hand, cards("2h 2d")))) == 10


# Dealing.


def table_of(seats: str, dealer: str, **options: Any) -> GameTable:
    """A table of Twenty-Two."""
    return GameTable("twenty-two", dealer=dealer, seats=seats, **options)


def dealt(hands: dict[str, str], dealer: str, *, passing: bool = True, **options: Any) -> GameTable:
    """A table with these first hands, at the first lead; nobody exchanges."""
    first = len(next(iter(hands.values())).split())
    table = table_of(" ".join(hands), dealer, first_hand=first, **options)
    for seat, hand in hands.items():
        table.do(f"{seat} take {hand}")
    while passing and table.phase() is Phase.EXCHANGE:
        table.do(f"{table.turn()} pass")
    return table


def test_seven_cards_each_at_first() -> None:
    table = table_of("1 2 3 4", "1")
    assert table.next()["wants"] == {"1": 7, "2": 7, "3": 7, "4": 7}


@pytest.mark.parametrize(
    ("seats", "first", "each"), [("1 2", 26, 26), ("1 2 3", 26, 17), ("1 2 3 4 5 6", 9, 8)]
)
def test_too_few_cards_are_dealt_out_evenly(seats: str, first: int, each: int) -> None:
    table = table_of(seats, "1", first_hand=first)
    assert set(table.next()["wants"].values()) == {each}


def test_rulings_while_cards_are_dealt() -> None:
    table = table_of("1 2", "1", first_hand=2)
    table.do(
        """
        1 take 2s joker   ! not-in-pack
        1 take 2s 2s      ! card-twice
        1 take 2s 3s 4s   ! too-many-cards
        1 take 2s 3s
        1 take 4s         ! too-many-cards
        2 take 2s         ! card-twice
        1 throw 2s        ! not-now
        1 pass            ! not-now
        1 play 2s         ! not-now
        1 draw 5s         ! not-now
        2 take 4s
        """
    )


# Exchanging.


def exchanging() -> GameTable:
    """Three players with two cards each; 1 deals, so that 2 is asked first."""
    return dealt({"1": "2s 3s", "2": "4s 5s", "3": "6s 7s"}, "1", passing=False)


def test_the_player_after_the_dealer_is_asked_first_the_dealer_last() -> None:
    table = exchanging()
    for seat in "231":
        assert table.turn() == seat
        assert table.next() == {"phase": "exchange", "turn": [seat], "legal": {seat: {"throw": 2}}}
        table.do(f"{seat} pass")
    assert table.phase() is Phase.PLAY
    assert table.turn() == "2"


def test_throwing_some_and_taking_as_many() -> None:
    table = exchanging()
    assert table.view().facts["stock"] == 46
    table.do("2 throw 4s 5s")
    assert table.next() == {"phase": "exchange", "turn": ["2"], "wants": {"2": 2}}
    assert table.view().cards == (2, 0, 2)
    table.do(
        """
        2 pass         ! not-now
        2 throw 6s     ! not-now
        3 pass         ! not-now
        3 take Ah      ! not-your-turn
        2 take 4s      ! card-twice
        2 take 6s      ! card-twice
        2 take Ah Kh Qh ! too-many-cards
        2 take Ah
        """
    )
    assert table.next()["wants"] == {"2": 1}
    table.do("2 take Kh")
    assert table.turn() == "3"
    assert table.view().facts["stock"] == 44
    assert table.view().facts["thrown"] == (0, 2, 0)
    # Thrown cards are out of this hand.
    table.do("3 throw 6s\n3 take 4s ! card-twice\n3 take 2h\n1 pass")
    table.do("2 play 4s ! not-in-hand\n2 play Ah")


def test_rulings_of_a_throw() -> None:
    exchanging().do(
        """
        3 throw 6s       ! not-your-turn
        3 pass           ! not-your-turn
        2 throw          ! bad-line
        2 throw joker 4s ! not-in-pack
        2 throw 6s       ! card-twice
        2 throw 4s 4s    ! card-twice
        2 throw Ah       ! not-in-hand
        2 throw Ah 6s    ! card-twice
        2 throw 4s Ah    ! not-in-hand
        2 take Ah        ! not-now
        2 play 4s        ! not-now
        2 timeout        ! not-now
        2 throw 4s
        2 take Ah
        3 throw 4s       ! card-twice
        3 throw Ah       ! card-twice
        """
    )


def test_nobody_may_throw_more_than_the_stock_holds_nor_is_asked_without_one() -> None:
    # Three players with seventeen cards each leave a stock of one.
    pack = "23456789TJQKA"
    named = [rank + suit for suit in "shdc" for rank in pack]
    hands = {str(n + 1): " ".join(named[n * 17 : n * 17 + 17]) for n in range(3)}
    table = dealt(hands, "3", passing=False)
    assert table.next()["legal"] == {"1": {"throw": 1}}
    table.do("1 throw 2s 3s ! stock-short\n1 throw 2s 2s ! card-twice\n1 throw 2s Ac ! not-in-hand")
    table.do("1 pass\n2 throw 6h\n2 take Ac")
    # The stock is empty: 3 is not asked.
    assert table.phase() is Phase.PLAY
    assert table.turn() == "1"


def test_with_no_stock_nobody_is_asked() -> None:
    named = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]
    table = dealt({"1": " ".join(named[:26]), "2": " ".join(named[26:])}, "1", passing=False)
    assert table.phase() is Phase.PLAY


def test_a_listed_throw_is_no_action_without_cards() -> None:
    table = exchanging()
    listed = table.match.legal()[1]
    assert Action(1, Verb.THROW, number=2) in listed
    with pytest.raises(Ruling, match="bad-line"):
        table.match.apply(Action(1, Verb.THROW, number=2))


def test_undo_in_an_exchange() -> None:
    table = exchanging()
    table.do("2 throw 4s 5s\n2 take Ah")
    table.undo(2)
    assert table.next()["legal"] == {"2": {"throw": 2}}
    table.do("2 throw 4s")


# Play.


def test_four_single_cards() -> None:
    # 7, 7, 10, 2: the 10 wins.
    table = dealt({"a": "7s 9s", "b": "7h 9h", "c": "Th 9d", "d": "2s 3s"}, "d")
    answer = table.plays("7s 7h Th 2s")
    assert answer["trick"] == {"number": 1, "winner": "c"}
    assert table.turn() == "c"


def test_two_sixes_led() -> None:
    hands = {"a": "6s 6h 2s", "b": "6d 7d As", "c": "4s 5s 9c", "d": "8s 9s Ks"}
    table = dealt(hands, "d")
    table.do("a play 6s 6h")
    assert table.view().facts["to_play"] == 2
    table.do("b play 7d 6d\nc play 4s 5s")
    assert table.view().winning == 1
    assert table.do("d play 9s 8s")["trick"]["winner"] == "d"


def test_three_jacks_led() -> None:
    hands = {"a": "Js Jh Jd 2s", "b": "Jc Qs Qh As", "c": "2h 2d 3s 9c", "d": "Qd Kd Ad 3h"}
    table = dealt(hands, "d")
    answer = table.plays("Js,Jh,Jd Jc,Qs,Qh 2h,2d,3s Qd,Kd,Ad")
    assert answer["trick"]["winner"] == "d"


def test_the_last_to_meet_wins_equal_cards_too() -> None:
    table = dealt({"a": "9s 2s", "b": "9h 3s", "c": "9d 4s"}, "c")
    assert table.plays("9s 9h 9d")["trick"]["winner"] == "c"


def test_lowest_cards_that_happen_to_meet_do_meet() -> None:
    table = dealt({"a": "3s 2s", "b": "5s 6s"}, "b")
    assert table.plays("3s 5s")["trick"]["winner"] == "b"


def test_rulings_of_a_lead() -> None:
    hands = {"a": "6s 6h 7s", "b": "6d 7d As"}
    table = dealt(hands, "b")
    table.do(
        """
        b play 6d         ! not-your-turn
        a play            ! bad-line
        a play joker 6d   ! not-in-pack
        a play 6d         ! not-in-hand
        a play 6s 6s      ! not-in-hand
        a play 6s Ah      ! not-in-hand
        a play 6s 6h 7s   ! keep-one
        a play 6s 7s      ! not-a-set
        a throw 6s        ! not-now
        a pass            ! not-now
        a take 2s         ! not-now
        a play 6h 6s
        """
    )


def test_rulings_of_a_follow() -> None:
    table = dealt({"a": "6s 6h 7s", "b": "6d 5d As"}, "b")
    table.do("a play 6s 6h")
    table.do(
        """
        b play 6s 5d       ! already-played
        b play joker 6s    ! not-in-pack
        b play 7s 5d       ! not-in-hand
        b play 5d 5d       ! not-in-hand
        b play 5d          ! wrong-count
        b play 5d 6d As    ! wrong-count
        b play 5d As       ! too-low
        b play 5d 6d
        """
    )


def test_a_lowest_pair_may_choose_among_equal_ranks() -> None:
    table = dealt({"a": "As Ah 7s", "b": "2d 3d 3h"}, "b")
    table.do("a play As Ah")
    assert table.legal("b") == {"play 2d 3d", "play 2d 3h"}


def test_it_goes_the_other_way_round_too() -> None:
    table = dealt({"a": "9s 2s", "b": "9h 3s", "c": "9d 4s"}, "c", direction="counterclockwise")
    assert table.turn() == "b"
    table.do("b play 9h")
    assert table.turn() == "a"


# The last trick.


def test_the_highest_card_of_the_last_trick_is_kept() -> None:
    table = dealt({"a": "9s", "b": "Kh", "c": "4s"}, "c")
    answer = table.plays("9s Kh 4s")
    assert answer["trick"] == {"number": 1, "winner": "b"}
    assert answer["deal"] == {
        "dealer": "c",
        "cards_each": 1,
        "result": "hand",
        "loser": ["b"],
        "kept": ["Kh"],
        "out": [],
    }
    assert table.scores() == {"a": 0, "b": 10, "c": 0}
    # Who won it deals next, and as many cards are called for as the king is worth.
    assert table.view().dealer == 1
    assert table.next()["wants"] == {"a": 10, "b": 10, "c": 10}


def test_in_a_tie_each_keeps_its_card_and_the_last_to_play_deals() -> None:
    table = dealt({"a": "9s", "b": "9h", "c": "4s"}, "a")
    # b leads, then c, then a.
    answer = table.plays("9h 4s 9s")
    assert answer["trick"]["winner"] == "a"
    assert answer["deal"]["loser"] == ["a", "b"]
    assert answer["deal"]["kept"] == ["9s", "9h"]
    assert table.view().dealer == 0
    assert table.next()["wants"] == {"a": 9, "b": 9, "c": 9}


@pytest.mark.parametrize(
    ("card", "value"),
    [("2s", 2), ("9s", 9), ("Ts", 10), ("Js", 10), ("Qs", 10), ("Ks", 10), ("As", 11)],
)
def test_values_and_the_cards_called_for(card: str, value: int) -> None:
    table = dealt({"a": "2h", "b": card}, "a")
    table.plays(f"{card} 2h")
    loser = "a" if card == "2s" else "b"
    assert table.scores()[loser] == value
    assert set(table.next()["wants"].values()) == {value}


def test_cards_on_piles_are_out_of_the_pack() -> None:
    table = dealt({"a": "9s", "b": "Kh", "c": "4s"}, "c")
    table.plays("9s Kh 4s")
    table.do("a take Kh ! not-in-pack\na take 9s")
    assert table.view().facts["piles"] == ((), ("Kh",), ())
    assert table.match.deal.pack.bit_count() == 51


def test_a_pile_of_the_limit_puts_a_player_out_and_it_still_deals() -> None:
    table = dealt({"a": "9s", "b": "Kh", "c": "4s"}, "c", limit=10)
    answer = table.plays("9s Kh 4s")
    assert answer["deal"]["out"] == ["b"]
    assert "match" not in answer
    assert table.view().dealer == 1
    assert table.view().facts["out"] == (False, True, False)
    assert table.next()["wants"] == {"a": 10, "c": 10}
    table.do("b take 2s ! not-your-turn")
    low = "2s 3s 5s 6s 7s 8s Ts Js Qs Ks"
    table.do(f"a take {low}\nc take {low.replace('s', 'd')}")
    # c is the seat after the dealer that is still in.
    assert table.turn() == "c"
    table.do("b pass ! not-your-turn\nc pass\na pass\nb play 2s ! not-your-turn")
    assert table.turn() == "c"
    table.do("c play 2d\na play 2s")
    assert table.view().tricks_done == 1


def test_a_pile_below_the_limit_does_not() -> None:
    table = dealt({"a": "9s", "b": "Kh", "c": "4s"}, "c", limit=11)
    assert table.plays("9s Kh 4s")["deal"]["out"] == []


def test_the_last_player_left_wins() -> None:
    table = dealt({"a": "9s", "b": "Kh"}, "b", limit=10)
    answer = table.plays("9s Kh")
    assert answer["match"] == {"winner": ["a"]}
    assert table.phase() is Phase.OVER
    table.do("a take 2s ! match-over")
    table.undo()
    assert table.phase() is Phase.PLAY


def test_equal_piles_that_go_out_together_share_the_win() -> None:
    table = dealt({"a": "Ks", "b": "Kh"}, "b", limit=10)
    answer = table.plays("Ks Kh")
    assert answer["deal"]["out"] == ["a", "b"]
    assert answer["match"] == {"winner": ["a", "b"]}


def mask(text: str) -> int:
    """The mask of some cards."""
    return mask_of(parse_card(word) for word in text.split())


def test_when_all_go_out_together_the_lowest_pile_among_them_wins() -> None:
    before = Piles((mask("9s"), mask("2s"), mask("Th Jh")), (False, False, True), 7)
    after = before.after([0, 1], list(cards("Ks Kh")), 12)
    assert after.values == (19, 12, 20)
    assert winners(before, after) == (1,)
    # One that went out earlier, with less, has no part in it.
    earlier = Piles((mask("9s"), mask("2s"), mask("3h")), (False, False, True), 7)
    assert winners(earlier, earlier.after([0, 1], list(cards("Ks Kh")), 3)) == (1,)


def test_a_match_ended_by_agreement() -> None:
    table = dealt({"a": "9s", "b": "Kh", "c": "4s"}, "c", limit=10)
    table.plays("9s Kh 4s")
    assert table.do("director end")["match"] == {"winner": ["a", "c"]}


def test_a_void_hand() -> None:
    table = dealt({"a": "9s", "b": "Kh", "c": "4s"}, "c", limit=10)
    table.plays("9s Kh 4s")
    # b is out and deals; the void hand passes to c, and ten cards are called for again.
    answer = table.do("director void")
    assert answer["deal"] == {
        "dealer": "b",
        "cards_each": 10,
        "result": "void:director",
        "loser": [],
        "kept": [],
        "out": [],
    }
    assert table.view().dealer == 2
    assert table.next()["wants"] == {"a": 10, "c": 10}


def test_the_number_called_for_outlives_a_pack_that_was_too_small() -> None:
    table = table_of("1 2 3 4 5 6", "1", first_hand=20)
    assert set(table.next()["wants"].values()) == {8}
    table.do("director void")
    assert table.view().dealer == 1
    assert table.match.standing.called_for == 20


@pytest.mark.parametrize("verb", ["fresh", "timeout", "show", "ditto", "double"])
def test_words_of_other_games(verb: str) -> None:
    dealt({"a": "9s 2s", "b": "Kh 3h"}, "b").do(f"a {verb} ! not-now")


# What a tapped card means.


def test_cards_are_collected_where_there_is_a_choice() -> None:
    table = exchanging()
    tap = table.match.deal.tap
    assert tap() == Tap(Verb.THROW, collects=True, empty=Verb.PASS)
    table.do("2 throw 4s")
    assert tap() == Tap(Verb.TAKE)
    table.do("2 take 4h\n3 pass\n1 pass")
    # A lead is closed by a tap of the next seat.
    assert tap() == Tap(Verb.PLAY, collects=True, closed_by=table.match.seating.seat("3"))
    table.do("2 play 4h")
    # One card to follow with: there is nothing to collect.
    assert tap() == Tap(Verb.PLAY)
    table.do("3 play 6s\n1 play 2s")
    # With one card each nothing needs to be closed.
    assert tap() == Tap(Verb.PLAY)


def test_a_follow_closes_at_its_count() -> None:
    table = dealt({"a": "6s 6h 7s", "b": "6d 5d As"}, "b")
    table.do("a play 6s 6h")
    assert table.match.deal.tap() == Tap(Verb.PLAY, collects=True, size=2)


def test_how_many_are_to_be_played() -> None:
    table = dealt({"a": "6s 6h 7s", "b": "6d 5d As"}, "b")
    assert table.view().facts["to_play"] is None
    table.plays("6s,6h 5d,6d")
    assert table.view().facts["to_play"] == 1
    assert table.view().facts["cards_each"] == 3


def test_a_whole_match_is_there_in_the_final_object() -> None:
    table = dealt({"a": "9s", "b": "Kh", "c": "4s"}, "c")
    table.plays("9s Kh 4s")
    match = table.match
    assert match.game.scores_json(match.standing, match.seating) == {
        "scores": {"a": 0, "b": 10, "c": 0}
    }
    assert cards_in(match.standing.cards[1]) == cards("Kh")
