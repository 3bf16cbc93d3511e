"""A bus that notes what luma sends over it, for tests of displays."""

from __future__ import annotations

from typing import Any

COMMAND, DATA, CLOSED = "command", "data", "closed"


class Bus:
    """Notes commands and data as hex, in order; `broken` makes both fail as an unplugged bus does.

    It pretends no chip: nothing answers, and no time passes.
    """

    def __init__(self) -> None:
        self.log: list[tuple[str, str]] = []
        self.broken = False

    def command(self, *command: int) -> None:
        self._note(COMMAND, bytes(command))

    def data(self, data: Any) -> None:
        self._note(DATA, bytes(data))

    def cleanup(self) -> None:
        self.log.append((CLOSED, ""))

    def taken(self) -> list[tuple[str, str]]:
        """What was sent since the last look."""
        log, self.log = self.log, []
        return log

    def _note(self, kind: str, data: bytes) -> None:
        if self.broken:
            raise OSError(121, "Remote I/O error")
        self.log.append((kind, data.hex()))
