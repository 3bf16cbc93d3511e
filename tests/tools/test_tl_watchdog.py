"""What a table tells its service manager, and that a stuck table tells nothing."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from ct_process import TAGS, running_table
from fb_frames import ascii_frame
from hm_leaks import no_leaks
from tl_manager import Manager, manager

from controller.watchdog import Watchdog

ALLOWED_S = 0.5


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def drained(its: Manager) -> list[str]:
    its.heard.clear()
    while its.listen(0.0):
        pass
    return its.heard


def test_what_is_said_and_how_often(tmp_path: Path) -> None:
    clock = Clock()
    with no_leaks(), manager(tmp_path) as its:
        dog = Watchdog(its.address, 8.0, clock)
        assert dog.pause_s == 4.0
        dog.ready("all is well")
        assert drained(its) == ["READY=1", "STATUS=all is well"]
        dog.feed("all is well")
        assert drained(its) == []
        clock.now += 1.99
        dog.feed("all is well")
        assert drained(its) == []
        clock.now += 0.01
        dog.feed("all is well")
        assert drained(its) == ["WATCHDOG=1"]
        clock.now += 0.5
        dog.feed("a fault:\nthe lights")
        assert drained(its) == ["STATUS=a fault: the lights"]
        clock.now += 4.0
        dog.feed("mended")
        assert drained(its) == ["STATUS=mended", "WATCHDOG=1"]
        dog.stopping()
        assert drained(its) == ["STOPPING=1"]


def test_it_is_fed_in_time_whatever_happens(tmp_path: Path) -> None:
    """An event may come just before a sign of life is due, and then nothing for a whole sleep."""
    clock = Clock()
    with manager(tmp_path) as its:
        dog = Watchdog(its.address, 8.0, clock)
        pause_s = dog.pause_s
        assert pause_s is not None
        last = clock.now
        for slept in (1.9, pause_s, 0.1, 1.9, 1.9, pause_s, 1.99, pause_s, pause_s):
            clock.now += slept
            dog.feed("")
            if "WATCHDOG=1" in drained(its):
                assert clock.now - last < 8.0
                last = clock.now
        assert clock.now - last < 8.0


@pytest.mark.parametrize(
    ("environment", "pause_s", "tells"),
    [
        ({}, None, False),
        ({"WATCHDOG_USEC": "8000000"}, None, False),
        ({"NOTIFY_SOCKET": "@"}, None, True),
        ({"NOTIFY_SOCKET": "@", "WATCHDOG_USEC": "8000000"}, 4.0, True),
        ({"NOTIFY_SOCKET": "@", "WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "7"}, 4.0, True),
        ({"NOTIFY_SOCKET": "@", "WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "8"}, None, True),
        ({"NOTIFY_SOCKET": "@", "WATCHDOG_USEC": "0"}, None, True),
        ({"NOTIFY_SOCKET": "@", "WATCHDOG_USEC": "-1"}, None, True),
        ({"NOTIFY_SOCKET": "@", "WATCHDOG_USEC": "soon"}, None, True),
        ({"NOTIFY_SOCKET": "@", "WATCHDOG_USEC": "৮"}, None, True),
        ({"NOTIFY_SOCKET": "vsock:2:1", "WATCHDOG_USEC": "8000000"}, None, False),
    ],
)
def test_what_the_environment_says(
    environment: Mapping[str, str], pause_s: float | None, tells: bool
) -> None:
    address = f"@chhakka-test-{os.getpid()}"
    meant = dict(environment)
    if meant.get("NOTIFY_SOCKET") == "@":
        meant["NOTIFY_SOCKET"] = address
    with contextlib.closing(Manager(address)) as its:
        dog = Watchdog.of_environment(meant, 7)
        assert dog.pause_s == pause_s
        dog.ready("")
        assert its.listen(0.0) == tells


def test_nobody_listens(tmp_path: Path) -> None:
    dog = Watchdog(str(tmp_path / "nobody"), 1.0)
    dog.ready("still well")
    dog.stopping()


def test_a_manager_that_does_not_read_holds_nothing_up(tmp_path: Path) -> None:
    with manager(tmp_path) as its:
        dog = Watchdog(its.address)
        for number in range(2000):  # far more than the socket's queue takes
            dog.feed(f"sentence {number}")
        assert 1 <= len(drained(its)) < 2000


def fill(pipe: int) -> None:
    """Fill a pipe of which one has the end to read from."""
    far = os.open(f"/proc/self/fd/{pipe}", os.O_WRONLY | os.O_NONBLOCK)
    with contextlib.suppress(BlockingIOError):
        while os.write(far, b"\n" * 4096):
            pass
    with contextlib.suppress(BlockingIOError):
        while os.write(far, b"\n"):
            pass
    os.close(far)


def switches(process: int) -> int:
    """How often the table's own thread has gone to sleep so far."""
    for line in Path(f"/proc/{process}/task/{process}/status").read_text().splitlines():
        if line.startswith("voluntary_ctxt_switches"):
            return int(line.split()[1])
    raise AssertionError("no count of switches")


