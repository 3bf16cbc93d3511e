"""`chhakka simulate` as a process, its errors on a terminal of its own."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO

import controller

ROOT = Path(controller.__file__).parent.parent
COMMAND = (sys.executable, "-m", "controller.cli", "simulate")
SOON_S = 60.0
"""No test waits so long unless it fails."""


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that finds the project."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", **more}


def simulate(folder: Path, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end, without a terminal."""
    return subprocess.run(
        [*COMMAND, *argv],
        cwd=folder,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        env=environment(**more),
        timeout=SOON_S,
        check=False,
    )


class Running:
    """A simulation that goes on; `errors` is what it has written to its terminal.

    It leads a group of processes of its own, as a command of a shell does.
    """

    def __init__(self, folder: Path, *argv: str) -> None:
        self._terminal, far = pty.openpty()
        self._out: IO[str] = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed in `close`
        self.errors = ""
        self.process = subprocess.Popen(
            [*COMMAND, *argv],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=self._out,
            stderr=far,
            env=environment(),
            start_new_session=True,
        )
        os.close(far)

    def until(self, reached: Callable[[], bool]) -> None:
        """Take in its errors until this is so. Raises AssertionError when it never is."""
        end = time.monotonic() + SOON_S
        while not reached():
            if time.monotonic() > end or not self._hear(1.0):
                raise AssertionError(f"never; it said {self.errors!r}")

    def _hear(self, seconds: float) -> bool:
        """Take in what it writes; False when it will write no more."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._terminal, 65536)
        except OSError:
            return False
        self.errors += data.decode()
        return bool(data)

    def interrupt(self) -> None:
        """Press Ctrl-C: every process of the group hears it."""
        os.killpg(self.process.pid, signal.SIGINT)

    def children(self) -> list[int]:
        """Its processes, by number."""
        task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(number) for number in task.read_text().split()]

    def wait(self) -> tuple[int, str]:
        """Wait for its end; the exit status, and what it printed."""
        while self._hear(SOON_S):
            pass
        status = self.process.wait(SOON_S)
        self._out.seek(0)
        return status, self._out.read()

    def close(self) -> None:
        """End it if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._terminal)
        self._out.close()


@contextlib.contextmanager
def running(folder: Path, *argv: str) -> Iterator[Running]:
    """A simulation while the block lasts."""
    found = Running(folder, *argv)
    try:
        yield found
    finally:
        found.close()


def wait_for_ends(numbers: Sequence[int]) -> None:
    """Wait until no process of these numbers is left. Raises AssertionError when some stay."""
    for number in numbers:
        try:
            process = os.pidfd_open(number)
        except ProcessLookupError:
            continue
        try:
            if not select.select([process], [], [], SOON_S)[0]:
                raise AssertionError(f"process {number} stays")
        finally:
            os.close(process)
