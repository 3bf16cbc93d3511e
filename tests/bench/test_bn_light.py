"""A table is light: what it loads at its start, and that nothing wakes it when nothing happens."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bench.disk import ROOT
from bench.table_process import SOON_S, TableProcess
from controller.journal.image import log_path

_HEAVY: Final = """
    PIL asyncio concurrent distributed http hw_mocks luma multiprocessing numpy pickle rich ssl
    starlette subprocess tempfile unittest uvicorn xml
"""
HEAVY: Final = frozenset(_HEAVY.split())
"""What costs time or memory and is for special things only."""
NOT_THE_ENGINES: Final = HEAVY | {"controller", "csv", "display", "logging", "serial", "sqlite3"}
IDLE_S: Final = 0.5


def loaded(code: str) -> set[str]:
    """The packages that an interpreter has loaded which has run this code."""
    before = "import sys; old = set(sys.modules)"
    after = "print(*{name.split('.')[0] for name in set(sys.modules) - old})"
    words = [sys.executable, "-c", f"{before}\n{code}\n{after}"]
    told = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)
    return set(told.stdout.split())


def test_the_engine_loads_nothing_heavy() -> None:
    found = loaded("import engine")
    assert "engine" in found
    assert found & NOT_THE_ENGINES == set()


def test_a_running_table_has_loaded_nothing_heavy(tmp_path: Path) -> None:
    with closing(TableProcess(tmp_path, told="modules")) as table:
        table.edge()
        found = {name.split(".")[0] for name in (tmp_path / "modules").read_text().split()}
    assert {"controller", "engine", "serial", "sqlite3"} <= found
    assert found & HEAVY == set()


@pytest.mark.parametrize("module", ["pickle", "asyncio"])
def test_what_is_heavy_is_noticed(module: str) -> None:
    assert module in loaded(f"import {module}") & HEAVY


def test_nothing_wakes_an_idle_table(tmp_path: Path) -> None:
    with closing(TableProcess(tmp_path)) as table:
        table.edge()
        table.until_open()
        # It tidies up once after its start: then its log is as long as it is going to be.
        log = log_path(tmp_path / "journal.db")
        end = time.monotonic() + SOON_S
        while log.stat().st_size < 1 << 18:
            assert time.monotonic() < end
            time.sleep(0.02)
        before = -1
        while table.wake_ups() != before:  # still at it, on a busy machine
            assert time.monotonic() < end
            before = table.wake_ups()
            time.sleep(0.1)
        time.sleep(IDLE_S)
        assert table.wake_ups() - before <= 1
        # And it has not died of it.
        table.lines[0].say("0011223344")
        table.lines[0].say("0011223344")
        table.edge()
