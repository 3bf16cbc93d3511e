"""Readers that fail, on real ports of a whole table: the others play on, and people are told which.

Of the port alone tell the tests of `firmware_bridge`; here a table with its journal goes on.
"""

from __future__ import annotations

import contextlib
import math
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial
from ct_table import TAGS
from fb_frames import ascii_frame
from hm_leaks import no_leaks
from jn_table import config_of

from controller.compose import Running, build
from controller.config import TableConfig
from controller.journal.file import JournalFile
from controller.journal.reading import read_journal
from controller.screens.showing import face_of
from controller.session.sitting import open_sitting
from display import Screen
from firmware_bridge.presence import PAIR_S
from hw_mocks.deck import FOB
from hw_mocks.pty_line import PtyLine

SOON_S = 20.0
GONE_MS = 40
GONE_S = GONE_MS / 1000


class Players:
    """Four people at a running table; `screens` are all that were shown."""

    def __init__(self, config: TableConfig, folder: Path, missing: str) -> None:
        self.gone_s = config.gone_s
        self.lines = {seat: PtyLine(folder / seat) for seat in "SWNE" if seat not in missing}
        self._folder = folder
        self.screens: list[Screen] = []
        self._pause = threading.Event()
        self.journal = JournalFile(config.journal)
        now = time.monotonic()
        session = open_sitting(config, self.journal, now, new=False, new_sitting=False)
        self.running: Running = build(config, session=session, screens=self)
        self.table = self.running.table
        self.session = session
        self.running.start()
        self.until(lambda: len(self.table.faults) == len(missing))
        self.settle()

    def show(self, screen: Screen) -> None:
        self.screens.append(screen)

    def close(self) -> None:
        """The screens need no closing."""

    def end(self) -> None:
        self.running.close()
        self.journal.close()
        for line in self.lines.values():
            line.close()

    def until(self, reached: Callable[[], object]) -> None:
        """Let the table attend to what happens until this is so."""
        end = time.monotonic() + SOON_S
        while not reached():
            if time.monotonic() > end:
                raise AssertionError(f"never; said {self.session.messages[-5:]}")
            self.table.step(0.01)

    def settle(self) -> None:
        """Let every port that is there be opened, and the moment pass in which nothing counts."""
        there = [n for n, seat in enumerate("SWNE") if seat in self.lines]
        opened = [self.table._presences[n] for n in there]
        self.until(lambda: all(math.isfinite(its._opened_at) for its in opened))
        at = max(its._opened_at for its in opened)
        self.until(lambda: time.monotonic() > at + 1.2 * self.gone_s)

    def until_after(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end)

    def lay(self, seat: str, meaning: str) -> None:
        """A tag is read once, which is a tap of a card that is lifted at once."""
        self.lines[seat].write(ascii_frame(TAGS.get(meaning, meaning)))

    def lay_unattended(self, seat: str, meaning: str) -> None:
        """A tag is read while the table is busy with something else: it waits to be attended to."""
        waiting = self.table.events.qsize()
        self.lay(seat, meaning)
        end = time.monotonic() + SOON_S
        while self.table.events.qsize() == waiting:
            if time.monotonic() > end:
                raise AssertionError(f"{meaning} at {seat} was not heard")
            self._pause.wait(0.001)

    def does(self, seat: str, meaning: str) -> None:
        """Tap what has to be accepted."""
        before = len(self.session.match.actions())
        self.lay(seat, meaning)
        self.until(lambda: len(self.session.match.actions()) != before)

    def said_until(self, count: int) -> None:
        """Let so many sentences have been said."""
        self.until(lambda: self.session.said >= count)

    def faults(self) -> tuple[str, ...]:
        """What the screens say is lost, and whether the fault light says so too."""
        self.until(lambda: self.screens and self.screens[-1].faults == self.table.fault_texts())
        faults = self.table.fault_texts()
        if face_of(self.session, fault=bool(faults)) != self.screens[-1].face:
            raise AssertionError("light and screen do not agree")
        if self.screens[-1].face.status.fault != bool(faults):
            raise AssertionError("the fault light is wrong")
        return faults


@contextlib.contextmanager
def players(folder: Path, missing: str = "", gone_ms: int = GONE_MS) -> Iterator[Players]:
    config = config_of(
        folder, hands="unseen", dealer="S", wait=False, gone_ms=gone_ms,
        options={"double": False, "single_hand": 0},
    )  # fmt: skip
    with no_leaks():
        table = Players(config, folder, missing)
        try:
            yield table
        finally:
            table.end()


def actions(folder: Path) -> list[str]:
    """What was accepted, as it is on disk."""
    return [
        action.text()
        for action in read_journal(folder / "journal.db").matches[-1].replay().actions()
    ]


def test_missing_at_start_there_later_pulled_out_and_back(tmp_path: Path) -> None:
    with players(tmp_path, missing="N") as table:
        where = f"reader of N at {tmp_path}/N"
        (fault,) = table.faults()
        assert fault == f"{where}: no such file: unplugged, or the path is wrong"
        table.does("E", "bid 16")
        table.lines["N"] = PtyLine(tmp_path / "N")
        table.until(lambda: not table.table.faults)
        assert table.faults() == ()
        table.settle()
        table.does("N", "pass")
        table.lines["N"].unplug()
        table.until(lambda: table.table.faults)
        (fault,) = table.faults()
        assert fault.startswith(f"{where}: ")
        table.does("S", "pass")  # the others play on
        table.does("W", "pass")
        table.does("E", "2h")
        table.does("E", "Js")
        # Under the same path it comes back by itself, and N goes on where it was waited for.
        table.lines["N"].plug()
        table.until(lambda: not table.table.faults)
        assert table.faults() == ()
        table.settle()
        table.does("N", "7s")
    assert actions(tmp_path) == [
        *["bid 16", "pass", "pass", "pass", "mark 2h", "play Js", "play 7s"]
    ]


