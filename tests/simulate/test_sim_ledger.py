"""The ledger hands out every match once, whatever comes back and when."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.simulate.ledger import SLICE, Ledger, Part, Slice


def part(rules: int, *ranges: tuple[int, int]) -> Part:
    matches = sum(end - first for first, end in ranges)
    return Part(rules, ranges, Counter({("matches",): matches}))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(1, 300), st.integers(1, 9), st.integers())
def test_every_match_is_played_once(sets: int, matches: int, ahead: int, seed: int) -> None:
    rng = Random(seed)
    ledger = Ledger(sets, matches)
    played: Counter[tuple[int, int]] = Counter()
    out: list[Slice] = []
    while ledger.done < ledger.total:
        piece = ledger.take(ahead) if rng.random() < 0.6 else None
        if piece is not None:
            assert 1 <= piece.end - piece.first <= SLICE
            out.append(piece)
        elif out:
            back = out.pop(rng.randrange(len(out)))
            # Some of it is done, all of it, or nothing: the worker was lost.
            end = rng.randint(back.first, back.end)
            if end > back.first:
                ledger.add(part(back.rules, (back.first, end)))
                played.update((back.rules, number) for number in range(back.first, end))
            ledger.give_back(back._replace(first=end))
    assert set(played.values()) == {1}
    assert len(played) == sets * matches == ledger.total
    assert ledger.take(ahead) is None
    assert ledger.parts() == [part(rules, (0, matches)) for rules in range(sets)]


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 200), st.randoms())
def test_what_was_played_before_is_not_handed_out_again(matches: int, rng: Random) -> None:
    cuts = sorted({0, matches, *(rng.randint(0, matches) for _ in range(6))})
    pieces = list(pairwise(cuts))
    kept = [piece for piece in pieces if rng.random() < 0.5]
    ledger = Ledger(2, matches)
    for piece in rng.sample(kept, len(kept)):
        ledger.restore(part(1, piece))
    handed: list[tuple[int, int]] = []
    while (piece_of := ledger.take(3)) is not None:
        handed += [(piece_of.rules, number) for number in range(piece_of.first, piece_of.end)]
    before = {(1, number) for first, end in kept for number in range(first, end)}
    everything = {(rules, number) for rules in (0, 1) for number in range(matches)}
    assert len(handed) == len(set(handed))
    assert set(handed) == everything - before
    assert ledger.done == len(before)


@pytest.mark.parametrize(
    "ranges",
    [((8, 11),), ((-1, 2),), ((5, 5),), ((6, 5),), ((2, 4),), ((0, 2), (1, 3)), ((3, 9),)],
)
def test_matches_out_of_the_plan_or_twice_are_refused(ranges: tuple[tuple[int, int], ...]) -> None:
    ledger = Ledger(1, 10)
    ledger.restore(part(0, (3, 5)))
    with pytest.raises(ValueError, match="not of the plan, or were there before"):
        ledger.restore(part(0, *ranges))
    assert ledger.done == 2


def test_a_tally_of_other_matches_is_refused() -> None:
    with pytest.raises(ValueError, match="a tally of 3 and not 2 matches"):
        Ledger(1, 10).restore(Part(0, ((0, 2),), Counter({("matches",): 3})))


def test_a_rule_set_that_is_not_of_the_plan_is_refused() -> None:
    with pytest.raises(ValueError, match="a rule set of number 1"):
        Ledger(1, 10).restore(part(1, (0, 2)))


def test_rule_sets_take_turns() -> None:
    ledger = Ledger(3, 1000)
    assert [ledger.take(2) for _ in range(4)] == [
        Slice(0, 0, 64),
        Slice(1, 0, 64),
        Slice(2, 0, 64),
        Slice(0, 64, 128),
    ]


def test_slices_shrink_towards_the_end() -> None:
    ledger = Ledger(1, 500)
    sizes = []
    while (piece := ledger.take(3)) is not None:
        sizes.append(piece.end - piece.first)
    assert sizes[0] > 30
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-12:] == [1] * 12
