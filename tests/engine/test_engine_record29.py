"""Reading and writing records, and the answers to their lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from en_table import Table, no_files, record_of, spoken

from engine.errors import UnreadableError
from engine.record import Line, Record, read_record, write_record
from engine.replay import answer_json, final_json, next_json, referee, replay
from engine.twenty_nine import TwentyNineRules


def read(text: str) -> Record:
    return read_record(text, "a.txt", no_files)


def faults(text: str) -> list[str]:
    with pytest.raises(UnreadableError) as error:
        read(text)
    lines = str(error.value).split("\n")
    assert all(line.startswith("a.txt: ") for line in lines)
    return [line.removeprefix("a.txt: ") for line in lines]


HEADER = "record: 1\ngame: twenty-nine\n"


# The header.


def test_the_least_header() -> None:
    record = read(HEADER)
    assert record.game.name == "twenty-nine"
    assert record.rules == TwentyNineRules.preset("bangladesh")
    assert record.seating.names == ("S", "W", "N", "E")
    assert (record.dealer, record.hands, record.lines) == (None, "scanned", ())
    assert record.match().deal.dealer == 0


def test_a_full_header() -> None:
    record = read(
        HEADER
        + 'rules: lucknow\noption: tenny = 0\noption: ask = "optional" # softer\n'
        + "seats: N E S W\ndealer: S\nhands: scanned\nx-place: Sylhet: the old club\nx-:\n"
        + "E take Js\n"
    )
    changes: dict[str, object] = {"tenny": 0, "ask": "optional"}
    assert record.rules == TwentyNineRules.preset("lucknow").with_options(changes)
    assert record.seating.names == ("N", "E", "S", "W")
    assert record.seating.teams == ("NS", "EW")
    assert record.dealer == 2
    assert record.lines == (Line(11, ("E", "take", "Js")),)


def test_seats_may_begin_with_any() -> None:
    record = read(HEADER + "seats: W N E S\n")
    assert record.seating.teams == ("EW", "NS")
    assert record.match().deal.dealer == 0
    match = record.match()
    assert next_json(match)["turn"] == ["W", "N", "E", "S"]


def test_blank_lines_comments_and_odd_spacing() -> None:
    text = "\ufeff# a match\r\n\r\nrecord:  1 # first\r\n\tgame :twenty-nine\r\n"
    assert "game" in faults(text)[0]
    record = read(text.replace(":twenty", ": twenty") + "  E   take\tJs  10♥ # two\r\n#\n\nN pass")
    assert record.lines == (Line(5, ("E", "take", "Js", "10♥")), Line(8, ("N", "pass")))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ["record", "game"]),
        ("game: twenty-nine", ["found no header line record, expected record: 1"]),
        ("record: 1", ["no header line game"]),
        ("record: 2\ngame: twenty-nine", ["line 1: found record: 2, expected record: 1"]),
        ("record:\ngame: twenty-nine", ["line 1"]),
        ("record: 1\ngame: whist", ["line 2: game: found 'whist', expected one of twenty-nine"]),
        (HEADER + "rules: goa", ["line 3: rules: found 'goa'"]),
        (HEADER + "rules:", ["line 3: rules"]),
        (HEADER + "option: double", ["line 3: option"]),
        (HEADER + "option: duble = false", ["line 3: duble: found an unknown option"]),
        (HEADER + "option: ask = 3", ["line 3: ask: found 3, expected one of"]),
        (HEADER + "option: set = true\noption: set = true", ["line 4: found option set a second"]),
        (HEADER + "seats: S N W E", ["line 3: seats"]),
        (HEADER + "seats: S W N", ["line 3: seats"]),
        (HEADER + "seats:", ["line 3: seats"]),
        (HEADER + "dealer: X", ["line 3: found 'X'"]),
        (HEADER + "dealer: director", ["line 3"]),
        (HEADER + "hands: seen", ["line 3: found hands: seen, expected scanned or unseen"]),
        (HEADER + "hands:", ["line 3"]),
        (HEADER + "deler: S", ["line 3: found 'deler', expected one of record, game"]),
        (HEADER + "Game: twenty-nine", ["line 3: found 'Game'"]),
        (HEADER + "E: take Js", ["line 3: found 'E'"]),
        (HEADER + "dealer: S\ndealer: S", ["line 4: found dealer a second time"]),
        (HEADER + "dealer: X\nhands: y\nfoo: bar", ["line 5", "line 4", "line 3"]),
    ],
)
def test_faults_of_the_header_name_the_line(text: str, wanted: list[str]) -> None:
    found = faults(text)
    for fault, words in zip(found, wanted, strict=True):
        assert words in fault
    assert all("expected" in fault for fault in found)


def test_a_clash_of_options_names_them() -> None:
    found = faults(HEADER + 'rules: bangladesh\noption: ditto = "none"\n')
    assert found[0].startswith('line 4: bidding: found bidding = "duel" with ditto = "none"')


def test_the_header_ends_at_the_first_action() -> None:
    record = read(HEADER + "E take Js\ndealer: N\nrecord: 1\n")
    assert [line.words for line in record.lines] == [
        ("E", "take", "Js"),
        ("dealer:", "N"),
        ("record:", "1"),
    ]
    rulings = [answer.ruling for answer in replay(record, record.match())]
    assert [ruling and ruling.code.value for ruling in rulings] == [None, "bad-line", "bad-line"]


# Rule-set files.


def reading(text: str) -> object:
    return read_record(
        HEADER + "rules: house/soft.toml\noption: tenny = 4\n", "a.txt", lambda path: text
    ).rules


def test_a_rule_file_named_in_the_header() -> None:
    wanted = TwentyNineRules.preset("pagat").with_options({"double": True, "tenny": 4})
    assert reading('preset = "pagat"\ndouble = true\n') == wanted


def test_faults_of_a_rule_file_name_it_and_the_line() -> None:
    with pytest.raises(UnreadableError) as error:
        reading("double = 1\nask = 2")
    assert str(error.value).split("\n") == [
        "a.txt: line 3: house/soft.toml: double: found 1, expected true or false",
        "a.txt: line 3: house/soft.toml: ask: found 2, expected one of "
        '"optional", "must", "after-trick"',
    ]


def test_a_rule_file_that_is_not_there_or_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe\x00")
    for name in ("none.toml", "bad.toml", "."):
        with pytest.raises(UnreadableError, match=r"line 3: rules: found .*bangladesh") as error:
            read_record(
                HEADER + f"rules: {name}\n",
                "a.txt",
                lambda path: (tmp_path / path).read_text(encoding="utf-8"),
            )
        assert repr(name) in str(error.value)


# Answers.


@pytest.mark.parametrize(
    ("line", "do"),
    [
        ("E  take   J♠  10h", "take Js Th"),
        ("E take ♠J", "take ♠J"),
        ("E bid 017", "bid 17"),
        ("E bid  x", "bid x"),
        ("E mark 3♥\ufe0f", "mark 3h"),
        ("E", ""),
        ("E jump  up", "jump up"),
        ("director void  a   card fell", "void a card fell"),
        ("director void", "void"),
        ("E change ♥", "change h"),
        ("E change 10♦", "change Td"),
        ("E trump c", "trump c"),
        ("E play joker", "play joker"),
    ],
)
def test_the_plain_form_of_a_line(line: str, do: str) -> None:
    answer = Table().put(line)
    assert answer["do"] == do
    assert answer["seat"] == line.split()[0]


def test_shape_of_an_answer() -> None:
    match = record_of().match()
    answer = referee(Line(7, ("E", "take", "Js")), match)
    found = answer_json(answer, match, spoken, legal=True)
    assert json.loads(json.dumps(found)) == {
        "line": 7,
        "seat": "E",
        "do": "take Js",
        "ok": True,
        "next": {
            "phase": "deal",
            "turn": ["S", "W", "N", "E"],
            "wants": {"S": 4, "W": 4, "N": 4, "E": 3},
        },
    }
    refused = answer_json(referee(Line(8, ("E", "pass")), match), match, spoken, legal=False)
    assert refused == {
        "line": 8,
        "seat": "E",
        "do": "pass",
        "ok": False,
        "ruling": "not-now",
        "say": "not-now",
    }


def test_the_last_object() -> None:
    at = Table()
    assert final_json(at.match) == {
        "final": {
            "game": "twenty-nine",
            "scores": {"NS": 0, "EW": 0},
            "phase": "deal",
            "turn": ["S", "W", "N", "E"],
            "winner": None,
            "deals": [],
        }
    }
    at.do("director void \n director end")
    final = final_json(at.match)["final"]
    assert (final["phase"], final["turn"], final["winner"]) == ("over", [], ["NS", "EW"])
    assert [deal["result"] for deal in final["deals"]] == ["void:director"]
    assert next_json(at.match) == {"phase": "over", "turn": [], "legal": {}}


# Writing.


def test_written_lines() -> None:
    at = Table("pagat", dealer="W", ask="optional")
    at.do(
        "W take Js Td \n W take Js ! card-twice \n N take 9h \n director undo \n director void oh"
    )
    assert list(write_record(at.match, preset="pagat", dealer=1)) == [
        "record: 1",
        "game: twenty-nine",
        "rules: pagat",
        'option: ask = "optional"',
        "seats: S W N E",
        "dealer: W",
        "hands: scanned",
        "",
        "W take Js Td",
        "director void oh",
    ]


@pytest.mark.parametrize("preset", list(TwentyNineRules.PRESETS))
@pytest.mark.parametrize("written_on", [None, "lucknow"])
def test_rules_are_written_so_that_they_read_back(preset: str, written_on: str | None) -> None:
    at = Table(preset, max_bid=27, match_target=9)
    text = "\n".join(write_record(at.match, preset=written_on))
    assert read(text).rules == at.match.rules
