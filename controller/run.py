"""`chhakka run`: a table until it is told to stop."""

from __future__ import annotations

import signal
import sys
import time
from types import FrameType

from controller.compose import Running, build
from controller.config import TableConfig
from controller.director_line import DirectorLine, socket_path
from controller.journal_file import JournalFile
from controller.screen_thread import ScreenThread
from controller.sitting import open_sitting
from controller.table import Stop
from display import TerminalView
from firmware_bridge import HardwareFault

HARDWARE = 1


def run_table(config: TableConfig, *, new: bool = False, new_sitting: bool = False) -> int:
    """Run a table till Ctrl-C or SIGTERM; the value is the exit status.

    It goes on with the match in the journal; see `open_sitting` for `new` and `new_sitting`, and
    for what is raised. The status is 1 when the lights cannot be driven at all, or when the journal
    could not be written, else 0.
    """
    with JournalFile(config.journal) as journal:
        session = open_sitting(config, journal, time.monotonic(), new=new, new_sitting=new_sitting)
        # Started without an output there is nothing to show screens on.
        screens = None if sys.stdout is None else ScreenThread(TerminalView(sys.stdout))
        try:
            running = build(config, session=session, screens=screens)
        except HardwareFault as fault:
            if screens is not None:
                screens.close()
            print(f"lights: {fault}", file=sys.stderr)
            return HARDWARE
        _run(running, config)
    return HARDWARE if running.table.halted else 0


def _run(running: Running, config: TableConfig) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        running.table.events.put(Stop())

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        line = DirectorLine(socket_path(config.journal), running.table.events.put)
        try:
            running.start()
            running.table.run()
        finally:
            line.close()
    finally:
        running.close()
