"""Parts on a running clock: nothing lost, nothing early, a clean end."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hm_leaks import no_leaks
from hm_line import read_exactly, tags_in

from hw_mocks.deck import pretend_tags
from hw_mocks.frames import rdm6300_frame
from hw_mocks.hand import FAST
from hw_mocks.hands import Hands
from hw_mocks.people import Person
from hw_mocks.pty_reader import PtyReader
from hw_mocks.reader import ReaderModel
from hw_mocks.real_time import RealTime

TAG = "000414CD7E"


@pytest.fixture(autouse=True)
def _nothing_left_open() -> Iterator[None]:
    with no_leaks():
        yield


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[PtyReader]:
    with PtyReader(ReaderModel("rdm6300"), tmp_path / "port0") as reader:
        yield reader


def opened(reader: PtyReader) -> int:
    return os.open(reader.path, os.O_RDWR | os.O_NOCTTY)


class Bell:
    """A part that only wants to be rung at `due`."""

    def __init__(self, due: float | None, fail: bool = False) -> None:
        self.due = due
        self.fail = fail
        self.rung: list[float] = []
        self.ringing = threading.Event()

    def advance(self, at: float) -> None:
        if self.fail:
            raise OSError("the bell is broken")
        if self.due is not None and at >= self.due:
            self.rung.append(at)
            self.due = None
            self.ringing.set()

    def next_due(self) -> float | None:
        return self.due

    def attach(self, clock: Callable[[], float] | None, stir: Callable[[], None] | None) -> None:
        self.stir = stir


def test_a_tag_laid_now_is_read_now_and_again(reader: PtyReader) -> None:
    program = opened(reader)
    with RealTime([reader]):
        began = time.monotonic()
        reader.lay(TAG)
        assert read_exactly(program, 14 * 3) == rdm6300_frame(TAG) * 3
        assert time.monotonic() - began >= 2 * 0.065 + 0.0145
        reader.lift()
    os.close(program)


def test_plug_and_unplug_while_time_runs(reader: PtyReader) -> None:
    program = opened(reader)
    with RealTime([reader]):
        reader.lay(TAG)
        assert read_exactly(program, 14) == rdm6300_frame(TAG)
        reader.unplug()
        assert not os.path.lexists(reader.path)
        reader.plug()
        again = opened(reader)
        assert read_exactly(again, 14) == rdm6300_frame(TAG)
    os.close(again)
    os.close(program)


def test_people_play_in_real_time(tmp_path: Path) -> None:
    tags = pretend_tags()
    readers = [PtyReader(ReaderModel("rdm6300"), tmp_path / f"port{n}") for n in range(2)]
    programs = [opened(reader) for reader in readers]
    people = [Person(str(n), readers[n], tags, random.Random(n)) for n in range(2)]
    hands = Hands()
    with RealTime([hands, *readers]):
        now = time.monotonic()
        for person, card in zip(people, ("Jh", "9h"), strict=True):
            hands.plan(person.plan(["take", card, "2s"], now, pace=FAST))
        for program, card in zip(programs, ("Jh", "9h"), strict=True):
            assert tags_in(read_exactly(program, 28)) == [tags[card], tags["2s"]]
    for program in programs:
        os.close(program)
    for reader in readers:
        reader.close()


def test_it_sleeps_until_something_is_due_and_wakes_when_stirred() -> None:
    bell = Bell(None)
    calls: list[float] = []

    def clock() -> float:
        calls.append(time.monotonic())
        return calls[-1]

    with RealTime([bell], clock):
        due = bell.due = time.monotonic() + 0.05
        assert bell.stir is not None
        bell.stir()
        assert bell.ringing.wait(5)
        assert len(calls) < 12  # no spinning
    assert bell.rung[0] >= due
    assert bell.stir is None


def test_what_changes_while_it_is_about_to_sleep_is_not_slept_over() -> None:
    bell = Bell(None)

    class Late(Bell):
        """Changes the bell after the bell has said that it wants nothing."""

        def next_due(self) -> float | None:
            if not bell.ringing.is_set() and bell.due is None:
                bell.due = 0.0
                assert bell.stir is not None
                bell.stir()
            return None

    with RealTime([bell, Late(None)]):
        assert bell.ringing.wait(5)


def test_it_is_never_early() -> None:
    due = time.monotonic() + 0.03
    bell = Bell(due)
    with RealTime([bell]):
        assert bell.ringing.wait(5)
    assert bell.rung[0] >= due


def test_stop_waits_for_what_is_being_done() -> None:
    busy, gate = threading.Event(), threading.Event()

    class Slow(Bell):
        def advance(self, at: float) -> None:
            busy.set()
            gate.wait(5)

    running = RealTime([Slow(None)])
    running.start()
    assert busy.wait(5)
    stopping = threading.Thread(target=running.stop)
    stopping.start()
    stopping.join(0.05)
    assert stopping.is_alive()
    gate.set()
    stopping.join(5)
    assert not stopping.is_alive()


def test_a_part_that_fails_is_told_at_the_end() -> None:
    running = RealTime([Bell(None, fail=True)])
    running.start()
    with pytest.raises(OSError, match="the bell is broken"):
        running.stop()
    running.stop()


def test_start_and_stop_and_start_again(reader: PtyReader) -> None:
    running = RealTime([reader])
    running.stop()
    for _ in range(2):
        running.start()
        with pytest.raises(RuntimeError, match="runs already"):
            running.start()
        running.stop()
