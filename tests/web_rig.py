"""A table with pages on loopback, tapped in words, for the tests of the pages; and who looks at it.

The table is a real one but for its hardware: session, journal, director's line, and the process
that serves the pages.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ct_table import TAGS, meanings
from jn_table import config_of

from controller.config import TableConfig
from controller.config.pin import hash_pin
from controller.director_line import DirectorLine, socket_path
from controller.journal.file import JournalFile
from controller.pages.feed import PagesBack, PagesLost, WebFeed
from controller.pages.told import in_all_languages
from controller.session.sitting import open_sitting
from controller.table import Event, Stop, Table
from controller.web.settings import Settings
from firmware_bridge import Presence, ReaderEvent, TagSeen
from firmware_bridge.lights import NoLights

SOON_S = 15.0
"""No test waits so long unless it fails."""
PIN = "2468"
_PIN_HASH: list[str] = []


def pin_hash() -> str:
    """A hash of `PIN`; made once, for that takes its time."""
    if not _PIN_HASH:
        _PIN_HASH.append(hash_pin(PIN))
    return _PIN_HASH[0]


def until(reached: Callable[[], Any], what: str = "it") -> Any:
    """Wait until this is so; what it gave. Raises AssertionError when it never is."""
    end = time.monotonic() + SOON_S
    pause = threading.Event()
    while not (found := reached()):
        if time.monotonic() > end:
            raise AssertionError(f"never: {what}")
        pause.wait(0.01)
    return found


class Paged:
    """A table with its pages, on threads of their own; `do` taps lines of a record."""

    def __init__(self, config: TableConfig, *, directed: bool = True, port: int = 0) -> None:
        self.config = config
        self.now = 0.0
        self.journal = JournalFile(config.journal)
        self.session = open_sitting(config, self.journal, 0.0, new=False, new_sitting=False)
        self.session.voices = in_all_languages(self.session.wording)
        seats = range(len(config.seating.names))
        lights = NoLights(len(config.seating.teams))
        self.table = Table(
            self.session,
            config.readers,
            [Presence(0.4, config.deck.__contains__) for _ in seats],
            lights,
            clock=lambda: self.now,
        )
        self.heard: queue.SimpleQueue[PagesLost | PagesBack] = queue.SimpleQueue()
        line = socket_path(config.journal)
        settings = Settings(
            port=port,
            language=config.language,
            pin_hash=pin_hash() if directed else None,
            director=str(line),
        )
        self.feed = WebFeed(settings.as_json(), self._sink)
        self.table.pages = self.feed
        self._line = DirectorLine(line, self.table.events.put, self.session.wording)
        self._thread = threading.Thread(target=self.table.run, name="table")
        self._thread.start()
        self.address = until(lambda: self.feed.address, "the pages are served")
        self.port = int(self.address.rsplit(":", 1)[1].strip("/"))

    def _sink(self, event: PagesLost | PagesBack) -> None:
        self.heard.put(event)
        self.table.events.put(event)

    def put(self, event: Event) -> None:
        self.table.events.put(event)

    def tap(self, seat: str, meaning: str) -> None:
        self.now += 1.0
        number = self.config.seating.seat(seat)
        self.put(ReaderEvent(number, self.now, TagSeen(TAGS[meaning])))

    def do(self, lines: str) -> None:
        """Tap lines of a record, and wait until the last has been heard."""
        said = self.session.said
        for line in filter(str.strip, lines.split("\n")):
            seat, *words = line.split()
            for meaning in meanings(words):
                self.tap(seat, meaning)
        until(lambda: self.table.events.empty() and self.session.said > said, lines)

    def close(self) -> None:
        self.put(Stop())
        self._thread.join()
        self._line.close()
        self.feed.close()
        self.journal.close()

    def __enter__(self) -> Paged:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


@contextlib.contextmanager
def paged(
    folder: Path, game: str = "twenty-nine", *, directed: bool = True, port: int = 0, **more: Any
) -> Iterator[Paged]:
    """A table with pages while the block lasts; `more` is as in `config_of`."""
    more.setdefault("hands", "scanned")
    with Paged(config_of(folder, game, **more), directed=directed, port=port) as table:
        yield table


class Answered:
    """What came back: status, headers in small letters, body."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {key.lower(): value for key, value in response.getheaders()}
        self.cookies = [
            value for key, value in response.getheaders() if key.lower() == "set-cookie"
        ]
        self.body = response.read()

    def json(self) -> Any:
        return json.loads(self.body)


class Browser:
    """Asks as a page of this site would, keeping cookies; `headers` are put on top."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.token = ""

    def ask(
        self,
        path: str,
        body: Any = None,
        *,
        method: str | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Answered:
        """One request; with a body it is a POST of JSON, or of those very bytes."""
        host = f"127.0.0.1:{self.port}"
        sent: dict[str, str | None] = {"host": host}
        raw = None
        if body is not None:
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent |= {"content-type": "application/json", "origin": f"http://{host}"}
            sent |= {"sec-fetch-site": "same-origin", "x-chhakka-token": self.token}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        sent |= headers or {}
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SOON_S)
        try:
            line.putrequest(method or ("GET" if raw is None else "POST"), path, skip_host=True)
            for key, value in sent.items():
                if value is not None:
                    line.putheader(key, value)
            if raw is not None:
                line.putheader("content-length", str(len(raw)))
            line.endheaders(raw)
            answer = Answered(line.getresponse())
        finally:
            line.close()
        for cookie in answer.cookies:
            key, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[key] = value.strip('"')
        return answer

    def enter(self, pin: str = PIN) -> Answered:
        """Try the PIN at the director's door."""
        answer = self.ask("/director/in", {"pin": pin})
        if answer.status == 200:
            self.token = answer.json()["token"]
        return answer

    def call(self, words: str) -> Any:
        """A call of the director: whether it was taken, and what was said."""
        answer = self.ask("/director/call", {"call": words})
        if answer.status != 200:
            raise AssertionError(f"{words!r}: status {answer.status}")
        return answer.json()


class Viewer:
    """Listens to a stream of states."""

    def __init__(
        self, port: int, path: str = "/events", cookies: Mapping[str, str] | None = None
    ) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SOON_S)
        cookie = "; ".join(f"{key}={value}" for key, value in (cookies or {}).items())
        more = f"Cookie: {cookie}\r\n" if cookie else ""
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode())
        self._file = self.socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        while self._file.readline().strip():
            pass

    def next(self) -> Any:
        """The next state; waits for it. Raises EOFError when the stream has ended."""
        end = time.monotonic() + SOON_S
        while line := self._file.readline():
            if line.startswith(b"data: {"):
                return json.loads(line[6:])
            if time.monotonic() > end:
                raise AssertionError("no more states")
        raise EOFError

    def until(self, reached: Callable[[Any], bool]) -> Any:
        """The first state of which this is so."""
        end = time.monotonic() + SOON_S
        while time.monotonic() < end:
            if reached(state := self.next()):
                return state
        raise AssertionError("no such state")

    def close(self) -> None:
        self._file.close()
        self.socket.close()

    def __enter__(self) -> Viewer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
