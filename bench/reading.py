"""From the last byte of a tag to the program that sees it, beside a loop that looks every 10 ms."""

from __future__ import annotations

import os
import random
import select
import struct
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from bench.disk import ROOT, working_folder
from bench.figures import Figure
from bench.line import Line
from bench.listener import POLL_S
from bench.rounds import by_turns, percentile
from bench.table_process import SOON_S
from hw_mocks.deck import tag_for

GOAL: Final = 20.0
_TAG: Final = tag_for("Jh")
_SETTLED_S: Final = 0.3


class Listener:
    """A process that hears a line in one of two ways."""

    def __init__(self, way: str, folder: Path, rng: random.Random) -> None:
        self._rng = rng
        self._line = Line(folder / way)
        self._moments, far = os.pipe()
        words = [sys.executable, "-m", "bench.listener", way, str(folder / way), str(far)]
        self._process = subprocess.Popen(words, cwd=ROOT, pass_fds=[far])
        os.close(far)

    def until_open(self) -> None:
        """Wait until it listens. Raises RuntimeError when it does not."""
        end = time.monotonic() + SOON_S
        while not self._line.opened:
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the listener does not open its line")
            time.sleep(0.005)

    def once(self) -> float:
        """Seconds from a tag on the line until it was seen."""
        # At any point of the other one's sleep.
        time.sleep(self._rng.uniform(0.0, 2 * POLL_S))
        said = self._line.say(_TAG)
        if not select.select([self._moments], [], [], SOON_S)[0]:
            raise RuntimeError("the listener hears nothing")
        moment: float = struct.unpack("d", os.read(self._moments, 8))[0]
        return moment - said

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        os.close(self._moments)
        self._line.close()


def measure_reading(count: int) -> Figure:
    """How many times sooner a table's ear has seen a tag than the loop, by turns."""
    rng = random.Random(10)
    with working_folder() as folder, ExitStack() as stack:
        ways = {way: stack.enter_context(closing(Listener(way, folder, rng))) for way in _WAYS}
        for way in ways.values():
            way.until_open()
        time.sleep(_SETTLED_S)
        took = by_turns({name: way.once for name, way in ways.items()}, count)
    ear, poll = (percentile(took[way], 50) for way in _WAYS)
    note = f"10 ms poll loop to the ear, medians; here {poll * 1e3:.2f} ms to {ear * 1e3:.3f} ms"
    return Figure("reading: how many times sooner", poll / ear, GOAL, note=note)


_WAYS: Final = ("ear", "poll")
