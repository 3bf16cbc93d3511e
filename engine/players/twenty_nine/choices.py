"""What the rules let a caller choose as trump."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.cards import Card
from engine.trump import Trump
from engine.twenty_nine.markers import markers, trump_of_marker
from engine.twenty_nine.rules import TwentyNineRules


def trump_choices(rules: TwentyNineRules) -> Mapping[Trump, tuple[Card, ...]]:
    """Every trump that may be chosen, with the markers that mean it."""
    return _choices(rules.no_trump, rules.reverse)


@cache
def _choices(no_trump: bool, reverse: str) -> Mapping[Trump, tuple[Card, ...]]:
    rules = TwentyNineRules(no_trump=no_trump, reverse=reverse)
    found: dict[Trump, tuple[Card, ...]] = {}
    for marker in markers(rules):
        trump = trump_of_marker(marker, rules)
        if trump is not None:
            found[trump] = (*found.get(trump, ()), marker)
    return found
