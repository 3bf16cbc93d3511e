"""Hands out the work of a simulation and gathers what comes of it, until all is done."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from types import FrameType
from typing import Final

from controller.simulate.chunk import Chunk, code_mark, play_chunk
from controller.simulate.crew import Crew, CrewFault
from controller.simulate.ledger import Ledger, Part, Slice
from controller.simulate.match import Setup

LOSSES: Final = 3
"""So often in a row workers may be lost without anything having come of it."""
Events = SimpleQueue["int | Future[Chunk]"]
"""What wakes the one who waits: a signal's number, or a call that has ended."""


@contextmanager
def stop_signals(events: Events) -> Iterator[None]:
    """Put Ctrl-C and SIGTERM among the events instead of breaking off."""

    def heard(number: int, _: FrameType | None) -> None:
        events.put(number)

    before = {number: signal.signal(number, heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@dataclass(slots=True)
class Run:
    """One run of a simulation: a crew plays what a ledger has to do.

    `keep` is called with each part that is played, `tell` when something has changed; `stopped` is
    the signal that ended the run early.
    """

    setups: tuple[Setup, ...]
    ledger: Ledger
    crew: Crew
    events: Events
    keep: Callable[[Part], None]
    tell: Callable[[], None]
    stopped: int | None = None
    _under_way: dict[Future[Chunk], Slice] = field(default_factory=dict)
    _loss: BaseException | None = None
    _losses: int = 0

    def play(self) -> None:
        """Play until all is done, or a signal comes: then only what is under way is awaited.

        A second signal ends that too. Raises `CrewFault` when workers are lost again and again,
        `OSError` when `keep` cannot, and whatever the work itself raises.
        """
        at_once = True
        try:
            self.tell()
            while self._hand_out():
                event = self.events.get()
                if isinstance(event, Future):
                    self._take_in(event)
                elif self.stopped is None:
                    self._stop(event)
                else:
                    return
            at_once = False
        finally:
            self.crew.close(at_once=at_once)

    def _stop(self, number: int) -> None:
        self.stopped = number
        for future in list(self._under_way):
            future.cancel()

    def _hand_out(self) -> bool:
        """Keep the crew busy; False when nothing is under way any more."""
        if self.stopped is not None:
            return bool(self._under_way)
        if self._loss is not None:
            if self._under_way:
                return True
            self._find_crew()
        ahead = self.crew.ahead
        while len(self._under_way) < ahead and self._loss is None:
            piece = self.ledger.take(ahead)
            if piece is None:
                break
            self._send(piece)
        return bool(self._under_way) or (self._loss is not None and self._hand_out())

    def _send(self, piece: Slice) -> None:
        setup = self.setups[piece.rules]
        try:
            future = self.crew.submit(play_chunk, setup, piece.first, piece.end, code_mark())
        except Exception as error:
            self._lose(piece, error)
            return
        self._under_way[future] = piece
        future.add_done_callback(self.events.put)

    def _take_in(self, future: Future[Chunk]) -> None:
        piece = self._under_way.pop(future)
        if future.cancelled():
            if self.stopped is None:
                self._lose(piece, CrewFault("the work was called off"))
            return
        error = future.exception()
        if error is not None:
            if self.stopped is None:
                self._lose(piece, error)
            return
        chunk = future.result()
        part = Part(piece.rules, ((piece.first, chunk.end),), chunk.tally)
        self.ledger.add(part)
        self.ledger.give_back(piece._replace(first=chunk.end))
        self.keep(part)
        self._losses = 0
        self.tell()

    def _lose(self, piece: Slice, error: BaseException) -> None:
        """Work that was sent does not come back. Raises the error when it is not for that."""
        if not isinstance(error, CrewFault) and not self.crew.lost(error):
            raise error
        self.ledger.give_back(piece)
        self._loss = error

    def _find_crew(self) -> None:
        self._losses += 1
        if self._losses > LOSSES:
            raise CrewFault(f"workers were lost {LOSSES} times in a row: {self._loss}")
        try:
            self.crew.renew()
        except Exception as error:
            if not self.crew.lost(error):
                raise
            raise CrewFault(f"no more workers: {error}") from error
        self._loss = None
