"""The director's line: a local socket through which a running table takes calls.

One request a connection, one line each way, UTF-8: the call (`undo`, `void a card lay face up`,
`end`, `redeal`, `deal`, `pause`, or one with a seat before it, such as `E pass`), then `ok` or
`no` and a sentence. Only the owner of the table may open the socket.
"""

from __future__ import annotations

import os
import queue
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from controller.journal import JournalFault
from controller.session import Answer
from engine import Fault, UnreadableError

LONGEST: Final = 1000
"""Bytes of a request; nobody calls more than a line."""
ANSWER_S: Final = 10.0
"""So long the table may take to answer, in seconds."""


@dataclass(frozen=True, slots=True)
class DirectorCall:
    """A call on the director's line; the table puts its answer on `answers`."""

    words: str
    answers: queue.SimpleQueue[Answer] = field(default_factory=queue.SimpleQueue)


def socket_path(journal: Path) -> Path:
    """Where a table with this journal listens."""
    return journal.with_name(f"{journal.name}.director")


class DirectorLine:
    """Listens for calls and hands them to `sink`, from a thread of its own.

    Raises `JournalFault` when the socket cannot be made. One that a table left behind when it was
    killed is replaced: the journal's lock has made sure that no other table runs.
    """

    def __init__(self, path: Path, sink: Callable[[DirectorCall], object]) -> None:
        self.path = path
        self._sink = sink
        try:
            self._listener = _listen(path)
        except OSError as error:
            raise JournalFault(f"the director's line {path} cannot be opened: {error}") from error
        self._thread = threading.Thread(target=self._run, name="director", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening and take the socket away."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()
        self.path.unlink(missing_ok=True)

    def _run(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            with caller, suppress(OSError):
                caller.settimeout(ANSWER_S)
                self._serve(caller)

    def _serve(self, caller: socket.socket) -> None:
        words = _line(caller)
        call = DirectorCall(words)
        self._sink(call)
        try:
            answer = call.answers.get(timeout=ANSWER_S)
        except queue.Empty:
            answer = Answer(False, "The table does not answer.")
        caller.sendall(f"{'ok' if answer.taken else 'no'} {answer.say}\n".encode())


def _listen(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # Made under a mask, so that at no moment anybody else could open it.
        before = os.umask(0o177)
        try:
            listener.bind(str(path))
        finally:
            os.umask(before)
        listener.listen()
    except BaseException:
        listener.close()
        raise
    return listener


def _line(peer: socket.socket) -> str:
    found = b""
    while b"\n" not in found and len(found) <= LONGEST:
        more = peer.recv(LONGEST)
        if not more:
            break
        found += more
    return found.split(b"\n", 1)[0][:LONGEST].decode("utf-8", "replace").strip()


def call_table(path: Path, words: str) -> Answer:
    """Call the table that listens at `path`. Raises `UnreadableError` when none does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(2 * ANSWER_S)
        try:
            line.connect(str(path))
            line.sendall(words.replace("\n", " ").encode() + b"\n")
            taken, _, say = _line(line).partition(" ")
        except OSError as error:
            found = error.strerror or str(error)
            expected = "a running table that you own"
            raise UnreadableError(str(path), [Fault("", found, expected)]) from error
    return Answer(taken == "ok", say)
