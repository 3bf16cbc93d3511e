"""How the sensible player of Twenty-Nine plays its cards, in states reached by real actions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from en_random import random_rules
from en_table import Table
from players_table import SENSIBLE, ask, does, filled, mask, next_actions, play

from engine.actions import Action, Verb
from engine.cards import SUIT_OF, parse_card
from engine.games import find_game
from engine.match import Match
from engine.phases import Phase
from engine.players.twenty_nine.sight import look
from engine.seating import DIRECTOR
from engine.trump import NO_TRUMP, Trump
from engine.twenty_nine import TwentyNineRules

GAME = find_game("twenty-nine")
E_CALLS = "E bid 16\nN pass\nS pass\nW pass"
E_CALLS_19 = E_CALLS.replace("16", "19")


def at_play(
    plays: str = "", bids: str = E_CALLS, trump: str = "mark 2h", rules: str = "bangladesh",
    options: dict[str, Any] | None = None, **hands: str,
) -> Table:
    """A table in the play, E to lead, after some cards are played; a few cards name a hand."""
    open_rules = {"void_no_points": False, "void_trumpless": False, **(options or {})}
    table = Table(rules, **open_rules)
    table.to_play(filled(**hands), bids, trump)
    table.plays(plays)
    return table


def test_the_jack_is_led_first() -> None:
    table = at_play(E="Js 8s 7h 8h Kd Qd Qc Kc")
    assert does(table, "E") == "play Js"


def test_points_are_given_to_a_trick_that_the_partner_wins() -> None:
    table = at_play("Js 8s", E="Js Ah 8h 8d 7c", N="8s 7s Jh", W="As 7h Ks Qs Kh Kd 7d Qd", S="9s Ts")
    assert does(table, "W") == "play As"


def test_points_are_kept_from_a_trick_that_the_other_side_wins() -> None:
    table = at_play("Js", E="Js Ah 8h 8d 7c", N="9s Ts 7s Jh", W="As Ks Qs 8s")
    assert does(table, "N") == "play 7s"


def test_the_last_to_play_wins_cheaply() -> None:
    table = at_play("Qs 7s 8s", E="Qs Ah 8h", N="7s Jh", W="8s", S="Js Ks 9s")
    assert does(table, "S") == "play Ks"


def test_a_trick_full_of_points_is_won_with_what_it_takes() -> None:
    table = at_play("9s As Ts", E="9s Ah 8h", N="As Jh", W="Ts Jd", S="Js Ks")
    assert does(table, "S") == "play Ks"  # the partner of S is not winning, E is
    

def test_the_highest_card_left_is_known_by_what_was_played() -> None:
    later = "Js 9s Ts 8s"
    hands = dict(E="Js As 7h 8h 7d 8d 7c 8c", N="9s Jh Jd Jc", W="Ts 9h 9d 9c", S="8s")
    assert does(at_play(later, **hands), "E") == "play As"
    hands = dict(E="Js As 7h 8h 7d 8d 7c 8c", N="Ks Jh Jd Jc", W="Ts 9h 9d 9c", S="8s 9s")
    assert does(at_play("Js Ks Ts 8s", **hands), "E") != "play As"
