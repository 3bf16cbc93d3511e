"""A table whose journal fails halts where it stands, and says so to everybody."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from ct_table import DECK, TAGS
from jn_table import Kept, config_of

from controller.config import ReaderConfig
from controller.director_line import DirectorCall
from controller.journal.reading import read_journal
from controller.journal.writing import Entry, JournalFault, MatchHeader, MemoryJournal
from controller.session.session import Session
from controller.table import Table
from display import Screen
from engine import Match, find_game
from firmware_bridge import PortLost, Presence, ReaderEvent, TagSeen

FAULT, RUNNING = 1 << 6, 1 << 7


class Failing(MemoryJournal):
    """A journal that takes nothing while it is `full`."""

    full = False

    def write(self, *entries: Entry) -> None:
        if self.full:
            raise JournalFault("the journal j cannot be written: No space left on device")
        super().write(*entries)

    def begin(self, header: MatchHeader, *entries: Entry) -> None:
        self.write(*entries)


class Bench:
    """A table on such a journal; `lit` and `shown` have every picture and every screen."""

    def __init__(self, game: str = "twenty-nine") -> None:
        self.journal = Failing()
        match = Match(find_game(game), None, None, 0, "unseen")
        self.session = Session(match, DECK, self.journal, wait=False)
        self.now = 1.0
        self.lit: list[tuple[int, tuple[int, ...]]] = []
        self.shown: list[Screen] = []
        self.table = Table(
            self.session,
            [ReaderConfig(seat, f"/dev/{seat}", "rdm6300") for seat in range(4)],
            [Presence(0.4, DECK.__contains__) for _ in range(4)],
            self,
            self,
            lambda: self.now,
        )
        self.table.light()
        self.table.draw()

    def show(self, *what: Any) -> None:
        if isinstance(what[0], Screen):
            self.shown.append(what[0])
        else:
            self.lit.append((what[0], tuple(what[1])))

    def close(self) -> None:
        pass

    def tap(self, seat: int, meaning: str) -> None:
        self.now += 1.0
        self.table.events.put(ReaderEvent(seat, self.now, TagSeen(TAGS[meaning])))
        assert self.table.step(0)

    def call(self, words: str) -> tuple[bool, str]:
        call = DirectorCall(words)
        self.table.events.put(call)
        assert self.table.step(0)
        answer = call.answers.get(timeout=1.0)
        return answer.taken, answer.say


WHY = "the journal j cannot be written: No space left on device"
FULL_TEXT = f"journal: {WHY}. The table has stopped: mend that and start it again"


@pytest.mark.parametrize("seat", [3, 2])
def test_what_cannot_be_written_is_not_answered(seat: int) -> None:
    """Be it accepted or refused: the lights stay, with the fault light, and so does the screen."""
    bench = Bench()
    bench.tap(3, "bid 16")
    bench.tap(2, "bid 17")
    before, screen = bench.lit[-1], bench.shown[-1]
    bench.journal.full = True
    bench.tap(seat, "ditto")
    assert bench.table.halted
    assert bench.lit[-1] == (before[0] | FAULT, before[1])
    assert bench.shown[-1].faults == (FULL_TEXT,)
    assert bench.shown[-1].messages == screen.messages
    assert bench.shown[-1].seats == screen.seats
    assert bench.shown[-1].face.status.fault
    assert bench.shown[-1].face.panels == screen.face.panels
    # From then on nothing comes of anything, also when there is room again.
    bench.journal.full = False
    pictures, screens = len(bench.lit), len(bench.shown)
    bench.tap(3, "pass")
    bench.table.handle(ReaderEvent(1, bench.now, PortLost("gone")))
    assert (len(bench.lit), len(bench.shown)) == (pictures, screens)
    assert len(bench.journal.entries) == 2


def test_the_director_is_told_too() -> None:
    bench = Bench()
    bench.tap(3, "bid 16")
    bench.journal.full = True
    assert bench.call("undo") == (False, WHY)
    assert bench.call("undo") == (False, FULL_TEXT.removeprefix("journal: "))
    assert bench.lit[-1][0] & FAULT


def test_a_clock_that_runs_out_on_a_full_disk() -> None:
    """The timeout is not answered; and a table that has halted waits, and does not spin."""
    bench = Bench("single-sir")
    before = bench.lit[-1]
    bench.journal.full = True
    bench.now += 25.0
    assert bench.table.step(None)
    assert bench.table.halted
    assert bench.lit[-1] == (before[0] | FAULT, before[1])
    assert bench.shown[-1].faults == (FULL_TEXT,)
    bench.now += 100.0
    began = time.monotonic()
    bench.table.step(0.05)
    assert time.monotonic() - began > 0.04
    assert not bench.journal.entries


def test_the_next_match_is_not_begun_on_a_full_disk() -> None:
    bench = Bench()
    bench.tap(0, "end")
    before = bench.lit[-1]
    bench.journal.full = True
    bench.tap(0, "deal")
    assert bench.lit[-1] == (before[0] | FAULT, before[1])  # the winners are still lit


# What is several entries is there whole or not at all.


@pytest.mark.parametrize("last", [7, 9, 12, 15, 16])
def test_a_drop_that_fails_half_way_has_not_happened(last: int, tmp_path: Path) -> None:
    config = config_of(tmp_path, hands="scanned", wait=False, dealer="S")
    with Kept(config) as kept:
        kept.do("E take Js\nN take Ah\nW take Kd\nS take Qc\nE take 9s\nN take 7h")
        kept.tap("W", "drop")
        # Five undos and four takes: entries 7 to 15.
        kept.journal._db.execute(
            f"CREATE TRIGGER full BEFORE INSERT ON entry WHEN new.id = {last}"
            " BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
        if last < 16:
            with pytest.raises(JournalFault):
                kept.tap("W", "Ah")
        else:
            kept.tap("W", "Ah")
        kept.journal._db.execute("DROP TRIGGER full")
    with Kept(config) as kept:
        cards = [action.text() for action in kept.match.actions()]
        whole = ["take Js", "take Ah", "take Kd", "take Qc", "take 9s", "take 7h"]
        assert cards == (whole if last < 16 else [card for card in whole if card != "take Ah"])
    assert len(read_journal(config.journal).matches[0].entries) in (6, 15)
