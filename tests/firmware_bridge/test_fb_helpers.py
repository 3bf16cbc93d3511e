"""The checks of the port tests must be able to fail."""

from __future__ import annotations

import contextlib
import queue
import threading

import pytest
from fb_ports import (
    Events,
    Pauses,
    Pty,
    closes_soon,
    nothing_left,
    reading,
    wait_for,
    wait_until_idle,
    wake_ups,
)

from firmware_bridge import READERS, ReaderPort


@pytest.fixture
def events() -> Events:
    return Events()


class TestTheHelpers:
    """The checks above must be able to fail."""

    def test_a_left_thread_is_found(self) -> None:
        go = threading.Event()
        thread = threading.Thread(target=go.wait, name="left behind")
        with pytest.raises(AssertionError, match="left behind"), nothing_left():
            thread.start()
        go.set()
        thread.join()

    def test_a_left_file_is_found(self) -> None:
        left = contextlib.ExitStack()
        with pytest.raises(AssertionError, match="left open"), nothing_left():
            left.enter_context(Pty())
        left.close()

    def test_another_event_is_found(self, events: Events) -> None:
        with reading("nonsense://", events, wait=Pauses()), pytest.raises(AssertionError):
            events.expect_opened()
        with reading("loop://", events), pytest.raises(AssertionError):
            events.expect_lost()
        with pytest.raises(queue.Empty):
            events.next(0)

    def test_a_wake_up_is_counted(self) -> None:
        stop = threading.Event()

        def poll() -> None:
            while not stop.wait(0.01):
                pass

        thread = threading.Thread(target=poll, name="polling")
        thread.start()
        before = wake_ups("polling")
        wait_for(lambda: wake_ups("polling") > before + 3)
        with pytest.raises(AssertionError, match="never rest"):
            wait_until_idle("polling", patience_s=0.2)
        stop.set()
        thread.join()

    def test_what_does_not_happen_is_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("fb_ports.SOON_S", 0.02)
        with pytest.raises(AssertionError, match="did not happen"):
            wait_for(lambda: False)

    def test_a_port_that_does_not_close_is_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("fb_ports.SOON_S", 0.02)
        go = threading.Event()

        class Stuck(ReaderPort):
            def close(self) -> None:
                go.wait()

        with pytest.raises(AssertionError, match="did not return"):
            closes_soon(Stuck(0, "loop://", READERS["rdm6300"], Events()))
        go.set()
