"""The screen on a terminal: drawn in place; elsewhere, only what is new, as plain lines."""

from __future__ import annotations

import contextlib
import os
import shutil
from functools import lru_cache
from types import TracebackType
from typing import Self, TextIO

from display.cells import clean, letter_width
from display.screen import Screen

_BEGIN = "\x1b[?1049h\x1b[?25l\x1b[2J"
_END = "\x1b[?25h\x1b[?1049l"
_HOME = "\x1b[H"
_CLEAR_LINE = "\x1b[K"
_CLEAR_BELOW = "\x1b[J"

# What stands for a sign where the terminal's character set lacks it, each one column wide.
_PLAIN = dict(zip("♠♥♦♣╭╮╰╯─│●○◐·▶★✗›“”‘’…−–—", "shdc++++-|Oo%.>*x>\"\"''.---", strict=True))


class TerminalView:
    """Shows screens on a text stream.

    On a terminal the screen is redrawn in place on the terminal's second page, in the terminal's
    size of that moment; `close` gives the first page and the cursor back and leaves the last
    screen there.  Where the stream is no terminal, or one that can't move its cursor
    (TERM=dumb), only new sentences and faults are written, a line each, without escape codes.

    `colour` None means: on a terminal, unless the environment's NO_COLOR is set.  A stream that
    is gone (closed pipe, hung-up terminal) makes the view quiet for good and raises nothing.
    A terminal that is stopped (Ctrl-S) or a full pipe blocks `show`: a caller that must not wait
    shows from a thread of its own.
    """

    def __init__(self, stream: TextIO, colour: bool | None = None) -> None:
        self._stream = stream
        self._in_place = can_draw(stream)
        self._colour = not os.environ.get("NO_COLOR") if colour is None else colour
        self._quiet = False
        self._begun = False
        self._drawn: tuple[list[str], os.terminal_size] | None = None
        self._last: Screen | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def show(self, screen: Screen) -> None:
        """Show a screen; nothing is written when nothing has changed since the last."""
        if self._quiet:
            return
        if self._in_place:
            self._draw(screen)
        else:
            self._write("".join(f"{line}\n" for line in _news(self._last, screen)))
        self._last = screen

    def close(self) -> None:
        """Give the terminal back, with the last screen left on it.  May be called again."""
        if self._begun and not self._quiet:
            lines = self._drawn[0] if self._drawn else []
            self._write(_END + "".join(f"{line}\r\n" for line in lines))
        self._quiet = True

    def _draw(self, screen: Screen) -> None:
        size = _size(self._stream)
        from display.rendering import render

        lines = render(screen, size.columns, self._colour, size.lines)
        if (lines, size) == self._drawn:
            return
        begin = "" if self._drawn else _BEGIN
        self._begun = True
        # The clearing goes before the text: after a full line it would take the last column.
        page = "\r\n".join(_CLEAR_LINE + line for line in lines)
        below = "\r\n" + _CLEAR_BELOW if len(lines) < size.lines else ""
        self._drawn = (lines, size) if self._write(begin + _HOME + page + below) else None

    def _write(self, text: str) -> bool:
        """Write a text whole; return whether it went out."""
        if not text:
            return True
        try:
            self._stream.write(encodable(text, self._stream.encoding))
            self._stream.flush()
        except BlockingIOError:
            # A stream that doesn't wait is full: the next screen is drawn whole.
            return False
        except (OSError, ValueError):  # ValueError: the stream was closed on this side.
            self._quiet = True
            _drain(self._stream)
            return False
        return True


def encodable(text: str, encoding: str | None) -> str:
    """Return the text with what `encoding` lacks replaced by letters as wide: "J♥" by "Jh".

    None is taken for UTF-8, an encoding that Python doesn't know for ASCII.

    >>> encodable("J♥ “pass” ├", "ascii")
    'Jh "pass" ?'
    """
    encoding = encoding or "utf-8"
    return "".join(letter if letter < "\x80" else _encodable(letter, encoding) for letter in text)


@lru_cache(maxsize=4096)
def _encodable(letter: str, encoding: str) -> str:
    try:
        letter.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return _PLAIN.get(letter, "?" * letter_width(letter))
    return letter


def can_draw(stream: TextIO) -> bool:
    """Return whether the stream is a terminal on which a screen can be drawn in place."""
    try:
        return stream.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
    except ValueError:
        return False


def _size(stream: TextIO) -> os.terminal_size:
    """Return the size of the stream's own terminal, else what the environment says."""
    try:
        size = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        size = os.terminal_size((0, 0))
    if size.columns > 0 and size.lines > 0:
        return size
    return shutil.get_terminal_size((80, 24))


def _drain(stream: TextIO) -> None:
    """Turn a stream whose far end is gone into one that swallows.

    What is still in its buffer would otherwise raise once more when Python ends and flushes it.
    """
    with contextlib.suppress(OSError, ValueError):
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, number)
        finally:
            os.close(nowhere)


def _news(old: Screen | None, new: Screen) -> list[str]:
    """Return the lines that tell what is new since the old screen."""
    labels = new.labels
    old_faults = old.faults if old else ()
    lines = [new.title] if old is None or old.title != new.title else []
    still = {_place(fault) for fault in new.faults}
    lines += [f"{labels.mended}: {fault}" for fault in old_faults if _place(fault) not in still]
    lines += [f"{labels.fault}: {fault}" for fault in new.faults if fault not in old_faults]
    lines += new.messages[len(new.messages) - _fresh(old, new) :]
    return [line for line in map(clean, lines) if line]


def _place(fault: str) -> str:
    """Return where a fault is: the same place with another reason is not mended."""
    return fault.partition(": ")[0]


def _fresh(old: Screen | None, new: Screen) -> int:
    """Return how many of the new screen's last sentences were not there yet."""
    held = len(new.messages)
    if old is None:
        return held
    if old.spoken is not None and new.spoken is not None and new.spoken >= old.spoken:
        return min(held, new.spoken - old.spoken)
    for kept in range(min(held, len(old.messages)), 0, -1):
        if old.messages[-kept:] == new.messages[:kept]:
            return held - kept
    return held
