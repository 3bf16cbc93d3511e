"""The director at work: the same session, journal and rulings as for taps."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from jn_table import Kept, config_of, said_by
from web_rig import Browser, paged, until

from controller.director_line import socket_path
from controller.journal.reading import read_journal
from controller.messages import LANGUAGES
from engine import GAMES, find_game
from firmware_bridge import PortLost, PortOpened, ReaderEvent


def test_calls_are_refereed_journalled_and_answered(tmp_path: Path) -> None:
    with paged(tmp_path, dealer="S", wait=False) as table:
        director = Browser(table.port)
        director.enter()
        table.do("E take Js 8s 7s 9s\nN take Jh 8h 7h 9h\nW take Jd 8d 7d 9d\nS take Jc 8c 7c 9c")
        assert director.call("E bid 15") == {
            "taken": False,
            "say": "15 is too low: the lowest bid now is 16.",
        }
        assert director.call("E bid 17") == {"taken": True, "say": "E bids 17."}
        assert director.call("undo")["taken"]
        void = director.call("void a card lay face up")
        assert void["taken"]
        assert "a card lay face up" in void["say"]
        assert not director.call("tea please")["taken"]
        assert not director.call("E tea")["taken"]
        assert table.session.alerts == set()
        path = table.config.journal
    entries = read_journal(path).matches[-1].entries
    assert [(entry.kind, entry.what) for entry in entries if entry.seat == "director"] == [
        ("refused", "E bid 15"),
        ("action", "E bid 17"),
        ("action", "director undo"),
        ("action", "director void a card lay face up"),
        ("refused", ""),
        ("refused", ""),
    ]


def test_the_desk_has_the_health_of_each_reader(tmp_path: Path) -> None:
    with paged(tmp_path, dealer="S", wait=False) as table:
        director = Browser(table.port)
        director.enter()
        table.put(ReaderEvent(0, 1.0, PortOpened()))
        table.put(ReaderEvent(3, 1.0, PortOpened()))
        table.put(ReaderEvent(2, 1.0, PortLost("no such file")))
        table.table.faults_counted = lambda: [{"bad checksum": 2}, {}, {}, {}]
        table.now = 10.0
        table.do("E take Js")
        table.now = 15.0
        until(lambda: table.session.match.actions())
        desk = director.ask("/director/desk").json()
        south, west, north, east = desk["readers"]
        assert south["state"] == "open"
        assert south["faults"] == {"bad checksum": 2}
        assert south["heard"] is None
        assert west["state"] == "new"
        assert (north["state"], north["reason"]) == ("lost", "no such file")
        assert (east["state"], east["protocol"], east["heard"]) == ("open", "rdm6300", 4.0)
        assert east["port"].endswith("/E")
        assert desk["lays"] == "take"
        assert desk["calls"][0] == "bid 16"
        assert "raise" not in desk["calls"]
        assert len(desk["cards"]) == 32


def test_the_table_that_has_stopped_says_so(tmp_path: Path) -> None:
    with paged(tmp_path) as table:
        director = Browser(table.port)
        director.enter()
        socket_path(table.config.journal).unlink()
        assert not director.call("undo")["taken"]
        said = director.ask("/director/call?lang=bn", {"call": "undo"}).json()["say"]
        assert said == "টেবিল সাড়া দিচ্ছে না।"
        assert director.ask("/director/desk").status == 503


def test_games_are_offered_with_all_their_options(tmp_path: Path) -> None:
    with paged(tmp_path) as table:
        director = Browser(table.port)
        director.enter()
        for language in LANGUAGES:
            games = director.ask(f"/director/games?lang={language}").json()
            assert [game["name"] for game in games] == list(GAMES)
            says = [its["say"] for game in games for its in game["options"]]
            assert all(re.search("[A-Za-z]", say) for say in says) == (language == "en")
        for game in games:
            rules = find_game(game["name"]).rules
            assert list(game["presets"]) == list(rules.PRESETS)
            assert [its["name"] for its in game["options"]] == [its.name for its in rules.options()]
            forms = {its["kind"]["form"] for its in game["options"]}
            assert forms <= {"flag", "choice", "whole", "seats"}


def test_a_match_is_chosen_and_started_from_the_page(tmp_path: Path) -> None:
    with paged(tmp_path, dealer="S", wait=False) as table:
        director = Browser(table.port)
        director.enter()
        table.do("E take Js")
        choice: dict[str, Any] = {
            "game": "mendikot",
            "rules": "standard",
            "options": {},
            "players": {"S": "Amina  Begum", "N": " "},
        }
        answer = director.call(f"choose {json.dumps(choice)}")
        assert answer == {
            "taken": True,
            "say": "Chosen for the next match: mendikot, standard.",
        }
        # The match that is open stays what it is, and has to be ended first.
        refused = director.call("start")
        assert refused["say"] == "Nobody can start a match now (dealing)."
        assert Browser(table.port).ask("/state").json()["title"] == "twenty-nine"
        assert director.call("end")["taken"]
        assert director.call("start")["taken"]
        until(lambda: Browser(table.port).ask("/state").json()["title"] == "mendikot")
        seen = Browser(table.port).ask("/state").json()
        assert seen["seats"][0]["player"] == "Amina Begum"
        assert seen["seats"][2]["player"] is None
        assert [match["title"] for match in seen["matches"]] == ["twenty-nine"]
        desk = director.ask("/director/desk").json()
        assert desk["next"]["game"] == "mendikot"
        assert desk["next"]["players"] == {"S": "Amina Begum"}
        assert desk["next"]["configured"] == {"game": "twenty-nine", "rules": "bangladesh"}
        assert len(desk["cards"]) == 52


def test_the_command_line_corrects_too(tmp_path: Path) -> None:
    config = config_of(tmp_path, hands="scanned", dealer="S", wait=False)
    with Kept(config) as kept:
        kept.do("E take Js 8s")
        assert kept.session.direct("correct E 9s", 1.0).taken
        assert kept.session.messages[-1] == "The director puts a misread card right."
    assert "E take 9s" in said_by("export", config.journal)[1]


def test_a_call_is_answered_in_the_language_of_the_page(tmp_path: Path) -> None:
    with paged(tmp_path, dealer="S", wait=False) as table:
        director = Browser(table.port)
        director.enter()
        table.do("E take Js")
        answer = director.ask("/director/call?lang=bn", {"call": "undo"}).json()
        assert answer == {"taken": True, "say": "পরিচালক শেষ চাল ফিরিয়ে নিলেন।"}
        assert table.session.messages[-1] == "The director takes back the last action."
        refused = director.ask("/director/call?lang=bn", {"call": "E bid 20"}).json()
        assert not refused["taken"]
        assert "এখন" in refused["say"]
        long = director.ask("/director/call?lang=bn", {"call": f"void {'x' * 5000}"}).json()
        assert long == {"taken": False, "say": "কথাটা বেশি লম্বা: ৪০০০ বাইটের বেশি চলবে না।"}
        desk = director.ask("/director/desk?lang=bn").json()
        assert desk["shown"]["S"] == "দক্ষিণ"
        assert desk["shown"]["bid 16"] == "ডাক ১৬"
        assert desk["seats"][0] == "S"
