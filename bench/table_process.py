"""`chhakka run` as a process of its own, with pretend lines and pins whose latch is timed."""

from __future__ import annotations

import os
import pty
import select
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from typing import Final

from bench.disk import ROOT
from bench.line import Line
from hw_mocks.deck import deck_csv, pretend_tags

LATCH: Final = 22
SOON_S: Final = 30.0
"""Nothing is waited for so long unless something is broken."""
_MOMENT: Final = struct.Struct("d")
_PINS: Final = f"""\
import os
import struct
import time

BCM, OUT, LOW, HIGH = 11, 0, 0, 1
_out = int(os.environ["LATCH_LOG"])


def setmode(mode): pass
def setup(channel, direction, initial): pass
def cleanup(channel): pass


def output(channel, value):
    if channel == {LATCH} and value:
        os.write(_out, struct.pack("d", time.perf_counter()))
"""


class TableProcess:
    """A running table with a line for each seat, in `folder`.

    `drawn` gives it a terminal to draw on, otherwise its output goes nowhere. Moments are those of
    `time.perf_counter`, which all processes of a Linux machine share.
    """

    def __init__(self, folder: Path, *, drawn: bool = False) -> None:
        self.folder = folder
        self.lines = [Line(folder / seat) for seat in "SWNE"]
        write_table(folder)
        self._edges, far = os.pipe()
        self._screen = -1
        output = subprocess.DEVNULL
        if drawn:
            self._screen, output = _terminal()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "controller.cli", "run", str(folder / "table.toml")],
            stdin=subprocess.DEVNULL,
            stdout=output,
            env={
                **os.environ,
                "PYTHONPATH": f"{folder}:{ROOT}",
                "LATCH_LOG": str(far),
                "TERM": "xterm-256color",
            },
            pass_fds=[far],
        )
        os.close(far)
        if drawn:
            os.close(output)
            threading.Thread(target=_drain, args=(self._screen,), daemon=True).start()

    def edge(self) -> float:
        """Wait for the next latch edge; its moment. Raises RuntimeError when none comes."""
        if not select.select([self._edges], [], [], SOON_S)[0]:
            raise RuntimeError("the table does not light anything any more")
        raw = os.read(self._edges, _MOMENT.size)
        if len(raw) < _MOMENT.size:
            raise RuntimeError(f"the table has ended with status {self.process.wait()}")
        moment: float = _MOMENT.unpack(raw)[0]
        return moment

    def until_open(self) -> None:
        """Wait until every line is listened to."""
        end = time.monotonic() + SOON_S
        while not all(line.opened for line in self.lines):
            if time.monotonic() > end:
                raise RuntimeError("the table does not open its lines")
            time.sleep(0.005)
        time.sleep(0.05)  # what is read directly after the opening lay there already

    def memory(self) -> int:
        """Its memory that is resident, in bytes."""
        return status(self.process.pid, "VmRSS") * 1024

    def wake_ups(self) -> int:
        """How often its threads have gone to sleep of their own accord since they began."""
        return sum(
            status(int(task.name), "voluntary_ctxt_switches")
            for task in Path(f"/proc/{self.process.pid}/task").iterdir()
        )

    def stop(self) -> None:
        """End it as a person does, and wait for that."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(SOON_S)

    def close(self) -> None:
        """End it, and close everything."""
        try:
            self.stop()
        finally:
            self.process.kill()
            self.process.wait()
            os.close(self._edges)
            for line in self.lines:
                line.close()
            if self._screen >= 0:
                os.close(self._screen)


def status(task: int, name: str) -> int:
    """A number out of /proc/TASK/status."""
    for line in Path(f"/proc/{task}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise ValueError(f"task {task} has no {name}")


def write_table(folder: Path, driver: str = "gpio", more: Sequence[str] = ()) -> Path:
    """Write a table of Twenty-Nine with its deck, and its pins; the path of its table.toml."""
    (folder / "RPi").mkdir(exist_ok=True)
    (folder / "RPi/__init__.py").write_text("", encoding="utf-8")
    (folder / "RPi/GPIO.py").write_text(_PINS, encoding="utf-8")
    (folder / "deck.csv").write_text(deck_csv(pretend_tags()), encoding="utf-8")
    lines = ["[table]", 'game = "twenty-nine"', 'hands = "scanned"', 'dealer = "S"']
    lines += ["gone_ms = 1", "wait = false", *more]
    for seat in "SWNE":
        lines += ["[[reader]]", f'seat = "{seat}"', f'port = "{seat}"', 'protocol = "rdm6300"']
    path = folder / "table.toml"
    path.write_text("\n".join([*lines, "[lights]", f'driver = "{driver}"', ""]), encoding="utf-8")
    return path


def _terminal() -> tuple[int, int]:
    """A terminal of 40 lines of 120: its far end, and the one to draw on."""
    far, near = pty.openpty()
    ioctl(near, termios.TIOCSWINSZ, struct.pack("4H", 40, 120, 0, 0))
    return far, near


def _drain(screen: int) -> None:
    with suppress(OSError):
        while os.read(screen, 65536):
            pass
