"""The disk that the checkout lies on, and how long it takes to make a write last."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
_IN_MEMORY: Final = frozenset({"tmpfs", "ramfs", "devtmpfs"})
_PAGE: Final = 4096


def kind_of(path: Path, mounts: str | None = None) -> str:
    """The kind of file system that a path is on, such as ext4; "" when nobody says.

    `mounts` is what /proc/self/mounts holds, where that is not to be asked.

    >>> kind_of(Path("/a/b"), "x / ext4 rw 0 0\\ny /a tmpfs rw 0 0\\n")
    'tmpfs'
    """
    if mounts is None:
        try:
            mounts = Path("/proc/self/mounts").read_text(encoding="utf-8")
        except OSError:
            return ""
    found, longest = "", -1
    for line in mounts.splitlines():
        _, place, kind, *_ = line.split(" ")
        if len(place) > longest and path.is_relative_to(place):
            found, longest = kind, len(place)
    return found


def in_memory(path: Path) -> bool:
    """Whether nothing there outlives a power cut."""
    return kind_of(path) in _IN_MEMORY


@contextmanager
def working_folder() -> Iterator[Path]:
    """A folder beside the checkout's files, and so on their disk; it goes with the block."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as name:
        yield Path(name)


class Flushes:
    """Writes a page over and over into a file of its own and flushes it."""

    def __init__(self, folder: Path) -> None:
        self._handle = os.open(folder / "page", os.O_CREAT | os.O_RDWR, 0o600)
        self._count = 0
        self.once()  # the first makes the file longer, which takes more

    def once(self) -> float:
        """Seconds for one page and its fdatasync."""
        self._count += 1
        page = self._count.to_bytes(8, "big") * (_PAGE // 8)
        begun = time.perf_counter()
        os.pwrite(self._handle, page, 0)
        os.fdatasync(self._handle)
        return time.perf_counter() - begun

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)
