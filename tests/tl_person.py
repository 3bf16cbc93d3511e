"""A person at a terminal: starts a `chhakka` command on a pty, reads what it says, presses keys."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import controller

SOON_S = 20.0
"""No test waits so long unless it fails."""
ROOT = Path(controller.__file__).parent.parent


class Person:
    """A command with a terminal of its own; `said` is all that it has written so far."""

    def __init__(self, arguments: Sequence[str], folder: Path) -> None:
        self.said = ""
        self.status: int | None = None
        self._read_up_to = 0
        self.process, self._terminal = pty.fork()
        if self.process == 0:
            self._become(arguments, folder)

    def _become(self, arguments: Sequence[str], folder: Path) -> None:
        try:
            os.chdir(folder)
            env = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}", "TERM": "xterm", "COLUMNS": "80"}
            command = [sys.executable, "-m", "controller.cli", *arguments]
            os.execve(sys.executable, command, env)
        finally:
            os._exit(127)

    def until(self, text: str) -> str:
        """Read on until this is said, after what was waited for before; what was said meanwhile.

        Raises AssertionError when it never is.
        """
        end = time.monotonic() + SOON_S
        while (at := self.said.find(text, self._read_up_to)) < 0:
            if not self._listen(end - time.monotonic()):
                said = self.said[self._read_up_to :]
                raise AssertionError(f"never said {text!r}, but {said!r}")
        meanwhile = self.said[self._read_up_to : at + len(text)]
        self._read_up_to = at + len(text)
        return meanwhile

    def press(self, keys: str) -> None:
        """Press keys; "\\x03" is Ctrl-C, "\\x04" Ctrl-D."""
        os.write(self._terminal, keys.encode())

    def end(self) -> int:
        """Read to the end; the exit status."""
        end = time.monotonic() + SOON_S
        while self._listen(end - time.monotonic()):
            pass
        return self._wait()

    def _listen(self, seconds: float) -> bool:
        if not select.select([self._terminal], [], [], max(0.0, seconds))[0]:
            return False
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # the other end is closed
            return False
        self.said += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)

    def _wait(self) -> int:
        if self.status is None:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        return self.status

    def close(self) -> None:
        """End the command if it still runs."""
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process, signal.SIGKILL)
            self._wait()
        os.close(self._terminal)


@contextlib.contextmanager
def person(folder: Path, *arguments: str) -> Iterator[Person]:
    """A person who uses `chhakka ARGUMENTS` in a folder while the block lasts."""
    someone = Person(arguments, folder)
    try:
        yield someone
    finally:
        someone.close()
