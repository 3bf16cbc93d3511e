"""Pretend ends of serial lines for tests, and a check that nothing was left behind.

A `Pty` pretends the wire and nothing else: no baud rate, no modem lines, no USB. A port is
unplugged by closing the far end, which Linux shows to the near end as a hang-up.
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from firmware_bridge import (
    READERS,
    PortLost,
    PortOpened,
    ReaderEvent,
    ReaderKind,
    ReaderPort,
    TagSeen,
)

SOON_S = 10.0  # no test waits so long unless it fails


class Pty:
    """A pseudo-terminal: `path` is a serial port, `send` is what its reader says."""

    def __init__(self) -> None:
        self._far, near = os.openpty()
        self.path = os.ttyname(near)
        os.close(near)

    def send(self, data: bytes) -> None:
        os.write(self._far, data)

    def send_and_arrive(self, data: bytes) -> None:
        """Send, and wait until the near end has it: a pty hands bytes over a little later."""
        self.send(data)
        near = os.open(self.path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            assert select.select([near], [], [], SOON_S)[0], "the bytes did not arrive"
        finally:
            os.close(near)

    def received(self) -> bytes:
        """Wait for what was written to the port."""
        return os.read(self._far, 1000)

    def unplug(self) -> None:
        if self._far >= 0:
            os.close(self._far)
            self._far = -1

    def __enter__(self) -> Pty:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.unplug()


class Events:
    """A sink whose events are waited for one by one."""

    def __init__(self) -> None:
        self.put: queue.SimpleQueue[ReaderEvent] = queue.SimpleQueue()

    def __call__(self, event: ReaderEvent) -> None:
        self.put.put(event)

    def next(self, timeout: float = SOON_S) -> ReaderEvent:
        return self.put.get(timeout=timeout)

    def none_within(self, seconds: float) -> bool:
        with contextlib.suppress(queue.Empty):
            self.next(seconds)
            return False
        return True

    def expect_opened(self) -> ReaderEvent:
        event = self.next()
        assert event.what == PortOpened(), event
        return event

    def expect_tag(self, tag: str) -> ReaderEvent:
        event = self.next()
        assert event.what == TagSeen(tag), event
        return event

    def expect_lost(self) -> str:
        event = self.next()
        assert isinstance(event.what, PortLost), event
        return event.what.reason


class Pauses:
    """The waiting of a ReaderPort: notes how long it was to be and ends when it is let go on."""

    def __init__(self) -> None:
        self.asked: queue.SimpleQueue[float] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._free = 0

    def __call__(self, stop: threading.Event, seconds: float) -> None:
        self.asked.put(seconds)
        with self._changed:
            while not self._free and not stop.is_set():
                self._changed.wait(0.01)  # `stop` does not notify this condition
            self._free -= 1

    def next(self) -> float:
        """Wait until the next pause has begun and return how long it was to be."""
        return self.asked.get(timeout=SOON_S)

    def go_on(self) -> None:
        """End one pause, the one that runs or the next."""
        with self._changed:
            self._free += 1
            self._changed.notify_all()


@contextlib.contextmanager
def nothing_left() -> Iterator[None]:
    """Fail when the block leaves a thread running or a file open."""
    threads, files = set(threading.enumerate()), _open_files()
    yield
    left = [thread.name for thread in threading.enumerate() if thread not in threads]
    assert not left, f"threads left: {left}"
    more = _open_files() - files
    assert not more, f"files left open: {more}"


def _open_files() -> set[tuple[str, str]]:
    found = set()
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # the listing's own descriptor is closed by now
            found.add((number, os.readlink(f"/proc/self/fd/{number}")))
    return found


def replug(link: Path, pty: Pty) -> None:
    """Let `link`, the port's name in the file system, lead to this pty."""
    link.unlink(missing_ok=True)
    link.symlink_to(pty.path)


@contextlib.contextmanager
def reading(
    url: str,
    events: Events,
    kind: ReaderKind = READERS["rdm6300"],
    number: int = 0,
    **options: object,
) -> Iterator[ReaderPort]:
    port = ReaderPort(number, url, kind, events, **options)  # type: ignore[arg-type]
    port.start()
    try:
        yield port
    finally:
        port.close()


@contextlib.contextmanager
def listener() -> Iterator[tuple[socket.socket, str]]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(SOON_S)
        yield server, f"socket://127.0.0.1:{server.getsockname()[1]}"


def _task(name: str, file: str) -> str:
    """Read what the system says of the one thread with this name."""
    (thread,) = (thread for thread in threading.enumerate() if thread.name == name)
    wait_for(lambda: thread.native_id is not None)  # it may be beginning
    return Path(f"/proc/self/task/{thread.native_id}/{file}").read_text()


def wake_ups(name: str) -> int:
    lines = _task(name, "status").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary"))


def wait_until_idle(*names: str, patience_s: float = SOON_S) -> list[int]:
    """Wait until these threads have not run for 50 ms; return how often each ever woke up."""
    pause, until = threading.Event(), time.monotonic() + patience_s
    while time.monotonic() < until:
        before = [wake_ups(name) for name in names]
        pause.wait(0.05)
        if before == [wake_ups(name) for name in names]:
            return before
    raise AssertionError(f"{names} never rest")


def wait_for(true: Callable[[], bool]) -> None:
    until, pause = time.monotonic() + SOON_S, threading.Event()
    while not true():
        assert time.monotonic() < until, "it did not happen"
        pause.wait(0.002)


def closes_soon(port: ReaderPort) -> None:
    closer = threading.Thread(target=port.close)
    closer.start()
    closer.join(SOON_S)
    assert not closer.is_alive(), "close() did not return"


def descriptors() -> list[str]:
    """The numbers of the files that are open now."""
    return [n for n in os.listdir("/proc/self/fd") if os.path.lexists(f"/proc/self/fd/{n}")]
