"""The calls of one seat on its own: trump choice, single hand, tenny."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, cast

from engine.actions import Action, Verb
from engine.cards import Mask, parse_card
from engine.players.twenty_nine.alone import SINGLE_SHARE, TENNY_SHARE, sweep_chance
from engine.players.twenty_nine.cardtables import holding
from engine.players.twenty_nine.choices import trump_choices
from engine.players.twenty_nine.worth import best_trump
from engine.twenty_nine.rules import TwentyNineRules
from engine.view import View

_SURE_SINGLE: Final = 0.9
_SURE_TENNY: Final = 0.85
"""The chance of winning every trick from which a hand is played alone."""


def choose_trump(
    seen: View, legal: Sequence[Action], rules: TwentyNineRules, rng: Random
) -> Action:
    """The marker of the best trump; which of those that mean it is left to chance.

    With four suits among four cards no trump is good, and the seventh card makes sure of a second.
    """
    hand = cast(Mask, seen.hand)
    if legal[-1].verb is Verb.SEVENTH and all(holding(hand, suit) for suit in range(4)):
        return legal[-1]
    choices = trump_choices(rules)
    _, trump = best_trump(hand, choices)
    meant = choices[trump]
    return rng.choice([mark for mark in legal if mark.cards and mark.cards[0] in meant])


def choose_single(seen: View, legal: Sequence[Action]) -> Action:
    """`single` with eight cards that are all but certain to win every trick."""
    hand = cast(Mask, seen.hand)
    seventh = seen.facts.get("seventh")
    if seventh is not None:
        hand |= 1 << parse_card(cast(str, seventh))
    return _if_sure(Verb.SINGLE, sweep_chance(hand, SINGLE_SHARE) >= _SURE_SINGLE, legal)


def choose_tenny(seen: View, legal: Sequence[Action]) -> Action:
    """`tenny` with four cards that are nearly certain to win every trick."""
    chance = sweep_chance(cast(Mask, seen.hand), TENNY_SHARE)
    return _if_sure(Verb.TENNY, chance >= _SURE_TENNY, legal)


def _if_sure(verb: Verb, sure: bool, legal: Sequence[Action]) -> Action:
    return next(call for call in legal if call.verb is (verb if sure else Verb.PASS))
