"""One reader of any kind on a bench: a pretend module, a pty, the port, the ear, and presence.

`FIXTURES` has an entry for each kind; the suite of reader behaviour runs over all of them.
"""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge import (
    READERS,
    Ear,
    PortLost,
    PortOpened,
    Presence,
    ReaderEvent,
    ReaderPort,
    TagSeen,
    Tap,
    UnknownTag,
)
from hw_mocks.kinds import KINDS
from hw_mocks.lockstep import Lockstep
from hw_mocks.pty_reader import PtyReader

GONE_S = 0.4
SOON_S = 20.0
"""No event is waited for so long unless a test fails."""

What = Tap | UnknownTag | PortOpened | PortLost


@dataclass(frozen=True)
class Fixture:
    """What the suite has to know of a kind."""

    card: str
    other: str
    stranger: str
    """A tag that is in no deck."""
    sees_both: bool
    """Whether two tags at once are read as both, and not as something else."""


PLAIN = ("000414CD7E", "1F00644BB6", "0114AE3BBC")
FIXTURES = {
    "rdm6300": Fixture(*PLAIN, sees_both=False),
    "id12la": Fixture(*PLAIN, sees_both=False),
    "pn532": Fixture("6E8AE2B0", "047BCB51962280", "048A01AA5C6480", sees_both=True),
    "r200": Fixture(
        "30751FEB705C5904E3D50D70",
        "E200001D7315016521408FC6",
        "E200471BB0006013044509D0",
        sees_both=True,
    ),
}


class Bench:
    """A reader of one kind with all that reads it. Time is the bench's own: `at`."""

    def __init__(self, name: str, folder: Path) -> None:
        self.fixture = FIXTURES[name]
        self.kind = READERS[name]
        self.model = KINDS[name].module()
        self.reader = PtyReader(self.model, folder / "port")
        self.time = Lockstep([self.reader])
        self.happened: list[tuple[float, What]] = []
        self._ear = Ear()
        self._events: queue.SimpleQueue[ReaderEvent] = queue.SimpleQueue()
        self.port = ReaderPort(
            0,
            self.reader.path,
            self.kind,
            self._events.put,
            self.time.clock,
            ear=self._ear,
            wait=self.time.wait,
            rest=self.time.rest,
        )
        known = {self.fixture.card, self.fixture.other}
        self._presence = Presence(GONE_S, known.__contains__, self.kind.says_once)

    @property
    def at(self) -> float:
        return self.time.clock()

    # What is done to it.

    def start(self) -> None:
        """Begin, and let the moment pass in which what is read lay there already."""
        self.port.start()
        self.time.attend([self.port])
        self._hear_one()
        self.go_on(1.0)

    def go_on(self, seconds: float) -> None:
        """Let time pass."""
        self.time.pass_to(self.at + seconds, self._hear)

    def lay(self, *tags: str) -> None:
        for tag in tags:
            self.reader.lay(tag, self.at)

    def lift(self, *tags: str) -> None:
        for tag in tags:
            self.reader.lift(self.at, tag)

    def tap(self, *tags: str, rest_s: float = 0.2, away_s: float = 0.6) -> None:
        """Lay tags, let them rest, lift them, and wait until they are gone."""
        self.lay(*tags)
        self.go_on(rest_s)
        self.lift(*tags)
        self.go_on(away_s)

    def unplug(self) -> None:
        """Pull the plug; the program notices."""
        self.reader.unplug(self.at)
        self._hear_one()

    def plug(self) -> None:
        self.reader.plug(self.at)

    # What came of it.

    def news(self) -> list[What]:
        """What has happened since the last call, without its moments."""
        news, self.happened = [what for _, what in self.happened], []
        return news

    def _hear_one(self) -> None:
        self._take(self._events.get(timeout=SOON_S))

    def _hear(self) -> None:
        while not self._events.empty():
            self._hear_one()

    def _take(self, event: ReaderEvent) -> None:
        what: What | None
        match event.what:
            case TagSeen(tag):
                what = self._presence.seen(tag, event.at)
            case PortOpened():
                self._presence.opened(event.at)
                what = event.what
            case PortLost():
                self._presence.lost(event.at)
                what = event.what
        if what is not None:
            self.happened.append((event.at, what))

    def close(self) -> None:
        self.port.close()
        self._ear.close()
        self.reader.close()


@contextlib.contextmanager
def bench(
    name: str, folder: Path, *, started: bool = True, plugged: bool = True
) -> Iterator[Bench]:
    """A bench with a reader of this kind while the block lasts; started, it has been opened."""
    made = Bench(name, folder)
    try:
        if not plugged:
            made.reader.unplug(0.0)
        if started:
            made.start()
            assert made.news() == [PortOpened()], f"{name} did not open"
        yield made
    finally:
        made.close()
