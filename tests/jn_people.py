"""Cards that lie on readers for a while, put through a whole table by the clock on the wall.

A reader says a tag that lies about every 65 ms; two at once it says in turns, or as one that is
neither. What is seen on the lights and the screens is noted after everything that is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ct_table import DECK, TAGS

from controller.config import ReaderConfig
from controller.journal.writing import MemoryJournal
from controller.session.session import Session
from controller.table import Table
from display import Screen
from engine import Match, find_game
from firmware_bridge import Presence, ReaderEvent, TagSeen

REPEAT_S = 0.065
GONE_S = 0.4
OWN = {"S": 0, "W": 1, "N": 2, "E": 3}


@dataclass(frozen=True)
class Lies:
    """A tag lies on the reader of a seat from one moment to another, in seconds."""

    seat: str
    meaning: str
    start: float
    end: float

    def frames(self) -> list[tuple[float, int, str]]:
        """When it is read, on which reader, as what."""
        count = max(1, round((self.end - self.start) / REPEAT_S))
        tag = TAGS.get(self.meaning, self.meaning)
        return [(self.start + n * REPEAT_S, OWN[self.seat], tag) for n in range(count)]


class People:
    """A table of Twenty-Nine with unseen hands, in play: E is the caller at 16 and leads.

    `alerts`, `lit` and `said` are what people see; `rulings` what was answered since the play
    began: `E Js accepted`, `N 7s not-your-turn`.
    """

    def __init__(self) -> None:
        game = find_game("twenty-nine")
        rules = game.rules.preset().with_options({"double": False, "single_hand": 0})
        self._journal = MemoryJournal()
        match = Match(game, rules, None, 0, "unseen")
        self.session = Session(match, DECK, self._journal, wait=False)
        for seat, call in ((3, "bid 16"), (2, "pass"), (0, "pass"), (1, "pass"), (3, "2h")):
            self.session.tap(seat, TAGS[call], 1.0)
        self._before = len(self._journal.entries)
        self.now = 10.0
        self.screen = Screen(title="")
        seats = range(4)
        self.table = Table(
            self.session,
            [ReaderConfig(seat, f"/dev/{seat}", "rdm6300") for seat in seats],
            [Presence(GONE_S, DECK.__contains__) for _ in seats],
            self,
            self,
            lambda: self.now,
        )
        self.table.light()
        self.table.draw()

    def show(self, *what: object) -> None:
        """Stands for the lights and for the screens."""
        if isinstance(what[0], Screen):
            self.screen = what[0]

    def close(self) -> None:
        """There is nothing to close."""

    def see(self, *lying: Lies, wait: float = 1.0) -> None:
        """Let what lies be read, in the order in which it is, and some time pass."""
        start = self.now
        frames = sorted(frame for each in lying for frame in each.frames())
        for at, reader, tag in frames:
            self.now = start + at
            self.table.events.put(ReaderEvent(reader, self.now, TagSeen(tag)))
            self.table.step(0)
        self.now += wait

    def play(self, *cards: str) -> None:
        """The seats on turn lay these cards shortly, one after the other."""
        for card in cards:
            self.see(Lies(self.turn, card, 0.0, 0.2))

    @property
    def turn(self) -> str:
        (seat,) = self.session.match.actors()
        return self.session.match.seating.names[seat]

    @property
    def rulings(self) -> list[str]:
        found = []
        for entry in self._journal.entries[self._before :]:
            what = entry.call or ""
            seat = self.session.match.seating.name(entry.seat)
            if entry.action is not None:
                what = entry.action.text().removeprefix("play ")
                seat = self.session.match.seating.name(entry.action.seat)
            found.append(f"{seat} {what} {entry.ruling or 'accepted'}")
        return found

    @property
    def alerts(self) -> Sequence[bool]:
        """The alert lights of NS and EW, as the screen shows them too."""
        return [panel.alert for panel in self.screen.face.panels]

    @property
    def said(self) -> str:
        """The last sentence on the screens."""
        return self.screen.messages[-1]
