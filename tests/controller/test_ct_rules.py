"""`chhakka rules`: what it lists, and rule-set files made of what it prints."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from ct_files import changed, read_good, write_table

from controller.cli import main
from engine import GAMES, find_game

PRESETS = [(game, preset) for game in GAMES for preset in find_game(game).rules.PRESETS]


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(["rules", *argv]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_list_has_every_game_preset_and_option(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys)
    for name in GAMES:
        game = find_game(name)
        assert f"{name}: {game.say}\n" in out
        for option in game.rules.options():
            assert f"    {option.name}: {option.say}\n      {option.kind}; default " in out
        default, *others = game.rules.PRESETS
        assert f"  presets: {', '.join([f'{default} (the default)', *others])}\n" in out
    assert out.endswith("The full set of a preset: chhakka rules GAME PRESET\n")


@pytest.mark.parametrize("name", GAMES)
def test_one_game_alone(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, name)
    assert out.startswith(f"{name}: ")
    assert out.count("  presets: ") == 1


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_preset_is_printed_as_a_rule_set_file_that_gives_the_same(
    name: str, preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, name, preset)
    rules = find_game(name).rules.preset(preset)
    table = tomllib.loads(out)
    for option in rules.options():
        value = getattr(rules, option.name)
        as_toml = list(value) if isinstance(value, tuple) else value
        assert table.get(option.name) == as_toml, option.name
        assert f"# {option.say} ({option.kind})\n" in out
    # Saved, it is taken for rules by a table, by a record, and by this command again.
    (tmp_path / "house.toml").write_text(out, encoding="utf-8")
    if name == "twenty-nine":
        text = changed(
            ('rules = "bangladesh"', 'rules = "house.toml"'), ("last_trick_bonus = 1\n", "")
        )
        assert read_good(tmp_path, text).rules == rules
    record = tmp_path / "record.txt"
    record.write_text(f"record: 1\ngame: {name}\nrules: house.toml\n", encoding="utf-8")
    assert main(["replay", str(record)]) == 0
    capsys.readouterr()
    again = printed(capsys, name, str(tmp_path / "house.toml"))
    assert tomllib.loads(again) == table


def test_a_rule_set_file_is_completed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.toml"
    path.write_text('preset = "nepali"\nmin_bid = 18\n')
    table = tomllib.loads(printed(capsys, "twenty-nine", str(path)))
    assert (table["min_bid"], table["bidding"], table["direction"]) == (
        18,
        "rounds",
        "counterclockwise",
    )


@pytest.mark.parametrize(
    ("argv", "wanted"),
    [
        (["whist"], "game: found 'whist', expected one of twenty-nine, "),
        (["whist", "standard"], "game: found 'whist', expected one of twenty-nine, "),
        (
            ["twenty-nine", "none"],
            "rules: found 'none' (No such file or directory), expected a preset (bangladesh, ",
        ),
        (["twenty-nine", "x" * 5000], "rules: found 'xxx"),
        (
            ["no-call", "bangladesh"],
            "rules: found 'bangladesh' (No such file or directory), expected a preset (standard",
        ),
    ],
    ids=["game", "game-preset", "preset", "long", "other-game"],
)
def test_what_is_not_known(
    argv: list[str], wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *argv]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(wanted)


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (b"min_bid = 'x'", 'min_bid: found "x", expected a whole number from 1 to 29'),
        (b"nothing = 1", "nothing: found an unknown option, expected one of"),
        (b"[", "found broken TOML ("),
        (b"\xff", "(not UTF-8 text), expected a preset (bangladesh, "),
    ],
)
def test_a_file_that_is_no_rule_set(
    content: bytes, wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(content)
    assert main(["rules", "twenty-nine", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert str(path) in captured.err
    assert wanted in captured.err


def test_a_folder_is_no_rule_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "twenty-nine", str(tmp_path)]) == 2
    assert "Is a directory" in capsys.readouterr().err
    assert write_table(tmp_path).exists()
