"""A reader on its port: opened, heard, lost, and opened again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_bridge.decoding import Ask
from firmware_bridge.ear import Ear
from firmware_bridge.errors import HardwareFault, ReaderSilent
from firmware_bridge.port_keeper import Clock, PortKeeper, Rest, Wait
from firmware_bridge.readers import ReaderKind
from firmware_bridge.tags import TagGone, TagSeen


@dataclass(frozen=True, slots=True)
class PortOpened:
    """The port is open and its reader is listened to.

    `resumed`: the reader has been there all the time and now tells what happened meanwhile. So
    what is heard first did not lie there already.
    """

    resumed: bool = False


@dataclass(frozen=True, slots=True)
class PortLost:
    """The port cannot be opened or read, for this reason. It is tried again and again."""

    reason: str


@dataclass(frozen=True, slots=True)
class ReaderEvent:
    """Something happened on reader `reader` at `at` (seconds of the clock handed in)."""

    reader: int
    at: float
    what: TagSeen | TagGone | PortOpened | PortLost


class ReaderPort:
    """A reader on a port, open from `start` to `close` as well as the port allows.

    `number` names the reader in its events; `url` is anything pyserial opens; `sink` is called
    with each event, in order: it must not block and must not call `close`, `queue.SimpleQueue.put`
    is meant. `clock`, `ear`, `wait` and `rest` are as in `PortKeeper`. All readers of a table share
    one `ear`: then their events come in the order in which they happened.

    What the system had received before the opening is dropped when the port opens. Were some of
    it to get through, it would be a frame without its beginning, which the decoder drops, or a
    whole one stamped within the moment after `PortOpened` in which nothing counts as a tap.

    A reader that was silent although its port was open is back when it says something, and only
    then is `PortOpened` said of it again.
    """

    def __init__(
        self,
        number: int,
        url: str,
        kind: ReaderKind,
        sink: Callable[[ReaderEvent], object],
        clock: Clock = time.monotonic,
        *,
        ear: Ear | None = None,
        wait: Wait = threading.Event.wait,
        rest: Rest = threading.Condition.wait_for,
    ) -> None:
        self.number = number
        self.url = url
        self.kind = kind
        self._talk = _ReaderTalk(number, kind, sink)
        self._keeper = PortKeeper(
            f"reader-{number}", url, kind.baudrate, self._talk, clock, ear=ear, wait=wait, rest=rest
        )

    @property
    def faults(self) -> Mapping[str, int]:
        """How often the reader's bytes had each fault since the start; a snapshot."""
        with self._keeper.changed:
            return dict(self._talk.decoder.faults)

    @property
    def traffic(self) -> tuple[int, int]:
        """How many bytes have been read from the reader and dealt with, and sent to it."""
        return self._keeper.traffic

    def start(self) -> None:
        """Start reading. The first event says whether the port is open. Once only."""
        self._keeper.start()

    def stop(self) -> None:
        """Ask the thread to end and return at once: to stop many readers at the same time."""
        self._keeper.stop()

    def close(self) -> None:
        """End the thread and close the port; wait until both is done. May be called twice."""
        self._keeper.close()


class _ReaderTalk:
    """Hands what a decoder finds to the sink."""

    def __init__(
        self, number: int, kind: ReaderKind, sink: Callable[[ReaderEvent], object]
    ) -> None:
        self.decoder = kind.decoder()
        self._number = number
        self._sink = sink
        self._silent = False

    def opened(self, at: float) -> bool:
        self.decoder.reset()
        if self._silent:
            return False
        self._say(at, PortOpened())
        return True

    def heard(self, data: bytes, at: float) -> bool:
        tags = self.decoder.feed(data)
        if data and self._silent:
            self._silent = False
            self._say(at, PortOpened())
        for tag in tags:
            self._say(at, tag)
        return bool(data)

    def ask(self, at: float) -> Ask:
        return self.decoder.ask(at)

    def failed(self, fault: HardwareFault) -> None:
        self._silent = isinstance(fault, ReaderSilent)

    def lost(self, reason: str, at: float) -> None:
        self._say(at, PortLost(reason))

    def _say(self, at: float, what: TagSeen | PortOpened | PortLost) -> None:
        self._sink(ReaderEvent(self._number, at, what))
