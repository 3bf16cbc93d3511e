"""`chhakka run`: a table until it is told to stop."""

from __future__ import annotations

import signal
import sys
from types import FrameType

from controller.compose import build
from controller.config import TableConfig
from controller.screen_thread import ScreenThread
from controller.table import Stop
from display import TerminalView
from firmware_bridge import HardwareFault

HARDWARE = 1


def run_table(config: TableConfig) -> int:
    """Run a table till Ctrl-C or SIGTERM; the value is the exit status.

    1 when the lights cannot be driven at all, else 0.
    """
    # Started without an output there is nothing to show screens on.
    screens = None if sys.stdout is None else ScreenThread(TerminalView(sys.stdout))
    try:
        running = build(config, screens=screens)
    except HardwareFault as fault:
        if screens is not None:
            screens.close()
        print(f"lights: {fault}", file=sys.stderr)
        return HARDWARE

    def stop(number: int, frame: FrameType | None) -> None:
        running.table.events.put(Stop())

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        running.start()
        running.table.run()
    finally:
        running.close()
    return 0
