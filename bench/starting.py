"""Starting programs, by turns, and the bare interpreter beside them."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bench.disk import ROOT
from bench.interpreter import environment, interpreter
from bench.table_process import TableProcess


def python(code: str) -> Callable[[], float]:
    """Seconds from the start to the end of an interpreter that runs this code."""

    around = environment()

    def start() -> float:
        begun = time.perf_counter()
        subprocess.run([interpreter(), "-c", code], cwd=ROOT, env=around, check=True)
        return time.perf_counter() - begun

    return start


def table(folder: Path) -> Callable[[], float]:
    """Seconds from the start of `chhakka run` to the latch of its first picture.

    Its journal stays in the folder, so that each start but the first goes on with the match.
    """

    def start() -> float:
        begun = time.perf_counter()
        with closing(TableProcess(folder)) as running:
            return running.edge() - begun

    return start
