"""The screen in a process of its own: what it shows, how it fails, how it ends."""

from __future__ import annotations

import os
import signal
import struct
import termios
import time
from collections.abc import Callable
from contextlib import closing
from fcntl import ioctl
from pathlib import Path

import pytest
from hm_leaks import no_leaks

from bench.table_process import SOON_S, TableProcess
from controller.screens import process as screen_process
from controller.screens.process import ScreenProcess
from controller.screens.thread import ScreenThread
from display import Screen

BEGIN, END = b"\x1b[?1049h", b"\x1b[?1049l"


class Book:
    """A view that writes titles into a file, with the number of its process."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def show(self, screen: Screen) -> None:
        if screen.title == "burn":
            raise ValueError("the screen is on fire")
        if screen.title == "stick":
            os.read(os.pipe()[0], 1)
        self._write(f"{screen.title} {os.getpid() != TESTS}")

    def close(self) -> None:
        self._write("closed")

    def _write(self, line: str) -> None:
        with self.path.open("a") as file:
            file.write(line + "\n")


TESTS = os.getpid()


def test_screens_are_shown_elsewhere_before_show_returns(tmp_path: Path) -> None:
    path = tmp_path / "book"
    with no_leaks():
        view = ScreenProcess(lambda: Book(path))
        for title in ("one", "two"):
            view.show(Screen(title=title))
            assert path.read_text().splitlines()[-1] == f"{title} True"
        view.close()
        view.close()
    assert path.read_text().split("\n") == ["one True", "two True", "closed", ""]


def test_what_fails_there_is_told_here(tmp_path: Path) -> None:
    view = ScreenProcess(lambda: Book(tmp_path / "book"))
    with pytest.raises(RuntimeError, match="the screen is on fire"):
        view.show(Screen(title="burn"))
    with pytest.raises(RuntimeError, match="its process has ended"):
        view.show(Screen(title="one"))
    view.close()
    assert (tmp_path / "book").read_text() == "closed\n"


def test_a_view_that_cannot_be_made_is_told_too() -> None:
    def fail() -> Book:
        raise ValueError("no such device")

    view = ScreenProcess(fail)
    with pytest.raises(RuntimeError, match="no such device"):
        view.show(Screen(title="one"))
    view.close()


def test_a_view_that_is_stuck_does_not_hold_up_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen_process, "LAST_LOOK_S", 0.05)
    monkeypatch.setattr("controller.screens.thread.LAST_LOOK_S", 0.05)
    view = ScreenProcess(lambda: Book(tmp_path / "book"))
    thread = ScreenThread(view)
    thread.show(Screen(title="stick"))
    begun = time.monotonic()
    thread.close()
    view.close()
    assert time.monotonic() - begun < SOON_S / 10


# A whole table on a terminal.


class Terminal:
    """What a table draws, as it comes."""

    def __init__(self) -> None:
        self.far, self.near = os.openpty()
        ioctl(self.near, termios.TIOCSWINSZ, struct.pack("4H", 40, 120, 0, 0))
        self.drawn = b""

    def until(self, reached: Callable[[bytes], bool]) -> None:
        end = time.monotonic() + SOON_S
        while not reached(self.drawn):
            assert time.monotonic() < end, self.drawn
            self.drawn += os.read(self.far, 65536)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_terminal_is_given_back_however_the_table_ends(number: int, tmp_path: Path) -> None:
    terminal = Terminal()
    with closing(TableProcess(tmp_path, screen=terminal.near)) as table:
        table.edge()
        terminal.until(lambda drawn: BEGIN in drawn and b"twenty-nine" in drawn.lower())
        table.process.send_signal(number)
        assert table.process.wait(SOON_S) == (-number if number == signal.SIGKILL else 0)
        terminal.until(lambda drawn: END in drawn)
    # The lock went with the table, not with its screen: another may start.
    with closing(TableProcess(tmp_path)) as table:
        table.edge()
