"""The times of taps: what would make them wrong is noticed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from bench import tap
from bench.table_process import write_table


class Line:
    """A line on which tags are said."""

    def say(self, tag: str) -> float:
        return time.perf_counter()


class Table:
    """A table that answers each tap `late_s` after it."""

    def __init__(self, folder: Path, late_s: float) -> None:
        self.folder, self.lines, self._late_s = folder, [Line() for _ in range(4)], late_s

    def edge(self) -> float:
        return time.perf_counter() + self._late_s


def times(folder: Path, late_s: float) -> tuple[list[float], list[float]]:
    table: Any = Table(folder, late_s)
    return tap.tap_times(table, 3)


def test_lights_that_change_too_early_are_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tap, "_REST_S", 0.0)
    write_table(tmp_path)
    ours, disk = times(tmp_path, 2.0)
    assert len(ours) == len(disk) == 3
    assert all(took >= 2.0 for took in ours)
    with pytest.raises(RuntimeError, match="before the tap"):
        times(tmp_path, -2.0)
