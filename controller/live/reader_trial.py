"""Readers on trial: each one listened to, and asked for a tag."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from controller.config import BRIDGE, TableConfig
from controller.keyboard import Typed
from controller.listening import Listening
from controller.live.desk import Desk
from controller.live.finding import Finding, fail, ok, warn
from firmware_bridge import (
    READERS,
    OnReader,
    PortLost,
    PortOpened,
    ReaderEvent,
    TagSeen,
    Unwired,
)

OPENING_S: Final = 6.0
"""So long all ports may take to open: pyserial waits 5 s for a host that does not answer."""
NEIGHBOURS_S: Final = 0.5
"""So long it is watched whether another reader feels the same tag."""
SWAP: Final = "change their places in table.toml for one another, or their plugs"


class ReaderTrial:
    """Tries the readers of a table.

    `listening` hears them and puts what they say on the `desk`; `seconds` is how long each waits
    for a tag.
    """

    def __init__(
        self, config: TableConfig, desk: Desk, seconds: float, listening: Listening
    ) -> None:
        self._config = config
        self._desk = desk
        self._seconds = seconds
        self._listening = listening
        self._lost: dict[int, str] = {}
        self._opened: set[int] = set()

    def run(self) -> Iterator[Finding]:
        """Wait until all readers are open or lost, and try one after the other."""
        self._open()
        for number in range(len(self._config.readers)):
            yield from self._try(number)

    def _open(self) -> None:
        everyone = set(range(len(self._config.readers)))
        for event in self._desk.until(self._desk.clock() + OPENING_S):
            self._note(event)
            if self._opened | set(self._lost) == everyone:
                return

    def _note(self, event: object) -> None:
        match event:
            case ReaderEvent(reader, _, PortOpened()):
                self._opened.add(reader)
                self._lost.pop(reader, None)
            case ReaderEvent(reader, _, PortLost(reason)):
                self._lost[reader] = reason

    def _try(self, number: int) -> Iterator[Finding]:
        name = self._name(number)
        if number not in self._lost:
            self._desk.say(
                f"Lay any tag on the {name} ({self._seconds:g} s; Enter goes on to the next)."
            )
        sights = _Sights()
        skipped, elsewhere = False, None
        for event in () if number in self._lost else self._desk.until(self._end()):
            self._note(event)
            match event:
                case Typed():
                    skipped = True
                case ReaderEvent(reader, at, TagSeen(tag)):
                    times = sights.add(reader, tag, at)
                    if not self._is_settled(reader, times):
                        continue
                    if reader == number:
                        yield from self._read(number, tag, sights)
                        return
                    elsewhere = fail(f"{name}: the tag was read by the {self._name(reader)}", SWAP)
                case Unwired(_, OnReader(other, TagSeen())):
                    where = f"reader {other} of the bridge, which the table does not use"
                    do = f"set its reader = {other} in table.toml, or change the plugs"
                    elsewhere = fail(f"{name}: the tag was read by {where}", do)
            if skipped or number in self._lost:
                break
        if number in self._lost:
            yield fail(f"{name}: {self._lost[number]}", "mend that; the lines above may say how")
        else:
            yield elsewhere or self._silent(number, skipped)

    def _end(self) -> float:
        return self._desk.clock() + self._seconds

    def _is_settled(self, reader: int, times: int) -> bool:
        protocol = self._config.readers[reader].protocol
        return times > 1 or protocol == BRIDGE or READERS[protocol].says_once

    def _read(self, number: int, tag: str, sights: _Sights) -> Iterator[Finding]:
        meaning = self._config.deck.tags.get(tag)
        what = f"{meaning}" if meaning else "not in the deck"
        yield ok(f"{self._name(number)}: tag {tag}, {what}{told(self._listening.faults(number))}")
        # A reader that says a tag once may have said it before the one that was asked.
        near = sights.lately(tag)
        for event in self._desk.until(self._desk.clock() + NEIGHBOURS_S):
            self._note(event)
            if isinstance(event, ReaderEvent) and event.what == TagSeen(tag):
                near.add(event.reader)
        for other in sorted(near - {number}):
            yield warn(
                f"{self._name(number)}: the {self._name(other)} feels the same tag",
                "put the antennas farther apart, or a sheet of metal between them",
            )

    def _silent(self, number: int, skipped: bool) -> Finding:
        name, faults = self._name(number), self._listening.faults(number)
        if any(faults.values()):
            return fail(
                f"{name}: bytes come, but no tag that is whole{told(faults)}",
                "compare its protocol, its level with what the adapter takes, and the ground",
            )
        if skipped:
            return warn(f"{name}: open, but not tried", "run this again and lay a tag on it")
        if self._config.readers[number].protocol == BRIDGE:
            do = "look at its supply and antenna, how it hangs on the board, and at its number"
            return fail(f"{name}: nothing comes", do)
        return fail(
            f"{name}: open, but nothing comes",
            "look at its supply and antenna, and whether its TX goes to the adapter's RX",
        )

    def _name(self, number: int) -> str:
        reader = self._config.readers[number]
        place = "" if reader.number is None else f", reader {reader.number}"
        return f"reader of {self._config.seating.names[reader.seat]} ({reader.protocol}{place})"


class _Sights:
    """Which reader has read which tag: how often, and when last."""

    def __init__(self) -> None:
        self._all: dict[tuple[int, str], tuple[int, float]] = {}
        self._at = 0.0

    def add(self, reader: int, tag: str, at: float) -> int:
        """Take note of one; how many there are of it now."""
        times = self._all.get((reader, tag), (0, at))[0] + 1
        self._all[reader, tag] = times, at
        self._at = at
        return times

    def lately(self, tag: str) -> set[int]:
        """The readers that have read a tag within the last moment."""
        since = self._at - NEIGHBOURS_S
        return {r for (r, its), (_, at) in self._all.items() if its == tag and at >= since}


def told(faults: Mapping[str, int]) -> str:
    """The faults that there were, to be put behind a sentence."""
    its = ", ".join(f"{name} {times}" for name, times in faults.items() if times)
    return f" (faults: {its})" if its else ""
