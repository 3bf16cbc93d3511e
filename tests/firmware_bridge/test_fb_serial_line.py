"""One open port of any kind, and the words for its faults."""

from __future__ import annotations

import os
import select
import socket
import threading
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial
import serial.rfc2217
from fb_ports import (
    SOON_S,
    Events,
    Pty,
    listener,
    nothing_left,
)

from firmware_bridge import (
    PortFault,
)
from firmware_bridge.port_faults import reason_of
from firmware_bridge.serial_line import SerialLine


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with nothing_left():
        yield


@pytest.fixture
def events() -> Events:
    return Events()


class TestSerialLine:
    @pytest.mark.parametrize("scheme", ["", "spy://"])
    def test_waits_for_what_comes(self, scheme: str) -> None:
        with Pty() as pty, SerialLine(f"{scheme}{pty.path}", 9600) as line:
            pty.send_and_arrive(b"abc")
            assert line.wait(SOON_S) == b"abc"
            assert line.wait(0.01) == b""

    def test_takes_what_is_there(self) -> None:
        with Pty() as pty, SerialLine(pty.path, 9600) as line:
            assert line.take() == b""
            pty.send_and_arrive(b"abc")
            assert line.take() == b"abc"
            assert line.take() == b""
            pty.unplug()
            with pytest.raises(PortFault, match="vanished: "):
                line.take(hung_up=True)

    def test_takes_the_rest_of_what_hung_up(self) -> None:
        with listener() as (server, url), SerialLine(url, 9600) as line:
            far, _ = server.accept()
            far.sendall(b"abc")
            far.close()
            assert line.descriptor is not None
            assert select.select([line.descriptor], [], [], SOON_S)[0]
            assert line.take(hung_up=True) == b"abc"
            with pytest.raises(PortFault, match="vanished: unplugged, or closed by the other end"):
                line.take(hung_up=True)

    def test_a_port_without_a_descriptor_must_be_waited_for(self) -> None:
        with SerialLine("loop://", 9600) as line:
            assert line.descriptor is None
            with pytest.raises(ValueError, match="loop://: has no descriptor"):
                line.take()

    @pytest.mark.parametrize("url", ["loop://", "pty"])
    @pytest.mark.parametrize("wait_s", [None, SOON_S])
    def test_a_wake_counts_for_the_next_wait(self, url: str, wait_s: float | None) -> None:
        with Pty() as pty, SerialLine(pty.path if url == "pty" else url, 9600) as line:
            line.wake()
            assert line.wait(wait_s) == b""

    def test_wait_and_write_on_a_dead_port(self) -> None:
        with Pty() as pty, SerialLine(pty.path, 9600) as line:
            pty.unplug()
            with pytest.raises(PortFault, match="vanished"):
                line.wait()
            with pytest.raises(PortFault, match="vanished"):
                line.write(b"x")

    def test_permission_denied_names_the_group(self, tmp_path: Path) -> None:
        path = tmp_path / "ttyUSB0"
        path.touch()
        path.chmod(0)
        if os.access(path, os.W_OK):  # the tests run as root: ask the sentence itself
            reason = reason_of(str(path), PermissionError(13, "no"))
        else:
            with pytest.raises(PortFault) as caught:
                SerialLine(str(path), 9600)
            reason = caught.value.reason
        assert reason.startswith("permission denied: is this user in the group ")
        assert path.group() in reason

    def test_a_fault_names_port_and_cause(self, tmp_path: Path) -> None:
        url = str(tmp_path / "none")
        with pytest.raises(PortFault, match="no such file") as caught:
            SerialLine(url, 9600)
        assert caught.value.url == url
        assert isinstance(caught.value.__cause__, serial.SerialException)

    def test_a_kind_of_port_that_cannot_be_woken_still_ends(self) -> None:
        """rfc2217:// has no way to end its read: it waits in short turns."""
        with SerialLine("loop://", 9600) as line:
            line._cancel = None
            began = time.monotonic()
            assert line.wait() == b""
            assert time.monotonic() - began < SOON_S
            line.write(b"x")
            assert line.wait() == b"x"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of pyserial's own threads
def test_a_port_of_another_machine_by_rfc2217() -> None:
    """It has no descriptor and no bound on writing, and would refuse to be given one."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_serve_rfc2217, args=(server,))
        thread.start()
        with SerialLine(f"rfc2217://127.0.0.1:{server.getsockname()[1]}", 9600) as line:
            line.write(b"x")
            assert line.wait(SOON_S) == b"x"
        thread.join()


def _serve_rfc2217(server: socket.socket) -> None:
    """Send back what comes, as a server of serial ports would."""
    far, _ = server.accept()
    with far, serial.serial_for_url("loop://", timeout=0) as device:
        sender = types.SimpleNamespace(write=far.sendall)
        manager: Any = serial.rfc2217.PortManager
        manager = manager(device, sender)
        while raw := far.recv(1000):
            for data in manager.filter(raw):
                far.sendall(b"".join(manager.escape(data)))
