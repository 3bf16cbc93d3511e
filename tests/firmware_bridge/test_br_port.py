"""The bridge on a port: pseudo-terminals with a scripted microcontroller at their far end."""

from __future__ import annotations

import contextlib
import os
import queue
import select
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fb_frames import RDM6300
from fb_ports import (
    SOON_S,
    Events,
    Pauses,
    Pty,
    nothing_left,
    replug,
    wait_for,
    wait_until_idle,
    wake_ups,
)

import firmware_bridge.serial_line
from firmware_bridge import (
    LIGHTS,
    READERS,
    Ask,
    BridgeEvent,
    BridgePort,
    ButtonEvent,
    Ear,
    LightFault,
    LightSettings,
    OnReader,
    PortFault,
    PortOpened,
    Pressed,
    ReaderEvent,
    ReaderPort,
    TagGone,
    TagSeen,
    Unwired,
    Wiring,
)
from firmware_bridge.bridge_lines import framed
from firmware_bridge.serial_line import SerialLine

TAG = "000414CD7E"
HELLO = "H 1 pico 4 2 2 77"
# Readers 0 and 3 of the bridge are the table's 5 and 6, its button 1 the table's 8.
WIRING = Wiring({0: 5, 3: 6}, {1: 8}, 2)


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with nothing_left():
        yield


class Board:
    """A microcontroller that says what it is told to, and what it has heard."""

    def __init__(self, pty: Pty) -> None:
        self._pty = pty
        self._part = b""
        self._lines: list[str] = []

    def say(self, *texts: str) -> None:
        self._pty.send(b"".join(map(framed, texts)))

    def hear(self, text: str) -> None:
        """Wait until this line has come; those before it are passed over."""
        while text not in self._lines:
            assert select.select([self._pty._far], [], [], SOON_S)[0], f"{text!r} never came"
            self._part += os.read(self._pty._far, 1000)
            *whole, self._part = self._part.split(b"\n")
            self._lines += [line[:-5].decode() for line in whole]
        del self._lines[: self._lines.index(text) + 1]

    def _is_open(self) -> bool:
        """Whether the port is open: before that a pty says that its other end has hung up."""
        poll = select.poll()
        poll.register(self._pty._far, 0)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def meet(self, hello: str = HELLO) -> None:
        wait_for(self._is_open)
        self.hear("?")
        self.say(hello)


class Heard:
    """What the table would hear."""

    def __init__(self) -> None:
        self.put: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def next(self) -> Any:
        return self.put.get(timeout=SOON_S)

    def expect(self, *whats: object) -> None:
        """The next things heard, whatever their moments: of a reader, a button, the bridge."""
        for what in whats:
            event = self.next()
            if isinstance(event, ReaderEvent):
                assert (event.reader, event.what) == what
            elif isinstance(event, ButtonEvent):
                assert event.button == what
            else:
                assert event.what == what

    def expect_opened(self, resumed: bool = False) -> None:
        opened = PortOpened(resumed)
        self.expect((5, opened), (6, opened), opened)

    def expect_lost(self) -> str:
        events = [self.next() for _ in range(3)]
        assert [type(event) for event in events] == [ReaderEvent, ReaderEvent, BridgeEvent]
        (reason,) = {event.what.reason for event in events}
        return str(reason)


@contextlib.contextmanager
def bridging(url: str, heard: Heard, **options: Any) -> Iterator[BridgePort]:
    port = BridgePort(url, options.pop("wiring", WIRING), heard.put.put, **options)
    port.start()
    try:
        yield port
    finally:
        port.close()


@contextlib.contextmanager
def met(**options: Any) -> Iterator[tuple[BridgePort, Board, Heard]]:
    """A bridge that has said hello."""
    heard = Heard()
    with Pty() as pty, bridging(pty.path, heard, **options) as port:
        board = Board(pty)
        board.meet()
        heard.expect_opened()
        yield port, board, heard


