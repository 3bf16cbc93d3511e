"""`chhakka run` as a process of its own, with pretend lines and pins whose latch is timed."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.interpreter import environment, interpreter
from bench.line import Line
from hw_mocks.deck import deck_csv, pretend_tags

LATCH: Final = 22
SOON_S: Final = 30.0
"""Nothing is waited for so long unless something is broken."""
_MOMENT: Final = struct.Struct("d")
_PINS: Final = f"""\
import os
import struct
import sys
import time

BCM, OUT, LOW, HIGH = 11, 0, 0, 1
_out = int(os.environ["LATCH_LOG"])
_told = os.environ.get("MODULES_TO")


def setmode(mode): pass
def setup(channel, direction, initial): pass
def cleanup(channel): pass


def output(channel, value):
    global _told
    if channel == {LATCH} and value:
        if _told:
            with open(_told, "w") as file:
                file.write(" ".join(sys.modules))
            _told = None
        os.write(_out, struct.pack("d", time.perf_counter()))
"""


class TableProcess:
    """A running table with a line for each seat, in `folder`.

    `screen` is what it writes to, else its output goes nowhere; `told` is a file in
    the folder that gets the names of all modules loaded at the first latch. Moments are those of
    `time.perf_counter`, which all processes of a Linux machine share.
    """

    def __init__(self, folder: Path, *, screen: int | None = None, told: str = "") -> None:
        self.folder = folder
        self.lines = [Line(folder / seat) for seat in "SWNE"]
        write_table(folder)
        self._edges, far = os.pipe()
        self.process = subprocess.Popen(
            [interpreter(), "-m", "controller.cli", "run", str(folder / "table.toml")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if screen is None else screen,
            env=environment(
                folder,
                LATCH_LOG=str(far),
                MODULES_TO=str(folder / told) if told else "",
                TERM="xterm-256color",
            ),
            pass_fds=[far],
        )
        os.close(far)

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
