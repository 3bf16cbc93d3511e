"""What a table tells the service manager that started it: ready, alive, how it stands, stopping.

The protocol of sd_notify(3): datagrams on the socket that NOTIFY_SOCKET names. WATCHDOG_USEC says
within how many microseconds a sign of life is due, WATCHDOG_PID of which process; both are of
sd_watchdog_enabled(3). Started by hand, or where none of these is set, nothing is said.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress


class Watchdog:
    """Tells what there is to tell; used from the table's own thread, so that a stuck one is silent.

    `address` is that of the notify socket, None for nobody to tell. `pause_s` is the longest the
    table may sleep: half of what the watchdog allows, None where there is no watchdog.
    """

    def __init__(
        self,
        address: str | None = None,
        allowed_s: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pause_s = None if allowed_s is None or address is None else allowed_s / 2
        self._address = address
        self._clock = clock
        self._fed = clock()
        self._status = ""

    @classmethod
    def of_environment(cls, environment: Mapping[str, str], process: int) -> Watchdog:
        """What the environment of this process says of the service manager."""
        name = environment.get("NOTIFY_SOCKET", "")
        if not name.startswith(("/", "@")):
            return cls()
        # A name that begins with @ is in no folder: an abstract socket, see unix(7).
        address = "\0" + name[1:] if name.startswith("@") else name
        return cls(address, _allowed_s(environment, process))

    @property
    def listens(self) -> bool:
        """Whether there is anybody to be told."""
        return self._address is not None

    def ready(self, status: str) -> None:
        """The table runs: its lights are lit and its readers are started."""
        self._status = status
        self._tell("READY=1", f"STATUS={status}")

    def feed(self, status: str) -> None:
        """The table is alive, and stands like this; not said more often than there is need."""
        parts = []
        if status != self._status:
            self._status = status
            parts.append(f"STATUS={status}")
        now = self._clock()
        # A quarter of the time allowed, and with a sleep of half of it still in time.
        if self.pause_s is not None and now - self._fed >= self.pause_s / 2:
            self._fed = now
            parts.append("WATCHDOG=1")
        if parts:
            self._tell(*parts)

    def stopping(self) -> None:
        """The table ends."""
        self._tell("STOPPING=1")

    def _tell(self, *parts: str) -> None:
        if self._address is None:
            return
        # Never waits, and a manager that does not listen is no reason to stop a game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            message = "\n".join(" ".join(part.split()) for part in parts)
            line.sendto(message.encode("utf-8", "replace"), socket.MSG_DONTWAIT, self._address)


def _allowed_s(environment: Mapping[str, str], process: int) -> float | None:
    allowed = environment.get("WATCHDOG_USEC", "")
    meant = environment.get("WATCHDOG_PID", str(process))
    if not (allowed.isascii() and allowed.isdigit()) or meant != str(process):
        return None
    return int(allowed) / 1e6 or None
