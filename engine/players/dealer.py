"""Shuffles what is left of the pack and deals a stage of cards."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.actions import Action, Verb
from engine.cards import Mask, cards_in


def deal_cards(rng: Random, pack: Mask, seen: Mask, wants: Mapping[int, int]) -> list[Action]:
    """One `take` for each seat that wants cards, in the order of `wants`.

    `pack` are the cards of the game, `seen` those of them that are somewhere already in this deal
    (`Deal.pack` and `Deal.seen`), `wants` the number of cards each seat still gets (`Match.wants`).
    The cards of a `take` stand in the order in which they came, which matters for the seventh card
    of Twenty-Nine. Raises `ValueError` when there are fewer cards than are wanted.
    """
    left = cards_in(pack & ~seen)
    needed = sum(wants.values())
    if needed > len(left):
        raise ValueError(f"{len(left)} cards are left, {needed} are wanted")
    drawn = rng.sample(left, needed)
    takes = []
    for seat, count in wants.items():
        takes.append(Action(seat, Verb.TAKE, tuple(drawn[:count])))
        del drawn[:count]
    return takes
