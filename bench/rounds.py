"""Measuring things by turns, so that whatever slows the machine down slows all of them."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence

Measure = Callable[[], float]
"""Runs once and returns one figure of it, such as decisions a second, or seconds."""


def by_turns(contestants: Mapping[str, Measure], rounds: int) -> dict[str, list[float]]:
    """Measure every contestant once a round: A B C, C B A, A B C, …

    Every other round goes backwards, so that none always comes after the same one.
    Raises ValueError for less than one round.
    """
    if rounds < 1:
        raise ValueError(f"rounds: found {rounds}, expected 1 or more")
    found: dict[str, list[float]] = {name: [] for name in contestants}
    order = list(contestants)
    for _ in range(rounds):
        for name in order:
            found[name].append(contestants[name]())
        order.reverse()
    return found


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median over the rounds of ours to theirs of the same round.

    Raises ValueError when the rounds are not the same, or none.

    >>> median_ratio([1.0, 2.0, 9.0], [1.0, 1.0, 3.0])
    2.0
    """
    if not ours or len(ours) != len(theirs):
        raise ValueError(f"rounds: found {len(ours)} and {len(theirs)}, expected as many")
    return statistics.median(one / other for one, other in zip(ours, theirs, strict=True))


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many percent of all do not exceed. Raises ValueError for none.

    >>> percentile([4.0, 1.0, 3.0, 2.0], 50), percentile([4.0, 1.0, 3.0, 2.0], 99)
    (2.0, 4.0)
    """
    if not values:
        raise ValueError("no values")
    ranked = sorted(values)
    place = -(-len(ranked) * percent // 100)
    return ranked[max(0, int(place) - 1)]
