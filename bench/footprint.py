"""Part `footprint`: what a table takes before anything is played, beside the bare interpreter."""

from __future__ import annotations

import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from bench.disk import working_folder
from bench.figures import Figure, Found
from bench.interpreter import environment, interpreter
from bench.rounds import by_turns, median_ratio
from bench.sizes import Size
from bench.starting import python, table
from bench.table_process import TableProcess, status

MOST_MB: Final = 20.0
_MB: Final = 1 << 20
_SETTLED_S: Final = 0.6
"""After its start a table tidies up once."""
_BARE: Final = "pass"
_MATCH: Final = "from engine import Match, find_game; Match(find_game('twenty-nine'))"
_MODULES: Final = "modules"


def measure(size: Size) -> list[Found]:
    """Start, memory, modules, and what wakes an idle table."""
    with working_folder() as folder:
        return [*_starts(folder, size.starts), *_at_rest(folder, size.idle_s), _modules(folder)]


def _starts(folder: Path, rounds: int) -> list[Figure]:
    ways = {
        "bare": python(_BARE),
        "engine": python("import engine"),
        "match": python(_MATCH),
        "run": table(folder),
    }
    for start in ways.values():
        start()  # once beforehand: bytecode is compiled, files are in memory
    took = by_turns(ways, rounds)
    bare = took["bare"]
    return [
        Figure(
            "start of chhakka run / bare interpreter",
            median_ratio(took["run"], bare),
            12.0,
            at_most=True,
            note="to the first picture latched",
        ),
        Figure("import engine / bare interpreter", median_ratio(took["engine"], bare), 2.5, True),
        Figure("a first match begun / bare interpreter", median_ratio(took["match"], bare)),
    ]


def _at_rest(folder: Path, idle_s: float) -> list[Figure]:
    with closing(TableProcess(folder)) as running:
        running.edge()
        running.until_open()
        time.sleep(_SETTLED_S)
        before = running.wake_ups()
        time.sleep(idle_s)
        wakes = running.wake_ups() - before
        memory = running.memory()
    bare = bare_memory()
    return [
        Figure("wake-ups a second while idle", wakes / idle_s, 1.0, True, "a watchdog's at most"),
        Figure("memory of chhakka run / bare interpreter", memory / bare),
        Figure("memory more than bare / 20 MB", (memory - bare) / (MOST_MB * _MB), 1.0, True),
    ]


def bare_memory() -> int:
    """Resident memory of an interpreter that does nothing, in bytes."""
    code = "import sys; sys.stdout.write('.'); sys.stdout.flush(); sys.stdin.read()"
    pipes = subprocess.PIPE
    with subprocess.Popen(
        [interpreter(), "-c", code], env=environment(), stdin=pipes, stdout=pipes
    ) as process:
        if process.stdout is None or not process.stdout.read(1):
            raise RuntimeError("the bare interpreter does not start")
        return status(process.pid, "VmRSS") * 1024


def _modules(folder: Path) -> Figure:
    with closing(TableProcess(folder, told=_MODULES)) as running:
        running.edge()
        run = len((folder / _MODULES).read_text(encoding="utf-8").split())
    return Figure("modules loaded by chhakka run / bare interpreter", run / bare_modules())


def bare_modules() -> int:
    """How many modules an interpreter has loaded that does nothing."""
    words = [interpreter(), "-c", "import sys; print(len(sys.modules))"]
    told = subprocess.run(
        words, env=environment(), check=True, capture_output=True, text=True
    ).stdout
    return int(told)
