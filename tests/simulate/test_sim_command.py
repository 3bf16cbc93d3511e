"""`chhakka simulate` as people run it: stopped, killed, taken up again, and the same in the end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image
from sim_command import environment, running, simulate, wait_for_ends
from sim_plans import figures, played_in_order

from controller.cli import main
from controller.simulate.chunk import code_mark
from controller.simulate.csv import csv_text
from controller.simulate.ledger import Part
from controller.simulate.picture import draw
from controller.simulate.plan import Plan, Wishes, read_plan
from controller.simulate.table import table_lines
from controller.simulate.work import WorkFile

QUICK = ("--player", "random", "--seed", "29", "--rules", "bangladesh", "standard+redouble=false")
MATCHES = 60
_MODULES = """
import sys
from controller.cli import main
status = main(sys.argv[1:])
print({"PIL", "distributed", "concurrent.futures.process"} & set(sys.modules), file=sys.stderr)
sys.exit(status)
"""


def planned(matches: int) -> Plan:
    wishes = Wishes(matches=matches, rules=QUICK[5:], players=("random",), seed=29)
    return read_plan(wishes, "twenty-nine", 0)


class Whole(NamedTuple):
    """What a run that nothing disturbs prints and writes."""

    printed: str
    csv: str


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """What all have to come to in the end: one worker, not disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    arguments = ("--matches", str(MATCHES), *QUICK, "--jobs", "1", "--csv", "whole.csv")
    done = simulate(folder, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return Whole(done.stdout, (folder / "whole.csv").read_text())


def test_any_number_of_workers_one_of_them_killed_writes_the_same_bytes(
    tmp_path: Path, whole: Whole
) -> None:
    arguments = ("--matches", str(MATCHES), *QUICK, "--jobs", "2", "--csv", "2.csv")
    with running(tmp_path, *arguments) as run:
        run.until(lambda: "a second" in run.errors)
        os.kill(max(run.children()), signal.SIGKILL)
        status, printed = run.wait()
    assert (status, printed) == (0, whole.printed)
    assert "standard+redouble=false" in printed
    assert (tmp_path / "2.csv").read_text() == whole.csv


def test_killed_and_stopped_it_leaves_no_worker_and_loses_no_work(
    tmp_path: Path, whole: Whole
) -> None:
    kept = tmp_path / "work.jsonl"
    arguments = ("--matches", str(MATCHES), *QUICK, "--jobs", "2", "--resume", kept.name)
    with running(tmp_path, *arguments) as run:
        run.until(lambda: "a second" in run.errors)
        children = run.children()
        assert len(children) >= 2
        run.process.send_signal(signal.SIGKILL)
        run.process.wait()
        wait_for_ends(children)
    after_kill = kept.read_bytes()
    assert after_kill.count(b"\n") >= 2
    with running(tmp_path, "--resume", kept.name, "--jobs", "2") as run:
        run.until(lambda: "a second" in run.errors)
        children = run.children()
        run.interrupt()
        status, printed = run.wait()
        wait_for_ends(children)
        assert status == 130
        assert "Traceback" not in run.errors
        assert "Go on with: chhakka simulate --resume work.jsonl" in run.errors
    assert f" of {2 * MATCHES} matches are played." in printed
    assert "how deals end, of all deals" in printed
    after_stop = kept.read_bytes()
    assert after_stop.startswith(after_kill)
    assert len(after_stop) > len(after_kill)
    done = simulate(tmp_path, *arguments, "--csv", "whole.csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "whole.csv").read_text() == whole.csv
    assert done.stdout == whole.printed
    # No match was played twice: each is of one line.
    parts = [json.loads(line) for line in kept.read_text().splitlines()[1:]]
    assert sum(end - first for part in parts for first, end in part["matches"]) == 2 * MATCHES


def test_stopped_without_a_work_file_it_leaves_one(tmp_path: Path) -> None:
    (tmp_path / "chhakka-simulation.jsonl").write_text("of somebody else")
    with running(tmp_path, "--matches", "4000", *QUICK, "--jobs", "1") as run:
        run.until(lambda: "a second" in run.errors)
        run.process.send_signal(signal.SIGTERM)
        status, printed = run.wait()
        assert status == 143
        assert "Go on with: chhakka simulate --resume chhakka-simulation-2.jsonl" in run.errors
    assert "of 8,000 matches are played" in printed
    with closing(WorkFile(tmp_path / "chhakka-simulation-2.jsonl", code_mark())) as work:
        assert work.plan == planned(4000)
        done = sum(part.matches for part in work.parts)
    assert f"So far {done} of" in printed


# Without other processes, or with one that has nothing to play.


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A work file in which all is done."""
    plan = planned(3)
    path = tmp_path / "work.jsonl"
    with closing(WorkFile(path, code_mark())) as work:
        work.begin(plan)
        for rules, tally in enumerate(played_in_order(plan)):
            work.keep(Part(rules, ((0, 3),), tally))
    return path


def test_what_is_finished_is_told_again_as_table_csv_and_picture(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / "a.csv", tmp_path / "a.PNG"]
    outputs = ("--csv", str(paths[0]), "--picture", str(paths[1]))
    assert main(["simulate", "--resume", str(finished), *outputs]) == 0
    plan = planned(3)
    sets = figures(plan, played_in_order(plan))
    assert paths[0].read_text() == csv_text(plan.names, sets)
    with Image.open(paths[1]) as picture:
        assert picture.tobytes() == draw(plan, sets).tobytes()
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == [
        "twenty-nine: 3 matches under each of 2 rule sets, seed 29",
        "players: NS random, EW random",
    ]
    assert said[3:] == list(table_lines(plan.names, sets, None))


def test_other_arguments_than_those_kept_are_refused_by_name(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["simulate", "--resume", str(finished), "--seed", "30", "--matches", "9"]
    assert main(argv) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"--matches: found 9, expected 3, as in {finished}",
        f"--seed: found 30, expected 29, as in {finished}",
    ]


def test_work_that_was_added_twice_is_refused_with_its_line(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = finished.read_text().splitlines(keepends=True)
    finished.write_text("".join([*lines, lines[1]]))
    assert main(["simulate", "--resume", str(finished)]) == 2
    assert capsys.readouterr().err.startswith(f"{finished}: line 4: found matches 0 to 3 that are")


def test_heavy_modules_are_loaded_only_when_used(finished: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _MODULES, "simulate", "--resume", str(finished)],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
        timeout=60,
    )
    assert done.stderr == "set()\n"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--matches", "0"], "--matches: found 0, expected 1 or more"),
        ([], "--matches: found nothing, expected how many matches to play"),
        (["--matches", "5", "--jobs", "0"], "--jobs: found 0, expected 1 or more"),
        (["--matches", "5", "--picture", "a.jpg"], "--picture: found a.jpg, expected a name that"),
        (["--matches", "5", "--csv", "no/such.csv"], "--csv: found no/such.csv, expected a file"),
        (["--matches", "5", "--jobs", "2", "--cluster", "x:1"], "--jobs: found it with --cluster"),
        (["--matches", "5", "--rules", "goa"], "rules: found 'goa', expected a preset"),
    ],
)
def test_what_cannot_be_done_is_status_2_at_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    argv: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", *argv]) == 2
    assert capsys.readouterr().err.startswith(said)
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_cluster_is_refused_with_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError('not installed')")
    path = f"{tmp_path}:{Path(__file__).parents[2]}"
    done = simulate(tmp_path, "--matches", "5", "--cluster", "tcp://127.0.0.1:1", PYTHONPATH=path)
    assert done.returncode == 2
    assert done.stderr == (
        "--cluster: found no package distributed (not installed), "
        "expected pip install 'chhakka[cluster]'\n"
    )


def test_waiting_for_processes_that_stay_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim_command.SOON_S", 0.01)
    with pytest.raises(AssertionError, match=f"process {os.getpid()} stays"):
        wait_for_ends([os.getpid()])


def test_an_output_that_never_comes_is_a_failure(tmp_path: Path) -> None:
    with running(tmp_path, "--matches", "0") as run, pytest.raises(AssertionError, match="never"):
        run.until(lambda: "a second" in run.errors)
