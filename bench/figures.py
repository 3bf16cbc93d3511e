"""What a part of the bench finds: ratios with their goals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One ratio: what it is of, its value, and the goal it is shown beside.

    `goal` is the least value aimed at or, with `at_most`, the greatest; None = for information.
    `note` says in a few words what the two sides were.
    """

    name: str
    value: float
    goal: float | None = None
    at_most: bool = False
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without one."""
        if self.goal is None:
            return None
        return self.value <= self.goal if self.at_most else self.value >= self.goal


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that could not be measured here, and why."""

    name: str
    reason: str


Found = Figure | Missing


def lines_of(found: Sequence[Found]) -> list[str]:
    """What was found, a line each, in columns.

    >>> lines_of([Figure("a", 2.0, 1.5, note="x to y"), Missing("b", "not here")])
    ['a   2.00   goal >= 1.50  met     x to y', 'b    —     not here']
    """
    width = max((len(each.name) for each in found), default=0)
    return [f"{each.name:{width}} {_told(each)}".rstrip() for each in found]


def _told(found: Found) -> str:
    if isinstance(found, Missing):
        return f"{'—':>4}     {found.reason}"
    goal = "" if found.goal is None else f"goal {'<=' if found.at_most else '>='} {found.goal:.2f}"
    met = {None: "", True: "met", False: "not met"}[found.met]
    return f"{found.value:6.2f}   {goal:13} {met:7} {found.note}"
