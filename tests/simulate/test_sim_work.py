"""The work file: cut anywhere, held by one, and never another file that is written over."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sim_plans import quick_plan

from controller.simulate.ledger import Part
from controller.simulate.work import WorkFile
from engine import UnreadableError

MARK = "0123456789ab"
PLAN = quick_plan()
PARTS = [
    Part(0, ((0, 3),), Counter({("matches",): 3, ("won", "NS"): 2})),
    Part(1, ((4, 5),), Counter({("matches",): 1, ("sum", "change", "dealer"): -2})),
    Part(0, ((3, 4), (6, 12)), Counter({("matches",): 7, ("won", "Ö\n"): 1})),
]


def written(path: Path) -> bytes:
    with closing(WorkFile(path, MARK)) as work:
        work.begin(PLAN)
        for part in PARTS:
            work.keep(part)
    return path.read_bytes()


@contextmanager
def refused(path: Path, said: str, mark: str = MARK) -> Iterator[None]:
    """What stands in the file is refused, and still stands there."""
    before = path.read_bytes()
    with pytest.raises(UnreadableError) as caught:
        WorkFile(path, mark)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    yield
    assert path.read_bytes() == before


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    content = written(path)
    with closing(WorkFile(path, MARK)) as work:
        assert work.plan == PLAN
        assert work.parts == PARTS
    assert path.read_bytes() == content
    assert all(json.loads(line) for line in content.splitlines())


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(cut=st.integers(0, 10**6))
def test_cut_anywhere_it_goes_on_from_the_last_whole_line(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "work.jsonl"
    path.unlink(missing_ok=True)
    whole = written(path)
    content = whole[: cut % (len(whole) + 1)]
    path.write_bytes(content)
    lines = content.count(b"\n")
    with closing(WorkFile(path, MARK)) as work:
        assert work.plan == (PLAN if lines else None)
        assert work.parts == PARTS[: max(0, lines - 1)]
        if work.plan is None:
            work.begin(PLAN)
        for part in PARTS[len(work.parts) :]:
            work.keep(part)
    assert path.read_bytes() == whole


def test_each_part_is_in_the_file_as_soon_as_it_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    with closing(WorkFile(path, MARK)) as work:
        work.begin(PLAN)
        for number, part in enumerate(PARTS, 2):
            work.keep(part)
            assert path.read_bytes().count(b"\n") == number


def test_two_cannot_hold_it(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    with closing(WorkFile(path, MARK)) as work:
        work.begin(PLAN)
        with refused(path, "found another simulation that uses it"):
            pass
    with closing(WorkFile(path, MARK)):
        pass


@pytest.mark.parametrize("content", [b"evening.txt\n", b'{"game": "x"}\n', b"x", b"\n", b"\0" * 80])
def test_another_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with refused(path, "expected a file that --resume has written, or none"):
        pass


def test_work_of_other_rules_or_players_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    written(path)
    with refused(path, f"work of other rules or players (mark {MARK})", mark="another"):
        pass


def test_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    path.write_bytes(written(path).replace(b'simulation":1', b'simulation":2'))
    with refused(path, "line 1: found format 2, expected format 1"):
        pass


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"NS":2', b'"NS":2.5', "line 2: found no count: 2.5 under won NS"),
        (b'"matches":[[0,3]]', b'"matches":[[0]]', "line 2: "),
        (b'"counts":{"matches":1', b'"count":{"matches":1', "line 3: found 'counts'"),
        (b'"seed":29', b'"seed":"x"', "line 1: found no plan"),
        (b'"min_bid":16', b'"min_bid":160', "line 1: found no plan"),
        (b'"rules":1,', b'"rules":1', "line 3: "),
    ],
)
def test_damage_is_named_with_its_line(tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    path = tmp_path / "work.jsonl"
    content = written(path)
    assert old in content
    path.write_bytes(content.replace(old, new, 1))
    with refused(path, said):
        pass


def test_a_file_in_which_nothing_came_to_stand_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    WorkFile(path, MARK).close()
    assert not path.exists()


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    before = len(os.listdir("/proc/self/fd"))
    written(path)
    with refused(path, "mark", mark="another"):
        pass
    with pytest.raises(OSError, match="Is a directory"):
        WorkFile(tmp_path, MARK)
    assert len(os.listdir("/proc/self/fd")) == before
