"""A service manager of the tests' own: hears what a table notifies, and notices a stuck one."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from tl_person import SOON_S


class Manager:
    """Listens at `address`, as NOTIFY_SOCKET has it; `heard` is every assignment, in order."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.heard: list[str] = []
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind("\0" + address[1:] if address.startswith("@") else address)

    def listen(self, seconds: float) -> bool:
        """Take what has come, waiting at most so long; False: nothing came."""
        self._line.settimeout(max(1e-4, seconds))
        try:
            message = self._line.recv(65536)
        except TimeoutError:
            return False
        self.heard += message.decode().split("\n")
        return True

    def until(self, assignment: str) -> None:
        """Listen until this is said. Raises AssertionError when it never is."""
        end = time.monotonic() + SOON_S
        while assignment not in self.heard:
            if not self.listen(end - time.monotonic()):
                raise AssertionError(f"never said {assignment!r}, but {self.heard}")

    def is_alive(self) -> bool:
        """Whether a sign of life comes, however late this machine is."""
        return not self.is_stuck(SOON_S)

    def is_stuck(self, allowed_s: float) -> bool:
        """Whether from now on no sign of life comes within the time allowed."""
        while self.listen(0.0):  # said before
            pass
        signs = self.heard.count("WATCHDOG=1")
        end = time.monotonic() + allowed_s
        while time.monotonic() < end and self.heard.count("WATCHDOG=1") == signs:
            self.listen(end - time.monotonic())
        return self.heard.count("WATCHDOG=1") == signs

    def close(self) -> None:
        """Stop listening."""
        self._line.close()


@contextlib.contextmanager
def manager(folder: Path) -> Iterator[Manager]:
    """A service manager that listens in this folder while the block lasts."""
    its = Manager(str(folder / "notify"))
    try:
        yield its
    finally:
        its.close()
