"""A pretend reader behind a real pseudo-terminal.

Joins a model of any kind, which says what comes when, to a `PtyLine`, which pyserial can open.

Not pretended beyond what these two leave out: USB latency timers, which in real adapters join
bytes into packets of up to 16 ms.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hw_mocks.module import ReaderModule
from hw_mocks.pty_device import PtyDevice


class PtyReader(PtyDevice):
    """A reader that a program can open at `path`; for moments and threads see `PtyDevice`."""

    def __init__(self, model: ReaderModule, path: Path | str) -> None:
        super().__init__(path, model.baud)
        self.model = model
        self.heard = 0
        """How many bytes the program has written to this reader."""
        self.said = 0
        """How many bytes it has said while someone listened."""

    def now(self) -> float:
        """The latest moment its model has heard of."""
        return self.model.now

    @property
    def lost(self) -> int:
        """Bytes that nobody will ever read: port not open, buffer full, or unplugged."""
        return self.line.lost

    # -- hands and mischief --------------------------------------------------------------------

    def lay(self, tag: str, at: float | None = None) -> None:
        """Lay a tag. Raises ValueError if it lies there already."""
        self._change(lambda moment: self.model.lay(tag, moment), at)

    def lift(self, at: float | None = None, tag: str | None = None) -> None:
        """Lift `tag`, or everything. Raises ValueError if it does not lie there."""
        self._change(lambda moment: self.model.lift(moment, tag), at)

    def ghost(self, number: str, at: float | None = None) -> None:
        """Read a number nobody laid, with all checksums right."""
        self._change(lambda moment: self.model.ghost(number, moment), at)

    def rubbish(self, raw: bytes, at: float | None = None) -> None:
        """Put any bytes on the line, in their turn and time."""
        self._change(lambda moment: self.model.rubbish(raw, moment), at)

    def write(self, raw: bytes) -> int:
        """Put any bytes on the line at once; return how many found someone listening."""
        with self._lock:
            taken = self.line.write(raw)
            self.said += taken
            return taken

    def unplug(self, at: float | None = None) -> None:
        """Pull the plug: the path goes, whoever has the port open sees the error.

        What was due before is sent before. Raises RuntimeError if it is out already.
        """
        with self._lock:
            moment = self._moment(at)
            if self.line.plugged:
                self.advance(moment)
            self.line.unplug()
            self.model.power(False, moment)
        self._stirred()

    def plug(self, at: float | None = None) -> None:
        """Put the plug in: a new terminal behind the same path; a tag lying there is read anew.

        Raises RuntimeError if it is in already.
        """
        with self._lock:
            self.line.plug()
            self.model.power(True, self._moment(at))
        self._stirred()

    def _change(self, change: Callable[[float], None], at: float | None) -> None:
        with self._lock:
            change(self._moment(at))
        self._stirred()

    # -- time ----------------------------------------------------------------------------------

    def advance(self, at: float) -> None:
        """Hear what the program has written, and send what is due up to `at`."""
        with self._lock:
            heard = self.line.read()
            self.heard += len(heard)
            self.model.hear(heard, max(at, self.model.now))
            for _, raw in self.model.advance(at):
                self.said += self.line.write(raw)

    @property
    def listens(self) -> bool:
        """Whether what the program writes matters to this reader."""
        return self.model.listens

    def listening(self) -> int | None:
        """The descriptor on which the program's bytes come; None while its port is not open."""
        with self._lock:
            return self.line.descriptor if self.line.opened else None

    def next_due(self) -> float | None:
        """Return a moment before which nothing is due; None: nothing until hands move."""
        with self._lock:
            return self.model.next_due()
