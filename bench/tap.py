"""Part `tap`: from the last byte of a tap to the latch of its lights, with the journal on disk."""

from __future__ import annotations

import os
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from fcntl import ioctl
from typing import Final

from bench.disk import ROOT, Flushes, in_memory, working_folder
from bench.figures import Figure, Found, Missing
from bench.play import taps
from bench.reading import measure_reading
from bench.rounds import percentile
from bench.sizes import Size
from bench.table_process import TableProcess

MEDIAN_S: Final = 0.001
"""More than the disk's own time a tap may take, usually."""
P99_S: Final = 0.005
"""The same, 99 times in a hundred."""
_GAP_S: Final = (0.004, 0.016)
"""Between two things that are timed, so that each is heard by a table that sleeps."""

_REST_S: Final = 0.5
"""Between two deals, in which people take much longer to shuffle."""


def measure(size: Size) -> list[Found]:
    """A quiet table, one that draws its screen, one beside a simulation; and reading alone."""
    if in_memory(ROOT):
        return [Missing("tap", f"{ROOT} is in memory: there is no disk to wait for")]
    found: list[Found] = []
    found += _settings("quiet", size.taps, drawn=False)
    found += _settings("drawing", size.taps // 2, drawn=True)
    with _simulation():
        found += _settings("beside a simulation", size.taps // 2, drawn=False)
    found.append(measure_reading(size.taps // 4))
    return found


def _settings(name: str, count: int, *, drawn: bool) -> list[Figure]:
    with (
        working_folder() as folder,
        _terminal() if drawn else nullcontext() as screen,
        closing(TableProcess(folder, screen=screen)) as table,
    ):
        table.edge()  # the first picture
        table.until_open()
        ours, disk = tap_times(table, count)
    middle, most = statistics.median(ours), percentile(ours, 99)
    flush, slow_flush = statistics.median(disk), percentile(disk, 99)
    note = "of {:g} ms and one fdatasync{}; here {:.2f} ms, fdatasync {:.2f} ms"
    return [
        Figure(
            f"{name}: median",
            middle / (MEDIAN_S + flush),
            1.0,
            at_most=True,
            note=note.format(MEDIAN_S * 1e3, "", middle * 1e3, flush * 1e3),
        ),
        Figure(
            f"{name}: p99",
            most / (P99_S + slow_flush),
            1.0,
            at_most=True,
            note=note.format(P99_S * 1e3, "'s p99", most * 1e3, slow_flush * 1e3),
        ),
    ]


def tap_times(table: TableProcess, count: int) -> tuple[list[float], list[float]]:
    """Seconds of so many taps that change the lights, and of as many flushes between them.

    Raises RuntimeError when the lights change with a tap that should not: all times after it would
    be of the tap before.
    """
    rng = random.Random(count)
    ours: list[float] = []
    disk: list[float] = []
    with closing(Flushes(table.folder)) as flushes:
        for tap in taps(table.folder / "table.toml", seed=29):
            if len(ours) == count:
                break
            time.sleep(_REST_S if tap.rest else rng.uniform(*_GAP_S))
            said = table.lines[tap.seat].say(tap.tag)
            if not tap.lit:
                continue
            edge = table.edge()
            if edge < said:
                raise RuntimeError("the lights have changed before the tap that changes them")
            ours.append(edge - said)
            time.sleep(rng.uniform(*_GAP_S))
            disk.append(flushes.once())
    return ours, disk


@contextmanager
def _terminal() -> Iterator[int]:
    """A terminal of 40 lines of 120, on which somebody looks at what is drawn."""
    far, near = os.openpty()
    ioctl(near, termios.TIOCSWINSZ, struct.pack("4H", 40, 120, 0, 0))
    looking = threading.Thread(target=_look_at, args=(far,))
    looking.start()
    try:
        yield near
    finally:
        os.close(near)
        looking.join()
        os.close(far)


def _look_at(screen: int) -> None:
    with suppress(OSError):  # nobody draws any more
        while os.read(screen, 65536):
            pass


@contextmanager
def _simulation() -> Iterator[None]:
    """A simulation in worker processes, one for each core, while the block lasts."""
    command = [sys.executable, "-m", "controller.cli", "simulate", "--matches", "1000000"]
    # In a folder that goes with it: a simulation that is stopped keeps its work in a file.
    folder = tempfile.TemporaryDirectory(prefix="chhakka-bench-")
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {**os.environ, "PYTHONPATH": paths}
    process = subprocess.Popen(
        command, cwd=folder.name, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        time.sleep(1.0)  # until its workers compute
        if process.poll() is not None:
            raise RuntimeError(f"the simulation has ended with status {process.returncode}")
        yield
    finally:
        process.terminate()
        process.wait()
        folder.cleanup()
