"""The table's end of the pages: a process that hangs, dies, or cannot begin harms nothing."""

from __future__ import annotations

import queue
import socket
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from hm_leaks import no_leaks
from web_rig import SOON_S, Browser, Viewer, paged, until

from controller.pages import feed as web_feed
from controller.pages.feed import PagesBack, PagesLost, WebFeed
from controller.web.settings import Settings

Heard = queue.SimpleQueue[PagesLost | PagesBack]
_PEER = "import json, os, socket, sys, time\nline = socket.socket(fileno=int(sys.argv[1]))\n"


def fake(program: str) -> tuple[str, ...]:
    """A process in the place of the pages', with its end of the line in `line`."""
    return (sys.executable, "-S", "-c", _PEER + program)


def test_the_newest_state_only_reaches_a_slow_process(tmp_path: Path) -> None:
    go, out = tmp_path / "go", tmp_path / "out"
    program = f"""
line.sendall(b'{{"ready": "here"}}\\n')
while not os.path.exists({str(go)!r}):
    time.sleep(0.01)
found = b""
while b"last" not in found:
    found += line.recv(65536)
open({str(out)!r} + "~", "wb").write(found)
os.rename({str(out)!r} + "~", {str(out)!r})
"""
    heard: Heard = queue.SimpleQueue()
    with no_leaks():
        feed = WebFeed({"port": 1}, heard.put, command=fake(program))
        try:
            assert heard.get(timeout=SOON_S) == PagesBack("here")
            began = time.perf_counter()
            for number in range(200):
                feed.show({"number": number, "filling": "x" * 20_000})
            # Nobody reads: yet nothing waits.
            assert time.perf_counter() - began < 1.0
            feed.show({"number": "last"})
            go.touch()
            until(out.exists)
            first, *states = out.read_bytes().splitlines()
            assert first == b'{"settings":{"port":1}}'
            assert states[-1] == b'{"state":{"number":"last"}}'
            assert len(states) < 60
        finally:
            feed.close()


def test_one_that_ends_is_started_again_with_growing_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_feed, "FIRST_PAUSE_S", 0.01)
    log = tmp_path / "log"
    program = f"""
open({str(log)!r}, "a").write("x")
line.sendall(b'{{"fault": "no luck"}}\\n')
"""
    heard: Heard = queue.SimpleQueue()
    with no_leaks():
        feed = WebFeed({}, heard.put, command=fake(program))
        try:
            for _ in range(3):
                assert heard.get(timeout=SOON_S) == PagesLost("no luck")
            pauses = feed._pause_s
            assert pauses >= 0.04
        finally:
            feed.close()
    assert len(log.read_text()) >= 3


def test_what_cannot_be_started_is_a_fault_too() -> None:
    heard: Heard = queue.SimpleQueue()
    with no_leaks():
        feed = WebFeed({}, heard.put, command=("/no/such/program",))
        try:
            lost = heard.get(timeout=SOON_S)
            assert lost == PagesLost("they cannot be started: No such file or directory")
        finally:
            feed.close()


def test_one_that_hangs_at_the_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_feed, "END_S", 0.2)
    program = 'line.sendall(b\'{"ready": "here"}\\n\')\ntime.sleep(1000)'
    heard: Heard = queue.SimpleQueue()
    with no_leaks():
        feed = WebFeed({}, heard.put, command=fake(program))
        heard.get(timeout=SOON_S)
        began = time.monotonic()
        feed.close()
        assert time.monotonic() - began < 5


def test_a_port_in_use_is_named() -> None:
    heard: Heard = queue.SimpleQueue()
    with no_leaks(), socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        feed = WebFeed(Settings(port=port).as_json(), heard.put)
        try:
            lost = heard.get(timeout=SOON_S)
            expected = f"127.0.0.1 port {port} cannot be listened at: Address already in use"
            assert lost == PagesLost(expected)
        finally:
            feed.close()


def test_pages_that_die_are_named_and_come_back_while_the_game_goes_on(tmp_path: Path) -> None:
    with paged(tmp_path, dealer="S", wait=False) as table:
        assert isinstance(table.heard.get(timeout=SOON_S), PagesBack)
        with Viewer(table.port) as viewer:
            viewer.next()
            peer = table.feed._peer
            assert peer is not None
            peer.shutdown(socket.SHUT_WR)  # as if the table had hung up: the process ends
            assert isinstance(table.heard.get(timeout=SOON_S), PagesLost)
            until(lambda: "pages" in table.table.faults)
            table.do("E take Js")
            assert [place for place, _ in table.table.lost()] == ["pages"]
        back = table.heard.get(timeout=SOON_S)
        assert isinstance(back, PagesBack)
        until(lambda: not table.table.faults)
        port = int(back.address.rsplit(":", 1)[1].strip("/"))
        state = partial(Browser(port).ask, "/state")
        until(lambda: state().json().get("said", [])[-1:] == ["E takes a card."])
