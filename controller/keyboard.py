"""Lines that a person types, brought to a queue while other things go on."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Typed:
    """A line from the keyboard; None: there will be no more."""

    line: str | None


def has_keyboard() -> bool:
    """Whether anybody could type: False when standard input is closed or the null device."""
    try:
        return os.fstat(_descriptor()).st_rdev != os.stat(os.devnull).st_rdev
    except OSError:
        return False


def listen_to_keyboard(sink: Callable[[Typed], object]) -> None:
    """Give each line that comes on standard input to `sink`, from a thread that nobody waits for.

    It reads the descriptor itself: a thread that is blocked in `sys.stdin` at the end of the
    program makes Python fail.
    """
    descriptor = _descriptor()

    def run() -> None:
        rest = b""
        while data := _read(descriptor):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                sink(Typed(line.decode("utf-8", "replace")))
        sink(Typed(None))

    threading.Thread(target=run, name="keyboard", daemon=True).start()


def _descriptor() -> int:
    try:
        return -1 if sys.stdin is None else sys.stdin.fileno()
    except OSError:  # something that only looks like a file
        return -1


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # the terminal is gone
        return b""
