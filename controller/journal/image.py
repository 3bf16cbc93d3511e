"""What a journal's files hold, read as bytes and put together in memory.

SQLite, once let at a database, mends it in its own way: it drops what it cannot read of the log,
folds the rest into the file, and removes the log. So whatever may be damaged is looked at here
first, and left as it is. The layouts are those of https://www.sqlite.org/fileformat.html: the
database file in section 1, the write-ahead log beside it in section 4.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from typing import Final, Self

APPLICATION: Final = 0x63686B6B
"""`chkk`, the application id of a journal."""
LOG_HEADER_SIZE: Final = 32
"""A log of no more bytes than these holds nothing."""
_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_SIZE: Final = 100
_PAGE_SIZE_AT: Final = slice(16, 18)
_FORMATS_AT: Final = slice(18, 20)
_WITHOUT_LOG, _WITH_LOG = b"\x01\x01", b"\x02\x02"
_APPLICATION_AT: Final = slice(68, 72)
_LOG_MAGIC: Final = 0x377F0682
"""The last bit says in which order the bytes of the summed words are: 1 = big-endian."""
_LOG_VERSION: Final = 3007000
_LOG_HEADER: Final = Struct(">8I")
_FRAME_HEADER: Final = Struct(">6I")


class DamageError(ValueError):
    """Files that are no whole journal; the text says what they are instead."""


def log_path(path: Path) -> Path:
    """Where the write-ahead log of a database is."""
    return path.with_name(f"{path.name}-wal")


def check_kind(path: Path) -> None:
    """Look whether a file may be a journal at all. Raises `DamageError`, OSError."""
    # Nothing else is opened: a pipe would block, a device never end.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise DamageError("a folder or a device, not a file")
    with path.open("rb") as file:
        _check_head(file.read(_HEADER_SIZE))


def read_image(path: Path) -> bytes:
    """The database in a file and its log as one image, such as `sqlite3` can deserialize.

    Both files are only read, and nobody may be writing them. A transaction that the log has not
    whole at its end was cut off while it was written, and is left out. Raises `DamageError`,
    OSError.
    """
    check_kind(path)
    image = bytearray(path.read_bytes())
    _check_head(image)
    size = _page_size(image)
    log = log_path(path)
    if log.exists():
        _fold(image, log.read_bytes(), size)
    if len(image) % size:
        raise DamageError("a damaged journal (its last page is cut off)")
    # In memory there is no log.
    image[_FORMATS_AT] = _WITHOUT_LOG
    return bytes(image)


def _check_head(head: bytes | bytearray) -> None:
    if not head:
        raise DamageError("an empty file")
    if not head.startswith(_MAGIC) or len(head) < _HEADER_SIZE:
        raise DamageError("a file of another kind")
    if int.from_bytes(head[_APPLICATION_AT], "big") != APPLICATION:
        raise DamageError("a database of another program")
    if head[_FORMATS_AT] not in (_WITHOUT_LOG, _WITH_LOG):
        raise DamageError("a damaged journal (its header)")


def _page_size(head: bytearray) -> int:
    size = int.from_bytes(head[_PAGE_SIZE_AT], "big")
    if size == 1:
        return 65536
    if size < 512 or size & size - 1:
        raise DamageError("a damaged journal (its header)")
    return size


def _fold(image: bytearray, raw: bytes, size: int) -> None:
    """Put what is committed in a log over the pages of the database."""
    if len(raw) <= LOG_HEADER_SIZE:
        return
    log = _Log.read(raw)
    if log.page_size != size:
        raise DamageError("a damaged journal (its log has pages of another size)")
    for frame in log.committed():
        end = frame.page * size
        if len(image) < end:
            image.extend(bytes(end - len(image)))
        image[end - size : end] = frame.content(raw, size)
        if frame.pages:
            del image[frame.pages * size :]


@dataclass(frozen=True, slots=True)
class _Frame:
    """A page in the log: its number from 1 and, with a commit, how many pages there are then."""

    at: int
    page: int
    pages: int
    salts: tuple[int, int]
    sums: tuple[int, int]

    @classmethod
    def read(cls, raw: bytes, at: int) -> Self:
        page, pages, *rest = _FRAME_HEADER.unpack_from(raw, at)
        return cls(at, page, pages, (rest[0], rest[1]), (rest[2], rest[3]))

    def content(self, raw: bytes, size: int) -> memoryview:
        start = self.at + _FRAME_HEADER.size
        return memoryview(raw)[start : start + size]

    def summed(self, raw: bytes, size: int) -> bytes:
        """What its sums are of, after those of the frame before."""
        return raw[self.at : self.at + 8] + self.content(raw, size)


@dataclass(frozen=True, slots=True)
class _Log:
    """A write-ahead log, its header read."""

    raw: bytes
    order: str
    page_size: int
    salts: tuple[int, int]
    sums: tuple[int, int]

    @classmethod
    def read(cls, raw: bytes) -> Self:
        magic, version, page_size, _, *rest = _LOG_HEADER.unpack_from(raw)
        order = ">" if magic & 1 else "<"
        sums = (rest[2], rest[3])
        known = magic & ~1 == _LOG_MAGIC and version == _LOG_VERSION
        if not known or _add(raw[: LOG_HEADER_SIZE - 8], (0, 0), order) != sums:
            raise DamageError("a damaged journal (the header of its log)")
        return cls(raw, order, page_size, (rest[0], rest[1]), sums)

    def committed(self) -> list[_Frame]:
        """The frames of every whole transaction. Raises `DamageError` when one was lost."""
        whole: list[_Frame] = []
        open_frames: list[_Frame] = []
        sums = self.sums
        for frame in self._frames():
            sums = _add(frame.summed(self.raw, self.page_size), sums, self.order)
            if sums != frame.sums or not frame.page:
                self._check_end(frame)
                break
            if frame.salts != self.salts:
                raise DamageError("a damaged journal (a frame of its log)")
            open_frames.append(frame)
            if frame.pages:
                whole += open_frames
                open_frames = []
        return whole

    def _frames(self, at: int = LOG_HEADER_SIZE) -> Iterator[_Frame]:
        step = _FRAME_HEADER.size + self.page_size
        while at + step <= len(self.raw):
            yield _Frame.read(self.raw, at)
            at += step

    def _check_end(self, bad: _Frame) -> None:
        """After a frame that is not whole at most one transaction may still follow.

        Each is flushed to the disk before the next begins, so a power cut can break the last one
        only. What was written before this log was last begun anew has other salts.
        """
        left = self._frames(bad.at)
        if sum(frame.salts == self.salts and frame.pages > 0 for frame in left) > 1:
            raise DamageError("a damaged journal (a frame of its log)")


def _add(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """Go on with the two sums of the log over some words of 32 bits, an even number of them."""
    one, two = sums
    words = Struct(f"{order}{len(data) // 4}I").unpack(data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = one + first + two & 0xFFFFFFFF
        two = two + second + one & 0xFFFFFFFF
    return one, two
