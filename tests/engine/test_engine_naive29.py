"""The engine against a second, naive telling of the rules: step by step they say the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from en_naive29 import Ask, Naive
from en_random import direct, random_action, random_match

from engine.actions import Verb
from engine.games import find_game
from engine.match import Match
from engine.outcome import Outcome
from engine.phases import Phase
from engine.replay import next_json, outcome_json
from engine.twenty_nine import TwentyNineRules

GAME = find_game("twenty-nine")


def said_by_engine(match: Match, outcome: Outcome) -> dict[str, Any]:
    """Where the match stands and what has just happened, lists as sets."""
    found = next_json(match) | outcome_json(outcome, match)
    found["turn"] = set(found["turn"])
    if "legal" in found:
        found["legal"] = {seat: set(calls) for seat, calls in found["legal"].items()}
    if "match" in found:
        found["match"] = set(found["match"]["winner"])
    return found


def said_naively(ask: Ask) -> dict[str, Any]:
    """The same of the naive course."""
    may = {"wants": ask.wants} if ask.phase == "deal" else {"legal": ask.legal}
    return {"phase": ask.phase, "turn": ask.turn} | may | ask.news


def compare(seed: int, steps: int, rules: TwentyNineRules | None = None) -> Match:
    """Play a random match in both; raises AssertionError where they part."""
    rng = Random(seed)
    match = random_match(rng, GAME, rules)
    assert isinstance(match.rules, TwentyNineRules)
    names = match.seating.names
    course = Naive(match.rules, " ".join(names), names[match.deal.dealer]).course()
    assert said_by_engine(match, Outcome()) == said_naively(next(course))
    for _ in range(steps):
        action = random_action(rng, match)
        if rng.random() < 0.005:
            by_director = direct(rng, match)
            action = action if by_director.verb is Verb.UNDO else by_director
        found = said_by_engine(match, match.apply(action))
        naive = said_naively(course.send((match.seating.name(action.seat), action.text())))
        assert found == naive, f"seed {seed}, after {action.text()}, {match.rules}"
        if match.winner is not None:
            break
    return match


@pytest.mark.parametrize("preset", list(TwentyNineRules.PRESETS))
def test_presets(preset: str) -> None:
    for seed in range(3):
        compare(seed, 250, TwentyNineRules.preset(preset))


def test_random_rule_sets_reach_every_result() -> None:
    results = set()
    for seed in range(40):
        results |= {deal.code for deal in compare(seed, 400).deals}
    assert results >= {"made", "failed", "single-failed", "tenny-failed"}
    assert results >= {"void:seventh", "void:no-points", "void:all-pass", "void:director"}


def test_a_difference_would_be_noticed() -> None:
    """Told by other rules, the naive course parts from the engine."""
    rules = TwentyNineRules.preset("pagat")
    other = rules.with_options({"min_bid": 16})
    match = random_match(Random(0), GAME, rules)
    course = Naive(other, " ".join(match.seating.names), "S").course()
    assert said_by_engine(match, Outcome()) == said_naively(next(course))
    rng = Random(0)
    while match.phase is Phase.DEAL:
        action = random_action(rng, match)
        outcome = match.apply(action)
        naive = said_naively(course.send((match.seating.name(action.seat), action.text())))
    # In the first bids that are open.
    assert said_by_engine(match, outcome) != naive
