"""`chhakka replay`: the account, the JSON lines, the exit status, and files that are no records."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from ct_records import SHORT
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.cli import main

HEADER = "record: 1\ngame: twenty-nine\nrules: bangladesh\ndealer: S\n"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(SHORT, encoding="utf-8")
    return path


def write(folder: Path, text: str) -> str:
    path = folder / "record.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


# The account.


def test_the_account_of_a_match(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:5] == [
        "twenty-nine, seats S W N E",
        "",
        "Deal 1, S deals",
        "   11 E takes J♠ 9♠ A♠ 10♠",
        "   12 N takes 7♥ 8♥ 9♥ 10♥",
    ]
    assert "   21 E lays 2♠ face down" in out
    assert "   36 W has the trump shown" in out
    assert "      The trump is spades." in out
    assert "      E wins trick 1 with 9 points." in out
    assert out[-5:] == [
        "      Score: NS 0, EW 1.",
        "      EW win the match.",
        "",
        "44 lines, 0 refused; 1 deal.",
        "EW win the match. Score: NS 0, EW 1.",
    ]


def test_a_refused_line_is_told_and_the_status_is_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HEADER + "N take Jh\nN take Jh\nwhat is this\n"
    assert main(["replay", write(tmp_path, text)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[3:6] == [
        "    5 N takes J♥",
        "    6 N takes J♥: refused (card-twice). That card has come already.",
        "    7 what is this: refused (bad-line). That is no action: found 'what', expected a seat: "
        "S W N E.",
    ]
    assert out[-2:] == [
        "3 lines, 2 refused; 0 deals.",
        "The match is open (dealing). Score: NS 0, EW 0.",
    ]


def test_a_record_without_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", write(tmp_path, HEADER)]) == 0
    assert "0 lines, 0 refused; 0 deals." in capsys.readouterr().out


# JSON.


def test_a_json_object_for_each_line_and_a_last_one(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record), "--json"]) == 0
    found = objects(capsys.readouterr().out)
    assert len(found) == 44 + 1
    assert found[0] == {"line": 11, "seat": "E", "do": "take Js 9s As Ts", "ok": True}
    assert found[25] == {"line": 36, "seat": "W", "do": "show", "ok": True, "shown": "s"}
    assert found[27]["trick"] == {"number": 1, "winner": "E", "points": 9}
    assert found[-2]["deal"]["result"] == "made"
    assert found[-2]["match"] == {"winner": ["EW"]}
    final = found[-1]["final"]
    assert final["game"] == "twenty-nine"
    assert (final["scores"], final["phase"], final["turn"]) == ({"NS": 0, "EW": 1}, "over", [])
    assert final["winner"] == ["EW"]
    assert final["deals"] == [found[-2]["deal"]]


def test_json_of_refused_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = HEADER + "E take 10♥ Th\nE  play   Jh\nfoo  bar\n"
    assert main(["replay", write(tmp_path, text), "--json"]) == 1
    twice, early, bad, _ = objects(capsys.readouterr().out)
    assert twice["do"] == "take Th Th"
    assert (twice["ok"], twice["ruling"]) == (False, "card-twice")
    assert twice["say"] == "That card has come already."
    assert (early["do"], early["ruling"]) == ("play Jh", "not-now")
    assert (bad["seat"], bad["do"], bad["ruling"]) == ("foo", "bar", "bad-line")


def test_legal_says_what_may_come_next(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--json", "--legal"]) == 0
    found = objects(capsys.readouterr().out)
    assert found[0]["next"] == {
        "phase": "deal",
        "turn": ["S", "W", "N"],
        "wants": {"S": 4, "W": 4, "N": 4},
    }
    assert found[3]["next"]["phase"] == "bid"
    assert found[3]["next"]["turn"] == ["E"]
    legal = found[3]["next"]["legal"]
    assert legal == {"E": [*(f"bid {n}" for n in range(16, 29)), "pass"]}
    assert found[-2]["next"] == {"phase": "over", "turn": [], "legal": {}}
    assert "next" not in found[-1]


def test_what_is_printed_as_json_is_the_same_with_and_without_legal(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["replay", str(record), "--json"])
    plain = objects(capsys.readouterr().out)
    main(["replay", str(record), "--json", "--legal"])
    more = objects(capsys.readouterr().out)
    assert [{k: v for k, v in each.items() if k != "next"} for each in more] == plain


# Where it is read from.


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stdin:
        buffer = io.BytesIO(b"\xef\xbb\xbf" + SHORT.encode())

    monkeypatch.setattr("sys.stdin", Stdin())
    assert main(["replay", "-"]) == 0
    assert "EW win the match" in capsys.readouterr().out


@pytest.mark.parametrize("raw", [b"\xff", b"", b"game: x\n"])
def test_a_standard_input_that_is_no_record(
    raw: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stdin:
        buffer = io.BytesIO(raw)

    monkeypatch.setattr("sys.stdin", Stdin())
    assert main(["replay", "-"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("standard input: ")


def test_a_standard_input_that_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    class Stdin:
        buffer = Broken()

    monkeypatch.setattr("sys.stdin", Stdin())
    assert main(["replay", "-"]) == 2
    wanted = "standard input: found Input/output error, expected a record in UTF-8\n"
    assert capsys.readouterr().err == wanted


def test_no_standard_input_at_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["replay", "-"]) == 2
    assert "no header line record" in capsys.readouterr().err


def test_rules_are_relative_to_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "matches"
    folder.mkdir()
    (tmp_path / "house.toml").write_text("min_bid = 20\n", encoding="utf-8-sig")
    name = write(folder, HEADER.replace("bangladesh", "../house.toml"))
    monkeypatch.chdir(folder.parent.parent)
    assert main(["replay", name, "--json"]) == 0
    (tmp_path / "house.toml").unlink()
    assert main(["replay", name]) == 2
    assert capsys.readouterr().err.startswith(
        f"{name}: line 3: rules: found '../house.toml' (No such file or directory), expected a "
        "preset (bangladesh"
    )


# Files that are no records: status 2, file, line, what was expected; nothing on standard output.


def refused(name: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    status = main(["replay", name, "--json"])
    captured = capsys.readouterr()
    assert (status, captured.out) == (2, "")
    lines = captured.err.splitlines()
    assert all(line.startswith(f"{name}: ") for line in lines)
    return [line.removeprefix(f"{name}: ") for line in lines]


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = str(tmp_path / "none.txt")
    assert refused(name, capsys) == ["found No such file or directory, expected a readable file"]


def test_a_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(str(tmp_path), capsys) == ["found Is a directory, expected a readable file"]


def test_a_name_that_is_too_long(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = str(tmp_path / ("x" * 300))
    assert refused(name, capsys) == ["found File name too long, expected a readable file"]


def test_bytes_that_are_no_utf_8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.txt"
    path.write_bytes(b"record: 1\n\xff\xfe")
    assert refused(str(path), capsys) == [
        "found bytes that are not UTF-8 at place 10, expected a UTF-8 text file"
    ]


@pytest.mark.parametrize("text", ["", "\n \n", "# nothing\n", "S take Jh\n"])
def test_a_file_without_a_header(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(write(tmp_path, text), capsys) == [
        "found no header line record, expected record: 1",
        "found no header line game, expected game: and the name of a game",
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("record: 2\ngame: twenty-nine\n", ["line 1: found record: 2, expected record: 1"]),
        ("record: 1\n\ngame: whist\n", ["line 3: game: found 'whist', expected one of"]),
        (HEADER + "rules: pagat\n", ["line 5: found rules a second time, expected rules once, as"]),
        (HEADER + "option: min_bid = 0\n", ["line 5: min_bid: found 0, expected a whole number"]),
        (HEADER + "option: nonsense\n", ["line 5: option: found 'nonsense', expected an option"]),
        (HEADER + "hands: hidden\n", ["line 5: found hands: hidden, expected scanned or unseen"]),
        (HEADER + "colour: red\n", ["line 5: found 'colour', expected one of record, game,"]),
        (
            "record: 1\ngame: twenty-nine\nseats: N S E W\nrules: none\ncolour: red\n",
            [
                "line 3: seats: found 'N S E W'",
                "line 4: rules: found 'none' (",
                "line 5: found 'co",
            ],
        ),
        (HEADER.replace("dealer: S", "dealer: Q"), ["line 4: found 'Q', expected a seat: S W N E"]),
    ],
)
def test_faults_of_the_header_have_their_lines(
    tmp_path: Path, text: str, wanted: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = sorted(refused(write(tmp_path, text), capsys))
    assert len(lines) == len(wanted)
    for line, start in zip(lines, wanted, strict=True):
        assert line.startswith(start), line


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_status(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any-record.txt"
    path.write_bytes(raw)
    assert main(["replay", str(path)]) in (0, 1, 2)


WORDS = ("S", "W", "director", "take", "play", "Jh", "10♥", "joker", "bid", "17", "#", "undo", ":")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), max_size=12))
def test_any_lines_after_a_header_are_answered_one_by_one(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any-lines.txt"
    path.write_text(HEADER + "\n".join(["S take As", *lines]), encoding="utf-8")
    assert main(["replay", str(path), "--json"]) in (0, 1)


# Output that lacks the suit signs.


def test_an_output_without_suit_signs_gets_letters(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["replay", str(record)]) == 0
    assert b"   11 E takes Js 9s As 10s\n" in raw.getvalue()
