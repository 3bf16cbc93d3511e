"""A player of any game that takes whatever is legal, by chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action, Verb
from engine.cards import cards_in
from engine.options import RuleSet
from engine.view import View


def play_by_chance(seen: View, legal: Sequence[Action], rules: RuleSet, rng: Random, /) -> Action:
    """Any legal action, each listed one as likely as the others; a `throw` of any cards in hand.

    Raises `ValueError` when nothing is legal.
    """
    if not legal:
        raise ValueError("nothing is legal for this seat")
    chosen = rng.choice(legal)
    if chosen.verb is Verb.THROW and not chosen.cards:
        return _thrown(chosen, seen, rng)
    return chosen


def _thrown(listed: Action, seen: View, rng: Random) -> Action:
    """Some of the hand: a `throw` is listed once, with the most cards that may go."""
    hand = cards_in(seen.hand or 0)
    count = rng.randint(1, min(len(hand), listed.number))
    return Action(listed.seat, listed.verb, tuple(rng.sample(hand, count)))
