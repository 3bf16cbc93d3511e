"""Every part of the bench, as short as can be."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from bench import peers
from bench.__main__ import main
from bench.disk import ROOT, in_memory
from bench.history import HISTORY
from bench.parts import PARTS


@pytest.mark.parametrize("part", PARTS)
def test_a_part_runs_alone(part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if part == "tap" and in_memory(ROOT):
        pytest.skip("the checkout is in memory")
    history = tmp_path / "history.jsonl"
    assert main([part, "--tiny", "--history", str(history)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{part}: {PARTS[part]}"
    figures = json.loads(history.read_text())["figures"]
    assert list(figures) == [part]
    assert len(figures[part]) > 2
    assert all(math.isfinite(value) and value >= 0 for value in figures[part].values())


def test_without_the_peers_the_rest_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda module: None)
    assert main(["rules", "--tiny"]) == 0
    told = capsys.readouterr().out
    assert "pyspiel is not installed: pip install '.[bench]'" in told
    assert "rlcard is not installed: pip install '.[bench]'" in told
    assert "mendikot / twenty-nine" in told
    assert "/ dealt spades" not in told


def test_a_part_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["speed"])
    assert "speed" in capsys.readouterr().err


def test_the_history_holds_whole_runs() -> None:
    runs = [json.loads(line) for line in HISTORY.read_text().splitlines()]
    assert runs
    for run in runs:
        assert set(run) == {"date", "commit", "machine", "load", "figures"}
        assert set(run["figures"]) <= set(PARTS)
