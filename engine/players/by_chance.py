"""A player of any game that takes whatever is legal, by chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action
from engine.options import RuleSet
from engine.view import View


def play_by_chance(seen: View, legal: Sequence[Action], rules: RuleSet, rng: Random, /) -> Action:
    """Any legal action, each as likely as the others. Raises `ValueError` when there is none."""
    if not legal:
        raise ValueError("nothing is legal for this seat")
    return rng.choice(legal)