def test_a_table_under_a_watchdog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with manager(tmp_path) as its:
        monkeypatch.setenv("NOTIFY_SOCKET", its.address)
        monkeypatch.setenv("WATCHDOG_USEC", str(int(ALLOWED_S * 1e6)))
        with running_table(tmp_path, "none", missing="N") as table:
            its.until("READY=1")
            assert its.heard[0] == "READY=1"
            assert its.heard[1].startswith("STATUS=twenty-nine: waits for the call deal")
            lost = f"reader of N at {tmp_path}/N: no such file: unplugged, or the path is wrong"
            its.until(f"STATUS=twenty-nine: waits for the call deal; {lost}")
            assert its.is_alive()  # idle, and alive
            table.tap("S", "deal", lambda: b"The deal begins." in table.said)
            its.until(f"STATUS=twenty-nine: deal; {lost}")
            table.process.send_signal(signal.SIGSTOP)
            assert its.is_stuck(ALLOWED_S)
            table.process.send_signal(signal.SIGCONT)
            assert its.is_alive()
            assert table.end() == 0
            its.until("STOPPING=1")


def test_a_table_stuck_in_its_light_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with manager(tmp_path) as its:
        monkeypatch.setenv("NOTIFY_SOCKET", its.address)
        monkeypatch.setenv("WATCHDOG_USEC", str(int(ALLOWED_S * 1e6)))
        with running_table(tmp_path, "gpio") as table:
            table.until(lambda: table.pins.chips.lit.status != 0)
            its.until("READY=1")
            assert its.is_alive()
            table.tap("S", "deal", lambda: b"The deal begins." in table.said)
            assert its.is_alive()
            # The pins' levels go through a pipe. It is full now, so setting a level blocks.
            fill(table.pins.descriptor)
            table.lines["S"].write(ascii_frame(TAGS["undo"]))
            # It may have been alive once more before it heard that.
            assert any(its.is_stuck(ALLOWED_S) for _ in range(5))


def test_without_a_watchdog_an_idle_table_sleeps(tmp_path: Path) -> None:
    with running_table(tmp_path, "none") as table:
        table.tap("S", "deal", lambda: b"The deal begins." in table.said)
        for _ in range(10):  # until the last of it has been drawn
            before = switches(table.process.pid)
            time.sleep(0.4)
            if switches(table.process.pid) == before:
                return
        raise AssertionError("it wakes up again and again")


def test_with_a_watchdog_an_idle_table_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with manager(tmp_path) as its:
        monkeypatch.setenv("NOTIFY_SOCKET", its.address)
        monkeypatch.setenv("WATCHDOG_USEC", str(int(ALLOWED_S * 1e6)))
        with running_table(tmp_path, "none") as table:
            its.until("READY=1")
            before = switches(table.process.pid)
            assert its.is_alive()
            assert its.is_alive()
            assert switches(table.process.pid) > before
