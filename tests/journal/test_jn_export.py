"""A match leaves a journal as a record that replays to the same, and a list tells of them all."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from en_random import random_rules
from jn_table import Kept, Players, config_of, quick_folder, random_config, said_by
from un_random import telling_rules

from controller.journal.file import JournalFile
from controller.journal.reading import read_journal
from engine import GAMES, find_game
from engine.replay import final_json

TAPS = 170


def replayed(folder: Path, journal: Path, *which: str) -> tuple[int, dict[str, object]]:
    """The exit status of replaying an export, and its final object."""
    status, out, err = said_by("export", journal, *which)
    assert (status, err) == (0, "")
    record = folder / "exported.txt"
    record.write_text(out, encoding="utf-8")
    status, out, err = said_by("replay", record, "--json")
    assert err == ""
    return status, json.loads(out.rstrip("\n").split("\n")[-1])


@pytest.mark.parametrize("hands", ["scanned", "unseen"])
@pytest.mark.parametrize("game", GAMES)
def test_an_export_replays_to_the_same(game: str, hands: str) -> None:
    """Scores, every deal with its audit, and the winner; undone things are gone."""
    rng = random.Random(f"{game} {hands}")
    found = find_game(game)
    rules = telling_rules(rng, found) if hands == "unseen" else random_rules(rng, found)
    with quick_folder() as folder:
        config = random_config(rng, folder, found, rules, hands)
        players = Players(rng, correcting=0.05)
        taps, finals = 0, []
        with Kept(config) as kept:
            while taps < TAPS:
                for seat, meaning in players.taps(kept.session):
                    before = kept.match
                    kept.tap(seat, meaning)
                    taps += 1
                    if kept.match is not before:
                        finals.append(final_json(before))
            finals.append(final_json(kept.match))
            undone = len(kept.match.actions()) < len(
                read_journal(config.journal).matches[-1].entries
            )
        assert undone
        for number, final in enumerate(finals, start=1):
            again = replayed(folder, config.journal, "--match", str(number))
            assert again == (0, json.loads(json.dumps(final)))
        assert replayed(folder, config.journal)[1] == again[1]
        history = said_by("history", config.journal)[1].rstrip("\n").split("\n")
        assert len(history) == len(finals) + 1


def test_a_match_with_a_draw_and_one_with_a_dealer(tmp_path: Path) -> None:
    config = config_of(tmp_path, "no-call", hands="unseen", wait=False)
    with Kept(config) as kept:
        kept.do("S draw 2s\nW draw Ks\nN draw 3s\nE draw 4s")
        kept.tap("S", "end", "deal")
        kept.do("S draw 2s")
    out = said_by("export", config.journal, "--match", "1")[1]
    assert "dealer:" not in out
    assert out.endswith(
        "hands: unseen\n\nS draw 2s\nW draw Ks\nN draw 3s\nE draw 4s\ndirector end\n"
    )
    assert said_by("export", config.journal)[1].endswith("\n\nS draw 2s\n")
    config = config_of(tmp_path / "other", "no-call", hands="unseen", wait=False, dealer="W")
    with Kept(config):
        pass
    assert "\ndealer: W\n" in said_by("export", config.journal)[1]


def test_a_void_with_words_and_signs(tmp_path: Path) -> None:
    config = config_of(tmp_path, hands="unseen", wait=False, dealer="S")
    with Kept(config) as kept:
        kept.session.direct("void die Karte „J♥“ lag offen  # sagt W", 1.0)
    out = said_by("export", config.journal)[1]
    assert out.endswith("\ndirector void die Karte „J♥“ lag offen # sagt W\n")
    assert replayed(tmp_path, config.journal)[0] == 0


def test_a_match_that_is_not_there(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    with Kept(config), Kept(config_of(tmp_path / "other")):
        pass
    status, out, err = said_by("export", config.journal, "--match", "2")
    assert (status, out) == (2, "")
    assert err == f"{config.journal}: found match 2, expected one of: 1\n"


def test_a_journal_without_any_match(tmp_path: Path) -> None:
    with JournalFile(tmp_path / "journal.db"):
        pass
    status, _, err = said_by("export", tmp_path / "journal.db")
    assert status == 2
    assert err.endswith("found no match at all, expected one of: a match\n")
    assert said_by("history", tmp_path / "journal.db") == (0, "No match yet.\n", "")


def test_the_list_of_matches(tmp_path: Path) -> None:
    options = {"match_target": 1, "win_weight": 2}
    given: dict[str, Any] = {"hands": "unseen", "wait": False, "dealer": "S", "options": options}
    with Kept(config_of(tmp_path, **given)) as kept:
        kept.do("E bid 16")
        kept.tap("W", "void", "end", "deal")
        kept.do("N bid 16")
    with Kept(config_of(tmp_path, **given), new=True) as kept:
        kept.do("E bid 16")
    status, out, err = said_by("history", tmp_path / "journal.db")
    assert (status, err) == (0, "")
    *lines, tally = out.rstrip("\n").split("\n")
    date = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    found = [re.fullmatch(rf"(\d)  {date}  twenty-nine  (.*)", line) for line in lines]
    assert [(its[1], its[2]) for its in found if its] == [
        ("1", "1 deal, 3 min  NS 0, EW 0  NS and EW share the match"),
        ("2", "0 deals, 2 min  NS 0, EW 0  closed unfinished"),
        ("3", "0 deals, 1 min  NS 0, EW 0  open"),
    ]
    assert tally == "This sitting: NS 2, EW 2"


def test_the_list_of_matches_of_several_games(tmp_path: Path) -> None:
    given: dict[str, Any] = {"hands": "unseen", "wait": False, "journal": str(tmp_path / "one.db")}
    for number, game in enumerate(GAMES):
        with Kept(config_of(tmp_path / str(number), game, **given), new=True) as kept:
            kept.tap(0, "end")
    out = said_by("history", tmp_path / "one.db")[1].split("\n")
    assert [line.split("  ")[2] for line in out[: len(GAMES)]] == list(GAMES)
    assert out[len(GAMES)].startswith("This sitting: NS ")
