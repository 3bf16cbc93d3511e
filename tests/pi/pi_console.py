"""Commands for the guest, over its console: a line in, the output and an exit status back."""

from __future__ import annotations

import base64
import itertools
import queue
import socket
import threading
import time
from contextlib import suppress
from typing import NamedTuple

PATIENCE_S = 120.0
_MARK = b"@@"


class Answer(NamedTuple):
    """What a command came to; `said` is its output without space around it."""

    status: int
    said: str


class ConsoleError(Exception):
    """The console fell silent or was closed; says what it said last."""


class Console:
    """The far end of the guest's console. Commands go one after the other.

    A thread of its own reads it, so that the guest never waits to be heard.
    """

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._last: list[bytes] = []
        self._numbers = itertools.count(1)
        self._reader = threading.Thread(target=self._read, name="console", daemon=True)
        self._reader.start()

    def wait_ready(self, patience_s: float = PATIENCE_S) -> None:
        """Wait until the guest takes commands. Raises ConsoleError when it never does."""
        self._until("ready", patience_s)

    def run(self, script: str, patience_s: float = PATIENCE_S) -> Answer:
        """Run a shell script in the guest; raises ConsoleError when no answer comes."""
        name = f"c{next(self._numbers)}"
        text = base64.b64encode(script.encode()).decode("ascii")
        try:
            self._line.sendall(f"{name} {text}\n".encode())
        except OSError as error:
            raise self._silent(f"closed: {error}") from error
        return self._until(name, patience_s)

    def sure(self, script: str, patience_s: float = PATIENCE_S) -> str:
        """Run a shell script that has to succeed; its output. Raises AssertionError."""
        answer = self.run(script, patience_s)
        if answer.status:
            raise AssertionError(f"{script!r} ended with {answer.status}: {answer.said}")
        return answer.said

    def close(self) -> None:
        """End the reading."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        self._reader.join()
        self._line.close()

    def _until(self, name: str, patience_s: float) -> Answer:
        end = time.monotonic() + patience_s
        said: list[bytes] = []
        mark = _MARK + name.encode() + b" "
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise self._silent(f"no answer to {name} for {patience_s:.0f} s") from None
            if line is None:
                raise self._silent("closed")
            if line.startswith(mark):
                text = b"\n".join(said).decode("utf-8", "replace").strip()
                return Answer(int(line[len(mark) :]), text)
            said.append(line)

    def _silent(self, why: str) -> ConsoleError:
        last = b"\n".join(self._last[-20:]).decode("utf-8", "replace")
        return ConsoleError(f"the console: {why}; last it said:\n{last}")

    def _read(self) -> None:
        try:
            with self._line.makefile("rb") as lines:
                for line in lines:
                    self._last = [*self._last[-50:], line.rstrip(b"\r\n")]
                    self._lines.put(self._last[-1])
        except OSError:
            pass
        self._lines.put(None)
