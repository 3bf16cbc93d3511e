"""What a tally says of a rule set: shares, averages and spreads, each with its name."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from controller.simulate.deals import DEALER_SIDE, OTHER_SIDE
from controller.simulate.tally import Tally

MATCH: Final = "match"
LENGTH: Final = "length"
RESULT: Final = "result"
SAID: Final = "said"
NAMED: Final = "on the dealer's side"
AVERAGE: Final = "average"
SIDES: Final[Mapping[str, str]] = {DEALER_SIDE: "dealer's side", OTHER_SIDE: "other sides"}
PLAYED: Final = "played"
UNFINISHED: Final = "unfinished"
DEALS: Final = "deals"


class Name(NamedTuple):
    """What a figure is of. A `detail` is a part of the item: results among deals of a value.

    Sections are those above; every other one is a field of the deal object and its items values.
    """

    section: str
    item: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """How many there are."""

    count: int


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, `of` above 0."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """The share, 0 to 1."""
        return self.count / self.of

    @property
    def error(self) -> float:
        """The standard error of the share, each one taken as independent of the others."""
        return math.sqrt(self.share * (1 - self.share) / self.of)


@dataclass(frozen=True, slots=True)
class Average:
    """A sum over so many, `of` above 0."""

    sum: int
    of: int

    @property
    def mean(self) -> float:
        """The average."""
        return self.sum / self.of


@dataclass(frozen=True, slots=True)
class Spread:
    """How whole numbers are spread: how many have each value, lowest value first, not empty."""

    counts: tuple[tuple[int, int], ...]

    @property
    def of(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.counts)

    @property
    def mean(self) -> float:
        """The average."""
        return sum(value * count for value, count in self.counts) / self.of

    @property
    def deviation(self) -> float:
        """The standard deviation, of these as a sample; 0 for a single one."""
        # Whole numbers until the last step: the same on every machine.
        sums = sum(value * count for value, count in self.counts)
        squares = sum(value * value * count for value, count in self.counts)
        of = self.of
        return math.sqrt((squares * of - sums * sums) / (of * (of - 1))) if of > 1 else 0.0

    def below(self, tenths: int) -> int:
        """The lowest value that so many tenths (1 to 9) do not exceed; 5 gives the median."""
        so_far = 0
        for value, count in self.counts:
            so_far += count
            if so_far * 10 >= self.of * tenths:
                return value
        return self.most

    @property
    def least(self) -> int:
        """The lowest value."""
        return self.counts[0][0]

    @property
    def most(self) -> int:
        """The highest value."""
        return self.counts[-1][0]


Figure = Total | Share | Average | Spread
Figures = Mapping[Name, Figure]


def figures_of(tally: Tally, teams: tuple[str, ...]) -> Figures:
    """All figures of a rule set, in the order in which they are told.

    `teams` are all there are, of which some may have won nothing. Without matches there is only the
    total of them.
    """
    return dict(_all(tally, teams))


def _all(tally: Tally, teams: tuple[str, ...]) -> Iterator[tuple[Name, Figure]]:
    matches = tally[("matches",)]
    yield Name(MATCH, PLAYED), Total(matches)
    if not matches:
        return
    for team in teams:
        yield Name(MATCH, f"won by {team}"), Share(tally["won", team], matches)
    yield Name(MATCH, "won by the first dealer's side"), Share(tally[("first",)], matches)
    yield Name(MATCH, UNFINISHED), Share(tally[("unfinished",)], matches)
    for what in (DEALS, "actions"):
        yield Name(LENGTH, f"{what} in a match"), Spread(_spread(tally, what))
    deals = sum(count for key, count in tally.items() if key[0] == "result")
    yield Name(RESULT, DEALS), Total(deals)
    if not deals:
        return
    for section in (RESULT, SAID):
        for (_, word), count in _sorted(tally, section):
            yield Name(section, word), Share(count, deals)
    yield from _values(tally, deals)
    yield from _sides(tally)


def _spread(tally: Tally, what: str) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(key[1]), count) for key, count in tally.items() if key[0] == what))


def _values(tally: Tally, deals: int) -> Iterator[tuple[Name, Figure]]:
    totals: Counter[tuple[str, str]] = Counter()
    for (_, field, value, _), count in _sorted(tally, "value"):
        totals[field, value] += count
    told: set[tuple[str, str]] = set()
    for (_, field, value, code), count in _sorted(tally, "value"):
        if (field, value) not in told:
            told.add((field, value))
            yield Name(field, value), Share(totals[field, value], deals)
        yield Name(field, value, code), Share(count, totals[field, value])


def _sides(tally: Tally) -> Iterator[tuple[Name, Figure]]:
    for field in sorted({key[1] for key in tally if key[0] == "side"}):
        dealers, others = (tally["side", field, side] for side in SIDES)
        if dealers + others:
            yield Name(NAMED, field), Share(dealers, dealers + others)
    for (_, field), deals in _sorted(tally, "with"):
        for side, words in SIDES.items():
            yield Name(AVERAGE, field, words), Average(tally["sum", field, side], deals)


def _sorted(tally: Tally, first: str) -> list[tuple[tuple[str, ...], int]]:
    found = ((key, count) for key, count in tally.items() if key[0] == first and count)
    return sorted(found, key=lambda item: [in_order(word) for word in item[0]])


def in_order(word: str) -> tuple[int, int, str]:
    """A key that sorts numbers by size, before words.

    >>> sorted(["made", "16", "9"], key=in_order)
    ['9', '16', 'made']
    """
    try:
        return 0, int(word), ""
    except ValueError:
        return 1, 0, word


# What holds for several rule sets.

_TOLD: Final = (MATCH, LENGTH, RESULT, SAID, NAMED, AVERAGE)


def fields(sets: Sequence[Figures]) -> list[str]:
    """The fields of deal objects whose values are counted under any rule set, in order."""
    found = dict.fromkeys(name.section for figures in sets for name in figures)
    return [section for section in found if section not in _TOLD]


def leading_number(sets: Sequence[Figures]) -> str | None:
    """The first field that has numbers, more than one of them: what deals are first told by."""
    for field in fields(sets):
        items = {name.item for figures in sets for name in figures if name.section == field}
        if len(items) > 1 and all(item.isdecimal() for item in items):
            return field
    return None


def results(sets: Sequence[Figures]) -> list[str]:
    """The result codes under any rule set, the most frequent first."""
    return _by_frequency(RESULT, sets)


def said(sets: Sequence[Figures]) -> list[str]:
    """What was said under any rule set, the most frequent first."""
    return _by_frequency(SAID, sets)


def _by_frequency(section: str, sets: Sequence[Figures]) -> list[str]:
    shares: Counter[str] = Counter()
    for figures in sets:
        for name, figure in figures.items():
            if name.section == section and isinstance(figure, Share):
                shares[name.item] += figure.count
    return sorted(shares, key=lambda item: (-shares[item], item))
