"""The sensible player of Twenty-Nine does not look at what is hidden from its seat.

Two histories that differ only in cards or markers hidden from a seat make it do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from en_random import random_rules
from en_secrets import Others, retold, with_another_marker, with_cards_swapped
from players_table import SENSIBLE, ask, next_actions

from engine.actions import Action
from engine.games import find_game
from engine.match import Match
from engine.twenty_nine import TwentyNineDeal

GAME = find_game("twenty-nine")
Decide = Callable[[Match, int, Random], Action]
Change = Callable[[Random, list[Action], TwentyNineDeal], "tuple[list[Action], Others] | None"]


def differences(decide: Decide, change: Change, seeds: range) -> tuple[int, int]:
    """How many decisions were made again with other hidden things, and how many differed."""
    made = differed = 0
    for seed in seeds:
        rng = Random(seed)
        match = Match(GAME, random_rules(rng, GAME, changes=3), dealer=seed % 4)
        while match.winner is None and not match.deals:
            for action in next_actions(match, [SENSIBLE] * 4, rng):
                match.apply(action)
            other = _with_change(match, change, rng)
            for seat in match.legal() if other is not None else ():
                match_too, viewers = other or (match, [])
                if seat in viewers:
                    answers = [decide(it, seat, Random(seed)) for it in (match, match_too)]
                    made += 1
                    differed += answers[0] != answers[1]
    return made, differed


def _with_change(match: Match, change: Change, rng: Random) -> tuple[Match, Others] | None:
    deal = match.deal
    if match.deals or match.wants() or not isinstance(deal, TwentyNineDeal):
        return None
    changed = change(rng, match.actions(), deal)
    if changed is None:
        return None
    actions, viewers = changed
    other = retold(match, 0, actions, [])
    return None if other is None else (other, viewers)


def sensibly(match: Match, seat: int, rng: Random) -> Action:
    """What the sensible player does."""
    return ask(match, SENSIBLE, seat, rng)


def by_the_next_hand(match: Match, seat: int, rng: Random) -> Action:
    """Goes by the cards of the seat beside it, which is cheating."""
    legal = match.legal()[seat]
    return legal[match.deal.hands[(seat + 1) % 4] % len(legal)]


def by_the_trump(match: Match, seat: int, rng: Random) -> Action:
    """Goes by the trump, shown or not."""
    assert isinstance(match.deal, TwentyNineDeal)
    legal = match.legal()[seat]
    trump = match.deal.trump
    return legal[(0 if trump is None else trump.suit or 0) % len(legal)]


def test_cards_in_other_hands_make_no_difference() -> None:
    made, differed = differences(sensibly, with_cards_swapped, range(18))
    assert made > 80
    assert differed == 0


def test_the_marker_makes_no_difference_to_others() -> None:
    made, differed = differences(sensibly, with_another_marker, range(18))
    assert made > 80
    assert differed == 0


def test_a_player_that_does_look_is_found_out() -> None:
    for cheat, change in (
        (by_the_next_hand, with_cards_swapped),
        (by_the_trump, with_another_marker),
    ):
        made, differed = differences(cheat, change, range(5))
        assert 0 < differed <= made
