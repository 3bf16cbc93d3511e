"""Spoils do what their names say, and noise follows its chances and its seed."""

from __future__ import annotations

import random

import pytest
from hm_line import tags_in
from hypothesis import given
from hypothesis import strategies as st

from hw_mocks.frames import rdm6300_frame
from hw_mocks.line_faults import GHOSTS, QUIET, Noise, behead, cut, flip, lose

FRAME = rdm6300_frame("000414CD7E")


def test_cut_and_behead_leave_the_two_parts() -> None:
    for at in range(len(FRAME) + 1):
        assert cut(at)(FRAME) + behead(at)(FRAME) == FRAME
    assert lose(FRAME) == b""


@given(st.integers(0, 8 * len(FRAME) - 1))
def test_flip_turns_just_that_bit(bit: int) -> None:
    damaged = flip(bit)(FRAME)
    both = int.from_bytes(FRAME, "little") ^ int.from_bytes(damaged, "little")
    assert both == 1 << bit
    assert flip(bit)(damaged) == FRAME
    assert tags_in(damaged) == []


@pytest.mark.parametrize("bit", [-1, 8 * len(FRAME)])
def test_flip_needs_such_a_bit(bit: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to 111"):
        flip(bit)(FRAME)


def test_negative_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="cut after -1"):
        cut(-1)
    with pytest.raises(ValueError, match="behead by -1"):
        behead(-1)


def test_noise_wants_chances() -> None:
    with pytest.raises(ValueError, match=r"noise flip=1\.5"):
        Noise(flip=1.5)
    with pytest.raises(ValueError, match=r"noise ghost=-0\.1"):
        Noise(ghost=-0.1)
    with pytest.raises(ValueError, match="more than 1"):
        Noise(cut=0.5, flip=0.3, lose=0.3)
    assert not QUIET
    assert Noise(ghost=0.01)


def test_noise_follows_its_chances() -> None:
    rng = random.Random(6300)
    noise = Noise(cut=0.2, flip=0.3, lose=0.1, ghost=0.25)
    arrived = [noise.spoiled(FRAME, rng) for _ in range(4000)]
    whole = sum(raw == FRAME for raw in arrived)
    lost = sum(raw == b"" for raw in arrived)
    shorter = sum(0 < len(raw) < len(FRAME) and FRAME.startswith(raw) for raw in arrived)
    damaged = sum(len(raw) == len(FRAME) and raw != FRAME for raw in arrived)
    assert whole + lost + shorter + damaged == 4000
    for number, chance in ((whole, 0.4), (lost, 0.1), (shorter, 0.2), (damaged, 0.3)):
        assert number / 4000 == pytest.approx(chance, abs=0.03)
    ghosts = [noise.haunted(rng) for _ in range(4000)]
    assert {ghost for ghost in ghosts if ghost} == set(GHOSTS)
    assert sum(ghost is not None for ghost in ghosts) / 4000 == pytest.approx(0.25, abs=0.03)


def test_noise_is_the_same_for_the_same_seed() -> None:
    noise = Noise(cut=0.3, flip=0.3)
    one, two = random.Random(1), random.Random(1)
    assert [noise.spoiled(FRAME, one) for _ in range(50)] == [
        noise.spoiled(FRAME, two) for _ in range(50)
    ]
