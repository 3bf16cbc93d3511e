"""`chhakka run`: a table until it is told to stop."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from controller.compose import Running, build
from controller.config import TableConfig
from controller.director_line import DirectorLine, socket_path
from controller.journal import JournalFault
from controller.journal_file import JournalFile
from controller.screen_thread import ScreenThread
from controller.sitting import open_sitting
from controller.table import JOURNAL, Stop
from display import TerminalView
from firmware_bridge import HardwareFault

HARDWARE = 1
_STOPS = (signal.SIGINT, signal.SIGTERM)


def run_table(config: TableConfig, *, new: bool = False, new_sitting: bool = False) -> int:
    """Run a table till Ctrl-C or SIGTERM; the value is the exit status.

    It goes on with the match in the journal; see `open_sitting` for `new` and `new_sitting`, and
    for what is raised. The status is 1 when the lights cannot be driven at all, or when the journal
    could not be written, else 0.
    """
    try:
        with JournalFile(config.journal) as journal:
            return _run_on(journal, config, new=new, new_sitting=new_sitting)
    except JournalFault as fault:
        print(f"chhakka: {fault}", file=sys.stderr)
        return HARDWARE


def _run_on(journal: JournalFile, config: TableConfig, *, new: bool, new_sitting: bool) -> int:
    session = open_sitting(config, journal, time.monotonic(), new=new, new_sitting=new_sitting)
    # Started without an output there is nothing to show screens on.
    with _held_back():
        screens = None if sys.stdout is None else ScreenThread(TerminalView(sys.stdout))
    try:
        running = build(config, session=session, screens=screens)
    except HardwareFault as fault:
        if screens is not None:
            screens.close()
        print(f"lights: {fault}", file=sys.stderr)
        return HARDWARE
    _run(running, config)
    if not running.table.halted:
        return 0
    print(f"chhakka: {running.table.faults[JOURNAL]}", file=sys.stderr)
    return HARDWARE


def _run(running: Running, config: TableConfig) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        running.table.events.put(Stop())

    for number in _STOPS:
        signal.signal(number, stop)
    try:
        with _held_back():
            line = DirectorLine(socket_path(config.journal), running.table.events.put)
            running.start()
        try:
            running.table.run()
        finally:
            line.close()
    finally:
        running.close()


@contextmanager
def _held_back() -> Iterator[None]:
    """Hold signals back meanwhile; threads that begin then never get any.

    One that another thread got would not wake the table's own, which waits for what happens.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