class TestEvents:
    def test_what_nothing_uses_is_told_to_who_wants_it(self) -> None:
        strays: queue.SimpleQueue[Unwired] = queue.SimpleQueue()
        with met(unwired=strays.put) as (port, board, heard):
            assert port.hello is not None
            assert (port.hello.name, port.hello.readers) == ("pico", 4)
            board.say(f"T 0 1 {TAG}", "B 1 0 1", "B 2 1 1")
            heard.expect(8)
            whats = [strays.get(timeout=SOON_S).what for _ in range(2)]
            assert whats == [OnReader(1, TagSeen(TAG)), Pressed(0)]

    def test_readers_and_buttons_by_the_numbers_of_the_table(self) -> None:
        with met() as (port, board, heard):
            board.say(f"T 0 3 {TAG}", "B 1 1 1", "B 2 1 0")
            heard.expect((6, TagSeen(TAG)), 8)
            board.hear("A 0")
            board.hear("A 2")
            board.say(f"G 3 3 {TAG}")
            event = heard.next()
            assert event.reader == 6
            assert event.what == TagGone(TAG, event.at)
            assert not any(port.faults.values())

    def test_what_is_not_used_is_acknowledged_and_not_heard(self) -> None:
        with met() as (_, board, heard):
            board.say(f"T 0 1 {TAG}", "B 1 0 1", f"T 2 0 {TAG}")
            heard.expect((5, TagSeen(TAG)))
            board.hear("A 2")

    def test_a_repeat_counts_once(self) -> None:
        with met() as (_, board, heard):
            for _ in range(3):
                board.say(f"T 0 0 {TAG}")
                board.hear("A 0")
            board.say(f"T 1 3 {TAG}")
            heard.expect((5, TagSeen(TAG)), (6, TagSeen(TAG)))

    def test_faults_are_counted(self) -> None:
        with met() as (port, board, _):
            board._pty.send(b"what?\n")
            board.say("X")
            wait_for(lambda: sum(port.faults.values()) == 2)
            assert port.faults["no check"] == port.faults["unknown line"] == 1

    def test_taps_on_the_bridge_and_beside_it_come_in_order(self) -> None:
        ear, heard = Ear(), Heard()
        frame, tag = RDM6300[0]
        with contextlib.ExitStack() as stack:
            stack.callback(ear.close)
            pty, plain = stack.enter_context(Pty()), stack.enter_context(Pty())
            stack.enter_context(bridging(pty.path, heard, ear=ear))
            reader = ReaderPort(1, plain.path, READERS["rdm6300"], heard.put.put, ear=ear)
            reader.start()
            stack.callback(reader.close)
            heard.expect((1, PortOpened()))
            board = Board(pty)
            board.meet()
            heard.expect_opened()
            for number in range(20):
                board.say(f"T {number} 0 {TAG}")
                heard.expect((5, TagSeen(TAG)))
                plain.send(frame)
                heard.expect((1, TagSeen(tag)))


