"""How the sensible player of Twenty-Nine plays its cards, in states reached by real actions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from en_table import Table
from players_table import SENSIBLE, ask, does, filled, mask, next_actions

from engine.actions import Action, Verb
from engine.cards import parse_card, parse_suit
from engine.games import find_game
from engine.match import Match
from engine.players.twenty_nine.sight import Sight, look
from engine.seating import DIRECTOR
from engine.trump import NO_TRUMP, Trump
from engine.twenty_nine import TwentyNineDeal, TwentyNineRules
from engine.twenty_nine.scoring import PACK

GAME = find_game("twenty-nine")
E_CALLS = "E bid 16\nN pass\nS pass\nW pass"
E_CALLS_19 = "E bid 19\nN pass\nS pass\nW pass"
IN_TURN = "E bid 19\nN pass\nW pass\nS pass"
"""As E_CALLS_19, where bidding goes round."""
HEARTS = Trump(parse_suit("h"))
E_TURNS = {"direction": "counterclockwise"}


def at_play(plays: str = "", bids: str = E_CALLS, trump: str = "mark 2h", **setup: Any) -> Table:
    """A table in the play, E to lead, after some cards are played.

    `setup` are `rules`, hands by seat (a few cards name one) and options.
    """
    hands = {key: setup.pop(key) for key in "ENWS" if key in setup}
    table = Table(**{"void_no_points": False, "void_trumpless": False, **setup})
    table.to_play(filled(**hands), bids, trump)
    table.plays(plays)
    return table


# Leading and following.


def test_the_jack_is_led_first() -> None:
    assert does(at_play(E="Js 8s 7h 8h Kd Qd Qc Kc"), "E") == "play Js"


def test_points_are_given_to_a_trick_that_the_partner_wins() -> None:
    table = at_play("Js 8s", E="Js Ah 8h", N="8s 7s Jh", W="As Ks Qs 7h", S="9s Ts")
    assert does(table, "W") == "play As"


def test_points_are_kept_from_a_trick_that_the_other_side_wins() -> None:
    table = at_play("Js", E="Js Ah 8h", N="9s Ts 7s Jh", W="As Ks Qs 8s")
    assert does(table, "N") == "play 7s"


def test_a_trick_full_of_points_is_won_with_the_jack() -> None:
    table = at_play("9s As Ts", E="9s Ah 8h", N="As Jh", W="Ts Jd", S="Js Ks")
    assert does(table, "S") == "play Js"


def test_a_trick_is_taken_once_no_higher_card_is_left() -> None:
    hands = {"E": "Js Ks Jd Ah 8h", "N": "9s As 7s Qd", "W": "8s Qs 9d", "S": "Ts Kd"}
    assert does(at_play("Js 9s 8s Ts Ks", **hands), "N") == "play As"
    assert does(at_play("Jd Qd 9d Kd Ks", **hands), "N") == "play 7s"


# Asking for the trump.

WITHOUT_CLUBS = "Ks 8s Jh 7h Td Ad 7d 8d"
N_LEADS = "Ks Js 7s Qs"
"""E leads to the first trick, and N wins it."""


def test_the_caller_asks_when_the_other_side_wins_points() -> None:
    hands = {"N": "Js Jc Qh", "W": "7s 7c Kh", "S": "Qs Ac 9h"}
    table = at_play(f"{N_LEADS} Jc 7c Ac", E=WITHOUT_CLUBS, **hands)
    assert does(table, "E") == "show"


def test_a_trick_is_trumped_with_the_lowest_that_will_do() -> None:
    hands = {"N": "Js Jc Qh", "W": "7s 7c Kh", "S": "Qs Ac 9h"}
    table = at_play(f"{N_LEADS} Jc 7c Ac show", E=WITHOUT_CLUBS, **hands)
    assert does(table, "E") == "play 7h"


def test_nobody_asks_when_the_partner_wins_for_certain() -> None:
    hands = {"N": "Js 8c Qh", "W": "7s Jc Kh", "S": "Qs Ac 9h"}
    table = at_play(f"{N_LEADS} 8c Jc Ac", E=WITHOUT_CLUBS, **hands)
    assert does(table, "E") in {"play Td", "play Ad"}
    table = at_play("8c Jc 7c", E="8c 7h", N="Jc", W="7c", S="Ah 9h Th 8h 7s 8s Ad Td")
    assert does(table, "S") == "play 9h"


def test_another_seat_asks_when_it_may_well_hold_trumps() -> None:
    table = at_play("Jc", E="Jc 7h", N="Ah 9h Th 8h 7s 8s Ad Td", W="9c", S="7c")
    assert does(table, "N") == "show"


def test_the_seventh_card_counts_as_a_trump_to_ask_for() -> None:
    hands = {"N": "Js Jc Qh", "W": "7s 7c Kh", "S": "Qs Ac 9h"}
    own = "Ks 8s Td Ad 7d 8d 8h 9s"
    table = at_play(f"{N_LEADS} Jc 7c Ac", trump="seventh", void_seventh="off", E=own, **hands)
    assert table.view("E").facts["seventh"] == "8h"
    assert does(table, "E") == "show"
    table.plays("show")
    assert does(table, "E") == "play 8h"


def test_where_asking_is_a_duty_it_is_done() -> None:
    hands = {"N": "Jc", "W": "7c", "S": "Ah 9h Th 8h 7s 8s Ad Td"}
    table = at_play("8c Jc 7c", ask="must", E="8c 7h", **hands)
    assert does(table, "S") == "show"


# The pair.

PAIR_AT_E = {
    "E": "Ks 8s Kh Qh 7h Ad 7d 8d",
    "N": "Js Jc Th",
    "W": "7s 7c Ah",
    "S": "Qs Ac 9h",
}
E_SHOWS = f"{N_LEADS} Jc 7c Ac show"
"""E cannot follow to the second trick, and trumps it."""


def test_the_callers_pair_is_kept_and_shown_where_it_lowers_the_target() -> None:
    table = at_play(E_SHOWS, E_CALLS_19, **PAIR_AT_E)
    assert does(table, "E") == "play 7h"
    table.plays("7h")
    assert does(table, "E") == "pair"


def test_a_pair_that_changes_nothing_is_not_shown() -> None:
    table = at_play(f"{E_SHOWS} 7h", E_CALLS, **PAIR_AT_E)
    assert "pair" in table.legal("E")
    assert does(table, "E") != "pair"


def test_the_other_side_shows_its_pair() -> None:
    hands = {"N": "Js Jc Kh Qh", "W": "7s 7c Ah", "S": "Qs Ac 9h"}
    table = at_play(f"{E_SHOWS} 7h Ad", E="Ks 8s Jh 8h 7h Ad 7d 8d", **hands)
    assert does(table, "N") == "pair"


def test_a_pair_is_shown_by_the_partner_of_the_seat_on_turn() -> None:
    hands = {"N": "Js Jc", "W": "7s 7c Kh Qh", "S": "Qs Ac 9h"}
    table = at_play(
        f"{E_SHOWS} 7h",
        IN_TURN,
        rules="pagat",
        **E_TURNS,
        E="Ks 8s Jh 8h 7h Ad 7d 8d",
        **hands,
    )
    assert table.turn() == "E"
    assert does(table, "W") == "pair"


def test_no_pair_that_helps_is_ever_missed() -> None:
    shown = 0
    for seed in range(25):
        rng = Random(seed)
        rules = GAME.rules.preset(rng.choice(list(GAME.rules.PRESETS)))
        match = Match(GAME, rules, dealer=seed % 4)
        while match.winner is None and len(match.deals) < 5:
            for action in next_actions(match, [SENSIBLE] * 4, rng):
                listed = match.legal().get(action.seat, [])
                pair = Action(action.seat, Verb.PAIR)
                if pair in listed:
                    assert action == pair or not moves_target(match, pair)
                    shown += action == pair
                match.apply(action)
    assert shown > 10


def moves_target(match: Match, pair: Action) -> bool:
    """Whether a pair would change the target; the match stays as it is."""
    deal = match.deal
    assert isinstance(deal, TwentyNineDeal)
    before = deal.target
    match.apply(pair)
    after = deal.target
    match.apply(Action(DIRECTOR, Verb.UNDO))
    return before != after


# Turned ranks.


WEST_BENGAL: dict[str, Any] = {"rules": "west-bengal", "ask": "optional", **E_TURNS}


def test_a_seven_is_led_once_ranks_are_turned() -> None:
    hands = {
        "E": "Ks 8s Jh 8h 7h Ad Td 8d",
        "N": "Js Jc",
        "W": "7s 7c 7d Jd Kd Qd Kh Qh",
        "S": "Qs Ac 9h",
    }
    options = {**WEST_BENGAL, "single_hand": 0}
    shown = at_play(f"{E_SHOWS} Td", IN_TURN, "mark 2h", **options, **hands)
    assert shown.turn() == "W"
    assert does(shown, "W") == "play 7d"


def test_the_caller_asks_when_turning_the_ranks_wins_the_trick_for_its_side() -> None:
    hands = {"N": "Js Jc", "W": "7s 8c Kh", "S": "Qs 9c Ac Qh"}
    options = {**WEST_BENGAL, "single_hand": 0}
    table = at_play(f"{N_LEADS} Jc 8c 9c", IN_TURN, "mark 2h", E=WITHOUT_CLUBS, **options, **hands)
    assert does(table, "E") == "show"
    table.plays("show")
    assert table.view().winning == table.match.seating.seat("W")
    assert does(table, "E") in {"play Td", "play Ad", "play Jh"}


# What a seat knows.


def sight(table: Table, seat: str) -> Sight:
    """What a seat makes of its view."""
    rules = table.match.rules
    assert isinstance(rules, TwentyNineRules)
    return look(table.view(seat))


def test_only_the_caller_knows_the_trump_before_it_is_shown() -> None:
    table = at_play(N_LEADS, E=WITHOUT_CLUBS, N="Js Jc", W="7s 7c", S="Qs Ac")
    assert sight(table, "E").known == HEARTS
    assert {sight(table, seat).known for seat in "NWS"} == {None}
    assert {sight(table, seat).counts for seat in "ENWS"} == {NO_TRUMP}
    table.plays("Jc 7c Ac show")
    assert {sight(table, seat).known for seat in "ENWS"} == {HEARTS}
    assert {sight(table, seat).counts for seat in "ENWS"} == {HEARTS}


def test_unseen_is_what_others_may_hold() -> None:
    table = at_play(N_LEADS, E=WITHOUT_CLUBS, N="Js Jc", W="7s 7c", S="Qs Ac")
    for seat in "ENWS":
        own = table.view(seat).hand
        assert own is not None
        assert sight(table, seat).unseen == PACK & ~own & ~mask(N_LEADS)


def test_the_callers_seventh_card_is_not_unseen_to_it() -> None:
    table = at_play(trump="seventh", E="Js Jh Jd Jc 9s 9h 9d 9c")
    assert sight(table, "E").unseen == PACK & ~mask("Js Jh Jd Jc 9s 9h 9d 9c")
    assert sight(table, "E").known == Trump(parse_suit("d"))
    assert sight(table, "N").unseen >> parse_card("Jd") & 1


@pytest.mark.parametrize(
    ("rules", "options", "marker", "known"),
    [
        ("west-bengal", {}, "2h", Trump(None, True)),
        ("delhi-hostel", {}, "2h", HEARTS._replace(reversed=True)),
        ("delhi-hostel", {}, "4h", HEARTS),
        ("delhi-hostel", {}, "3h", NO_TRUMP),
        ("pagat", {"no_trump": True}, "joker", NO_TRUMP),
    ],
)
def test_a_shown_trump_is_read_off_the_view(
    rules: str, options: dict[str, Any], marker: str, known: Trump
) -> None:
    hands = {"E": WITHOUT_CLUBS, "N": "Js Jc Qh", "W": "7s 7c Kh", "S": "Qs Ac 9h"}
    options = {"rules": rules, **E_TURNS, "single_hand": 0, **options}
    table = at_play(f"{N_LEADS} Jc 7c Ac", IN_TURN, f"mark {marker}", **options, **hands)
    assert sight(table, "E").known == known
    table.do("E show")
    assert {sight(table, seat).known for seat in "ENWS"} == {known}


def test_the_view_of_everybody_is_not_a_players() -> None:
    table = at_play()
    rules = table.match.rules
    assert isinstance(rules, TwentyNineRules)
    with pytest.raises(ValueError, match="its own seat"):
        look(table.view())


# Alone.


def alone(plays: str = "", **hands: str) -> Table:
    """E plays alone, with S and N against it, and has led some cards."""
    table = Table(void_no_points=False, void_trumpless=False)
    table.to_play(filled(**hands), E_CALLS, alone="E")
    table.plays(plays)
    return table


def test_alone_the_sure_cards_are_led_from_the_longest_suit() -> None:
    hand = "Js 9s As Ts Jh 9h Jd Ac"
    assert does(alone(E=hand), "E") in {"play Js", "play 9s", "play As", "play Ts"}


def test_a_single_hand_is_stopped_with_the_lowest_card_that_does() -> None:
    table = alone("Ac", E="Js 9s As Ts Jh 9h Jd Ac", N="Jc 9c 8c")
    assert table.turn() == "N"
    assert does(table, "N") == "play 9c"


def test_against_a_single_hand_stoppers_and_their_guards_are_kept() -> None:
    table = alone("Js", E="Js 9s As Ts Jh 9h Jd Ac", N="Jc 9d 8d Ah Th Qh 8h 7h")
    assert does(table, "N") == "play 7h"
    table = alone("Js", E="Js 9s As Ts Jh 9h Jd Ac", N="Jc 9d 8d Ad Td Qd 7d Tc")
    assert does(table, "N") == "play 7d"


def test_alone_nobody_fails_a_hand_that_cannot_lose() -> None:
    won = 0
    for seed in range(20):
        rng = Random(seed)
        table = alone(E="Js 9s As Ts Jh 9h Jd Jc")
        match = table.match
        while not match.deals:
            seat = match.actors()[0]
            match.apply(ask(match, SENSIBLE, seat, rng))
        won += match.deals[0].code == "single-made"
    assert won == 20