def test_a_port_that_another_program_has(tmp_path: Path) -> None:
    config_of(tmp_path)
    line = PtyLine(tmp_path / "W")
    try:
        with serial.Serial(f"{tmp_path}/W", 9600, exclusive=True), players(tmp_path, "W") as table:
            (fault,) = table.faults()
            assert fault == f"reader of W at {tmp_path}/W: busy: another program holds it"
            table.does("E", "bid 16")
            table.does("N", "pass")
            line.write(ascii_frame(TAGS["pass"]))  # which the other program gets
            table.until_after(0.05)
            assert len(table.session.match.actions()) == 2
    finally:
        line.close()


def test_a_reader_that_is_lost_is_no_lifted_card(tmp_path: Path) -> None:
    """E's card lies there while the reader is lost: it is not laid a second time."""
    with players(tmp_path, gone_ms=400) as table:
        for seat, call in (("E", "bid 16"), ("N", "pass"), ("S", "pass"), ("W", "pass")):
            table.does(seat, call)
        table.does("E", "2h")
        table.does("E", "Js")
        for card in ("7s", "8s", "9s"):
            table.does(_turn(table), card)
        entries = table.session.said
        table.lines["E"].unplug()
        table.until(lambda: table.table.faults)
        table.lines["E"].plug()
        table.until(lambda: not table.table.faults)
        for _ in range(3):  # it still lies there
            table.lay("E", "As")
            table.until_after(0.1)
        assert table.session.said == entries
        table.until_after(1.2 * table.gone_s)
        table.does("E", "As")


def _turn(table: Players) -> str:
    (seat,) = table.session.match.actors()
    return table.session.match.seating.names[seat]


def nonsense(kind: str, rng: random.Random) -> bytes:
    """As much as a reader says in a second at full speed."""
    if kind == "garbage":
        return rng.randbytes(960)
    if kind == "flood":  # a tag that lies there for ever
        return ascii_frame(TAGS["7h"]) * 68
    return b"".join(ascii_frame(rng.randbytes(5).hex().upper()) for _ in range(68))


@pytest.mark.parametrize("kind", ["garbage", "flood", "ghosts"])
def test_a_minute_of_nonsense_on_one_line(kind: str, tmp_path: Path) -> None:
    """It comes as fast as it is read; every call of the others is heard, and nothing piles up."""
    rng = random.Random(kind)
    with players(tmp_path) as table:
        bytes_sent = 0
        for _ in range(5):
            for seat, call in (("E", "bid 16"), ("N", "bid 17"), ("E", "ditto"), ("N", "bid 18")):
                for _ in range(3):
                    bytes_sent += table.lines["S"].write(nonsense(kind, rng))
                table.does(seat, call)
            table.does("W", "redeal")
            table.until_after(1.2 * GONE_S)
        assert bytes_sent > 30 * 960
        assert table.faults() == ()
        table.until(table.table.events.empty)
        # Nothing of it was taken for a card or a call that counts.
        entries = read_journal(tmp_path / "journal.db").matches[-1].entries
        assert [its for its in entries if its.seat == "S" and its.ruling is None] == []
        # And when it is over that reader is one as before.
        table.until_after(PAIR_S + GONE_S)
        table.does("E", "bid 16")
        table.does("N", "pass")
        table.does("S", "pass")
        assert all(len(its._sights) <= 2 for its in table.table._presences)


def test_taps_on_the_other_seats_keep_their_order(tmp_path: Path) -> None:
    """While one reader is pulled out and put back again and again."""
    calls = [("E", "bid 16"), ("N", "bid 17"), ("E", "ditto"), ("W", "undo"), ("E", "bid 19")]
    with players(tmp_path) as table:
        expected = []
        for _ in range(4):
            table.lines["S"].unplug()
            for number, (seat, call) in enumerate(calls):
                if number == 2:
                    table.lines["S"].plug()
                table.lay_unattended(seat, call)
                expected.append((seat, call))
            table.until_after(1.2 * GONE_S)
            table.lay("W", "redeal")
            table.until_after(1.2 * GONE_S)
            expected.append(("W", "redeal"))
    entries = read_journal(tmp_path / "journal.db").matches[-1].entries
    found = [(its.seat, its.tag) for its in entries]
    wanted = [(seat, TAGS[call]) for seat, call in expected]
    # A redeal is several undos, each with the tag that it stands for.
    assert [pair for n, pair in enumerate(found) if found[n - 1 : n] != [pair]] == wanted


def test_four_taps_at_the_same_moment_are_ruled_as_they_came(tmp_path: Path) -> None:
    with players(tmp_path) as table:
        for count in range(0, 15, 5):
            for seat in "NSWE":
                table.lay(seat, "bid 16")
            table.said_until(count + 4)
            table.until_after(1.2 * GONE_S)
            table.does("E", "undo")
            table.until_after(1.2 * GONE_S)
    entries = read_journal(tmp_path / "journal.db").matches[-1].entries
    assert len(entries) == 15
    for start in range(0, 15, 5):
        four = entries[start : start + 4]
        assert {its.seat for its in four} == set("SWNE")  # nobody's was dropped
        assert [its.seat for its in four if its.ruling is None] == ["E"]


def test_a_strange_tag_again_and_again(tmp_path: Path) -> None:
    with players(tmp_path) as table:
        for number in range(4):
            for _ in range(2):
                table.lay("S", FOB)
                table.until_after(GONE_S / 3)
            table.said_until(number + 1)
            table.until_after(1.2 * GONE_S)
        assert table.session.alerts == {0}
        assert set(table.session.messages) == {"A tag that is not in the deck was read at S."}
