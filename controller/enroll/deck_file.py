"""A deck file that is being changed: lines come and go, everything else in it stays as it is."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from controller.deck import parse_deck
from controller.files import read_text
from controller.whole_file import write_whole
from engine import Fault, UnreadableError
from firmware_bridge import normal_tag

_HEADER: Final = "tag,meaning"
_BOM: Final = b"\xef\xbb\xbf"


class _Row(NamedTuple):
    """A row that is a tag: its lines (from, up to but not with), and what it says."""

    begin: int
    end: int
    tag: str


class DeckFile:
    """The deck file at `path`, which need not be there yet.

    Raises `UnreadableError` with all its faults when it is there and no deck file. Comments, blank
    lines, the order of lines and their endings stay. Nothing is on disk before `save`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._on_disk = _bytes_of(path)
        raw = self._on_disk or b""
        self._bom = _BOM if raw.startswith(_BOM) else b""
        self._text = raw.removeprefix(_BOM).decode("utf-8")
        self._end = "\r\n" if "\r\n" in self._text else "\n"
        self.tags: Mapping[str, str] = {}
        """What each tag means, as the file would write it."""
        self._change(self._text or f"{_HEADER}{self._end}")

    @property
    def text(self) -> str:
        """All of it, as it stands now; what `restore` takes."""
        return self._text

    def restore(self, text: str) -> None:
        """Make it what it was."""
        self._change(text)

    def tags_of(self, meaning: str) -> list[str]:
        """The tags that mean this."""
        return [tag for tag, its in self.tags.items() if its == meaning]

    def add(self, tag: str, meaning: str) -> None:
        """Add a line at the end."""
        lines = self._lines()
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += self._end
        self._change("".join([*lines, self._line(tag, meaning)]))

    def replace(self, old: list[str], tag: str, meaning: str) -> None:
        """Put a tag in the place of others, on the line of the first of them."""
        lines, rows = self._lines(), [row for row in self._rows() if row.tag in old]
        if not rows:
            self.add(tag, meaning)
            return
        for row in rows[:0:-1]:
            del lines[row.begin : row.end]
        lines[rows[0].begin : rows[0].end] = [self._line(tag, meaning)]
        self._change("".join(lines))

    def drop(self, tag: str) -> None:
        """Take a tag out."""
        lines = self._lines()
        for row in reversed([row for row in self._rows() if row.tag == tag]):
            del lines[row.begin : row.end]
        self._change("".join(lines))

    def save(self) -> None:
        """Put it on disk, whole or not at all.

        Raises `UnreadableError` when somebody else has changed it meanwhile, OSError when it cannot
        be written.
        """
        data = self._bom + self._text.encode()
        if _bytes_of(self.path) != self._on_disk:
            fault = Fault("", "changes by somebody else", "nobody but this command to change it")
            raise UnreadableError(str(self.path), [fault])
        if data != self._on_disk:
            write_whole(self.path, data)
            self._on_disk = data

    def _change(self, text: str) -> None:
        deck = parse_deck(text, self.path.name)
        self._text = text
        self.tags = {tag: str(meaning) for tag, meaning in deck.tags.items()}

    def _line(self, tag: str, meaning: str) -> str:
        return f"{tag},{meaning}{self._end}"

    def _lines(self) -> list[str]:
        return list(io.StringIO(self._text))

    def _rows(self) -> Iterator[_Row]:
        reader = csv.reader(io.StringIO(self._text), strict=True)
        begin, header_seen = 0, False
        for cells in reader:
            is_row = any(cell.strip() for cell in cells) and not cells[0].strip().startswith("#")
            if is_row and header_seen:
                yield _Row(begin, reader.line_num, normal_tag(cells[0]))
            header_seen = header_seen or is_row
            begin = reader.line_num


def _bytes_of(path: Path) -> bytes | None:
    """What is in it; None when it is not there. Raises `UnreadableError` for what is no text."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raw = b""
    read_text(path)  # says what is wrong, if anything is
    return raw
