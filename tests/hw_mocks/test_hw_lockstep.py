"""A clock that jumps: time stands still while anybody works, and loses nothing."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hm_leaks import no_leaks

from hw_mocks.deck import tag_for
from hw_mocks.frames import rdm6300_frame
from hw_mocks.hand import FAST, Hand
from hw_mocks.hands import Hands
from hw_mocks.lockstep import Lockstep
from hw_mocks.pn532 import Pn532Model
from hw_mocks.pty_reader import PtyReader
from hw_mocks.reader import ReaderModel

TAG = "000414CD7E"


@pytest.fixture(autouse=True)
def _nothing_left_open() -> Iterator[None]:
    with no_leaks():
        yield


class Program:
    """A program that reads one port in a thread of its own, and now and then says something.

    `every_s`: it says `call` so often; None: never.
    """

    def __init__(
        self, time: Lockstep, path: str, every_s: float | None = None, call: bytes = b""
    ) -> None:
        self.heard: list[tuple[float, bytes]] = []
        self.called: list[float] = []
        self._time = time
        self._port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._every_s, self._call = every_s, call
        self._changed = threading.Condition()
        self._over = False
        self._taken = self._sent = 0
        self._threads = [threading.Thread(target=each) for each in (self._calls, self._hears)]
        for thread in self._threads:
            thread.start()

    @property
    def traffic(self) -> tuple[int, int]:
        return self._taken, self._sent

    def _calls(self) -> None:
        with self._changed:
            while not self._over:
                self._time.rest(self._changed, lambda: self._over, self._every_s)
                if not self._over:
                    self.called.append(self._time.clock())
                    os.write(self._port, self._call)
                    self._sent += len(self._call)

    def _hears(self) -> None:
        while not self._over:
            try:
                raw = os.read(self._port, 100)
            except BlockingIOError:
                continue
            self.heard.append((self._time.clock(), raw))
            self._taken += len(raw)

    def close(self) -> None:
        with self._changed:
            self._over = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
        os.close(self._port)


def test_bytes_are_heard_in_the_moment_in_which_they_are_said(tmp_path: Path) -> None:
    with PtyReader(ReaderModel("rdm6300"), tmp_path / "port") as reader:
        hands = Hands()
        time = Lockstep([reader], hands)
        program = Program(time, reader.path)
        time.attend([program])
        card = tag_for("Jh")
        plan = Hand(random.Random(1), 0.4)
        plan.begin(1.0, FAST)
        plan.tap(card, reader)
        hands.plan(plan.end())
        told: list[float] = []
        time.pass_to(3.0, lambda: told.append(time.clock()))
        program.close()
        assert b"".join(raw for _, raw in program.heard) == rdm6300_frame(card)
        assert program.heard[-1][0] == pytest.approx(1.0 + 0.14 / 9.6)
        assert told == sorted(told)
        assert time.clock() == 3.0


def test_calls_come_in_their_time_and_are_answered(tmp_path: Path) -> None:
    call = b"\x55\x55" + bytes(14) + bytes.fromhex("00 00 FF 03 FD D4 14 01 17 00")
    with PtyReader(Pn532Model(), tmp_path / "port") as reader:
        time = Lockstep([reader])
        program = Program(time, reader.path, 0.25, call)
        time.attend([program])
        time.pass_to(1.1)
        program.close()
        assert program.called == [0.25, 0.5, 0.75, 1.0]
        assert b"".join(raw for _, raw in program.heard).count(b"\xd5\x15") == 4
        assert {int(at * 100) for at, _ in program.heard} == {25, 50, 75, 100}


def test_a_pause_ends_in_its_moment_or_when_it_is_stopped(tmp_path: Path) -> None:
    class Pausing:
        traffic = (0, 0)

    time = Lockstep([])
    stop, ended = threading.Event(), []

    def pause() -> None:
        time.wait(stop, 2.0)
        ended.append(time.clock())
        time.wait(stop, 1e9)
        ended.append(time.clock())

    thread = threading.Thread(target=pause)
    thread.start()
    time.attend([Pausing()])
    time.pass_to(5.0)
    assert ended == [2.0]
    stop.set()
    thread.join()
    assert ended == [2.0, 5.0]


def test_a_program_that_never_rests_is_named(tmp_path: Path) -> None:
    class Restless:
        traffic = (0, 0)

    time = Lockstep([], patience_s=0.02)
    time.attend([Restless()])
    with pytest.raises(RuntimeError, match="does not come to rest: 0 ports wait"):
        time.pass_to(1.0)


def test_bytes_that_nobody_deals_with_are_named(tmp_path: Path) -> None:
    with PtyReader(ReaderModel("rdm6300"), tmp_path / "port") as reader:
        port = os.open(reader.path, os.O_RDWR | os.O_NOCTTY)
        time = Lockstep([reader], patience_s=0.02)
        reader.lay(TAG, 1.0)
        with pytest.raises(RuntimeError, match="does not come to rest"):
            time.pass_to(2.0)
        os.close(port)
