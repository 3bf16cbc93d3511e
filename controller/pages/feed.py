"""The table's end of the pages: a process that serves them, fed with the newest state.

The pages have a process of their own, so that viewers cost the taps nothing: the table hands over
its state and goes on; a thread here writes it down the line, the newest only, and starts the
process again, with growing pauses, when it has ended. One line of JSON each way and time; the first
tells the process its settings (see `controller.web.settings`), then come states as
`{"state": …}`; from it come `{"ready": URL}`, `{"fault": REASON}`, and what else somebody at a page
asks for.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from controller.pages.state import PageState

if TYPE_CHECKING:
    import subprocess

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 10.0
STEADY_S: Final = 10.0
"""A process that has lived so long is started again after the shortest pause."""
END_S: Final = 2.0
_LONGEST_LINE: Final = 1 << 16
_EXPLAINED_S: Final = 0.2
COMMAND: Final = (sys.executable, "-m", "controller.web")

Lines = Callable[[Mapping[str, Any]], object]


@dataclass(frozen=True, slots=True)
class PagesLost:
    """The process that serves the pages has ended, for this reason. It is started again."""

    reason: str


@dataclass(frozen=True, slots=True)
class PagesBack:
    """The pages are served, at this address."""

    address: str


class WebFeed:
    """Keeps the pages served, and shows them the newest state.

    `settings` is what the process is told first; `sink` takes `PagesBack` and `PagesLost`, `heard`
    everything else the process says: both from threads of the feed. `show` and `send` return at
    once, whatever the process does. `address` is where the pages were last served, None before.
    """

    def __init__(
        self,
        settings: Mapping[str, Any],
        sink: Callable[[PagesLost | PagesBack], object],
        heard: Lines | None = None,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self._settings = settings
        self._sink = sink
        self._heard = heard
        self._command = command
        self._pause_s = FIRST_PAUSE_S
        self.address: str | None = None
        # Guards all below.
        self._changed = threading.Condition()
        self._newest: dict[str, Any] = {}
        self._unsent: set[str] = set()
        self._gone = False
        self._reason = ""
        self._closing = False
        self._peer: socket.socket | None = None
        # A daemon, so that a page that hangs does not keep the program alive.
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)
        self._thread.start()

    def show(self, state: PageState) -> None:
        """Show a state as soon as the process takes it; one that is newer takes its place."""
        self.send(state=state)

    def send(self, **news: Any) -> None:
        """Send several things at once, likewise: of each name the newest only."""
        with self._changed:
            self._newest |= news
            self._unsent |= set(news)
            self._changed.notify_all()

    def close(self) -> None:
        """End the process, and wait a moment for it."""
        with self._changed:
            self._closing = True
            if self._peer is not None:
                with suppress(OSError):
                    self._peer.shutdown(socket.SHUT_RDWR)
            self._changed.notify_all()
        self._thread.join(2 * END_S)

    def _run(self) -> None:
        while not self._closing:
            began = time.monotonic()
            reason = self._serve()
            if self._closing:
                return
            if time.monotonic() - began > STEADY_S:
                self._pause_s = FIRST_PAUSE_S
            self._sink(PagesLost(reason))
            with self._changed:
                self._changed.wait_for(lambda: self._closing, self._pause_s)
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def _serve(self) -> str:
        """Run the process until it ends; why it has."""
        import subprocess  # a table without pages starts without it

        mine, its = socket.socketpair()
        try:
            # A session of its own: Ctrl-C is for the table, which then ends the pages.
            process = subprocess.Popen(
                [*self._command, str(its.fileno())],
                pass_fds=[its.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            mine.close()
            return f"they cannot be started: {error.strerror or error}"
        finally:
            its.close()
        with self._changed:
            self._peer, self._gone, self._reason = mine, False, ""
            self._unsent = set(self._newest)
        listener = threading.Thread(target=self._listen, args=(mine,), name="pages' words")
        listener.daemon = True
        listener.start()
        with suppress(OSError):
            self._feed(mine)
        return self._end(mine, process, listener)

    def _feed(self, peer: socket.socket) -> None:
        peer.sendall(_line({"settings": self._settings}))
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._unsent or self._gone or self._closing)
                if self._gone or self._closing:
                    return
                news = {name: self._newest[name] for name in sorted(self._unsent)}
                self._unsent.clear()
            peer.sendall(_line(news))

    def _end(
        self, peer: socket.socket, process: subprocess.Popen[bytes], listener: threading.Thread
    ) -> str:
        from subprocess import TimeoutExpired

        with self._changed:
            self._peer = None
        with suppress(OSError):
            peer.shutdown(socket.SHUT_WR)
        try:
            status = process.wait(END_S)
        except TimeoutExpired:
            process.kill()
            status = process.wait()
        listener.join(_EXPLAINED_S)  # what it said last
        peer.close()
        return self._reason or f"their process has ended with status {status}"

    def _listen(self, peer: socket.socket) -> None:
        try:
            with peer.makefile("rb") as file:
                while line := file.readline(_LONGEST_LINE):
                    self._take(line)
        except (OSError, ValueError):
            pass
        finally:
            with self._changed:
                self._gone = True
                self._changed.notify_all()

    def _take(self, line: bytes) -> None:
        said = json.loads(line)
        if "ready" in said:
            self.address = str(said["ready"])
            self._sink(PagesBack(self.address))
        elif "fault" in said:
            self._reason = str(said["fault"])
        elif self._heard is not None:
            self._heard(said)


def _line(news: Mapping[str, Any]) -> bytes:
    text = json.dumps(news, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "replace") + b"\n"
