"""Finding binary frames in a stream of bytes, whatever is between them or wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

Body = TypeVar("Body")

JUNK_BYTE = "junk byte"
CUT_FRAME = "cut frame"


class SpoiltFrame(ValueError):
    """What begins here is no frame; the text is the name of the fault it counts as."""


class BinaryFrames(Generic[Body]):
    """The frames in a stream: fed with bytes, it gives the bodies of the frames they complete.

    `start` is what every frame begins with. `read` is given bytes that begin with it: it returns
    the frame's size and body, or None when more bytes are needed, or raises SpoiltFrame. It must
    decide on a bounded number of bytes, and what it says of some bytes must hold for more.

    A spoilt frame is dropped and the search goes on right after its start byte, so that no damage
    can hide a frame that begins later; what is left of it counts as junk. `padding` are bytes that
    may stand between frames without being junk. `faults` names what `read` may raise.
    """

    def __init__(
        self,
        start: bytes,
        read: Callable[[bytes], tuple[int, Body] | None],
        faults: Iterable[str],
        padding: bytes = b"",
    ) -> None:
        self.faults = dict.fromkeys((JUNK_BYTE, CUT_FRAME, *faults), 0)
        self._start = start
        self._read = read
        self._padding = padding
        self._pending = b""

    def feed(self, data: bytes) -> list[Body]:
        """Take the next bytes of the stream."""
        self._pending += data
        found: list[Body] = []
        while self._find_start():
            try:
                frame = self._read(self._pending)
            except SpoiltFrame as spoilt:
                self._drop(str(spoilt))
                continue
            if frame is None:
                break
            size, body = frame
            self._pending = self._pending[size:]
            found.append(body)
        return found

    def give_up(self) -> list[Body]:
        """Say that no more bytes will come: a half frame is cut, and frames behind it are found."""
        found: list[Body] = []
        while len(self._pending) >= len(self._start):
            self._drop(CUT_FRAME)
            found += self.feed(b"")
        return found

    def clear(self) -> None:
        """Forget what is pending; a half frame counts as cut."""
        if len(self._pending) >= len(self._start):
            self.faults[CUT_FRAME] += 1
        self._pending = b""

    def _find_start(self) -> bool:
        """Let the pending bytes begin with a start, or with what may become one."""
        at = self._pending.find(self._start)
        found = at >= 0
        if not found:
            at = len(self._pending)
            while at > 0 and self._start.startswith(self._pending[at - 1 :]):
                at -= 1
        between, self._pending = self._pending[:at], self._pending[at:]
        self.faults[JUNK_BYTE] += len(between.translate(None, self._padding))
        return found

    def _drop(self, fault: str) -> None:
        self.faults[fault] += 1
        self._pending = self._pending[1:]
