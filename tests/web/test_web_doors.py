"""The director's doors: what a stranger tries, the throttle on guesses, sessions that end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_rig import PIN, Browser, Paged, paged

from controller.web.doors import (
    FORGOTTEN_S,
    FREE_TRIES,
    IDLE_S,
    LONGEST_S,
    LONGEST_WAIT_S,
    MOST_SESSIONS,
    Doors,
)
from controller.web.guard import POLICY, is_ours, own_names

INSIDE = [
    ("/director/call", {"call": "undo"}),
    ("/director/out", {}),
    ("/director/desk", None),
    ("/director/games", None),
]
"""What only the director may ask for."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paged]:
    with paged(tmp_path_factory.mktemp("doors"), dealer="S", wait=False) as found:
        yield found


def actions(table: Paged) -> int:
    return len(table.session.match.actions())


# From outside.


def test_nothing_is_done_or_shown_without_the_pin(table: Paged) -> None:
    table.do("E take Js")
    before = actions(table)
    stranger = Browser(table.port)
    for path, body in INSIDE:
        assert stranger.ask(path, body).status == 401, path
    for cookie in ("", "x", "../../etc", "a" * 4000, PIN):
        stranger.cookies = {"chhakka-director": cookie}
        for path, body in INSIDE:
            assert stranger.ask(path, body).status == 401, (path, cookie)
    assert stranger.ask("/director/me").json() == {"in": False, "token": None}
    page = stranger.ask("/director").body
    assert b"/dev" not in page
    assert actions(table) == before


def test_the_pages_for_everybody_have_nothing_of_the_desk(table: Paged) -> None:
    everybody = json.dumps(Browser(table.port).ask("/state").json())
    for word in ("rdm6300", "port", "checksum", "scrypt"):
        assert word not in everybody


def test_inside_a_call_needs_the_token_and_comes_from_our_page(table: Paged) -> None:
    director = Browser(table.port)
    assert director.enter().status == 200
    before = actions(table)
    call = {"call": "undo"}
    wrong: list[dict[str, str | None]] = [
        {"x-chhakka-token": None},
        {"x-chhakka-token": "guess"},
        {"x-chhakka-token": ""},
        {"origin": None},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": f"http://127.0.0.1:{table.port + 1}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
    ]
    for headers in wrong:
        assert director.ask("/director/call", call, headers=headers).status == 403, headers
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
        answer = director.ask("/director/call", call, headers={"content-type": kind})
        assert answer.status == 400, kind
    assert director.ask("/director/call", method="GET").status == 405
    assert actions(table) == before
    # A browser that does not say where a request comes from still says its origin.
    taken = director.ask("/director/call", call, headers={"sec-fetch-site": None})
    assert taken.json()["taken"]
    assert actions(table) == before - 1


def test_the_cookie_is_for_this_site_and_no_script(table: Paged) -> None:
    director = Browser(table.port)
    (cookie,) = director.enter().cookies
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/director"} <= parts
    assert len(director.cookies["chhakka-director"]) >= 40


def test_who_leaves_is_out(table: Paged) -> None:
    director = Browser(table.port)
    director.enter()
    kept = dict(director.cookies)
    assert director.ask("/director/out", {}).status == 200
    director.cookies = kept
    assert director.ask("/director/desk").status == 401


def test_no_name_but_ours_leads_here(table: Paged) -> None:
    browser = Browser(table.port)
    for host in ("evil.example", f"evil.example:{table.port}", "", "localhost.evil.example", None):
        for path in ("/", "/state", "/director", "/static/page.css"):
            assert browser.ask(path, headers={"host": host}).status in (400, 421), (host, path)
    for host in ("localhost", f"127.0.0.1:{table.port}", "192.168.1.20:8029", "[::1]:8029"):
        assert browser.ask("/", headers={"host": host}).status == 200, host


def test_names_that_are_ours() -> None:
    names = own_names("Table.Example")
    assert is_ours("table.example:80", names)
    assert is_ours("LOCALHOST.", names)
    assert not is_ours("127.0.0.1.evil.example", names)
    assert not is_ours("2130706433", names)  # 127.0.0.1 as a browser would write it too


def test_every_answer_ties_the_browser_down(table: Paged) -> None:
    browser = Browser(table.port)
    for path in ("/", "/director", "/state", "/static/page.css", "/nothing", "/director/desk"):
        headers = browser.ask(path).headers
        assert headers["content-security-policy"] == POLICY, path
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers
    assert "unsafe" not in POLICY
    assert browser.ask("/director").headers["cache-control"] == "no-store"


TOO_LONG = b'{"pin": "' + b"1" * 20_000 + b'"}'
NO_PINS = (b"", b"[]", b"{", b"\xff\xfe", b"null", b"{}", b'{"pin": 1}', b'{"pin": null}')


