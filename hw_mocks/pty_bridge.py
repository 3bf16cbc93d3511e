"""A pretend bridge behind a real pseudo-terminal.

Joins a `BridgeModel`, which does what a firmware does, to a `PtyLine`, which pyserial can open.

Not pretended beyond what these two leave out: USB packets. Like a real firmware it looks at its
line in a loop, every few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hw_mocks.bridge import BAUD, BridgeModel
from hw_mocks.pty_device import PtyDevice

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


class PtyBridge(PtyDevice):
    """A bridge that a program can open at `path`; for moments and threads see `PtyDevice`.

    `resets` is whether opening its port resets it, as with many an Arduino.
    """

    def __init__(self, model: BridgeModel, path: Path | str, *, resets: bool = False) -> None:
        super().__init__(path, BAUD)
        self.model = model
        self._resets = resets
        self._was_open = False

    def now(self) -> float:
        """The latest moment its model has heard of."""
        return self.model.now

    def reader(self, number: int) -> BridgeAntenna:
        """Return one of its readers."""
        return BridgeAntenna(self, number)

    def change(self, change: Callable[[BridgeModel, float], None], at: float | None = None) -> None:
        """Do something to the model at a moment: hands that move, a reset, a hanging program."""
        with self._lock:
            change(self.model, self._moment(at))
        self._stirred()

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
