"""The sensible player of the newer games sees its own seat only, and does nothing illegal.

Two states that differ only in cards hidden from a seat make it do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from en_random import random_match
from hypothesis import given, settings
from hypothesis import strategies as st
from players_table import SENSIBLE, ask, next_actions

from engine.actions import Action, Verb
from engine.cards import SUIT_OF, cards_in
from engine.games import GAMES, find_game
from engine.match import Match

OTHERS = [game for game in GAMES if game != "twenty-nine"]
Decide = Callable[[Match, int, Random], Action]


def with_hands_swapped(match: Match, viewer: int, rng: Random) -> Match | None:
    """The match with cards of two hands changed over that the viewer does not hold.

    None when there are no two such hands.
    """
    twin = match.copy()
    hands = twin.deal.hands
    others = [seat for seat, hand in enumerate(hands) if hand and seat != viewer]
    if len(others) < 2:
        return None
    one, other = rng.sample(others, 2)
    given, taken = (1 << rng.choice(cards_in(hands[seat])) for seat in (one, other))
    hands[one] ^= given | taken
    hands[other] ^= given | taken
    return twin


def with_another_hidden(match: Match, viewer: int, rng: Random) -> Match | None:
    """The match with another card of its owner face down; None where the viewer knows of it."""
    twin = match.copy()
    deal: Any = twin.deal
    if getattr(deal, "hidden", None) is None or viewer in (deal.looker, deal.owner):
        return None
    hand = deal.hands[deal.owner]
    if not hand:
        return None
    card = rng.choice(cards_in(hand))
    deal.hands[deal.owner] = hand & ~(1 << card) | 1 << deal.hidden
    deal.hidden, deal.trump = card, SUIT_OF[card]
    return twin


def differences(
    decide: Decide, change: Callable[[Match, int, Random], Match | None], seeds: range
) -> tuple[int, int]:
    """How many decisions were made again with other hidden cards, and how many differed."""
    made = differed = 0
    for seed in seeds:
        rng = Random(seed)
        match = random_match(rng, find_game(OTHERS[seed % len(OTHERS)]))
        while match.winner is None and not match.deals:
            for seat in match.legal():
                twin = change(match, seat, rng)
                if twin is not None:
                    answers = [decide(it, seat, Random(seed)) for it in (match, twin)]
                    made += 1
                    differed += answers[0] != answers[1]
            for action in next_actions(match, [SENSIBLE] * len(match.seating.names), rng):
                match.apply(action)
    return made, differed


def sensibly(match: Match, seat: int, rng: Random) -> Action:
    """What the sensible player does."""
    return ask(match, SENSIBLE, seat, rng)


def by_the_other_hands(match: Match, seat: int, rng: Random) -> Action:
    """Goes by the cards of the other seats, and by what lies face down, which is cheating."""
    legal = match.legal()[seat]
    hands = [hand for its, hand in enumerate(match.deal.hands) if its != seat]
    return legal[sum(hand * (n + 2) for n, hand in enumerate(hands)) % len(legal)]


@pytest.mark.parametrize("change", [with_hands_swapped, with_another_hidden])
def test_hidden_cards_make_no_difference(change: Any) -> None:
    made, differed = differences(sensibly, change, range(15))
    assert made > 40
    assert differed == 0


@pytest.mark.parametrize("change", [with_hands_swapped, with_another_hidden])
def test_a_player_that_does_look_is_found_out(change: Any) -> None:
    made, differed = differences(by_the_other_hands, change, range(10))
    assert 0 < differed <= made


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(OTHERS), st.integers(2, 6), st.integers(0, 10**6))
def test_what_is_done_is_legal_under_any_rules(game: str, seats: int, seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, find_game(game))
    if game == "twenty-two":
        names = [str(n) for n in range(seats)]
        match = Match(match.game, match.rules, match.game.seating(names), dealer=seed % seats)
    players = [SENSIBLE] * len(match.seating.names)
    for _ in range(150):
        if match.winner is not None or len(match.deals) > 1:
            break
        legal = match.legal()
        for action in next_actions(match, players, rng):
            listed = legal.get(action.seat, [])
            assert action.verb in (Verb.TAKE, Verb.THROW) or action in listed
            assert action.verb is not Verb.TIMEOUT
            match.apply(action)
