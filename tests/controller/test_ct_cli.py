"""The command line as a program: status, streams, pipes that break, and bad command lines."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from ct_records import SHORT

import controller
from controller.cli import main

ROOT = Path(controller.__file__).parent.parent
COMMAND = (sys.executable, "-m", "controller.cli")
PATIENCE_S = 60.0


def environment(**more: str) -> Mapping[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def run(*argv: str, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *argv],
        input=stdin,
        capture_output=True,
        env=environment(**more),
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(SHORT, encoding="utf-8")
    return path


def test_a_record_on_standard_input_of_a_real_process(record: Path) -> None:
    done = run("replay", "-", stdin=record.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith("EW win the match. Score: NS 0, EW 1.\n")


def test_status_1_and_2_of_a_real_process(tmp_path: Path, record: Path) -> None:
    record.write_text(SHORT + "S play 7c\n", encoding="utf-8")
    assert run("replay", str(record)).returncode == 1
    done = run("replay", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr


def test_a_terminal_of_ascii_gets_letters(record: Path) -> None:
    done = run("replay", str(record), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"E takes Js 9s As 10s" in done.stdout


def test_json_in_ascii_is_still_json(record: Path) -> None:
    record.write_text(SHORT + "S play 7c\n", encoding="utf-8")
    done = run("replay", str(record), "--json", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert b'"do": "take Js 9s As Ts"' in done.stdout


def test_a_reader_that_goes_away_breaks_no_pipe_with_a_traceback(record: Path) -> None:
    """More than a pipe holds, of which one line is read."""
    lines = SHORT.split("\n\n")[0] + "\n\n" + "E take Js\ndirector undo\n" * 20_000
    record.write_text(lines, encoding="utf-8")
    process = subprocess.Popen(
        [*COMMAND, "replay", str(record), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout as out, process.stderr as err:
        assert out.readline().startswith(b'{"line": ')
        out.close()
        said = err.read()
    assert process.wait(PATIENCE_S) == 0
    assert said == b""


def test_a_pipe_that_nobody_reads_from_the_start(record: Path) -> None:
    """A short output, which is only written when all is done."""
    near, far = os.pipe()
    os.close(near)
    try:
        done = subprocess.run(
            [*COMMAND, "replay", str(record)],
            stdout=far,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=PATIENCE_S,
            check=False,
        )
    finally:
        os.close(far)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
def test_an_output_that_is_full_is_a_message(record: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "replay", str(record)],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=PATIENCE_S,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"chhakka: [Errno 28] No space left on device\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_stream_that_is_closed_from_the_start(record: Path, closed: str) -> None:
    name = "-" if closed == "<&-" else str(record)
    shell = f'exec "$0" -m controller.cli replay "$1" {closed}'
    done = subprocess.run(
        ["sh", "-c", shell, sys.executable, name],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
        timeout=PATIENCE_S,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == (2 if closed == "<&-" else 0)


# Command lines that are none.


@pytest.mark.parametrize(
    ("argv", "wanted"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["paly"], "invalid choice: 'paly'"),
        (["replay"], "the following arguments are required: file"),
        (["replay", "a", "b"], "unrecognized arguments: b"),
        (["run"], "the following arguments are required: table"),
        (["check", "a", "--fast"], "unrecognized arguments: --fast"),
        (["demo", "--seed", "x"], "argument --seed: invalid int value: 'x'"),
        (["demo", "--mistakes", "many"], "argument --mistakes: invalid float value: 'many'"),
    ],
)
def test_a_command_line_that_is_none(
    argv: list[str], wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2
    assert wanted in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "check", "demo", "replay", "rules"])
def test_every_command_has_its_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    assert f"chhakka {command}" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--help"])
    assert command in capsys.readouterr().out


# The demo.


@pytest.mark.parametrize(
    ("argv", "wanted"),
    [
        (["whist"], "game: found 'whist', expected one of twenty-nine"),
        (["--rules", "whist"], "rules: found 'whist' (No such file or directory), expected"),
        (["no-call", "--rules", "pagat"], "rules: found 'pagat' (No such file or directory)"),
        (["--mistakes", "1.5"], "--mistakes: found 1.5, expected a number from 0 to 1"),
        (["--mistakes=-0.1"], "--mistakes: found -0.1, expected a number from 0 to 1"),
        (["--mistakes", "nan"], "--mistakes: found nan, expected a number from 0 to 1"),
        (["--rules", "x" * 5000], "rules: found 'xxxx"),
    ],
)
def test_a_demo_of_what_is_not_known(
    argv: list[str], wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--fast", *argv]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(wanted)


def test_a_demo_with_a_rule_set_file_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.toml"
    path.write_text("min_bid = 99\n")
    assert main(["demo", "--fast", "--rules", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path}: min_bid: found 99, expected")


@pytest.mark.parametrize("mistakes", ["0", "0.3"])
def test_a_demo_plays_a_match_and_the_same_again(
    mistakes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "short.toml"
    path.write_text('preset = "pagat"\nmatch_target = 1\n')
    argv = ["demo", "--fast", "--seed", "29", "--rules", str(path), "--mistakes", mistakes]
    assert main(argv) == 0
    out = capsys.readouterr().out
    *deals, won, last = out.splitlines()
    assert deals[0].startswith("Deal 1: ")
    assert won.split(".")[0] in ("NS win the match", "EW win the match")
    assert last.startswith(f"{len(deals)} deal")
    assert main(argv) == 0
    assert capsys.readouterr().out == out
