"""Which tag was laid alone on a reader, out of all that readers say.

A number counts when it was read twice (once on readers that say it once only), and when for a
moment nothing else was read with it. Where a reader says when a tag goes, one that lies there
is there, however long ago it came.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from firmware_bridge import Presence, UnknownTag

HOLD_S: Final = 0.3
"""So long a tag is watched, in seconds, before it is taken."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A tag lies alone on a reader; `also` are other readers that read it too."""

    reader: int
    tag: str
    also: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Crowd:
    """More than one tag lies on a reader, or on two readers at once: none of them counts."""

    reader: int
    tags: tuple[str, ...]


@dataclass(slots=True)
class _Sight:
    first: float
    last: float
    times: int = 1
    lies: bool = False  # only where the reader says when it is gone


class TagWatch:
    """Watches readers; every time is passed in, in seconds of one clock.

    `says_once` tells of each reader whether it names a tag only when it comes; `gone_s` is how long
    a tag must be away to come anew. `says_gone` are the numbers of those that say when one goes.
    """

    def __init__(
        self, says_once: Sequence[bool], gone_s: float, says_gone: Collection[int] = ()
    ) -> None:
        self._gone_s = gone_s
        self._says_once = says_once
        self._says_gone = frozenset(says_gone)
        self._presences = [
            Presence(gone_s, lambda tag: False, once, reader in self._says_gone)
            for reader, once in enumerate(says_once)
        ]
        self._sights: list[dict[str, _Sight]] = [{} for _ in says_once]
        self._held: dict[tuple[int, str], float] = {}

    def opened(self, reader: int, at: float) -> None:
        """A reader was opened: what lies on it must be lifted first."""
        self._presences[reader].opened(at)
        for sight in self._sights[reader].values():
            sight.lies = False  # it says anew what lies there

    def resumed(self, reader: int, at: float) -> None:
        """A reader is heard again and has been there all the time."""
        self._presences[reader].resumed(at)

    def lost(self, reader: int, at: float) -> None:
        """A reader was lost."""
        self._presences[reader].lost(at)
        self._drop(reader)

    def seen(self, reader: int, tag: str, at: float) -> None:
        """A reader has read a number."""
        sights = self._sights[reader]
        old = at - 2 * self._gone_s
        for gone in [each for each, its in sights.items() if its.last <= old and not its.lies]:
            del sights[gone]
        before = sights.get(tag)
        if before is None or at - before.last >= self._gone_s:
            sights[tag] = _Sight(at, at)
        else:
            before.last, before.times = at, before.times + 1
        sights[tag].lies = reader in self._says_gone
        if isinstance(self._presences[reader].seen(tag, at), UnknownTag):
            self._held[reader, tag] = at + HOLD_S

    def gone(self, reader: int, tag: str, at: float) -> None:
        """A reader says that a tag is gone. One that lay there for a moment has been laid."""
        self._presences[reader].gone(tag, at)
        sight = self._sights[reader].get(tag)
        if sight is not None:
            sight.last, sight.lies = max(at, sight.last), False

    def due(self) -> float | None:
        """When `decide` will have something to say, if nothing else comes; None: not at all."""
        return min(self._held.values(), default=None)

    def decide(self, at: float) -> list[Offer | Crowd]:
        """What has been laid, of that which has been watched long enough."""
        news: list[Offer | Crowd] = []
        for (reader, tag), due in list(self._held.items()):
            if due > at or (reader, tag) not in self._held:
                continue
            rivals = self._rivals(reader, tag)
            also = tuple(r for r, held in self._held if held == tag and r != reader)
            others = {r: held for r, held in self._held if held != tag}
            if rivals or others:
                news.append(Crowd(reader, tuple(sorted({tag, *rivals, *others.values()}))))
                for each in (reader, *others):
                    self._drop(each)
            else:
                news.append(Offer(reader, tag, also))
                for each in (reader, *also):
                    self._drop(each)
        return news

    def _rivals(self, reader: int, tag: str) -> list[str]:
        """Other numbers that were on this reader with this one, ghosts left out."""
        sights = self._sights[reader]
        enough = 1 if self._says_once[reader] else 2
        since = sights[tag].first - self._gone_s
        return [
            other
            for other, its in sights.items()
            if other != tag and its.times >= enough and (its.lies or its.last > since)
        ]

    def _drop(self, reader: int) -> None:
        for key in [key for key in self._held if key[0] == reader]:
            del self._held[key]
