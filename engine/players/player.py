"""What a pretend player is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from engine.actions import Action
from engine.options import RuleSet
from engine.view import View


class Player(Protocol):
    """Chooses for one seat: what it may see and may do in, an action out.

    `seen` is the seat's own view (`viewer` is the seat), `legal` its list of `Match.legal`, `rules`
    the rule set played, `rng` the only source of chance. The answer is one of `legal`; only a
    `throw`, listed once and bare, is answered with cards. Players keep nothing between calls, so
    one may sit at any number of seats and tables.

    Raises `ValueError` when nothing is legal: then the seat is not to be asked.
    """

    def __call__(
        self, seen: View, legal: Sequence[Action], rules: RuleSet, rng: Random, /
    ) -> Action:
        """The action chosen."""
        ...
