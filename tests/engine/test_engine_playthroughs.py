"""Every game and preset has a recorded playthrough, and is still refereed as it was recorded."""

from __future__ import annotations

import json
from pathlib import Path

import en_playthrough as playthrough
import pytest

RECORDED = sorted(path.stem for path in playthrough.FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", RECORDED)
def test_replayed_line_by_line(name: str) -> None:
    assert playthrough.differences(name) == []


def test_every_game_and_preset_has_one() -> None:
    how = "run: python tests/en_playthrough.py --write NAME"
    assert playthrough.missing() == [], how


def test_none_is_left_over() -> None:
    assert playthrough.surplus() == []


@pytest.mark.parametrize("name", RECORDED)
def test_worth_replaying(name: str) -> None:
    """Deals were finished, lines were refused, and the last answer is the final one."""
    lines = (playthrough.FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    answers = [json.loads(line) for line in lines]
    assert sum("deal" in answer for answer in answers) >= 2
    assert sum("trick" in answer for answer in answers) >= 8
    assert len({answer.get("ruling") for answer in answers}) >= 4
    assert "final" in answers[-1]
    assert not any("say" in answer for answer in answers)


# The checks themselves.


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with one playthrough in it."""
    for end in ("txt", "jsonl"):
        name = f"twenty-nine-pagat.{end}"
        (tmp_path / name).write_bytes((playthrough.FOLDER / name).read_bytes())
    return tmp_path


def test_a_missing_one_is_noticed(copy: Path) -> None:
    every = set(playthrough.names())
    assert set(playthrough.missing(copy)) == every - {"twenty-nine-pagat"}
    (copy / "twenty-nine-pagat.jsonl").unlink()
    assert set(playthrough.missing(copy)) == every


def test_one_of_no_game_is_noticed(copy: Path) -> None:
    assert playthrough.surplus(copy) == []
    (copy / "whist-standard.txt").write_text("")
    assert playthrough.surplus(copy) == ["whist-standard.txt"]


def test_a_changed_answer_is_noticed(copy: Path) -> None:
    assert playthrough.differences("twenty-nine-pagat", copy) == []
    path = copy / "twenty-nine-pagat.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"points": 3', '"points": 2', 1), encoding="utf-8")
    assert len(playthrough.differences("twenty-nine-pagat", copy)) == 1
    path.write_text("".join(text.splitlines(keepends=True)[:-1]), encoding="utf-8")
    assert len(playthrough.differences("twenty-nine-pagat", copy)) == 1


def test_written_the_same_again(tmp_path: Path) -> None:
    playthrough.write("twenty-nine-pagat", tmp_path)
    for end in ("txt", "jsonl"):
        name = f"twenty-nine-pagat.{end}"
        assert (tmp_path / name).read_bytes() == (playthrough.FOLDER / name).read_bytes()
