"""A reader on its port: opened, heard, lost, and opened again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_bridge.ear import Ear
from firmware_bridge.errors import HardwareFault, PortFault, ReaderSilent
from firmware_bridge.readers import ReaderKind
from firmware_bridge.serial_line import CHUNK, SerialLine
from firmware_bridge.tags import TagSeen

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 10.0


@dataclass(frozen=True, slots=True)
class PortOpened:
    """The port is open and its reader is listened to."""


@dataclass(frozen=True, slots=True)
class PortLost:
    """The port cannot be opened or read, for this reason. It is tried again and again."""

    reason: str


@dataclass(frozen=True, slots=True)
class ReaderEvent:
    """Something happened on reader `reader` at `at` (seconds of the clock handed in)."""

    reader: int
    at: float
    what: TagSeen | PortOpened | PortLost


Wait = Callable[[threading.Event, float], object]
"""Waits until the event is set, at most so many seconds."""

Rest = Callable[[threading.Condition, Callable[[], bool], float | None], object]
"""Waits on a condition, which is held, until the function says so, at most so many seconds."""


class ReaderPort:
    """A reader on a port, open from `start` to `close` as well as the port allows.

    `number` names the reader in its events; `url` is anything pyserial opens; `sink` is called
    with each event, in order: it must not block and must not call `close`, `queue.SimpleQueue.put`
    is meant. `clock` gives the time in seconds; it is asked directly after a read has returned.

    All readers of a table share one `ear`: then their events come in the order in which they
    happened. A port without one makes its own. `wait` is how the pauses before a new opening are
    waited, and `rest` how the times between them are.

    The reader's own thread opens the port, and then sleeps until it is lost. What comes is read
    at once by the ear's thread, or by the reader's own thread, blocked in a read, when the port
    exists in pyserial only. No timer lies between a tag and its event.

    What the system had received before the opening is dropped when the port opens. Were some of
    it to get through, it would be a frame without its beginning, which the decoder drops, or a
    whole one stamped within the moment after `PortOpened` in which nothing counts as a tap.

    A reader that was silent although its port was open is back when it says something, and only
    then is `PortOpened` said of it again.

    The reason of an outage is said once, and again only when it changes. The pauses before a new
    opening are 0.5 s, then each twice the last up to 10 s. They start short again once the port
    has given bytes or has stayed open for 10 s, so that one that opens and fails at once is not
    tried ever so often.
    """

    def __init__(
        self,
        number: int,
        url: str,
        kind: ReaderKind,
        sink: Callable[[ReaderEvent], object],
        clock: Callable[[], float] = time.monotonic,
        *,
        ear: Ear | None = None,
        wait: Wait = threading.Event.wait,
        rest: Rest = threading.Condition.wait_for,
    ) -> None:
        self.number = number
        self.url = url
        self.kind = kind
        self._sink = sink
        self._clock = clock
        self._owns_ear = ear is None
        self._ear = Ear() if ear is None else ear
        self._wait = wait
        self._rest = rest
        self._pause_s = FIRST_PAUSE_S
        self._said: str | None = None
        self._stopping = threading.Event()
        # Guards all below, which the reader's thread shares with the ear's and with stop().
        self._changed = threading.Condition()
        self._decoder = kind.decoder()
        self._line: SerialLine | None = None
        self._polled = False
        self._news = False
        self._error: Exception | None = None
        self._silent = False
        self._taken = self._sent = 0
        # A daemon, so that a program that ends without close() does end.
        self._thread = threading.Thread(target=self._run, name=f"reader-{number}", daemon=True)

    @property
    def faults(self) -> Mapping[str, int]:
        """How often the reader's bytes had each fault since the start; a snapshot."""
        with self._changed:
            return dict(self._decoder.faults)

    @property
    def traffic(self) -> tuple[int, int]:
        """How many bytes have been read from the reader and dealt with, and sent to it."""
        with self._changed:
            return self._taken, self._sent

    def start(self) -> None:
        """Start reading. The first event says whether the port is open. Once only."""
        self._thread.start()

    def stop(self) -> None:
        """Ask the thread to end and return at once: to stop many readers at the same time."""
        self._stopping.set()
        with self._changed:
            self._changed.notify_all()
            if self._line is not None:
                self._line.wake()

    def close(self) -> None:
        """End the thread and close the port; wait until both is done. May be called twice.

        This takes no noticeable time, except with `socket://`: pyserial waits 0.3 s when it
        closes one, and up to 5 s for a host that does not answer at the opening.
        """
        self.stop()
        if self._thread.ident is not None:
            self._thread.join()
        if self._owns_ear:
            self._ear.close()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._until_lost()
                if not self._stopping.is_set():
                    self._wait(self._stopping, self._pause_s)
                    self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        except Exception as error:
            # An error in the program, not in the hardware: say that this reader is dead, too.
            self._say(self._clock(), PortLost(f"the reader's thread has ended: {error!r}"))
            raise

    def _until_lost(self) -> None:
        """Open the port and hear it until it is lost, or until the thread is to stop."""
        try:
            line = SerialLine(self.url, self.kind.baudrate)
        except PortFault as fault:
            self._say_lost(fault)
            return
        opened_at = self._clock()
        with self._changed:
            self._line, self._error = line, None
            self._decoder.reset()
        try:
            if not self._silent:
                self._say_opened(opened_at)
            self._hear(line)
        except HardwareFault as fault:
            self._silent = isinstance(fault, ReaderSilent)
            self._say_lost(fault)
            if self._clock() - opened_at >= LONGEST_PAUSE_S:
                self._pause_s = FIRST_PAUSE_S
        finally:
            with self._changed:
                self._line = None
            line.close()

    def _hear(self, line: SerialLine) -> None:
        if line.descriptor is None:
            while not self._stopping.is_set():
                self._feed(line.wait(self._ask(line)))
            return
        self._ear.listen(line.descriptor, lambda hung_up: self._heard(line, hung_up))
        try:
            while not self._stopping.is_set():
                self._sleep(self._ask(line))
        finally:
            self._ear.forget(line.descriptor)

    def _ask(self, line: SerialLine) -> float | None:
        """Let the protocol send what it has to and return how long it then wants to wait."""
        with self._changed:
            ask = self._decoder.ask(self._clock())
            self._polled, self._news = ask.wait_s is not None, False
        if ask.send:
            line.write(ask.send)
            with self._changed:
                self._sent += len(ask.send)
        return ask.wait_s

    def _sleep(self, wait_s: float | None) -> None:
        """Sleep until the port is lost or to be closed, or a polled protocol must be asked."""
        with self._changed:
            self._rest(self._changed, self._is_due, wait_s)
            if self._error is not None:
                raise self._error

    def _is_due(self) -> bool:
        asks = self._polled and self._news
        return asks or self._error is not None or self._stopping.is_set()

    def _heard(self, line: SerialLine, hung_up: bool) -> None:
        """Read what has come; called by the ear's thread."""
        try:
            while self._error is None:
                data = line.take(hung_up)
                if data:
                    self._feed(data)
                if len(data) < CHUNK and not hung_up:
                    return
        except Exception as error:  # for the reader's own thread, which knows what to do
            with self._changed:
                self._error = error
                self._changed.notify_all()

    def _feed(self, data: bytes) -> None:
        at = self._clock()
        with self._changed:
            tags = self._decoder.feed(data)
            if data:
                self._pause_s = FIRST_PAUSE_S
                self._news = True
                if self._silent:
                    self._silent = False
                    self._say_opened(at)
        for tag in tags:
            self._say(at, tag)
        with self._changed:
            self._taken += len(data)
            if self._polled:
                self._changed.notify_all()

    def _say_opened(self, at: float) -> None:
        self._said = None
        self._say(at, PortOpened())

    def _say_lost(self, fault: HardwareFault) -> None:
        reason = fault.reason if isinstance(fault, PortFault) else str(fault)
        if reason != self._said and not self._stopping.is_set():
            self._said = reason
            self._say(self._clock(), PortLost(reason))

    def _say(self, at: float, what: TagSeen | PortOpened | PortLost) -> None:
        self._sink(ReaderEvent(self.number, at, what))