class TestLostAndFound:
    def test_unplugged_and_back_it_goes_on(self, tmp_path: Path) -> None:
        link, pauses, heard = tmp_path / "ttyACM0", Pauses(), Heard()
        with contextlib.ExitStack() as stack:
            pty = stack.enter_context(Pty())
            replug(link, pty)
            stack.enter_context(bridging(str(link), heard, wait=pauses))
            Board(pty).meet()
            heard.expect_opened()
            Board(pty).say(f"T 0 0 {TAG}")
            heard.expect((5, TagSeen(TAG)))
            for boot, resumed in (("77", True), ("78", False)):
                link.unlink()
                pty.unplug()
                assert heard.expect_lost().startswith("vanished: ")
                assert pauses.next() == 0.5
                pty = stack.enter_context(Pty())
                replug(link, pty)
                pauses.go_on()
                board = Board(pty)
                board.meet(f"H 1 pico 4 2 2 {boot}")
                heard.expect_opened(resumed)
                board.say(f"T 0 0 {TAG}", f"T 1 3 {TAG}")
                board.hear("A 1")
                if not resumed:
                    heard.expect((5, TagSeen(TAG)))
                heard.expect((6, TagSeen(TAG)))

    def test_no_hello_is_said_once_and_the_pauses_grow(self) -> None:
        pauses, heard, now = Pauses(), Heard(), [0.0]
        with Pty() as pty, bridging(pty.path, heard, wait=pauses, clock=lambda: now[0]) as port:
            asked = []
            for _ in range(7):
                wait_for(lambda: port._talk.protocol._opened_at == now[0])
                wait_for(lambda: port._keeper._polled)
                now[0] += 3.0
                port._keeper.stir()
                asked.append(pauses.next())
                now[0] += 0.5
                pauses.go_on()
        assert asked == [0.5, 1, 2, 4, 8, 10, 10]
        assert heard.expect_lost() == "silent: no hello for 3 s, expected a bridge at 115200 baud"
        assert heard.put.empty()

    def test_one_that_does_not_fit_is_named_once_until_it_fits(self) -> None:
        pauses, heard = Pauses(), Heard()
        with Pty() as pty, bridging(pty.path, heard, wait=pauses):
            board = Board(pty)
            for expected in (0.5, 1.0, 2.0):
                board.meet("H 1 pico 2 2 2 77")
                assert pauses.next() == expected
                pauses.go_on()
            board.meet()
            assert heard.expect_lost() == "the bridge pico has 2 readers, expected at least 4"
            heard.expect_opened()
            board.say("H 2 pico")
            assert heard.expect_lost() == "speaks version 2 of its protocol, expected 1"
            assert pauses.next() == 0.5  # it had been there

    def test_a_missing_port(self, tmp_path: Path) -> None:
        heard = Heard()
        with bridging(str(tmp_path / "none"), heard, wait=Pauses()):
            assert heard.expect_lost() == "no such file: unplugged, or the path is wrong"

    def test_a_port_that_takes_nothing_is_lost(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(firmware_bridge.serial_line, "_WRITE_S", 0.02)
        with (
            Pty() as pty,
            SerialLine(pty.path, 9600) as line,
            pytest.raises(PortFault, match="takes no bytes: does its program hang"),
        ):
            line.write(bytes(100_000))


class TestLights:
    def test_a_picture_is_sent_at_once_and_put_out_at_the_end(self) -> None:
        with met() as (port, board, _):
            lights = LIGHTS["bridge"](LightSettings(panels=2, bridge=port))
            lights.show(0x80, [1, 2])
            board.hear("L 80000001000002")
            lights.show(0x81, [1, 2])
            board.hear("L 81000001000002")
            lights.close()
            port.close()
            board.hear("L 00000000000000")

    def test_the_newest_is_shown_when_the_bridge_comes(self) -> None:
        heard = Heard()
        with Pty() as pty, bridging(pty.path, heard) as port:
            for status in range(5):
                port.show(status, (0, 0))  # whether it is there is not known yet
            board = Board(pty)
            board.meet()
            board.hear("L 04000000000000")

    def test_while_it_is_away_every_picture_is_a_fault_and_the_newest_is_kept(
        self, tmp_path: Path
    ) -> None:
        link, pauses, heard = tmp_path / "ttyACM0", Pauses(), Heard()
        with Pty() as pty, bridging(str(link), heard, wait=pauses) as port:
            heard.expect_lost()
            for status in (1, 2):
                with pytest.raises(LightFault, match="ttyACM0: no such file"):
                    port.show(status, (0, 0))
            with pytest.raises(LightFault, match="no such file"):
                port.put_out()
            with pytest.raises(LightFault, match="no such file"):
                port.show(3, (4, 5))
            replug(link, pty)
            pauses.next()
            pauses.go_on()
            board = Board(pty)
            board.meet()
            board.hear("L 03000004000005")
            heard.expect_opened()
            port.show(3, (4, 6))

    def test_putting_them_out_is_not_waited_for_for_ever(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("firmware_bridge.bridge_port._PUT_OUT_S", 0.01)
        with met() as (port, _, _):
            port._keeper.stop()
            port._keeper._thread.join()
            port.show(1, (0, 0))
            with pytest.raises(LightFault, match="not told in time"):
                port.put_out()

    def test_lost_while_they_are_put_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with met(wait=Pauses()) as (port, _, _):
            monkeypatch.setattr(port._talk, "ask", unplugged)
            with pytest.raises(LightFault, match="just now"):
                port.put_out()


def unplugged(at: float) -> Ask:
    raise PortFault("", "vanished: just now")


class TestThreads:
    def test_nothing_wakes_up_between_the_signs_of_life(self) -> None:
        with met():
            before = wait_until_idle("ear", "bridge")
            assert Events().none_within(0.3)
            assert [wake_ups("ear"), wake_ups("bridge")] == before

    def test_a_port_within_pyserial(self) -> None:
        """What is said comes back; it is no bridge, and it is closed at once."""
        heard = Heard()
        with bridging("loop://", heard) as port:
            wait_for(lambda: port.faults["unknown line"] > 0)
            port.show(1, (2, 3))

    def test_closed_twice_and_without_a_start(self) -> None:
        port = BridgePort("loop://", WIRING, lambda event: None)
        port.put_out()
        port.close()
        port.close()
