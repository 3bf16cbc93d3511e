"""`chhakka check`: what it says of a table that is right, and that nothing breaks it."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from ct_files import GOOD, changed, write_table
from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller.cli import main
from hw_mocks.deck import deck_csv, pretend_tags


def test_a_table_that_can_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(write_table(tmp_path))]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.splitlines() == [
        "twenty-nine, seats S W N E: this table can be run.",
        "  reader of S: rdm6300 at /dev/ttyUSB0",
        "  reader of W: id12la at /dev/ttyUSB1, only in deal, play",
        "  reader of N: rdm6300 at socket://127.0.0.1:7000",
        f"  reader of E: rdm6300 at {tmp_path / 'ports/east'}",
        "  lights: gpio",
        f"  deck: {len(pretend_tags())} tags",
        "The deck has every card and call the game needs.",
    ]


def test_what_the_deck_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = ("Jh", "2s", "3s", "4s", "5s", "raise", "bid 19", "pass", "deal", "seventh", "tenny")
    tags = {meaning: tag for meaning, tag in pretend_tags().items() if meaning not in gone}
    path = write_table(tmp_path, deck=deck_csv(tags))
    assert main(["check", str(path)]) == 0
    out = capsys.readouterr().out
    lacking = out.split("which no tag of the deck means:\n")[1].splitlines()
    assert lacking == [
        "  Jh",
        "  2s or 3s or 4s or 5s",
        "  bid 19 or raise",
        "  pass",
        "  seventh",
        "  deal",
    ]


def test_a_table_that_does_not_wait_needs_no_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tags = {meaning: tag for meaning, tag in pretend_tags().items() if meaning != "deal"}
    path = write_table(tmp_path, changed(("wait = true", "wait = false")), deck_csv(tags))
    assert main(["check", str(path)]) == 0
    assert "every card and call" in capsys.readouterr().out


def test_faults_go_to_standard_error_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_table(
        tmp_path, changed(("gone_ms = 400", "gone_ms = 0"), ("data = 17", "data = 22"))
    )
    for command in ("check", "run"):
        assert main([command, str(path)]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.splitlines() == [
            "table.toml: table.gone_ms: found 0, expected a whole number from 1 to 60000",
            "table.toml: lights.latch: found pin 22, expected another pin than lights.data has",
        ]


@pytest.mark.parametrize(
    ("journal", "found"),
    [
        (".", "found a folder or a device, not a file"),
        ("none/journal.db", "found no folder"),
        ("deck.csv", "found a file of another kind"),
    ],
)
def test_a_journal_that_run_would_refuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], journal: str, found: str
) -> None:
    path = write_table(tmp_path, changed(('journal = "journal.db"', f'journal = "{journal}"')))
    before = sorted(tmp_path.iterdir())
    assert main(["check", str(path)]) == 2
    captured = capsys.readouterr()
    assert (found in captured.err, captured.out) == (True, "")
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = str(tmp_path / "none.toml")
    assert main(["check", name]) == 2
    assert capsys.readouterr().err == (
        f"{name}: found No such file or directory, expected a readable file\n"
    )


# Anything at all.

KEYS = (
    *("table", "game", "rules", "hands", "seats", "dealer", "reader", "options", "lights", "data"),
    *("seat", "port", "protocol", "phases", "wait", "gone_ms", "deck", "web", "min_bid", "zz"),
)
VALUES = st.one_of(
    st.integers(-5, 5),
    st.booleans(),
    st.floats(allow_nan=True),
    st.sampled_from(["S", "twenty-nine", "scanned", "rdm6300", "deck.csv", "", "é\n\x7f", "//x"]),
)


def toml_of(value: object) -> str:
    """A value as TOML, an inline one."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return '"' + "".join(f"\\u{ord(letter):04x}" for letter in value) + '"'
        case list():
            return "[" + ", ".join(toml_of(item) for item in value) + "]"
        case dict():
            return (
                "{" + ", ".join(f'"{key}" = {toml_of(item)}' for key, item in value.items()) + "}"
            )
        case _:
            return str(value)


NESTED = st.recursive(
    VALUES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)
TABLES = st.dictionaries(st.sampled_from(KEYS), NESTED, max_size=6).map(
    lambda table: "".join(f'"{key}" = {toml_of(value)}\n' for key, value in table.items())
)
LINES = GOOD.splitlines()
MIXED = st.lists(
    st.sampled_from([*LINES, "[", "]]", "= 1", '"', "[reader]", "'''"]), max_size=40
).map("\n".join)


def checked(folder: Path, raw: bytes) -> tuple[int, str, str]:
    """Status, standard output and standard error of `chhakka check` on these bytes."""
    path = folder / "table.toml"
    path.write_bytes(raw)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(["check", str(path)])
    return status, out.getvalue(), err.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("check")
    write_table(path)
    return path


def assert_refused(folder: Path, raw: bytes) -> None:
    status, out, err = checked(folder, raw)
    assert (status, out) == (2, "")
    assert "found" in err
    assert "Traceback" not in err


@settings(deadline=None, max_examples=60)
@given(raw=st.binary(max_size=400))
@example(raw=b"\xef\xbb\xbf")
@example(raw=b"[[[[[[")
def test_any_bytes(folder: Path, raw: bytes) -> None:
    assert_refused(folder, raw)


@settings(deadline=None, max_examples=60)
@given(text=TABLES | MIXED)
@example(text='table = [{a = 1}]\nreader = [{seat = ["S"]}, {seat = {x = 1}}]\n')
def test_any_toml(folder: Path, text: str) -> None:
    status, out, err = checked(folder, text.encode())
    assert status == 2 or (status == 0 and not err)
    assert "Traceback" not in err
    assert bool(out) != bool(err)


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_a_good_table_with_one_value_changed(folder: Path, data: st.DataObject) -> None:
    """Whatever stands in the place of one value is taken, or refused by its key."""
    number = data.draw(st.sampled_from([n for n, line in enumerate(LINES) if " = " in line]))
    key = LINES[number].split(" = ")[0]
    value = data.draw(NESTED)
    lines = [*LINES[:number], f"{key} = {toml_of(value)}", *LINES[number + 1 :]]
    status, _, err = checked(folder, "\n".join(lines).encode())
    assert status in (0, 2)
    assert status == 0 or key in err
