"""`chhakka run`: a table until it is told to stop."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from controller.compose import Running, build
from controller.config import TableConfig
from controller.director_line import DirectorLine, group_number, socket_path
from controller.journal.file import JournalFile
from controller.journal.writing import JournalFault
from controller.pages.told import check_pages, in_all_languages, open_pages
from controller.screens.thread import ScreenThread, ScreenView
from controller.session.sitting import open_sitting
from controller.table import JOURNAL, Stop, Table
from controller.watchdog import Watchdog
from display import TerminalView
from display.terminal import can_draw
from firmware_bridge import HardwareFault

HARDWARE = 1
_STOPS = (signal.SIGINT, signal.SIGTERM)


def run_table(
    config: TableConfig,
    *,
    new: bool = False,
    new_sitting: bool = False,
    director_group: str | None = None,
) -> int:
    """Run a table till Ctrl-C or SIGTERM; the value is the exit status.

    It goes on with the match in the journal; see `open_sitting` for `new` and `new_sitting`, and
    for what is raised. Members of `director_group` may call on the director's line, too. The status
    is 1 when the lights cannot be driven at all, or when the journal could not be written, else 0.
    """
    check_pages(config)
    group = None if director_group is None else group_number(director_group)
    view = _view()
    try:
        with JournalFile(config.journal) as journal:
            return _run_on(journal, config, view, group, new=new, new_sitting=new_sitting)
    except JournalFault as fault:
        print(f"chhakka: {fault}", file=sys.stderr)
        return HARDWARE
    finally:
        if view is not None:
            view.close()


def _view() -> ScreenView | None:
    """What shows screens; None without an output, for then there is nothing to show them on."""
    if sys.stdout is None or not can_draw(sys.stdout):
        return None if sys.stdout is None else TerminalView(sys.stdout)
    from controller.screens.process import ScreenProcess

    sys.stdout.flush()
    return ScreenProcess(lambda: TerminalView(sys.stdout))


def _run_on(
    journal: JournalFile,
    config: TableConfig,
    view: ScreenView | None,
    group: int | None,
    *,
    new: bool,
    new_sitting: bool,
) -> int:
    session = open_sitting(config, journal, time.monotonic(), new=new, new_sitting=new_sitting)
    with _held_back():
        screens = None if view is None else ScreenThread(view)
        try:
            running = build(config, session=session, screens=screens, tidy=journal.tidy)
        except HardwareFault as fault:
            if screens is not None:
                screens.close()
            print(f"lights: {fault}", file=sys.stderr)
            return HARDWARE
        with _stopping(running.table):
            _run(running, config, group)
    if not running.table.halted:
        return 0
    print(f"chhakka: {running.table.faults[JOURNAL]}", file=sys.stderr)
    return HARDWARE


def _run(running: Running, config: TableConfig, group: int | None) -> None:
    try:
        with ExitStack() as parts:
            path, wording = socket_path(config.journal), running.table.session.wording
            line = DirectorLine(path, running.table.events.put, wording, group)
            parts.callback(line.close)
            pages = open_pages(config, running.table.events.put)
            if pages is not None:
                parts.callback(pages.close)
                session = running.table.session
                session.voices = in_all_languages(session.wording)
            running.table.pages = pages
            # What is there now stays: the collector need not go through it while a tap waits.
            gc.freeze()
            running.start()
            running.table.run(Watchdog.of_environment(os.environ, os.getpid()))
    finally:
        running.close()


@contextmanager
def _held_back() -> Iterator[None]:
    """Hold the signals to stop back meanwhile, in all threads that begin then too."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _stopping(table: Table) -> Iterator[None]:
    """Stop the table when the program is told to; the signals have to be held back.

    A thread waits for them. A handler would be left to the table's own thread, and a signal that
    comes just as that one falls asleep, waiting for what happens, does not wake it.
    """

    def wait() -> None:
        signal.sigwait(_STOPS)
        table.events.put(Stop())

    for number in _STOPS:
        signal.signal(number, lambda number, frame: None)  # told twice, it ends no sooner
    thread = threading.Thread(target=wait, name="signals", daemon=True)
    thread.start()
    try:
        yield
    finally:
        os.kill(os.getpid(), signal.SIGTERM)
        thread.join()
