"""`chhakka run` as a process of its own, with pretend ports and pins that can be watched."""

from __future__ import annotations

import contextlib
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ct_files import table_text, write_table
from fb_frames import ascii_frame

import controller
from hw_mocks.deck import pretend_tags
from hw_mocks.pins import INPUT, OUTPUT, PinBoard
from hw_mocks.pty_line import PtyLine
from hw_mocks.shift_register import Lit, ShiftRegisters

TAGS = pretend_tags()
SOON_S = 20.0
"""No test waits so long unless it fails."""
GONE_S = 0.06
ROOT = Path(controller.__file__).parent.parent

_FAKE_GPIO = """\
import os
import sys

from hw_mocks.rpi_gpio import PretendGPIO

_gpio = PretendGPIO()
_out = int(os.environ["PIN_LOG"])
_gpio.board.listen(lambda pin, level: os.write(_out, f"{pin} {level}\\n".encode()))
sys.modules[__name__] = _gpio
"""
_BROKEN_GPIO = 'raise RuntimeError("This module can only be run on a Raspberry Pi!")\n'


class PinWatch:
    """The pins of another process, told line by line through a pipe, and the chips on them."""

    def __init__(self, panels: int = 2) -> None:
        self.board = PinBoard()
        self.chips = ShiftRegisters(self.board, count=1 + 3 * panels, rng=random.Random(1))
        self.history: list[Lit] = []
        """Everything that was to be seen, in order."""
        self.descriptor, self.far = os.pipe()
        self._rest = b""

    def listen(self, seconds: float) -> bool:
        """Take what comes, waiting for the first of it at most so long; False: nothing came."""
        if not select.select([self.descriptor], [], [], max(0.0, seconds))[0]:
            return False
        data = os.read(self.descriptor, 65536)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            pin, level = line.decode().split()
            self._set(int(pin), None if level == "None" else int(level))
        return bool(data)

    def _set(self, pin: int, level: int | None) -> None:
        if level is not None:
            self.board.set_latch(pin, level)
        self.board.set_function(pin, INPUT if level is None else OUTPUT)
        if not self.history or self.history[-1] != self.chips.lit:
            self.history.append(self.chips.lit)

    def leave_far(self) -> None:
        """Close the far end here: the other process has its own."""
        if self.far >= 0:
            os.close(self.far)
            self.far = -1

    def close(self) -> None:
        """Close the pipe."""
        self.leave_far()
        os.close(self.descriptor)


class RunningTable:
    """A `chhakka run` with a pty for each seat in `folder`; `missing` seats have none yet."""

    def __init__(self, folder: Path, driver: str, missing: str = "", broken: bool = False) -> None:
        self.folder = folder
        self.lines: dict[str, PtyLine] = {}
        for seat in "SWNE":
            if seat not in missing:
                self.plug(seat)
        _write_files(folder, driver, broken=broken)
        self.pins = PinWatch()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "controller.cli", "run", str(folder / "table.toml")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env={
                **os.environ,
                "PYTHONPATH": f"{folder}:{ROOT}",
                "PIN_LOG": str(self.pins.far),
                "PYTHONUNBUFFERED": "1",
            },
            pass_fds=[self.pins.far],
        )
        self.pins.leave_far()
        self.said = b""
        self.errors = b""

    def plug(self, seat: str) -> None:
        """Let the port of a seat appear."""
        self.lines[seat] = PtyLine(self.folder / seat)

    def until(self, reached: Callable[[], bool]) -> None:
        """Take in pins and output until this is so. Raises AssertionError when it never is."""
        end = time.monotonic() + SOON_S
        while not reached():
            if self.process.poll() is not None:
                raise AssertionError(f"ended with {self.wait()}: {self.errors.decode()}")
            if time.monotonic() > end:
                raise AssertionError(f"never; lit {self.pins.chips.lit}, said {self.said!r}")
            self.pins.listen(0.02)
            self.hear(0.0)

    def hear(self, seconds: float) -> None:
        """Take in what it prints."""
        out = self.process.stdout
        if out is not None and select.select([out], [], [], seconds)[0]:
            self.said += os.read(out.fileno(), 65536)

    def tap(self, seat: str, meaning: str, until: Callable[[], bool]) -> None:
        """Lay and lift a tag, again and again until something has come of it.

        A tag read within a moment of the port's opening lay there already and is no tap.
        """
        line = self.lines[seat]
        self.until(lambda: line.opened)
        end = time.monotonic() + SOON_S
        while not until():
            if time.monotonic() > end:
                raise AssertionError(f"nothing came of {meaning} at {seat}; said {self.said!r}")
            line.write(ascii_frame(TAGS[meaning]))
            again = time.monotonic() + 5 * GONE_S
            while not until() and time.monotonic() < again:
                self.pins.listen(0.01)
                self.hear(0.0)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit status."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end, taking in all pins and output; the exit status."""
        out, err = self.process.communicate(timeout=SOON_S)
        self.said += out
        self.errors = err
        while self.pins.listen(0.0):
            pass
        return self.process.returncode

    def close(self) -> None:
        """End the process if it still runs, and close everything."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        self.pins.close()
        for line in self.lines.values():
            line.close()

    def cpu_s(self) -> float:
        """The processor time that the process has used so far, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _write_files(folder: Path, driver: str, *, broken: bool) -> None:
    (folder / "RPi").mkdir()
    (folder / "RPi/__init__.py").write_text("")
    (folder / "RPi/GPIO.py").write_text(_BROKEN_GPIO if broken else _FAKE_GPIO)
    write_table(folder, table_text(driver, f"gone_ms = {int(GONE_S * 1000)}"))


@contextlib.contextmanager
def running_table(
    folder: Path, driver: str, missing: str = "", broken: bool = False
) -> Iterator[RunningTable]:
    """A `chhakka run` while the block lasts."""
    table = RunningTable(folder, driver, missing, broken)
    try:
        yield table
    finally:
        table.close()
