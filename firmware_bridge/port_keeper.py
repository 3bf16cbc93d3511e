"""A serial port that is kept open: opened, heard, lost, and opened again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.decoding import Ask
from firmware_bridge.ear import Ear
from firmware_bridge.errors import HardwareFault, PortFault
from firmware_bridge.serial_line import CHUNK, SerialLine

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 10.0

Wait = Callable[[threading.Event, float], object]
"""Waits until the event is set, at most so many seconds."""
Rest = Callable[[threading.Condition, Callable[[], bool], float | None], object]
"""Waits on a condition, which is held, until the function says so, at most so many seconds."""
Clock = Callable[[], float]


class Talk(Protocol):
    """What is said and heard on a port.

    Called from two threads, but never from both at once: the keeper's `changed` is held. What
    is told of here must not block and must not call `close`.
    """

    def opened(self, at: float) -> bool:
        """The port is open: forget what was half heard before. True when that is all it takes."""

    def heard(self, data: bytes, at: float) -> bool:
        """Take what has come, perhaps nothing; True when it shows that all is well over there."""

    def ask(self, at: float) -> Ask:
        """Say what to do next; called when the port is open and after what was heard, if it waits.

        A HardwareFault raised here closes the port, and it is opened again.
        """

    def failed(self, fault: HardwareFault) -> None:
        """The open port has failed, or what was said on it, and it is closed; `lost` may follow."""

    def lost(self, reason: str, at: float) -> None:
        """The port is lost, or cannot be opened. Said once for a reason, until it changes."""


class PortKeeper:
    """Keeps a port open from `start` to `close`, as well as the port allows.

    `name` is that of its thread, `url` anything pyserial opens. `clock` gives the time in
    seconds; it is asked directly after a read has returned. Who shares an `ear` with others hears
    in the order in which things happened; without one the keeper makes its own. `wait` is how the
    pauses before a new opening are waited, and `rest` how the times between them are.

    The keeper's own thread opens the port, and then sleeps until it is lost. What comes is read
    at once by the ear's thread, or by the keeper's own thread, blocked in a read, when the port
    exists in pyserial only. No timer lies between a byte and who takes it. All that is sent is
    sent by the keeper's own thread: a port that takes nothing must not make the ear deaf.

    The reason of an outage is said once, and again only when it changes. The pauses before a new
    opening are 0.5 s, then each twice the last up to 10 s. They start short again once what was
    heard showed that all is well, or the port has stayed open for 10 s, so that one that opens
    and fails at once is not tried ever so often.
    """

    def __init__(
        self,
        name: str,
        url: str,
        baudrate: int,
        talk: Talk,
        clock: Clock = time.monotonic,
        *,
        ear: Ear | None = None,
        wait: Wait = threading.Event.wait,
        rest: Rest = threading.Condition.wait_for,
    ) -> None:
        self.changed = threading.Condition()
        """Guards all that the port's threads share; held while `talk` is called."""
        self._url = url
        self._baudrate = baudrate
        self._talk = talk
        self._clock = clock
        self._owns_ear = ear is None
        self._ear = Ear() if ear is None else ear
        self._wait = wait
        self._rest = rest
        self._pause_s = FIRST_PAUSE_S
        self._said: str | None = None
        self._stopping = threading.Event()
        self._line: SerialLine | None = None
        self._polled = False
        self._news = False
        self._error: Exception | None = None
        self._taken = self._sent = 0
        # A daemon, so that a program that ends without close() does end.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def traffic(self) -> tuple[int, int]:
        """How many bytes have been read from the port and dealt with, and sent to it."""
        with self.changed:
            return self._taken, self._sent

    def start(self) -> None:
        """Open the port for the first time. Once only."""
        self._thread.start()

    def stir(self) -> None:
        """Have the talk asked again, now. May be called from any thread."""
        with self.changed:
            self._news = True
            self.changed.notify_all()
            if self._line is not None and self._line.descriptor is None:
                self._line.wake()

    def stop(self) -> None:
        """Ask the thread to end and return at once: to stop many ports at the same time."""
        self._stopping.set()
        with self.changed:
            self.changed.notify_all()
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
            # An error in the program, not in the hardware: say that this port is dead, too.
            with self.changed:
                self._talk.lost(f"the port's thread has ended: {error!r}", self._clock())
            raise

    def _until_lost(self) -> None:
        """Open the port and hear it until it is lost, or until the thread is to stop."""
        try:
            line = SerialLine(self._url, self._baudrate)
        except PortFault as fault:
            self._say_lost(fault)
            return
        opened_at = self._clock()
        with self.changed:
            self._line, self._error = line, None
            if self._talk.opened(opened_at):
                self._said = None
        try:
            self._hear(line)
        except HardwareFault as fault:
            with self.changed:
                self._talk.failed(fault)
            self._say_lost(fault)
            if self._clock() - opened_at >= LONGEST_PAUSE_S:
                self._pause_s = FIRST_PAUSE_S
        finally:
            with self.changed:
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
        """Let the talk send what it has to and return how long it then wants to wait."""
        with self.changed:
            ask = self._talk.ask(self._clock())
            self._polled, self._news = ask.wait_s is not None, False
            self.changed.notify_all()  # for who waits until something is sent
        if ask.send:
            line.write(ask.send)
            with self.changed:
                self._sent += len(ask.send)
        return ask.wait_s

    def _sleep(self, wait_s: float | None) -> None:
        """Sleep until the port is lost or to be closed, or the talk must be asked."""
        with self.changed:
            self._rest(self.changed, self._is_due, wait_s)
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
        except Exception as error:  # for the keeper's own thread, which knows what to do
            with self.changed:
                self._error = error
                self.changed.notify_all()

    def _feed(self, data: bytes) -> None:
        at = self._clock()
        with self.changed:
            if self._talk.heard(data, at):
                self._pause_s = FIRST_PAUSE_S
                self._said = None
            self._news = self._news or bool(data)
            self._taken += len(data)
            if self._polled:
                self.changed.notify_all()

    def _say_lost(self, fault: HardwareFault) -> None:
        reason = fault.reason if isinstance(fault, PortFault) else str(fault)
        with self.changed:
            if reason != self._said and not self._stopping.is_set():
                self._said = reason
                self._talk.lost(reason, self._clock())
                self.changed.notify_all()
