"""The far end of a pretend serial line, timed as closely as can be."""

from __future__ import annotations

import os
import select
import time
import tty
from functools import reduce
from operator import xor
from pathlib import Path


class Line:
    """A pseudo-terminal whose near end goes by the name `path`."""

    def __init__(self, path: Path) -> None:
        self._far, near = os.openpty()
        tty.setraw(near)
        path.unlink(missing_ok=True)
        path.symlink_to(os.ttyname(near))
        os.close(near)

    @property
    def opened(self) -> bool:
        """Whether a program has the line open."""
        poll = select.poll()
        poll.register(self._far, 0)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def say(self, tag: str) -> float:
        """Say a tag as an RDM6300 does; the moment just before its bytes were there."""
        sum_of = reduce(xor, bytes.fromhex(tag))
        frame = f"\x02{tag}{sum_of:02X}\x03".encode("ascii")
        begun = time.perf_counter()
        os.write(self._far, frame)
        return begun

    def close(self) -> None:
        """Hang up."""
        os.close(self._far)
