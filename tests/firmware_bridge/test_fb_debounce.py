"""Levels and times in, presses out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.debounce import STEADY_S, Debouncer

MS = 0.001
Look = tuple[bool, float]


def presses(looks: Sequence[Look]) -> list[float]:
    button = Debouncer()
    found = [button.take(down, at) for down, at in looks]
    return [moment for moment in found if moment is not None]


def by_ms(levels: str, step: int = 10) -> list[Look]:
    """One look each `step` milliseconds: `_` is up, `#` is down."""
    return [(level == "#", number * step * MS) for number, level in enumerate(levels)]


@pytest.mark.parametrize(
    ("levels", "moments"),
    [
        ("___", []),
        ("__####", [20]),  # proved by the look at 50, counts from the first one down
        ("__###", []),  # 20 ms only
        ("__####____####", [20, 100]),
        ("__####___####", [20]),  # was up for 20 ms only: not let go
        ("__####_#_#_#_####____####", [20, 210]),
        ("__#_####", [20]),  # it bounced: the first edge counts
        ("__#______####", [90]),  # a bounce that was over long before does not
        ("__##_##_##__", []),
        ("__##_##_##_####", [80]),  # bounced for long: 30 ms before it stood is the most
        ("######", []),  # held at the start
        ("######____####", [100]),
        ("#____####", [50]),
        ("##_####__", []),
        ("__" + "#" * 200, [20]),  # held: one press
    ],
)
def test_by_hand(levels: str, moments: list[int]) -> None:
    assert [round(moment / MS) for moment in presses(by_ms(levels))] == moments


def test_thirty_milliseconds_exactly_are_enough() -> None:
    start = 1234.567
    looks = [(False, start), *((True, start + 0.1 + n * 0.015) for n in range(3))]
    assert presses(looks) == [start + 0.1]


def test_two_looks_far_apart_may_be_two_bounces() -> None:
    looks = [(False, 0.0), (True, 1.0), (True, 1.5)]
    assert presses(looks) == []
    assert presses([*looks, (True, 1.501)]) == [1.0]


def test_it_says_when_there_is_something_to_wait_for() -> None:
    button = Debouncer()
    settled = []
    for down, at in by_ms("__####__####____"):
        button.take(down, at)
        settled.append("_" if button.rests(down) else "?")
    assert "".join(settled) == "__???_?????_???_"


# Laws, over contacts that do anything.

lengths = st.integers(1, 120)
steps = st.lists(st.integers(1, 12), min_size=1, max_size=400)


def sampled(runs: list[int], steps: list[int], first: bool = False) -> list[Look]:
    """Looks `steps` ms apart at a contact that changes after each of `runs` ms."""
    edges, at = [], 0
    for run in runs:
        at += run
        edges.append(at)
    looks, now = [], 0
    for step in steps:
        now += step
        passed = sum(edge <= now for edge in edges)
        looks.append((first ^ bool(passed % 2), now * MS))
    return looks


@settings(deadline=None)
@given(st.lists(st.tuples(lengths, st.integers(1, 29))), steps)
def test_nothing_shorter_than_30_ms_ever_counts(
    bounces: list[tuple[int, int]], steps: list[int]
) -> None:
    # Up for 13 ms or more between two bounces, so that no look misses it.
    runs = [ms for up, down in bounces for ms in (up + 12, down)]
    assert presses(sampled(runs, steps)) == []


@settings(deadline=None)
@given(st.lists(lengths), steps, st.booleans())
def test_presses_are_proved(runs: list[int], steps: list[int], first: bool) -> None:
    looks = sampled(runs, steps, first)
    button, proved = Debouncer(), []
    for number, (down, at) in enumerate(looks):
        moment = button.take(down, at)
        if moment is None:
            continue
        proved.append((number, moment))
        steady = [look for look in looks[: number + 1] if look[1] > at - STEADY_S]
        assert down
        assert all(down for down, _ in steady)
        assert moment <= at - STEADY_S + 1e-6
    for (_, before), (_, after) in pairwise(proved):
        between = [down for down, at in looks if before < at < after]
        assert not all(between)  # a button that is held presses once


@settings(deadline=None)
@given(st.lists(lengths), steps, st.booleans())
def test_looks_at_a_button_that_rests_may_be_left_out(
    runs: list[int], steps: list[int], first: bool
) -> None:
    looks = sampled(runs, steps, first)
    button, found = Debouncer(), []
    for down, at in looks:
        moment = None if button.rests(down) else button.take(down, at)
        found += [] if moment is None else [moment]
    assert found == presses(looks)


@settings(deadline=None)
@given(st.integers(45, 2000), st.integers(45, 500), st.lists(st.integers(1, 12), max_size=5))
def test_a_press_that_bounces_at_both_ends_is_one(held: int, up: int, bounces: list[int]) -> None:
    odd = bounces if len(bounces) % 2 == 0 else bounces[1:]
    runs = [up, *odd, held, *odd, up, *odd, held]
    looks = sampled(runs, [3] * ((sum(runs) + 100) // 3))
    moments = presses(looks)
    assert len(moments) == 2
    first, last = up, up + sum(odd)
    assert first <= moments[0] / MS + 1e-6
    assert moments[0] / MS <= last + 3


def test_the_laws_can_fail() -> None:
    with pytest.raises(AssertionError):
        assert presses(by_ms("__####")) == []
