"""The score page of a table on the emulated Pi, fetched from outside."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path
from random import Random

import pytest
from jn_table import Players
from pi_machine import Machine
from pi_table import PiTable, running

from engine.view import view

pytest.importorskip("controller.web", reason="this version has no score page yet")
pytestmark = pytest.mark.xdist_group("matches")
PORT = 8029
WEB = f'[web]\non = true\nhost = "0.0.0.0"\nport = {PORT}\n'
TAPS = 12
SOON_S = 60.0


def fetch(here: int, path: str) -> tuple[str, bytes]:
    """Get a page as a browser does, as soon as it is served: what kind it is, and what is in it."""
    end = time.monotonic() + SOON_S
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{here}{path}", timeout=10) as answer:
                return answer.headers["Content-Type"], answer.read()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def test_the_score_page_shows_the_table(pi: Machine, tmp_path: Path) -> None:
    here = pi.go_online(PORT)
    table = PiTable(
        pi, tmp_path, "pages", "twenty-nine", more=WEB, hands="scanned", dealer="S", wait=False
    )
    players = Players(Random(5), correcting=0.0, erring=0.0)
    with running(table):
        kind, page = fetch(here, "/")
        assert kind.startswith("text/html")
        assert page.startswith(b"<!doctype html>")
        session = table.referee.session
        while len(session.match.actions()) < TAPS:
            for seat, meaning in players.taps(session):
                table.tap(seat, meaning)
        known = view(session.match)
        assert sum(known.cards) >= TAPS
        wanted = [(cards, seat in known.actors) for seat, cards in enumerate(known.cards)]
        shown: list[tuple[int, bool]] = []
        end = time.monotonic() + SOON_S
        while shown != wanted and time.monotonic() < end:  # told a moment after the lights
            state = json.loads(fetch(here, "/state")[1])
            shown = [(seat["cards"], seat["turn"]) for seat in state["seats"]]
        assert shown == wanted
        assert state["lost"] == []
    assert table.errors() == ""
