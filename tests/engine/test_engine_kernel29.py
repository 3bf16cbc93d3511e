"""Playouts of Twenty-Nine beside the engine: the same random numbers lead to the same end."""

from __future__ import annotations

from random import Random

import pytest
from en_random import random_action, random_match, random_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Match, Phase, Verb, find_game
from engine.twenty_nine import TwentyNineDeal, TwentyNineResult, TwentyNineRules
from engine.twenty_nine.kernel import Ending, NotCovered, Playout

GAME = find_game("twenty-nine")
ALONE = (Verb.SINGLE, Verb.TENNY)


def dealt(rng: Random, rules: TwentyNineRules | None = None, tricks: int = 0) -> Match:
    """A match in the play of its first deal, so many tricks into it, at the beginning of one."""
    while True:
        match = random_match(rng, GAME, rules or random_rules(rng, GAME))
        while not match.deals and not _there(match, tricks):
            action = random_action(rng, match)
            if action.verb not in ALONE and action.verb is not Verb.SEVENTH:
                match.apply(action)
        if not match.deals:
            return match


def _there(match: Match, tricks: int) -> bool:
    deal = match.deal
    assert isinstance(deal, TwentyNineDeal)
    return match.phase is Phase.PLAY and deal.tricks_done >= tricks and not deal.trick.cards


def through_the_engine(match: Match, rng: Random) -> Ending:
    """The same playout, action by action; a pair that may be shown is shown at once."""
    choices = chance = 0
    while not match.deals:
        pairs = [its for acts in match.legal().values() for its in acts if its.verb is Verb.PAIR]
        if pairs:
            match.apply(pairs[0])
            continue
        legal = match.choices()
        if not match.deal.trick_state().trick.cards and legal[0].verb is Verb.PLAY:
            chance = rng.getrandbits(30)
        chance, place = divmod(chance, len(legal))
        match.apply(legal[place])
        choices += 1
    result = match.deals[0]
    assert isinstance(result, TwentyNineResult)
    assert result.caller is not None
    change = result.change[result.caller % 2]
    return Ending(result.code, result.points, change, choices)


def playout(match: Match) -> Playout:
    assert isinstance(match.deal, TwentyNineDeal)
    return Playout(match.deal)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_the_same_end_as_through_the_engine(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng, GAME)
    assert isinstance(rules, TwentyNineRules)
    # So that no change is cut off at the end of the match.
    rules = rules.with_options({"match_target": 99})
    match = dealt(rng, rules, tricks=rng.choice((0, 0, 1, 3, 6)))
    ready = playout(match)
    for number in range(4):
        ended = ready.run(Random(number).getrandbits)
        assert ended == through_the_engine(match.copy(), Random(number))


def test_every_kind_of_ending_comes_up() -> None:
    """So that the comparison above compares something."""
    rng, codes, pairs = Random(29), set(), 0
    for _ in range(150):
        match = dealt(rng)
        ended = playout(match).run(rng.getrandbits)
        codes.add(ended.code)
        pairs += match.rules != GAME.rules.preset() and ended.change != 0
    assert codes == {"made", "failed", "void:unshown"}
    assert pairs


@pytest.mark.parametrize("where", ["bid", "trick", "alone", "seventh"])
def test_what_is_not_covered_is_refused(where: str) -> None:
    rng = Random(1)
    rules = GAME.rules.preset("bangladesh").with_options({"seventh_card": True})
    while True:
        match = random_match(rng, GAME, rules)
        while not match.deals:
            match.apply(random_action(rng, match))
            deal = match.deal
            assert isinstance(deal, TwentyNineDeal)
            playing = match.phase is Phase.PLAY
            found = {
                "bid": match.phase is Phase.BID,
                "trick": playing and bool(deal.trick.cards),
                "alone": playing and deal.alone is not None and not deal.trick.cards,
                "seventh": playing and deal.seventh is not None and not deal.trick.cards,
            }
            if found[where] and not match.deals:
                with pytest.raises(NotCovered, match=r"playout: found .*, expected "):
                    Playout(deal)
                return


def test_hands_that_are_not_known_are_refused() -> None:
    match = dealt(Random(3))
    match.deal.hands[2] &= match.deal.hands[2] - 1
    with pytest.raises(NotCovered, match="not all known"):
        playout(match)


def test_a_deal_that_is_over_is_refused() -> None:
    ended = dealt(Random(5)).deal.copy()
    ended.break_off("void:director")
    played = dealt(Random(6)).deal.copy()
    while choices := played.choices():
        played.apply(choices[0])
    for deal in (ended, played):
        assert isinstance(deal, TwentyNineDeal)
        with pytest.raises(NotCovered, match="a deal that is over"):
            Playout(deal)


def test_a_bid_that_a_pair_has_settled_is_played_on_to_the_end_of_a_trick() -> None:
    """As the rules have it: whether a deal is over is looked at when a trick is."""
    rules = GAME.rules.preset("standard").with_options({"single_hand": 0, "match_target": 99})
    assert isinstance(rules, TwentyNineRules)
    settled = 0
    for seed in range(4000):
        rng = Random(seed)
        match = dealt(rng, rules, tricks=rng.choice((2, 3, 4)))
        pairs = [its for acts in match.legal().values() for its in acts if its.verb is Verb.PAIR]
        if not pairs:
            continue
        match.apply(pairs[0])
        deal = match.deal
        assert isinstance(deal, TwentyNineDeal)
        settled += deal._is_decided()
        assert playout(match).run(Random(1).getrandbits) == through_the_engine(match, Random(1))
        if settled == 3:
            return
    raise AssertionError("no pair has settled a bid")
