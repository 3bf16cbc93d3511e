"""A screen in a process of its own: drawing computes, and a tap must not wait for that.

In one process a thread that draws would take the interpreter from the table again and again, each
time for as long as a whole tap takes.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, Final, NoReturn

from controller.screens.thread import LAST_LOOK_S, ScreenView
from display import Screen

_SHOWN: Final = b"."
_FAILED: Final = b"!"


class ScreenProcess:
    """A view that works in a child process; `show` returns when the screen has been shown.

    `make` makes the view, in the child. Make this before there are threads, and before a journal
    is opened: the child is a fork, and has only standard input and outputs in common with the
    table. It heeds no signal to stop, for those go to the table as well, but ends with the table
    however that ends, and gives the terminal back.

    What the view raises, `show` raises as `RuntimeError`. `show` may block as long as the view
    does: it is for a `ScreenThread`.
    """

    def __init__(self, make: Callable[[], ScreenView]) -> None:
        screens, self._screens = _pipe()
        self._answers, answers = _pipe()
        life, self._life = os.pipe()
        self._closed = False
        self._child = os.fork()
        if self._child == 0:
            for end in (self._screens.fileno(), self._answers.fileno(), self._life):
                os.close(end)
            _be_the_child(make, screens, answers, life)
        os.close(life)
        screens.close()
        answers.close()

    def show(self, screen: Screen) -> None:
        """Have a screen shown. Raises RuntimeError when that fails."""
        try:
            pickle.dump(screen, self._screens)
            self._screens.flush()
        except BrokenPipeError:
            pass  # what became of it is among the answers
        if self._answers.read(len(_SHOWN)) != _SHOWN:
            why = self._answers.read().decode("utf-8", "replace")
            raise RuntimeError(why or "its process has ended")

    def close(self) -> None:
        """Let the child close its view, and wait a moment for that; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        with suppress(BrokenPipeError):
            self._screens.close()
        os.close(self._life)
        os.waitpid(self._child, 0)
        self._answers.close()


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    far, near = os.pipe()
    return os.fdopen(far, "rb"), os.fdopen(near, "wb")


def _be_the_child(
    make: Callable[[], ScreenView], screens: BinaryIO, answers: BinaryIO, life: int
) -> NoReturn:
    """Show what comes until nothing comes any more."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        threading.Thread(target=_end_after, args=(life,), daemon=True).start()
        _show_all(make, screens, answers)
    except BaseException as error:
        with suppress(OSError):
            answers.write(_FAILED + str(error).encode())
            answers.flush()
    finally:
        # Not by way of the interpreter's end: what is in its buffers belongs to the table.
        os._exit(0)


def _end_after(life: int) -> None:
    """End when the table has ended and this view is stuck, as on a terminal that was stopped."""
    os.read(life, 1)
    time.sleep(LAST_LOOK_S)
    os._exit(0)


def _show_all(make: Callable[[], ScreenView], screens: BinaryIO, answers: BinaryIO) -> None:
    view = make()
    try:
        while True:
            try:
                screen: Screen = pickle.load(screens)
            except EOFError:
                return
            view.show(screen)
            answers.write(_SHOWN)
            answers.flush()
    finally:
        view.close()
