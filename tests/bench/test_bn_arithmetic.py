"""The bench's own arithmetic: turns, medians of ratios, goals, and what is remembered."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.disk import ROOT, in_memory, kind_of, working_folder
from bench.figures import Figure, Missing, lines_of
from bench.history import append, commit, machine
from bench.rounds import by_turns, median_ratio, percentile


def test_contestants_are_measured_by_turns_forth_and_back() -> None:
    order: list[str] = []

    def contestant(name: str, values: list[float]) -> Callable[[], float]:
        def measure() -> float:
            order.append(name)
            return values.pop(0)

        return measure

    ways = {"a": contestant("a", [1.0, 2.0, 3.0]), "b": contestant("b", [4.0, 5.0, 6.0])}
    assert by_turns(ways, 3) == {"a": [1.0, 2.0, 3.0], "b": [4.0, 5.0, 6.0]}
    assert "".join(order) == "abbaab"


def test_without_a_round_there_is_nothing_to_measure() -> None:
    with pytest.raises(ValueError, match="found 0, expected 1 or more"):
        by_turns({}, 0)


def test_the_ratio_is_the_median_of_the_rounds_and_not_the_ratio_of_medians() -> None:
    # Ratios 1, 4, 2; the medians alone would give 8 / 3.
    assert median_ratio([3.0, 8.0, 10.0], [3.0, 2.0, 5.0]) == 2.0
    # A round in which everything was slow changes nothing.
    assert median_ratio([100.0, 1.0, 100.0], [50.0, 0.5, 50.0]) == 2.0


@pytest.mark.parametrize(("ours", "theirs"), [([], []), ([1.0], []), ([1.0], [1.0, 2.0])])
def test_rounds_must_match(ours: list[float], theirs: list[float]) -> None:
    with pytest.raises(ValueError, match="expected as many"):
        median_ratio(ours, theirs)


def test_percentiles_are_values_that_occurred() -> None:
    hundred = [float(value) for value in range(100, 0, -1)]
    assert [percentile(hundred, p) for p in (1, 50, 99, 100)] == [1.0, 50.0, 99.0, 100.0]
    assert percentile([7.0], 99) == 7.0
    with pytest.raises(ValueError, match="no values"):
        percentile([], 50)


@pytest.mark.parametrize(
    ("figure", "met"),
    [
        (Figure("x", 0.6, 0.6), True),
        (Figure("x", 0.59, 0.6), False),
        (Figure("x", 12.0, 12.0, at_most=True), True),
        (Figure("x", 12.1, 12.0, at_most=True), False),
        (Figure("x", 1.0), None),
    ],
)
def test_goals(figure: Figure, met: bool | None) -> None:
    assert figure.met is met


def test_what_was_missed_or_is_missing_is_said() -> None:
    told = lines_of([Figure("speed", 0.5, 0.6), Missing("other", "not installed")])
    assert told[0] == "speed   0.50   goal >= 0.60  not met"
    assert told[1].split() == ["other", "—", "not", "installed"]
    assert lines_of([]) == []


def test_a_run_is_added_to_the_history(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    append(path, {"rules": [Figure("speed", 1 / 3, 0.6), Missing("other", "no")]})
    append(path, {"tap": []})
    first, second = (json.loads(line) for line in path.read_text().splitlines())
    assert first["figures"] == {"rules": {"speed": 0.3333}}
    assert second["figures"] == {"tap": {}}
    assert first["commit"] == commit()
    assert first["machine"] == machine()
    assert first["load"] >= 0
    assert first["date"].endswith("+00:00")


def test_the_file_system_is_the_one_mounted_nearest() -> None:
    mounts = "a / ext4 rw 0 0\nb /home/x tmpfs rw 0 0\nc /home/xy btrfs rw 0 0\n"
    assert kind_of(Path("/home/x/y"), mounts) == "tmpfs"
    assert kind_of(Path("/home/xy/z"), mounts) == "btrfs"
    assert kind_of(Path("/home/xz"), mounts) == "ext4"
    assert kind_of(Path("/home"), "") == ""
    assert in_memory(Path("/proc")) is False


def test_the_working_folder_is_on_the_disk_of_the_checkout_and_goes() -> None:
    with working_folder() as folder:
        (folder / "x").write_text("x")
        assert folder.stat().st_dev == ROOT.stat().st_dev
    assert not folder.exists()
