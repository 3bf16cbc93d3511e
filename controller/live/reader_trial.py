"""Readers on trial: each one opened, listened to, and asked for a tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from controller.config import TableConfig
from controller.keyboard import Typed
from controller.listening import Listening
from controller.live.desk import Desk
from controller.live.finding import Finding, fail, ok, warn
from firmware_bridge import READERS, PortLost, PortOpened, ReaderEvent, TagSeen

OPENING_S: Final = 6.0
"""So long all ports may take to open: pyserial waits 5 s for a host that does not answer."""
NEIGHBOURS_S: Final = 0.5
"""So long it is watched whether another reader feels the same tag."""


class ReaderTrial:
    """Tries the readers of a table that have ports of their own.

    `config` has these readers only; `seconds` is how long each waits for a tag.
    """

    def __init__(self, config: TableConfig, desk: Desk, seconds: float) -> None:
        self._config = config
        self._desk = desk
        self._seconds = seconds
        self._lost: dict[int, str] = {}
        self._opened: set[int] = set()

    def run(self) -> Iterator[Finding]:
        """Open all readers and try one after the other."""
        with Listening(self._config.readers, self._desk.events.put) as listening:
            self._open()
            for number in range(len(self._config.readers)):
                yield from self._try(number, listening)

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

    def _try(self, number: int, listening: Listening) -> Iterator[Finding]:
        name = self._name(number)
        if number not in self._lost:
            self._desk.say(
                f"Lay any tag on the {name} ({self._seconds:g} s; Enter goes on to the next)."
            )
        tag, elsewhere, skipped = None, -1, False
        sights: Counter[tuple[int, str]] = Counter()
        for event in () if number in self._lost else self._desk.until(self._end()):
            self._note(event)
            if isinstance(event, Typed):
                skipped = True
            elif isinstance(event.what, TagSeen):
                sights[event.reader, event.what.tag] += 1
                if self._is_settled(event.reader, sights[event.reader, event.what.tag]):
                    if event.reader == number:
                        tag = event.what.tag
                    else:
                        elsewhere = event.reader
            if tag is not None or skipped or number in self._lost:
                break
        if tag is not None:
            yield from self._read(number, tag, listening.faults(number))
        elif number in self._lost:
            yield fail(f"{name}: {self._lost[number]}", "mend that; the lines above may say how")
        elif elsewhere >= 0:
            yield fail(
                f"{name}: the tag was read by the {self._name(elsewhere)}",
                "change their ports in table.toml for one another, or their plugs",
            )
        else:
            yield _silent(name, listening.faults(number), skipped)

    def _end(self) -> float:
        return self._desk.clock() + self._seconds

    def _is_settled(self, reader: int, times: int) -> bool:
        return times > 1 or READERS[self._config.readers[reader].protocol].says_once

    def _read(self, number: int, tag: str, faults: Mapping[str, int]) -> Iterator[Finding]:
        meaning = self._config.deck.tags.get(tag)
        what = f"{meaning}" if meaning else "not in the deck"
        yield ok(f"{self._name(number)}: tag {tag}, {what}{_told(faults)}")
        near = {
            event.reader
            for event in self._desk.until(self._desk.clock() + NEIGHBOURS_S)
            if isinstance(event, ReaderEvent) and event.what == TagSeen(tag)
        }
        for other in sorted(near - {number}):
            yield warn(
                f"{self._name(number)}: the {self._name(other)} feels the same tag",
                "put the antennas farther apart, or a sheet of metal between them",
            )

    def _name(self, number: int) -> str:
        reader = self._config.readers[number]
        return f"reader of {self._config.seating.names[reader.seat]} ({reader.protocol})"


def _silent(name: str, faults: Mapping[str, int], skipped: bool) -> Finding:
    if any(faults.values()):
        return fail(
            f"{name}: bytes come, but no tag that is whole{_told(faults)}",
            "compare its protocol, its level with what the adapter takes, and the ground",
        )
    if skipped:
        return warn(f"{name}: open, but not tried", "run this again and lay a tag on it")
    return fail(
        f"{name}: open, but nothing comes",
        "look at its supply and antenna, and whether its TX goes to the adapter's RX",
    )


def _told(faults: Mapping[str, int]) -> str:
    told = ", ".join(f"{name} {times}" for name, times in faults.items() if times)
    return f" (faults: {told})" if told else ""
