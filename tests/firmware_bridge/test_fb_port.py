"""Readers on ports: pseudo-terminals and sockets, lost and found again."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from fb_frames import EXAMPLES, RDM6300, ascii_frame
from fb_ports import (
    Events,
    Pauses,
    Pty,
    descriptors,
    listener,
    nothing_left,
    reading,
    replug,
    wait_for,
    wait_until_idle,
)

from firmware_bridge import (
    READERS,
    Ear,
    PortLost,
    ReaderPort,
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


@contextlib.contextmanager
def many(count: int, events: Events) -> Iterator[list[Pty]]:
    """Readers 0 to count - 1 on ptys, with one ear, all open."""
    ear = Ear()
    with contextlib.ExitStack() as stack:
        stack.callback(ear.close)
        ptys = [stack.enter_context(Pty()) for _ in range(count)]
        for number, pty in enumerate(ptys):
            port = ReaderPort(number, pty.path, KIND, events, ear=ear)
            port.start()
            stack.callback(port.close)
        assert {events.expect_opened().reader for _ in ptys} == set(range(count))
        yield ptys
    assert not ear._heard  # nothing is called back for a port that is closed


class TestPty:
    @pytest.mark.parametrize("name", ["rdm6300", "id12la"])
    def test_each_frame_is_delivered_by_its_last_byte(self, name: str, events: Events) -> None:
        with Pty() as pty, reading(pty.path, events, READERS[name], 3) as port:
            events.expect_opened()
            for frame, tag in EXAMPLES[name]:
                pty.send(frame[:-1])
                pty.send(frame[-1:])
                assert events.expect_tag(tag).reader == 3
            assert sum(port.faults.values()) == 0

    def test_frames_in_one_burst_come_in_their_order(self, events: Events) -> None:
        tags = [f"{n:010X}" for n in range(200)]
        with Pty() as pty, reading(pty.path, events):
            events.expect_opened()
            pty.send(b"".join(map(ascii_frame, tags)))
            for tag in tags:
                events.expect_tag(tag)

    def test_times_are_those_of_the_clock(self, events: Events) -> None:
        ticks = iter(range(1000))
        with Pty() as pty, reading(pty.path, events, clock=lambda: next(ticks)):
            opened = events.expect_opened()
            pty.send(FRAME)
            first = events.expect_tag(TAG)
            pty.send(NEXT)
            assert 0 <= opened.at < first.at < events.expect_tag(NEXT_TAG).at

    def test_a_time_is_taken_after_the_read_has_returned(self, events: Events) -> None:
        with Pty() as pty, reading(pty.path, events):
            events.expect_opened()
            before = time.monotonic()
            pty.send(FRAME)
            assert before <= events.expect_tag(TAG).at <= time.monotonic()

    def test_stale_bytes_at_the_opening_do_no_harm(self, events: Events) -> None:
        with Pty() as pty:
            pty.send(FRAME + NEXT[:7])
            with reading(pty.path, events):
                events.expect_opened()
                pty.send(NEXT)
                events.expect_tag(NEXT_TAG)

    def test_faults_are_counted(self, events: Events) -> None:
        with Pty() as pty, reading(pty.path, events) as port:
            events.expect_opened()
            assert set(port.faults.values()) == {0}
            pty.send(b"?" + FRAME[:5] + NEXT)
            events.expect_tag(NEXT_TAG)
            assert {name: n for name, n in port.faults.items() if n} == {
                "junk byte": 1,
                "cut frame": 1,
            }


class TestOrder:
    def test_several_ports_one_after_another(self, events: Events) -> None:
        with many(4, events) as ptys:
            for n in range(40):
                ptys[n * 7 % 4].send(ascii_frame(f"{n:010X}"))
                event = events.expect_tag(f"{n:010X}")
                assert event.reader == n * 7 % 4

    def test_they_share_one_ear(self, events: Events) -> None:
        with many(4, events):
            wait_for(lambda: [t.name for t in threading.enumerate()].count("ear") == 1)
            wait_until_idle("reader-0", "reader-1", "reader-2", "reader-3", "ear")


class TestLostAndFound:
    def test_unplugged_and_back_under_the_same_name(self, events: Events, tmp_path: Path) -> None:
        link, pauses = tmp_path / "ttyUSB0", Pauses()
        with contextlib.ExitStack() as stack:
            pty = stack.enter_context(Pty())
            replug(link, pty)
            stack.enter_context(reading(str(link), events, wait=pauses))
            events.expect_opened()
            for n in range(3):
                pty.send(ascii_frame(f"{n:010X}") + FRAME[:6])
                events.expect_tag(f"{n:010X}")
                link.unlink()
                pty.unplug()
                assert events.expect_lost().startswith("vanished: ")
                pauses.next()
                pauses.go_on()
                assert events.expect_lost() == "no such file: unplugged, or the path is wrong"
                pauses.next()
                pty = stack.enter_context(Pty())
                replug(link, pty)
                pauses.go_on()
                events.expect_opened()
                pty.send(FRAME[6:] + NEXT)  # the half frame from before does not count
                events.expect_tag(NEXT_TAG)

    def test_the_dead_port_is_closed_before_the_pause(self, events: Events) -> None:
        pauses = Pauses()
        with Pty() as pty, reading(pty.path, events, wait=pauses):
            events.expect_opened()
            pty.unplug()
            events.expect_lost()
            pauses.next()
            held = {os.readlink(f"/proc/self/fd/{n}") for n in descriptors()}
            assert not any(pty.path in name for name in held)

    def test_missing_at_start_then_there(self, events: Events, tmp_path: Path) -> None:
        link, pauses = tmp_path / "ttyUSB0", Pauses()
        with Pty() as pty, reading(str(link), events, wait=pauses):
            assert events.expect_lost().startswith("no such file")
            pauses.next()
            replug(link, pty)
            pauses.go_on()
            events.expect_opened()
            pty.send(FRAME)
            events.expect_tag(TAG)

    def test_busy_then_free(self, events: Events) -> None:
        pauses = Pauses()
        with Pty() as pty:
            with serial.Serial(pty.path, exclusive=True), reading(pty.path, events, wait=pauses):
                assert events.expect_lost() == "busy: another program holds it"
                pauses.next()
            with reading(pty.path, events):
                events.expect_opened()
                with pytest.raises(serial.SerialException, match="exclusively lock"):
                    serial.Serial(pty.path, exclusive=True)

    def test_opened_again_and_again_on_one_pty(self, events: Events) -> None:
        with Pty() as pty:
            for _ in range(5):
                with reading(pty.path, events):
                    events.expect_opened()
                    pty.send(FRAME)
                    events.expect_tag(TAG)

    def test_a_reason_is_said_once_until_it_changes(self, events: Events, tmp_path: Path) -> None:
        path, pauses = tmp_path / "port", Pauses()
        with reading(str(path), events, wait=pauses):
            for _ in range(3):
                pauses.next()
                pauses.go_on()
            pauses.next()
            path.write_text("no port")
            pauses.go_on()
            pauses.next()
            path.unlink()
            path.mkdir()
            pauses.go_on()
            pauses.next()
            assert events.expect_lost().startswith("no such file")
            assert events.expect_lost() == "not a serial port"
            assert events.expect_lost() == "a directory, not a serial port"
            assert events.none_within(0)

    def test_pauses_grow_from_half_a_second_to_ten(self, events: Events, tmp_path: Path) -> None:
        pauses = Pauses()
        with reading(str(tmp_path / "none"), events, wait=pauses):
            asked = []
            for _ in range(8):
                asked.append(pauses.next())
                pauses.go_on()
            pauses.next()
        assert asked == [0.5, 1, 2, 4, 8, 10, 10, 10]

    @pytest.mark.parametrize(
        ("sends", "open_s", "then"), [(b"", 1, 4), (b"x", 1, 0.5), (b"", 10, 0.5), (b"", 9.9, 4)]
    )
    def test_pauses_start_anew_once_a_port_has_held(
        self, sends: bytes, open_s: float, then: float, events: Events, tmp_path: Path
    ) -> None:
        link, pauses, now = tmp_path / "ttyUSB0", Pauses(), [0.0]
        with Pty() as pty, reading(str(link), events, wait=pauses, clock=lambda: now[0]) as port:
            for expected in (0.5, 1):
                assert pauses.next() == expected
                pauses.go_on()
            assert pauses.next() == 2
            events.expect_lost()
            replug(link, pty)
            pauses.go_on()
            events.expect_opened()
            if sends:
                pty.send(sends)
                wait_for(lambda: port.faults["junk byte"] == 1)
            now[0] += open_s
            pty.unplug()
            assert pauses.next() == then

    def test_a_port_lost_by_a_closed_far_end_says_so_once(self, events: Events) -> None:
        with Pty() as pty, reading(pty.path, events, wait=Pauses()):
            events.expect_opened()
            pty.unplug()
            assert events.expect_lost().startswith("vanished: ")
            assert events.none_within(0)

    @pytest.mark.parametrize(
        ("url", "reason"),
        [
            ("nonsense://x", "invalid URL, protocol 'nonsense' not known"),
            ("socket://127.0.0.1", "port"),
            ("loop://?colour=red", "KeyError"),
            ("/dev/null", "not a serial port"),
            ("", "no such file"),
        ],
    )
    def test_what_is_no_port_is_named(self, url: str, reason: str, events: Events) -> None:
        with reading(url, events, wait=Pauses()):
            assert reason in events.expect_lost()

    def test_one_lost_reader_does_not_disturb_another(self, events: Events) -> None:
        with (
            Pty() as bad,
            Pty() as good,
            reading(bad.path, events, number=1, wait=Pauses()),
            reading(good.path, events, number=2),
        ):
            events.expect_opened()
            events.expect_opened()
            bad.unplug()
            assert isinstance(events.next().what, PortLost)
            good.send(FRAME)
            assert events.expect_tag(TAG).reader == 2


class TestSocket:
    def test_frames_come_through(self, events: Events) -> None:
        with listener() as (server, url), reading(url, events):
            far, _ = server.accept()
            with far:
                events.expect_opened()
                far.sendall(FRAME + NEXT)
                events.expect_tag(TAG)
                events.expect_tag(NEXT_TAG)

    def test_the_last_frame_before_the_end_is_not_lost(self, events: Events) -> None:
        with listener() as (server, url), reading(url, events, wait=Pauses()):
            far, _ = server.accept()
            events.expect_opened()
            far.sendall(FRAME)
            far.close()
            events.expect_tag(TAG)
            assert events.expect_lost().startswith("vanished: unplugged, or closed")

    def test_closed_by_the_other_end_and_back(self, events: Events) -> None:
        pauses = Pauses()
        with listener() as (server, url), reading(url, events, wait=pauses):
            for _ in range(2):
                far, _ = server.accept()
                events.expect_opened()
                far.close()
                events.expect_lost()
                pauses.next()
                pauses.go_on()
            far, _ = server.accept()
            far.close()

    def test_nobody_listens(self, events: Events) -> None:
        with listener() as (server, url):
            server.close()
            with reading(url, events, wait=Pauses()):
                assert events.expect_lost() == "connection refused: nothing listens there"
