"""Viewers: the present state at once, whatever they missed, and nobody pays for a slow one."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

from web_rig import Browser, Viewer, paged

from controller.web import stream
from controller.web.hub import MOST_VIEWERS, Hub
from controller.web.stream import Stream


def test_every_viewer_gets_the_state_at_once_and_each_change(tmp_path: Path) -> None:
    with paged(tmp_path, dealer="S", wait=False) as table:
        viewers = [Viewer(table.port) for _ in range(5)]
        try:
            for viewer in viewers:
                assert viewer.next()["phase"] == "dealing"
            table.do("E take Js")
            for viewer in viewers:
                seen = viewer.until(lambda state: state["said"][-1:] == ["E takes a card."])
                assert seen["seats"][3]["cards"] == 1
            # One that comes later, or anew, stands where the others do.
            with Viewer(table.port) as late:
                assert late.next() == seen
        finally:
            for viewer in viewers:
                viewer.close()


def test_each_viewer_has_its_own_language(tmp_path: Path) -> None:
    with paged(tmp_path, dealer="S", wait=False, language="bn") as table:
        table.do("E take Js")
        with Viewer(table.port, "/events?lang=en") as one, Viewer(table.port) as usual:
            one.until(lambda state: state["said"][-1:] == ["E takes a card."])
            assert usual.next()["seats"][3]["name"] == "পূর্ব"
        with Viewer(table.port, "/events?lang=xx") as unknown:
            assert unknown.next()["seats"][3]["name"] == "পূর্ব"
        page = Browser(table.port).ask("/?lang=en").body.decode()
        assert '<html lang="en" dir="ltr" data-digits="0123456789">' in page
        assert (
            '<html lang="bn" dir="ltr" data-digits="০১২৩৪৫৬৭৮৯">'
            in Browser(table.port).ask("/").body.decode()
        )


def test_a_viewer_that_sleeps_finds_the_present_state_and_holds_nobody_up(tmp_path: Path) -> None:
    with paged(tmp_path, dealer="S", wait=False) as table:
        sleeper = Viewer(table.port)
        sleeper.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with Viewer(table.port) as awake:
            awake.next()
            for _ in range(8):
                table.do("E take Js")
                table.do("S undo")
            table.do("E take 8s")
            awake.until(lambda state: state["count"] == table.session.said)
        with Viewer(table.port) as again:  # as a page does when it wakes
            assert again.next()["count"] == table.session.said
        # What lay on the old line is passed through, and its last is the present state too.
        sleeper.until(lambda state: state["count"] == table.session.said)
        sleeper.close()


class Wire:
    """What an ASGI server does for one viewer, as slowly as it is told to."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.status = 0
        self.free = asyncio.Event()
        self.free.set()
        self.left = asyncio.Event()

    async def send(self, message: Any) -> None:
        await self.free.wait()
        self.status = message.get("status", self.status)
        if message.get("body"):
            self.bodies.append(message["body"])

    async def receive(self) -> Any:
        await self.left.wait()
        return {"type": "http.disconnect"}

    def states(self) -> list[Any]:
        return [json.loads(body[6:]) for body in self.bodies if body.startswith(b"data: {")]


def hub() -> Hub:
    return Hub(lambda state, language: {**state, "in": language})


async def _turns(number: int = 20) -> None:
    for _ in range(number):
        await asyncio.sleep(0.003)


def test_states_in_between_are_passed_over() -> None:
    async def main() -> None:
        wire, its = Wire(), hub()
        serving = asyncio.ensure_future(
            Stream(its, lambda: its.seen("en"))({}, wire.receive, wire.send)
        )
        its.put({"state": {"n": 0}})
        await _turns()
        wire.free.clear()  # it takes nothing for a while
        for n in range(1, 500):
            its.put({"state": {"n": n}})
            if n % 100 == 0:
                await _turns(2)
        wire.free.set()
        await _turns()
        numbers = [state["n"] for state in wire.states()]
        assert numbers[0] == 0
        assert numbers[-1] == 499
        assert len(numbers) <= 3
        wire.left.set()
        await serving
        assert its.viewers == 0

    asyncio.run(main())


def test_one_that_takes_nothing_is_let_go_of(monkeypatch: Any) -> None:
    monkeypatch.setattr(stream, "STALL_S", 0.05)

    async def main() -> None:
        wire, its = Wire(), hub()
        its.put({"state": {"n": 0}})
        serving = asyncio.ensure_future(
            Stream(its, lambda: its.seen("en"))({}, wire.receive, wire.send)
        )
        await _turns()
        wire.free.clear()
        its.put({"state": {"n": 1}})
        await asyncio.wait_for(serving, 5)
        assert its.viewers == 0

    asyncio.run(main())


def test_a_quiet_line_is_kept_alive(monkeypatch: Any) -> None:
    monkeypatch.setattr(stream, "BEAT_S", 0.02)

    async def main() -> None:
        wire, its = Wire(), hub()
        its.put({"state": {"n": 0}})
        serving = asyncio.ensure_future(
            Stream(its, lambda: its.seen("en"))({}, wire.receive, wire.send)
        )
        await _turns(30)
        assert wire.bodies.count(b"event: beat\ndata: \n\n") >= 2
        assert len(wire.states()) == 1
        wire.left.set()
        await serving

    asyncio.run(main())


def test_too_many_are_turned_away() -> None:
    async def main() -> None:
        wire, its = Wire(), hub()
        its.viewers = MOST_VIEWERS
        await Stream(its, lambda: b"{}")({}, wire.receive, wire.send)
        assert wire.status == 503
        assert its.viewers == MOST_VIEWERS

    asyncio.run(main())


def test_before_the_table_is_heard_of_there_is_nothing_to_see() -> None:
    its = hub()
    assert its.seen("en") == b"{}"
    its.put({"state": {"n": 1}})
    assert json.loads(its.seen("bn")) == {"n": 1, "in": "bn"}


def test_a_state_is_made_once_for_all_viewers_of_a_language() -> None:
    made: list[str] = []

    def make(state: Any, language: str) -> Any:
        made.append(language)
        return state

    its = Hub(make)
    its.put({"state": {"n": 1}})
    for _ in range(20):
        its.seen("en")
        its.seen("bn")
    assert made == ["en", "bn"]


def test_the_files_of_the_pages_are_kept_by_their_tag(tmp_path: Path) -> None:
    with paged(tmp_path) as table:
        browser = Browser(table.port)
        first = browser.ask("/static/page.css")
        assert first.status == 200
        assert first.headers["content-type"].startswith("text/css")
        again = browser.ask("/static/page.css", headers={"if-none-match": first.headers["etag"]})
        assert (again.status, again.body) == (304, b"")
        for path in ("/static/score.html", "/static/../serve.py", "/static/%2e%2e/serve.py", "/x"):
            assert browser.ask(path).status == 404
        # Nothing from elsewhere: no address but our own in any file.
        for name in ("page.css", "score.js", "table.js", "dom.js", "live.js", "page.js"):
            body = browser.ask(f"/static/{name}").body.replace(b"http://www.w3.org/2000/svg", b"")
            assert b"http" not in body, name
        assert b"http" not in browser.ask("/").body
