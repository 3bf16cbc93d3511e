"""The director's line: a local socket through which a running table takes calls.

One request a connection, one line each way, UTF-8: the call (`undo`, `void a card lay face up`,
`end`, `redeal`, `deal`, `pause`, or one with a seat before it, such as `E pass`), then `ok` or
`no` and a sentence. Only the owner of the table may open the socket, and a group if there is one.
"""

from __future__ import annotations

import grp
import os
import queue
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from controller.journal.writing import JournalFault
from controller.messages import ENGLISH, Messages, messages_for
from controller.session.session import Answer
from engine import Fault, UnreadableError

LONGEST: Final = 4000
"""Bytes of a request; nobody calls more than a line."""
MOST_CALLERS: Final = 16
"""At the same time; more are turned away, so that nobody can use up the table's threads."""
REQUEST_S: Final = 5.0
"""So long a caller may take to say what it wants, in seconds."""
ANSWER_S: Final = 10.0
"""So long the table may take to answer, in seconds."""
_LONGEST_ANSWER: Final = 1 << 20
_LONGEST_ADDRESS: Final = 107
"""Bytes of a socket's address, see unix(7)."""
_PAUSE_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class DirectorCall:
    """A call on the director's line; the table puts its answer on `answers`."""

    words: str
    answers: queue.SimpleQueue[Answer] = field(default_factory=queue.SimpleQueue)


def socket_path(journal: Path) -> Path:
    """Where a table with this journal listens."""
    return Path(f"{os.path.realpath(journal)}.director")


class DirectorLine:
    """Listens for calls and hands them to `sink`, each caller in a thread of its own.

    What it says itself it says in the `wording` of the table, English when left out. Members of the
    group `group` may call, too. Raises `JournalFault` when the socket cannot be made. One that a
    table left behind when it was killed is replaced: the journal's lock has made sure that no other
    table runs.
    """

    def __init__(
        self,
        path: Path,
        sink: Callable[[DirectorCall], object],
        wording: Messages | None = None,
        group: int | None = None,
    ) -> None:
        self.path = path
        self._wording = wording or messages_for(ENGLISH)
        self._sink = sink
        self._closing = threading.Event()
        # Guards the callers that are served now, and what they have asked.
        self._lock = threading.Lock()
        self._callers: set[socket.socket] = set()
        self._calls: set[DirectorCall] = set()
        self._threads: list[threading.Thread] = []
        try:
            self._listener = _listen(path, group)
        except OSError as error:
            raise JournalFault(f"the director's line {path} cannot be opened: {error}") from error
        self._thread = threading.Thread(target=self._run, name="director", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening, tell those who wait that the table has stopped, take the socket away."""
        self._closing.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()
        with self._lock:
            for caller in self._callers:
                with suppress(OSError):
                    caller.shutdown(socket.SHUT_RD)
            for call in self._calls:
                call.answers.put(self._refusal("says.stopped"))
        for thread in self._threads:
            thread.join()
        self.path.unlink(missing_ok=True)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                caller, _ = self._listener.accept()
            except OSError:
                # Closed, or for a moment there are no descriptors left.
                self._closing.wait(_PAUSE_S)
            else:
                self._receive(caller)

    def _receive(self, caller: socket.socket) -> None:
        with self._lock:
            welcome = len(self._callers) < MOST_CALLERS
            if welcome:
                self._callers.add(caller)
        if not welcome:
            caller.close()
            return
        thread = threading.Thread(
            target=self._attend, args=(caller,), name="director's caller", daemon=True
        )
        thread.start()
        self._threads = [thread, *(its for its in self._threads if its.is_alive())]

    def _attend(self, caller: socket.socket) -> None:
        try:
            with suppress(OSError):
                self._serve(caller)
        finally:
            with self._lock:
                self._callers.discard(caller)
            caller.close()

    def _serve(self, caller: socket.socket) -> None:
        line = _line(caller, LONGEST, REQUEST_S)
        if line is None:
            answer = self._refusal("says.too-long", longest=LONGEST)
        elif not line.strip():
            return
        else:
            answer = self._ask(line)
        caller.settimeout(REQUEST_S)
        caller.sendall(f"{'ok' if answer.taken else 'no'} {answer.say}\n".encode())

    def _ask(self, line: str) -> Answer:
        call = DirectorCall(line.strip())
        with self._lock:
            self._calls.add(call)
        try:
            if self._closing.is_set():
                return self._refusal("says.stopped")
            self._sink(call)
            return call.answers.get(timeout=ANSWER_S)
        except queue.Empty:
            return self._refusal("says.silent")
        finally:
            with self._lock:
                self._calls.discard(call)

    def _refusal(self, key: str, **facts: object) -> Answer:
        return Answer(False, self._wording.text(key, **facts))


def group_number(name: str) -> int:
    """The number of a group of this machine. Raises `UnreadableError` when there is none."""
    try:
        return grp.getgrnam(name).gr_gid
    except KeyError:
        raise UnreadableError("", [Fault("", repr(name), "a group of this machine")]) from None


def _listen(path: Path, group: int | None) -> socket.socket:
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            raise FileExistsError(f"{path.name} is something else than a socket")
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # Made under a mask, so that at no moment anybody else could open it.
        before = os.umask(0o177)
        try:
            with _address(path) as address:
                listener.bind(address)
        finally:
            os.umask(before)
        if group is not None:
            os.chown(path, -1, group)
            path.chmod(0o660)
        listener.listen()
    except BaseException:
        listener.close()
        raise
    return listener


@contextmanager
def _address(path: Path) -> Iterator[str]:
    """A name of this socket that is short enough for one, whatever folder it lies in."""
    if len(os.fsencode(path)) <= _LONGEST_ADDRESS:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _line(peer: socket.socket, longest: int, seconds: float) -> str | None:
    """What a peer says up to the end of its line, or of all it says; None: more than `longest`.

    Raises OSError, also when it takes longer than so many seconds in all.
    """
    end = time.monotonic() + seconds
    found = b""
    while b"\n" not in found and len(found) <= longest:
        peer.settimeout(max(_PAUSE_S, end - time.monotonic()))
        more = peer.recv(longest)
        if not more:
            break
        found += more
        if time.monotonic() > end:
            raise TimeoutError("timed out")
    line = found.split(b"\n", 1)[0]
    return line.decode("utf-8", "replace") if len(line) <= longest else None


def call_table(path: Path, words: str) -> Answer:
    """Call the table that listens at `path`. Raises `UnreadableError` when none does."""
    request = " ".join(words.split()).encode("utf-8", "replace")
    if len(request) > LONGEST:
        raise UnreadableError("", [Fault("", f"{len(request)} bytes", f"at most {LONGEST}")])
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(REQUEST_S)
        try:
            with _address(path) as address:
                line.connect(address)
            line.sendall(request + b"\n")
            taken, _, say = (_line(line, _LONGEST_ANSWER, 2 * ANSWER_S) or "").partition(" ")
            if taken not in ("ok", "no"):
                raise ConnectionResetError("no answer")
        except OSError as error:
            found = error.strerror or str(error)
            expected = "a running table that you own"
            raise UnreadableError(str(path), [Fault("", found, expected)]) from error
    return Answer(taken == "ok", say)
