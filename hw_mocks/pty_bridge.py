"""A pretend bridge behind a real pseudo-terminal.

Joins a `BridgeModel`, which does what a firmware does, to a `PtyLine`, which pyserial can open.

Not pretended beyond what these two leave out: USB packets. Like a real firmware it looks at its
line in a loop, every few milliseconds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from hw_mocks.bridge import BAUD, BridgeModel
from hw_mocks.pty_line import PtyLine

LOOP_S = 0.002


class BridgeAntenna:
    """One reader of a bridge, for hands to lay tags on."""

    def __init__(self, bridge: PtyBridge, reader: int) -> None:
        self._bridge = bridge
        self._reader = reader

    def lay(self, tag: str, at: float | None = None) -> None:
        """Lay a tag (hex). Raises ValueError if it lies there already."""
        self._bridge.change(lambda model, moment: model.lay(self._reader, tag, moment), at)

    def lift(self, at: float | None = None, tag: str | None = None) -> None:
        """Lift `tag`, or everything. Raises ValueError if it does not lie there."""
        self._bridge.change(lambda model, moment: model.lift(self._reader, moment, tag), at)


class PtyBridge:
    """A bridge that a program can open at `path`, which must not exist yet.

    Every moment `at` may be left out: then it is now, by the clock of the `RealTime` that runs
    this bridge, else the latest moment the model has heard of. A moment that has passed already
    counts as now. `resets` is whether opening its port resets it, as with many an Arduino. May be
    used from several threads.
    """

    def __init__(self, model: BridgeModel, path: Path | str, *, resets: bool = False) -> None:
        self.model = model
        self.line = PtyLine(path, BAUD)
        self._resets = resets
        self._was_open = False
        self._lock = threading.RLock()
        self._clock: Callable[[], float] | None = None
        self._stir: Callable[[], None] | None = None

    @property
    def path(self) -> str:
        """What the program opens; it stays the same over unplug and plug."""
        return self.line.path

    def reader(self, number: int) -> BridgeAntenna:
        """Return one of its readers."""
        return BridgeAntenna(self, number)

    def change(self, change: Callable[[BridgeModel, float], None], at: float | None = None) -> None:
        """Do something to the model at a moment: hands that move, a reset, a hanging program."""
        with self._lock:
            change(self.model, self._moment(at))
        stir = self._stir
        if stir is not None:
            stir()  # outside the lock: whoever is stirred may want to ask this bridge something

    def unplug(self, at: float | None = None) -> None:
        """Pull the cable: the path goes, the microcontroller runs on. RuntimeError if it is out."""
        with self._lock:
            self.advance(self._moment(at))
            self.line.unplug()
            self.model.unsaid(self.model.now)

    def plug(self) -> None:
        """Put the cable in: a new terminal behind the same path. RuntimeError if it is in."""
        with self._lock:
            self.line.plug()

    def _moment(self, at: float | None) -> float:
        if at is None:
            at = self.model.now if self._clock is None else self._clock()
        return max(at, self.model.now)

    # -- time ----------------------------------------------------------------------------------

    def advance(self, at: float) -> None:
        """Hear what has come, and say what is due up to `at`."""
        with self._lock:
            moment = max(at, self.model.now)
            opened = self.line.opened
            if self._resets and opened and not self._was_open:
                self.model.reset(moment)
            self._was_open = opened
            heard = self.line.read()
            if heard:
                self.model.receive(heard, moment)
            for _, raw in self.model.advance(moment):
                self.line.write(raw)

    def next_due(self) -> float | None:
        """Return the moment at which its program looks at its line again."""
        with self._lock:
            return self.model.now + LOOP_S

    def attach(self, clock: Callable[[], float] | None, stir: Callable[[], None] | None) -> None:
        """Take `clock` for the moments left out, and call `stir` after each change."""
        with self._lock:
            self._clock, self._stir = clock, stir

    def close(self) -> None:
        """Unplug for good; a second time does nothing."""
        with self._lock:
            self.line.close()

    def __enter__(self) -> PtyBridge:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
