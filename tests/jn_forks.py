"""`chhakka run` started again and again, quickly: a server that has loaded all of it forks.

Run as a program it takes lines on its standard input: `run LIMIT FOLDER` starts a table (LIMIT is
the most bytes that a file of it may have, -1 for any) and answers its process number;
`wait PID` waits for its end and answers its exit status, negative for a signal.

The tables have no serial ports, whose opening would take most of the time: what is tapped comes
through a pipe, a line with the number of a reader and a tag each.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from firmware_bridge import PortOpened, ReaderEvent, TagSeen

FAKE_GPIO = '''\
"""As much of RPi.GPIO as the lights need; every latched picture goes out at once, whole."""
import os

BCM, OUT, LOW, HIGH = 11, 0, 0, 1
_out = int(os.environ["LATCHES"])
_pins = dict.fromkeys((17, 27, 22, 23), 0)
_word, _count = 0, 0


def setmode(mode): pass
def cleanup(channels): pass


def setup(channels, direction, initial):
    _pins.update(dict.fromkeys(channels, initial))


def output(pin, level):
    global _word, _count
    rising = level and not _pins[pin]
    _pins[pin] = level
    if rising and pin == 27:
        _word, _count = _word << 1 | _pins[17], _count + 1
    elif rising and pin == 22:
        os.write(_out, b"%x %d\\n" % (_word, _count))
        _word = _count = 0
'''


class FedPort:
    """Stands for a reader on its port; the first one reads the pipe for all.

    What ReaderPort is made with beyond these is not needed.
    """

    def __init__(
        self,
        number: int,
        url: str,
        kind: object,
        sink: Callable[[ReaderEvent], object],
        *_: object,
        **__: object,
    ) -> None:
        self._number = number
        self._pipe = Path(url).parent / TAPS
        self._sink = sink

    def start(self) -> None:
        self._sink(ReaderEvent(self._number, time.monotonic() - 1.0, PortOpened()))
        if not self._number:
            threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        at = 0.0
        with self._pipe.open("rb") as taps:
            for line in taps:
                number, tag = line.decode().split()
                # Not two within the millisecond in which a tag counts as lying still.
                at = max(time.monotonic(), at + 0.002)
                self._sink(ReaderEvent(int(number), at, TagSeen(tag)))

    def stop(self) -> None:
        """A thread that waits for taps ends with the process."""

    close = stop


TAPS, SAID = "taps", "said"
"""What the pipes are called, in the folder of the table: what is tapped, and what is printed."""


def put_gpio(folder: Path) -> None:
    """Put the pretend module where a table of this folder finds it."""
    (folder / "RPi").mkdir(exist_ok=True)
    (folder / "RPi/__init__.py").write_text("")
    (folder / "RPi/GPIO.py").write_text(FAKE_GPIO)


def environment(folder: Path, latches: int) -> dict[str, str]:
    """The environment of a table with such pins."""
    path = os.pathsep.join([str(folder), *filter(None, sys.path)])
    return {**os.environ, "PYTHONPATH": path, "LATCHES": str(latches), "PYTHONUNBUFFERED": "1"}


class Forks:
    """The server, as a block; `latches` is the pipe through which it tells what is latched.

    `before` comes before the program on the command line: something that traces it.
    """

    def __init__(self, folder: Path, before: Sequence[str | Path] = ()) -> None:
        put_gpio(folder)
        self.latches, far = os.pipe()
        self._taps = self._said = -1
        self._running: set[int] = set()
        self._server = subprocess.Popen(
            [*before, sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(folder, far),
            pass_fds=[far],
            text=True,
        )
        os.close(far)

    def run(self, folder: Path, limit: int = -1) -> int:
        """Start a table; its process number. What the last one did not read of its taps is gone."""
        self._close_pipes()
        # Each is open here for both, so that nobody waits for the other end.
        self._taps, self._said = (_pipe(folder / name) for name in (TAPS, SAID))
        pid = self._ask(f"run {limit} {folder}")
        self._running.add(pid)
        return pid

    def wait(self, pid: int) -> int:
        """Wait for its end; its exit status, negative for a signal."""
        self._running.discard(pid)
        return self._ask(f"wait {pid}")

    def tap(self, reader: int, tag: str) -> None:
        """Lay a tag on a reader of the table that was started last."""
        os.write(self._taps, f"{reader} {tag}\n".encode())

    def said(self) -> str:
        """What the table that was started last has printed since this was asked before."""
        try:
            return os.read(self._said, 1 << 20).decode()
        except BlockingIOError:
            return ""

    def _ask(self, line: str) -> int:
        if self._server.stdin is None or self._server.stdout is None:
            raise AssertionError("no pipes")
        print(line, file=self._server.stdin, flush=True)
        return int(self._server.stdout.readline())

    def __enter__(self) -> Forks:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for pid in self._running:
            os.kill(pid, signal.SIGKILL)
        self._server.communicate()
        self._close_pipes()
        os.close(self.latches)

    def _close_pipes(self) -> None:
        for pipe in (self._taps, self._said):
            if pipe >= 0:
                os.close(pipe)
        self._taps = self._said = -1


def _pipe(path: Path) -> int:
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    return os.open(path, os.O_RDWR | os.O_NONBLOCK)


def _serve() -> None:
    # Loaded once for all.
    import encodings.utf_8_sig  # noqa: F401

    import controller.cli
    import controller.run  # noqa: F401
    from engine import GAMES, find_game

    for game in GAMES:
        find_game(game)
    for line in sys.stdin:
        what, number, *rest = line.split(maxsplit=2)
        if what == "wait":
            print(os.waitstatus_to_exitcode(os.waitpid(int(number), 0)[1]), flush=True)
            continue
        pid = os.fork()
        if not pid:
            _become_table(Path(rest[0].strip()), int(number))
        print(pid, flush=True)


def _become_table(folder: Path, limit: int) -> None:
    status = 70
    try:
        out = os.open(folder / SAID, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(out, number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if limit >= 0:
            hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        from controller import cli
        from controller.compose import real

        setattr(real, "ReaderPort", FedPort)  # noqa: B010
        status = cli.main(["run", str(folder / "table.toml")])
    finally:
        os._exit(status)


if __name__ == "__main__":
    _serve()