@pytest.mark.parametrize("body", [*NO_PINS, b"[" * 5000, TOO_LONG])
def test_rubbish_at_the_door_is_no_guess(table: Paged, body: bytes) -> None:
    assert Browser(table.port).ask("/director/in", body).status == 400


def test_wrong_pins_are_refused_and_then_not_looked_at(tmp_path: Path) -> None:
    with paged(tmp_path) as table:
        inside, guesser = Browser(table.port), Browser(table.port)
        assert inside.enter().status == 200
        for number in range(FREE_TRIES):
            answer = guesser.enter(f"{number}{number}{number}9")
            assert answer.status == (429 if number == FREE_TRIES - 1 else 403)
            assert not guesser.cookies
        # Not even the right one, from whatever address; but who is in stays in.
        answer = Browser(table.port).enter(PIN)
        assert answer.status == 429
        assert int(answer.headers["retry-after"]) >= 1
        assert inside.ask("/director/desk").status == 200


def test_without_a_pin_there_is_no_such_page(tmp_path: Path) -> None:
    with paged(tmp_path, directed=False) as table:
        browser = Browser(table.port)
        for path in ("/director", "/director/me", "/director/desk", "/play", "/play/events"):
            assert browser.ask(path).status == 404, path
        assert browser.ask("/director/in", {"pin": PIN}).status == 404


# The throttle and the sessions, with the time passed in.


class Door:
    """Doors whose PIN is `right`, at a time of its own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.checked: list[str] = []
        self.doors = Doors(self._check, lambda: self.now)

    def _check(self, pin: str) -> bool:
        self.checked.append(pin)
        return pin == "right"

    def enter(self, pin: str) -> Any:
        return asyncio.run(self._enter(pin))

    async def _enter(self, pin: str) -> Any:
        self.doors._turn = asyncio.Lock()  # each `run` has a loop of its own
        return await self.doors.enter(pin)


def test_the_pauses_grow_and_are_bounded() -> None:
    door, waits = Door(), []
    for _ in range(FREE_TRIES + 14):
        entered = door.enter("wrong")
        waits.append(entered.wait_s)
        door.now += entered.wait_s
    assert waits[: FREE_TRIES - 1] == [0.0] * (FREE_TRIES - 1)
    growing = waits[FREE_TRIES - 1 :]
    assert growing[:5] == [2.0, 4.0, 8.0, 16.0, 32.0]
    assert growing[-1] == LONGEST_WAIT_S
    # In a day that leaves nobody more than a few hundred guesses.
    assert 86_400 / LONGEST_WAIT_S < 200


def test_meanwhile_nothing_is_checked_and_nothing_made_longer() -> None:
    door = Door()
    for _ in range(FREE_TRIES):
        last = door.enter("wrong")
    door.now += 0.5
    for _ in range(50):
        assert door.enter("right").wait_s == pytest.approx(last.wait_s - 0.5)
    assert len(door.checked) == FREE_TRIES
    door.now += last.wait_s
    assert door.enter("right").cookie


def test_the_right_pin_clears_the_slate_and_so_does_time() -> None:
    door = Door()
    door.enter("wrong")
    door.enter("right")
    assert [door.enter("wrong").wait_s for _ in range(FREE_TRIES - 1)] == [0.0] * (FREE_TRIES - 1)
    door.now += FORGOTTEN_S + 1
    assert [door.enter("wrong").wait_s for _ in range(FREE_TRIES - 1)] == [0.0] * (FREE_TRIES - 1)


def test_many_guesses_at_once_are_one_after_the_other() -> None:
    door = Door()

    async def main() -> list[Any]:
        door.doors._turn = asyncio.Lock()
        return await asyncio.gather(*(door.doors.enter(f"guess {n}") for n in range(40)))

    entered = asyncio.run(main())
    assert len(door.checked) == FREE_TRIES
    assert sum(1 for each in entered if each.wait_s == 0) == FREE_TRIES - 1


def test_sessions_end_when_idle_and_in_the_end() -> None:
    door = Door()
    idle, busy = door.enter("right").cookie, door.enter("right").cookie
    while door.now < LONGEST_S - IDLE_S / 2:
        door.now += IDLE_S / 2
        assert door.doors.session(busy) is not None
    assert door.doors.session(idle) is None
    door.now = LONGEST_S + 1
    assert door.doors.session(busy) is None
    assert door.doors.session(None) is None
    assert door.doors.session("") is None


def test_sessions_are_few_and_kept_by_their_hash() -> None:
    door = Door()
    cookies = []
    for _ in range(MOST_SESSIONS + 2):
        door.now += 1
        cookies.append(door.enter("right").cookie)
    known = [door.doors.session(cookie) is not None for cookie in cookies]
    assert known == [False] * 2 + [True] * MOST_SESSIONS
    assert not set(cookies) & set(door.doors._sessions)
