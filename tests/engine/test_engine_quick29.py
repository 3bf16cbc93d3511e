"""The short cut of Twenty-Nine beside the long way: the same in every step, and back again."""

from __future__ import annotations

from random import Random

from en_random import random_action, random_match, random_rules, state_of
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Action, Code, Match, Phase, Ruling, Verb, find_game
from engine.game import Game
from engine.outcome import Outcome
from engine.seating import DIRECTOR, Ring, Seating
from engine.trick_deal import PLAYS
from engine.twenty_nine import TwentyNine, TwentyNineDeal, TwentyNineRules
from engine.twenty_nine.quick import QuickTwentyNineDeal

UNDO = Action(DIRECTOR, Verb.UNDO)
GAME = find_game("twenty-nine")


class Plain(TwentyNine):
    """Twenty-Nine whose every step goes the long way."""

    def deal(
        self,
        rules: TwentyNineRules,
        seating: Seating,
        standing: tuple[int, ...],
        dealer: int,
        *,
        unseen: bool,
    ) -> TwentyNineDeal:
        return TwentyNineDeal(rules, seating, Ring.of(4, rules.direction), dealer)


def answer(match: Match, action: Action) -> Outcome | tuple[Code, dict[str, object]]:
    try:
        return match.apply(action)
    except Ruling as ruling:
        return ruling.code, ruling.facts


def state(match: Match) -> dict[str, object]:
    """All that makes a difference; the way back is tried out instead, deals are never the same."""
    apart = {"match.game", "match._closed", "deal.trail"}
    its = state_of(match)
    return {name: value for name, value in its.items() if name not in apart}


def both(seed: int, game: Game) -> tuple[Random, Match, Match]:
    rng = Random(seed)
    quick = random_match(rng, game, random_rules(rng, game))
    return rng, quick, Match(Plain(), quick.rules, dealer=quick.deal.dealer)


def biased(rng: Random, match: Match) -> Action:
    """An accepted action, with few of the calls that end a deal before it is played."""
    for _ in range(8):
        action = random_action(rng, match)
        if action.verb not in (Verb.SINGLE, Verb.TENNY):
            break
    return action


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_every_step_is_the_same_and_leads_back(seed: int) -> None:
    rng, quick, plain = both(seed, GAME)
    for _ in range(160):
        if quick.winner is not None:
            break
        assert quick.legal() == plain.legal()
        assert list(quick.choices()) == quick.legal().get(quick.deal.turn, [])
        action = biased(rng, quick)
        if rng.random() < 0.15:
            action = PLAYS[rng.randrange(4)][rng.randrange(52)]
        before = state(quick)
        said = answer(quick, action)
        assert said == answer(plain, action), action
        assert state(quick) == state(plain), action
        if isinstance(said, Outcome) and rng.random() < 0.3:
            quick.apply(UNDO)
            plain.apply(UNDO)
            assert state(quick) == before == state(plain), action
    while quick.actions():
        quick.apply(UNDO)
    assert isinstance(quick.deal, QuickTwentyNineDeal)
    fresh = Match(GAME, quick.rules, dealer=quick.deal.dealer)
    if quick.phase is not Phase.DRAW:
        assert quick.deal.save() == fresh.deal.save()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_a_copy_goes_its_own_way(seed: int) -> None:
    rng, match, _ = both(seed, GAME)
    for _ in range(rng.randrange(120)):
        if match.winner is None:
            match.apply(biased(rng, match))
    before, way = state(match), match.actions()
    twin = match.copy()
    assert state(twin) == before
    for _ in range(60):
        if rng.random() < 0.4 and twin.actions():
            twin.apply(UNDO)
        elif twin.winner is None:
            twin.apply(biased(rng, twin))
    assert state(match) == before
    while twin.actions():
        twin.apply(UNDO)
    assert state(match) == before
    while match.actions():
        match.apply(UNDO)
    for action in way:
        twin.apply(action)
    assert state(twin) == before


def test_the_short_cut_is_taken() -> None:
    """So that the comparison above compares something: few steps keep a whole state to go back."""
    rng = Random(29)
    long = steps = 0
    for seed in range(40):
        match = random_match(Random(seed), GAME, GAME.rules.preset())
        while match.winner is None and len(match.deals) < 2:
            deal, playing = match.deal, match.phase is Phase.PLAY
            kept = len(deal.trail)
            match.apply(biased(rng, match))
            if playing:
                steps += 1
                new = deal.trail[kept:]
                long += bool(new) and new[0][0].__module__ != QuickTwentyNineDeal.__module__
    assert long < 0.1 * steps
