"""Ports that are closed while something else goes on, and ports that are quiet."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fb_frames import RDM6300
from fb_ports import (
    SOON_S,
    Events,
    Pauses,
    Pty,
    closes_soon,
    descriptors,
    listener,
    nothing_left,
    reading,
    replug,
    wait_until_idle,
    wake_ups,
)

from firmware_bridge import (
    READERS,
    ReaderPort,
    TagSeen,
)

FRAME, TAG = RDM6300[0]
NEXT, NEXT_TAG = RDM6300[1]
KIND = READERS["rdm6300"]


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with nothing_left():
        yield


@pytest.fixture
def events() -> Events:
    return Events()


class TestClose:
    def blocked(self, url: str, events: Events) -> None:
        port = ReaderPort(0, url, KIND, events)
        port.start()
        events.expect_opened()
        wait_until_idle("reader-0")
        closes_soon(port)
        assert events.none_within(0)

    def test_while_blocked_on_a_pty(self, events: Events) -> None:
        with Pty() as pty:
            self.blocked(pty.path, events)

    def test_while_blocked_on_loop(self, events: Events) -> None:
        self.blocked("loop://", events)

    def test_while_blocked_on_a_socket(self, events: Events) -> None:
        with listener() as (server, url):
            self.blocked(url, events)
            server.accept()[0].close()

    @pytest.mark.parametrize("kind", ["pty", "loop", "socket"])
    def test_at_any_moment_of_the_opening(self, kind: str, events: Events) -> None:
        """A wake that comes before the read must not be lost."""
        rounds = 2 if kind == "socket" else 200
        with contextlib.ExitStack() as stack:
            url = "loop://"
            if kind == "pty":
                url = stack.enter_context(Pty()).path
            elif kind == "socket":
                _, url = stack.enter_context(listener())
            for _ in range(rounds):
                port = ReaderPort(0, url, KIND, events)
                port.start()
                closes_soon(port)

    def test_from_the_sink_s_side_of_an_opening(self) -> None:
        """Stopped by what it reports, before it reads for the first time."""
        with Pty() as pty:
            port = ReaderPort(0, pty.path, KIND, lambda event: port.stop())
            port.start()
            closes_soon(port)

    def test_while_it_pauses(self, events: Events, tmp_path: Path) -> None:
        def an_hour(stop: threading.Event, seconds: float) -> None:
            paused.set()
            stop.wait(3600)

        paused = threading.Event()
        port = ReaderPort(0, str(tmp_path / "none"), KIND, events, wait=an_hour)
        port.start()
        assert paused.wait(SOON_S)
        closes_soon(port)

    def test_while_tags_pour_in(self, events: Events) -> None:
        with Pty() as pty:
            port = ReaderPort(0, pty.path, KIND, events)
            port.start()
            events.expect_opened()
            pty.send(FRAME * 200)
            events.expect_tag(TAG)
            closes_soon(port)

    def test_many_at_once(self) -> None:
        events = Events()
        with contextlib.ExitStack() as stack:
            ports = [ReaderPort(n, stack.enter_context(Pty()).path, KIND, events) for n in range(8)]
            for port in ports:
                port.start()
            for port in ports:
                port.stop()
            for port in ports:
                closes_soon(port)

    def test_twice_and_without_a_start(self, events: Events) -> None:
        port = ReaderPort(0, "loop://", KIND, events)
        port.close()
        port.close()
        with reading("loop://", events) as started:
            events.expect_opened()
            started.close()

    def test_a_lost_port_leaves_nothing_open(self, events: Events, tmp_path: Path) -> None:
        link, pauses = tmp_path / "port", Pauses()
        with reading(str(link), events, wait=pauses):
            pauses.next()
            counts: list[int] = []
            for _ in range(10):
                with Pty() as pty:
                    replug(link, pty)
                    pauses.go_on()
                    while events.next().what != TagSeen(TAG):
                        pty.send(FRAME)
                pauses.next()
                counts.append(len(descriptors()))
            assert len(set(counts)) == 1


class TestIdle:
    def test_nothing_wakes_up(self, events: Events) -> None:
        """So no timer is polled, and no processor time is used."""
        with Pty() as pty, reading(pty.path, events):
            events.expect_opened()
            pty.send(FRAME)
            events.expect_tag(TAG)
            before = wait_until_idle("ear", "reader-0")
            assert events.none_within(0.3)
            assert [wake_ups("ear"), wake_ups("reader-0")] == before

    def test_tags_do_not_wake_the_reader_s_own_thread(self, events: Events) -> None:
        with Pty() as pty, reading(pty.path, events):
            events.expect_opened()
            before = wait_until_idle("reader-0")
            for _ in range(20):
                pty.send(FRAME)
                events.expect_tag(TAG)
            assert [wake_ups("reader-0")] == before

    def test_loop_is_read_blocked(self, events: Events) -> None:
        with reading("loop://", events):
            events.expect_opened()
            before = wait_until_idle("reader-0")
            assert events.none_within(0.3)
            assert [wake_ups("reader-0")] == before
