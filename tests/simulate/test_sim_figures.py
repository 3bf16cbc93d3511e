"""Shares, averages and spreads, against the library of statistics and by hand."""

from __future__ import annotations

import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sim_plans import figures, played_in_order, quick_plan

from controller.simulate.figures import (
    Average,
    Figures,
    Name,
    Share,
    Spread,
    Total,
    fields,
    figures_of,
    leading_number,
    results,
    said,
)
from controller.simulate.tally import Tally

NUMBERS = st.lists(st.integers(0, 3000), min_size=1, max_size=60)
TALLY: Tally = Counter(
    {
        ("matches",): 4,
        ("unfinished",): 1,
        ("won", "NS"): 3,
        ("first",): 2,
        ("deals", "2"): 3,
        ("deals", "10"): 1,
        ("actions", "80"): 4,
        ("result", "made"): 9,
        ("result", "void:all-pass"): 7,
        ("said", "double"): 4,
        ("value", "bid", "9", "made"): 6,
        ("value", "bid", "9", "failed"): 2,
        ("value", "bid", "10", "made"): 1,
        ("value", "trump", "h", "made"): 5,
        ("side", "caller", "dealer"): 1,
        ("side", "caller", "other"): 3,
        ("with", "change"): 8,
        ("sum", "change", "dealer"): -4,
    }
)


def spread(numbers: list[int]) -> Spread:
    return Spread(tuple(sorted(Counter(numbers).items())))


@given(NUMBERS)
def test_average_and_deviation_are_those_of_the_numbers(numbers: list[int]) -> None:
    found = spread(numbers)
    assert found.of == len(numbers)
    assert found.mean == pytest.approx(statistics.mean(numbers))
    expected = statistics.stdev(numbers) if len(numbers) > 1 else 0.0
    assert found.deviation == pytest.approx(expected)


@given(NUMBERS)
def test_a_tenth_of_the_numbers_at_least_does_not_exceed_it_and_fewer_do_without_it(
    numbers: list[int],
) -> None:
    found = spread(numbers)
    assert found.below(5) == statistics.median_low(numbers)
    assert (found.least, found.most) == (min(numbers), max(numbers))
    for tenths in range(1, 10):
        value = found.below(tenths)
        assert sum(number <= value for number in numbers) * 10 >= tenths * len(numbers)
        assert sum(number < value for number in numbers) * 10 < tenths * len(numbers)


def test_all_figures_of_a_tally_by_hand() -> None:
    assert list(figures_of(TALLY, ("NS", "EW")).items()) == [
        (Name("match", "played"), Total(4)),
        (Name("match", "won by NS"), Share(3, 4)),
        (Name("match", "won by EW"), Share(0, 4)),
        (Name("match", "won by the first dealer's side"), Share(2, 4)),
        (Name("match", "unfinished"), Share(1, 4)),
        (Name("length", "deals in a match"), Spread(((2, 3), (10, 1)))),
        (Name("length", "actions in a match"), Spread(((80, 4),))),
        (Name("result", "deals"), Total(16)),
        (Name("result", "made"), Share(9, 16)),
        (Name("result", "void:all-pass"), Share(7, 16)),
        (Name("said", "double"), Share(4, 16)),
        (Name("bid", "9"), Share(8, 16)),
        (Name("bid", "9", "failed"), Share(2, 8)),
        (Name("bid", "9", "made"), Share(6, 8)),
        (Name("bid", "10"), Share(1, 16)),
        (Name("bid", "10", "made"), Share(1, 1)),
        (Name("trump", "h"), Share(5, 16)),
        (Name("trump", "h", "made"), Share(5, 5)),
        (Name("on the dealer's side", "caller"), Share(1, 4)),
        (Name("average", "change", "dealer's side"), Average(-4, 8)),
        (Name("average", "change", "other sides"), Average(0, 8)),
    ]


def test_of_nothing_there_is_nothing_to_tell_but_that() -> None:
    assert figures_of(Counter(), ("NS", "EW")) == {Name("match", "played"): Total(0)}


def test_a_share_and_its_error() -> None:
    assert Share(9, 36).share == 0.25
    assert Share(9, 36).error == pytest.approx((0.25 * 0.75 / 36) ** 0.5)
    assert Share(5, 5).error == 0
    assert Average(-4, 8).mean == -0.5


def test_what_is_said_first_of_several_rule_sets() -> None:
    other: Tally = Counter({**TALLY, ("result", "void:all-pass"): 30, ("said", "bid"): 90})
    sets: list[Figures] = [figures_of(tally, ("NS", "EW")) for tally in (TALLY, other, Counter())]
    assert results(sets) == ["void:all-pass", "made"]
    assert said(sets) == ["bid", "double"]
    assert fields(sets) == ["bid", "trump"]
    assert leading_number(sets) == "bid"
    assert leading_number(sets[2:]) is None


def test_shares_of_played_matches_add_up() -> None:
    plan = quick_plan()
    for each in figures(plan, played_in_order(plan)):
        shares = {name: f.share for name, f in each.items() if isinstance(f, Share)}
        assert sum(shares[n] for n in shares if n.section == "result") == pytest.approx(1)
        ends = ("won by NS", "won by EW", "unfinished")
        assert sum(shares[Name("match", end)] for end in ends) == pytest.approx(1)
