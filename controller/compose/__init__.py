"""The composition root: the one place where the parts of a table are picked and put together.

`real` makes a table of the parts that its configuration names; `pretend` makes the hardware and the
people of a demo, and alone knows that there are pretend parts.
"""

from controller.compose.pretend import (
    Pretend,
    pace,
    pretend_protocols,
    pretend_table,
    tap_moves,
)
from controller.compose.real import Running, Waits, build, presences_of

__all__ = [
    "Pretend",
    "Running",
    "Waits",
    "build",
    "pace",
    "presences_of",
    "pretend_protocols",
    "pretend_table",
    "tap_moves",
]
