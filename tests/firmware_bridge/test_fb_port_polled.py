"""Room for readers that must be asked, a decoder is all they need; and faulty decoders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from fb_frames import PN532, R200
from fb_polled import ACK, POLL, R200_POLL, SAM_DONE, WAKE_AND_SAM
from fb_ports import (
    SOON_S,
    Events,
    Pauses,
    Pty,
    closes_soon,
    listener,
    nothing_left,
    reading,
)

from firmware_bridge import (
    READERS,
    Ask,
    HardwareFault,
    ReaderKind,
    ReaderPort,
    TagSeen,
)


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with nothing_left():
        yield


@pytest.fixture
def events() -> Events:
    return Events()


class Asking:
    """A pretend polled kind: it asks `?`, hears `!`, and is silent when nothing comes in time."""

    def __init__(self, patience_s: float = SOON_S) -> None:
        self._patience_s = patience_s
        self._asked = False
        self._asked_at = 0.0

    @property
    def faults(self) -> Mapping[str, int]:
        return {"junk byte": 0}

    def feed(self, data: bytes) -> list[TagSeen]:
        self._asked = self._asked and b"!" not in data
        return [TagSeen("00")] * data.count(b"!")

    def ask(self, at: float) -> Ask:
        if not self._asked:
            self._asked, self._asked_at = True, at
            return Ask(b"?", self._patience_s)
        left = self._asked_at + self._patience_s - at
        if left <= 0:
            raise HardwareFault("silent: no answer")
        return Ask(wait_s=left)

    def reset(self) -> None:
        self._asked = False


class TestPolledKinds:
    """That a reader which must be asked needs a decoder only."""

    def test_it_is_asked_and_answers(self, events: Events) -> None:
        kind = ReaderKind("asking", 115200, Asking)
        with Pty() as pty, reading(pty.path, events, kind):
            events.expect_opened()
            for _ in range(3):
                assert pty.received() == b"?"
                pty.send(b"..!")
                events.expect_tag("00")

    def test_a_silent_one_is_lost_and_asked_again(self, events: Events) -> None:
        pauses = Pauses()
        kind = ReaderKind("asking", 115200, lambda: Asking(0.02))
        with Pty() as pty, reading(pty.path, events, kind, wait=pauses):
            events.expect_opened()
            assert pty.received() == b"?"
            assert events.expect_lost() == "silent: no answer"
            pauses.next()
            pauses.go_on()
            events.expect_opened()
            assert pty.received() == b"?"

    def test_unplugged_while_it_is_asked(self, events: Events) -> None:
        with Pty() as pty, reading(pty.path, events, ReaderKind("a", 9600, Asking), wait=Pauses()):
            events.expect_opened()
            assert pty.received() == b"?"
            pty.unplug()
            assert events.expect_lost().startswith("vanished: ")

    def test_close_ends_a_timed_read(self, events: Events) -> None:
        with Pty() as pty:
            port = ReaderPort(0, pty.path, ReaderKind("a", 9600, lambda: Asking(3600)), events)
            port.start()
            events.expect_opened()
            pty.received()
            closes_soon(port)


class TestRealKinds:
    """The polled kinds of the table, over ports of other kinds than a pty; in real time."""

    def test_a_pn532_behind_a_socket(self, events: Events) -> None:
        frame, tag = PN532[1]
        with listener() as (server, url), reading(url, events, READERS["pn532"]) as port:
            far, _ = server.accept()
            with far:
                far.settimeout(SOON_S)
                events.expect_opened()
                assert far.recv(100) == WAKE_AND_SAM
                far.sendall(ACK)
                far.sendall(SAM_DONE)
                for _ in range(2):
                    assert far.recv(100) == POLL
                    far.sendall(ACK + frame + bytes(3))
                    events.expect_tag(tag)
                assert far.recv(100) == POLL  # so that the two before are counted
                taken, sent = port.traffic
                assert taken == len(ACK + SAM_DONE) + 2 * len(ACK + frame + bytes(3))
                assert sent >= len(WAKE_AND_SAM + POLL + POLL)

    def test_an_r200_behind_a_socket(self, events: Events) -> None:
        with listener() as (server, url), reading(url, events, READERS["r200"]):
            far, _ = server.accept()
            with far:
                far.settimeout(SOON_S)
                events.expect_opened()
                assert far.recv(100) == R200_POLL
                far.sendall(R200[0][0] + R200[1][0])
                events.expect_tag(R200[0][1])
                events.expect_tag(R200[1][1])

    @pytest.mark.parametrize("name", ["pn532", "r200"])
    def test_a_line_that_only_echoes_is_a_silent_reader(self, name: str, events: Events) -> None:
        with reading("loop://", events, READERS[name], wait=Pauses()):
            events.expect_opened()
            assert events.expect_lost().startswith("silent: no answer to ")


class TestErrorsOfTheProgram:
    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_thread_that_ends_on_one_says_so(self, events: Events) -> None:
        class Broken(Asking):
            def feed(self, data: bytes) -> list[TagSeen]:
                raise KeyError("bug")

        with Pty() as pty, reading(pty.path, events, ReaderKind("broken", 9600, Broken)):
            events.expect_opened()
            pty.send(b"x")
            assert "KeyError('bug')" in events.expect_lost()
