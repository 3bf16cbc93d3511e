"""A pretend terminal: what a person would see after the bytes that a program wrote."""

from __future__ import annotations

import fcntl
import io
import os
import re
import select
import struct
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from display.cells import letter_width

_PIECE = re.compile(r"\x1b\[(\?)?([0-9;]*)([A-Za-z])|(\r)|(\n)|([^\x00-\x1f\x7f])", re.DOTALL)


class Page:
    """One page of letters, with a cursor that wraps as terminals do: not before the next letter."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = self.scrolled = 0

    def text(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.cells]

    def line_feed(self) -> None:
        if self.row == len(self.cells) - 1:
            self.scrolled += 1
            self.cells = [*self.cells[1:], [" "] * self.columns]
        else:
            self.row += 1

    def put(self, letter: str) -> None:
        width = letter_width(letter)
        if self.column + width > self.columns:
            self.column = 0
            self.line_feed()
        row = self.cells[self.row]
        if width == 0:
            if self.column:
                row[self.column - 1] += letter
            return
        row[self.column] = letter
        if width == 2:
            row[self.column + 1] = ""
        self.column += width

    def erase(self, row: int, column: int) -> None:
        self.cells[row][column:] = [" "] * (self.columns - column)


class Terminal:
    """Takes the bytes; raises ValueError for any that it doesn't know."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.first, self.second = Page(columns, rows), Page(columns, rows)
        self.page = self.first
        self.cursor_shown = True
        self.colours: set[str] = set()

    def feed(self, written: bytes) -> None:
        text, at = written.decode("utf-8"), 0
        while at < len(text):
            piece = _PIECE.match(text, at)
            if piece is None:
                raise ValueError(f"unknown at {at}: {text[at : at + 12]!r}")
            private, numbers, letter, back, feed, shown = piece.groups()
            if letter:
                self._steer(bool(private), numbers, letter)
            elif back:
                self.page.column = 0
            elif feed:
                self.page.line_feed()
            else:
                self.page.put(shown)
            at = piece.end()

    def _steer(self, private: bool, numbers: str, letter: str) -> None:
        page = self.page
        if letter == "m" and not private:
            self.colours.add(numbers)
        elif private and numbers == "25" and letter in "hl":
            self.cursor_shown = letter == "h"
        elif private and numbers == "1049" and letter in "hl":
            self.page = self.second if letter == "h" else self.first
        elif (numbers, letter) == ("", "H"):
            page.row = page.column = 0
        elif (numbers, letter) == ("", "K"):
            # A cursor that waits to wrap stands on the last column.
            page.erase(page.row, min(page.column, page.columns - 1))
        elif letter == "J" and numbers in ("", "2"):
            start = page.row if numbers == "" else 0
            page.erase(start, page.column if numbers == "" else 0)
            for row in range(start + 1, len(page.cells)):
                page.erase(row, 0)
        else:
            raise ValueError(f"unknown: ESC [ {'?' * private}{numbers}{letter}")


@contextmanager
def pseudo_terminal(columns: int = 80, rows: int = 24, encoding: str = "utf-8") -> Iterator[Pty]:
    """Give a pseudo terminal of that size; both ends are closed at the end."""
    near, far = os.openpty()
    buffered = io.BufferedWriter(io.FileIO(far, "w"))
    pty = Pty(near, io.TextIOWrapper(buffered, encoding=encoding, newline=""))
    pty.resize(columns, rows)
    try:
        yield pty
    finally:
        pty.hang_up()
        with suppress(OSError):  # What is left in the buffer has nowhere to go.
            pty.stream.close()


class Pty:
    """The program's end as a text stream, and what came out at the other."""

    def __init__(self, near: int, stream: TextIO) -> None:
        self.stream = stream
        self._near: int | None = near

    def resize(self, columns: int, rows: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.stream.fileno(), termios.TIOCSWINSZ, size)

    def read(self) -> bytes:
        """Return what has been written since the last time."""
        assert self._near is not None
        read = b""
        while select.select([self._near], [], [], 0)[0]:
            read += os.read(self._near, 65536)
        return read

    def hang_up(self) -> None:
        if self._near is not None:
            os.close(self._near)
            self._near = None


def text_stream(encoding: str = "utf-8") -> tuple[TextIO, io.BytesIO]:
    """Return a text stream that is no terminal, and the bytes behind it."""
    behind = io.BytesIO()
    return io.TextIOWrapper(behind, encoding=encoding, newline=""), behind
