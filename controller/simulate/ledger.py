"""Which matches of a simulation are played, which are not, and what came of them."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from controller.simulate.tally import Tally

SLICE: Final = 64
"""The most matches that are handed out at once."""
SLICES_EACH: Final = 4
"""What is left is cut into so many for each call under way, so that all workers end together."""


class Slice(NamedTuple):
    """Matches of one rule set (its number in the plan): from `first` to before `end`."""

    rules: int
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """What came of some matches of one rule set: ranges of their numbers, and their tally."""

    rules: int
    ranges: tuple[tuple[int, int], ...]
    tally: Tally

    @property
    def matches(self) -> int:
        """How many matches it is of."""
        return sum(end - first for first, end in self.ranges)


class Ledger:
    """The matches of a plan: `matches` of each of so many rule sets.

    `tallies` are what is counted so far, by rule set; `done` is how many matches that is of.
    """

    def __init__(self, rule_sets: int, matches: int) -> None:
        self.tallies: list[Tally] = [Counter() for _ in range(rule_sets)]
        self.done = 0
        self.total = rule_sets * matches
        self._matches = matches
        self._ranges: list[list[tuple[int, int]]] = [[] for _ in range(rule_sets)]
        self._to_do: deque[Slice] = deque()
        self._fill()

    @property
    def played(self) -> list[int]:
        """How many matches of each rule set are played."""
        return [sum(end - first for first, end in ranges) for ranges in self._ranges]

    def add(self, part: Part) -> None:
        """Take in what came of matches that had been handed out."""
        self.tallies[part.rules].update(part.tally)
        self.done += part.matches
        self._ranges[part.rules] = _joined([*self._ranges[part.rules], *part.ranges])

    def restore(self, part: Part) -> None:
        """Take in what an earlier run has left.

        Raises `ValueError` for matches that are not of the plan, or were taken in before.
        """
        if not 0 <= part.rules < len(self.tallies):
            raise ValueError(f"a rule set of number {part.rules}")
        inside = all(0 <= first < end <= self._matches for first, end in part.ranges)
        together = [*self._ranges[part.rules], *part.ranges]
        if not inside or _overlap(together):
            ranges = ", ".join(f"{first} to {end}" for first, end in part.ranges)
            raise ValueError(f"matches {ranges} that are not of the plan, or were there before")
        if part.tally[("matches",)] != part.matches:
            raise ValueError(
                f"a tally of {part.tally[('matches',)]} and not {part.matches} matches"
            )
        self.add(part)
        self._fill()

    def take(self, ahead: int) -> Slice | None:
        """Hand out some matches; None when all are played or handed out.

        `ahead` is how many such slices are to be under way at once. Rule sets take turns, so that
        what there is of each can be compared at any time. The slices grow smaller towards the end.
        """
        if not self._to_do:
            return None
        left = sum(each.end - each.first for each in self._to_do)
        size = max(1, min(SLICE, left // (SLICES_EACH * ahead)))
        rules, first, end = self._to_do.popleft()
        cut = min(end, first + size)
        if cut < end:
            self._to_do.append(Slice(rules, cut, end))
        return Slice(rules, first, cut)

    def give_back(self, rest: Slice) -> None:
        """Take back matches that were handed out and not played."""
        if rest.first < rest.end:
            self._to_do.appendleft(rest)

    def parts(self) -> list[Part]:
        """All that is played, one part for each rule set of which something is."""
        return [
            Part(rules, tuple(ranges), self.tallies[rules])
            for rules, ranges in enumerate(self._ranges)
            if ranges
        ]

    def _fill(self) -> None:
        """Find what is not played yet."""
        self._to_do.clear()
        for rules, ranges in enumerate(self._ranges):
            at = 0
            for first, end in [*ranges, (self._matches, self._matches)]:
                if at < first:
                    self._to_do.append(Slice(rules, at, first))
                at = end


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges in order, those that touch made one."""
    joined: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if joined and joined[-1][1] == first:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((first, end))
    return joined


def _overlap(ranges: list[tuple[int, int]]) -> bool:
    ordered = sorted(ranges)
    return any(one[1] > other[0] for one, other in pairwise(ordered))
