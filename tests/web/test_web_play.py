"""The pretend table over HTTP: each browser its own seats and hands, cards through the readers."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hm_leaks import no_leaks
from web_pretend import QUICK, pretend
from web_rig import SOON_S, Browser, Viewer, until

from controller.cli import main
from controller.demo.browser import Shared, Tempo
from controller.web import play
from engine import Match
from engine.cards import names_of

SLOW_DEAL = Tempo(think=0.0, look=0.0, patience=1000.0, fast=True)
"""Only who sits at a page calls `deal`."""


def sit(port: int) -> Browser:
    browser = Browser(port)
    assert browser.ask("/play").status == 200
    return browser


def watch(browser: Browser) -> Viewer:
    return Viewer(browser.port, "/play/events", browser.cookies)


def lay(browser: Browser, tag: str, reader: int = 0) -> int:
    return browser.ask("/play/tap", {"tag": tag, "reader": reader}).status


def test_a_match_is_played_from_a_page_through_the_readers(tmp_path: Path) -> None:
    rng = random.Random(3)
    quick: dict[str, Any] = {
        "match_target": 1,
        "void_no_points": False,
        "double": False,
        "single_hand": 0,
    }
    with no_leaks(), pretend(tmp_path, **quick) as (table, port):
        match: Match = table.table.session.match
        browser = sit(port)
        with watch(browser) as viewer:
            done: Any = None
            end = time.monotonic() + 4 * SOON_S
            while match.winner is None:
                assert time.monotonic() < end, table.table.session.messages[-5:]
                told = viewer.next()
                assert told["own"]["mine"] == [0]
                (hand,) = told["own"]["hands"]
                may = [card["id"] for card in hand["cards"] if card["may"]]
                may += [tag["tag"] for tag in hand["may"]]
                turn = told["state"]["seats"][0]["turn"]
                waits = "deal" in may and told["state"]["seats"][0]["turn"]
                now = (told["state"]["count"], tuple(may))
                if now == done or not may or not (turn or waits):
                    continue
                done = now
                assert lay(browser, rng.choice(may)) == 200
        said = table.table.session.messages
        assert said[-1].endswith("the match.")
        # Nothing that a page offered was refused, but where another was a moment sooner.
        refused = [text for text in said if text.startswith("S:")]
        assert all(text.startswith("S: It is the turn of") for text in refused)
        assert table.table.faults == {}


def test_nobody_sees_or_lays_the_cards_of_others(tmp_path: Path) -> None:
    with no_leaks(), pretend(tmp_path, tempo=SLOW_DEAL, void_no_points=False) as (table, port):
        session = table.table.session
        one, two = sit(port), sit(port)
        assert lay(one, "deal") == 200
        until(lambda: not session.match.wants() and not session.waiting, "four cards each")
        with watch(one) as his, watch(two) as hers:
            mine = his.until(lambda told: len(told["own"]["hands"][0]["cards"]) >= 4)
            theirs = hers.next()
        hands = [set(names_of(hand)) for hand in session.match.deal.hands]
        assert {card["id"] for card in mine["own"]["hands"][0]["cards"]} == hands[0]
        assert theirs["own"]["mine"] == []
        assert theirs["own"]["hands"] == []
        assert theirs["own"]["others"] == [0]
        for card in hands[1] | hands[2] | hands[3]:
            assert f'"{card}"' not in str(mine).replace("'", '"')
            assert lay(one, card) == 403
        # Who has no seat lays nothing at all; strangers have not even a stream.
        assert lay(two, "pass") == 403
        stranger = Browser(port)
        assert lay(stranger, "pass") == 403
        assert stranger.ask("/play/events").status == 401
        assert stranger.ask("/play/seat", {"seat": 1, "take": True}).status == 400
        assert stranger.ask("/play/me").json() == {"known": False}


def test_seats_are_taken_left_and_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with no_leaks(), pretend(tmp_path, tempo=SLOW_DEAL) as (table, port):
        one, two = sit(port), sit(port)

        def seat(browser: Browser, number: object, *, take: bool) -> Any:
            answer = browser.ask("/play/seat", {"seat": number, "take": take})
            return answer.json()["taken"] if answer.status == 200 else answer.status

        assert seat(two, 2, take=True) == [2]
        assert seat(two, 0, take=True) == 409
        assert seat(two, 0, take=False) == 409
        assert seat(one, 1, take=True) == [0, 1]
        until(lambda: table._taken == {0, 1, 2})
        assert seat(one, 0, take=False) == [1]
        assert seat(two, 0, take=True) == [0, 2]
        for number in (-1, 4, "0", None, True, 1.5):
            assert seat(one, number, take=True) == 400
        # A second page of the same browser is the same browser.
        assert one.ask("/play").status == 200
        assert one.ask("/play/me").json() == {"known": True}
        until(lambda: table._taken == {0, 1, 2})


def test_rubbish_is_not_laid(tmp_path: Path) -> None:
    with no_leaks(), pretend(tmp_path, tempo=SLOW_DEAL) as (table, port):
        browser = sit(port)
        objects = [{}, {"tag": "deal"}, {"tag": 1, "reader": 0}, {"tag": "deal", "reader": 9}]
        for body in (*objects, b"", b"[]", b"null"):
            assert browser.ask("/play/tap", body).status == 403
        for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
            answer = browser.ask("/play/tap", {"tag": "deal", "reader": 0}, headers=headers)
            assert answer.status == 403
        assert table.table.session.waiting


def test_a_card_on_the_wrong_reader_is_that_readers(tmp_path: Path) -> None:
    with no_leaks(), pretend(tmp_path, tempo=SLOW_DEAL, void_no_points=False) as (table, port):
        browser = sit(port)
        lay(browser, "deal")
        session = table.table.session
        until(lambda: not session.match.wants() and not session.waiting)
        card = names_of(session.match.deal.hands[0])[0]
        # Another tag may lie there just then: then they are read as one, and it is laid again.
        end = time.monotonic() + SOON_S
        while not any(said.startswith("N:") for said in session.messages):
            assert time.monotonic() < end, session.messages
            assert lay(browser, card, reader=2) == 200
            threading.Event().wait(0.9)


def test_a_reader_on_which_a_tag_lies_takes_it_once() -> None:
    class Reader:
        def lay(self, tag: str, at: float) -> None:
            raise ValueError(tag)

        lift = lay

    shared = Shared(Reader())
    shared.lay("0", 0.0)
    shared.lift(0.0, "0")


def test_a_browser_that_goes_leaves_its_seats_to_pretend_players() -> None:
    import asyncio

    said: list[Any] = []

    async def main() -> None:
        from controller.web.hub import Hub
        from controller.web.model import score_model
        from controller.web.settings import Settings

        def say(what: Any) -> bool:
            said.append(what)
            return True

        page = play.PlayPage(Settings(pretend=True), Hub(score_model), say)
        page._streams["one"] = 0
        page._take(0, "one")
        page._let_go_later("one")
        page._let_go_later("one")
        assert len(page._leaving) == 1
        page._let_go("one")
        assert page._taken == {}
        page._streams["one"] = 1
        page._take(0, "one")
        page._let_go_later("one")  # a page of it is open
        assert "one" not in page._leaving
        page._streams |= {f"idle {n}": 0 for n in range(play.MOST_BROWSERS)}
        page._forget_idle()
        assert set(page._streams) == {"one"}

    asyncio.run(main())
    assert said == [{"taken": []}, {"taken": [0]}, {"taken": []}, {"taken": [0]}]


def test_pretend_players_play_matches_by_themselves(tmp_path: Path) -> None:
    with no_leaks(), pretend(tmp_path, "mendikot", tempo=QUICK, seed=2) as (table, port):
        until(lambda: len(table.table.session.match.actions()) > 60, "a good part of a deal")
        assert Browser(port).ask("/state").json()["phase"] in ("playing", "calling the trump")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--port", "70000"], "--port: found 70000, expected a number from 0 to 65535"),
        (["--mistakes", "2"], "--mistakes: found 2.0, expected a number from 0 to 1"),
    ],
)
def test_what_is_asked_for_in_vain(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--web", *arguments]) == 2
    assert expected in capsys.readouterr().err


def test_pages_that_cannot_be_served_end_the_demo(capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as other:
        assert main(["demo", "--web", "--port", str(other.getsockname()[1])]) == 1
    assert "cannot be listened at: Address already in use" in capsys.readouterr().err


def test_without_the_libraries_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("controller.pages.told.NEEDS", ("starlette", "no_such_library"))
    assert main(["demo", "--web"]) == 2
    assert "no_such_library to be installed: pip install 'chhakka[web]'" in capsys.readouterr().err
