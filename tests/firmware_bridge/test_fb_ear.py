"""The ear: who spoke first is heard first, however late it listens."""

from __future__ import annotations

import contextlib
import os
import queue
import random
import socket
import threading
from collections.abc import Iterator
from functools import partial

import pytest
from fb_ports import SOON_S, nothing_left

from firmware_bridge import Ear


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with nothing_left():
        yield


class Pipes:
    """Pipes whose near ends an ear listens to. A byte that was written is there at once."""

    def __init__(self, ear: Ear, count: int) -> None:
        self.heard: queue.SimpleQueue[tuple[int, bytes, bool]] = queue.SimpleQueue()
        self.held = threading.Event()
        self.go_on = threading.Event()
        self._ear = ear
        self._ends = [os.pipe() for _ in range(count)]
        for number, (near, _) in enumerate(self._ends):
            os.set_blocking(near, False)
            ear.listen(near, partial(self._hear, number))

    def say(self, number: int, data: bytes = b"x") -> None:
        os.write(self._ends[number][1], data)

    def hang_up(self, number: int) -> None:
        near, far = self._ends[number]
        os.close(far)
        self._ends[number] = near, -1

    def next(self) -> tuple[int, bytes, bool]:
        return self.heard.get(timeout=SOON_S)

    def forget(self, number: int) -> None:
        self._ear.forget(self._ends[number][0])

    def _hear(self, number: int, hung_up: bool) -> None:
        data = os.read(self._ends[number][0], 4096)
        self.heard.put((number, data, hung_up))
        if data == b"hold":
            self.held.set()
            self.go_on.wait(SOON_S)

    def close(self) -> None:
        for number, (near, far) in enumerate(self._ends):
            self.forget(number)
            os.close(near)
            if far >= 0:
                os.close(far)


@contextlib.contextmanager
def pipes(count: int) -> Iterator[Pipes]:
    ear = Ear()
    ends = Pipes(ear, count)
    try:
        yield ends
    finally:
        ends.go_on.set()
        ends.close()
        ear.close()


def test_what_is_said_is_heard() -> None:
    with pipes(3) as ends:
        for number in (2, 0, 1, 1):
            ends.say(number, b"abc")
            assert ends.next() == (number, b"abc", False)


def test_being_late_costs_no_order() -> None:
    rng = random.Random(22)
    with pipes(16) as ends:
        for _ in range(50):
            ends.held.clear()
            ends.go_on.clear()
            ends.say(0, b"hold")
            assert ends.held.wait(SOON_S)
            order = rng.sample(range(16), 16)
            for number in order:
                ends.say(number)
            ends.go_on.set()
            assert ends.next() == (0, b"hold", False)
            assert [ends.next()[0] for _ in order] == order


def test_a_hang_up_is_told() -> None:
    with pipes(2) as ends:
        ends.hang_up(1)
        assert ends.next() == (1, b"", True)
        ends.say(0)
        assert ends.next() == (0, b"x", False)


def test_a_half_closed_socket_counts_as_hung_up() -> None:
    ear, heard = Ear(), queue.SimpleQueue[bool]()
    near, far = socket.socketpair()
    with near, far:
        ear.listen(near.fileno(), heard.put)
        far.shutdown(socket.SHUT_WR)
        assert heard.get(timeout=SOON_S)
        ear.forget(near.fileno())
    ear.close()


def test_what_is_forgotten_is_not_heard() -> None:
    with pipes(2) as ends:
        ends.forget(0)
        ends.forget(0)
        ends.say(0)
        ends.say(1)
        assert ends.next()[0] == 1


def test_forgetting_waits_for_the_callback_that_runs() -> None:
    with pipes(1) as ends:
        ends.say(0, b"hold")
        assert ends.held.wait(SOON_S)
        forgetter = threading.Thread(target=ends.forget, args=(0,))
        forgetter.start()
        forgetter.join(0.05)
        assert forgetter.is_alive()
        ends.go_on.set()
        forgetter.join(SOON_S)
        assert not forgetter.is_alive()


def test_a_descriptor_may_be_listened_to_again() -> None:
    ear, heard = Ear(), queue.SimpleQueue[bool]()
    for _ in range(100):  # the system gives the same numbers again and again
        near, far = os.pipe()
        ear.listen(near, heard.put)
        os.write(far, b"x")
        assert heard.get(timeout=SOON_S) is False
        ear.forget(near)
        os.close(near)
        os.close(far)
    ear.close()


def test_what_was_there_before_is_heard() -> None:
    ear, heard = Ear(), queue.SimpleQueue[bool]()
    near, far = os.pipe()
    os.write(far, b"x")
    ear.listen(near, heard.put)
    assert heard.get(timeout=SOON_S) is False
    ear.forget(near)
    os.close(near)
    os.close(far)
    ear.close()


def test_close_twice_and_unused() -> None:
    ear = Ear()
    ear.close()
    ear.close()
    with pipes(1) as ends:
        ends.say(0)
        ends.next()
