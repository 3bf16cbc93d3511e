"""The console with a guest that is none, and QEMU's own ends."""

from __future__ import annotations

import base64
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hm_leaks import no_leaks
from pi_console import Console, ConsoleError
from pi_monitor import Monitor, MonitorError, Probe


@contextmanager
def far_end(speak: Callable[[socket.socket], None]) -> Iterator[socket.socket]:
    """A socket whose other end a thread speaks on, while the block lasts."""
    here, there = socket.socketpair()
    thread = threading.Thread(target=speak, args=(there,))
    thread.start()
    try:
        yield here
    finally:
        here.close()
        thread.join()
        there.close()


def guest(line: socket.socket) -> None:
    """Says the script it was to run; one with the word false in it ends with 5."""
    with line.makefile("rb") as commands:
        line.sendall(b"\xff\xfe\r\n@@ready 0\n")
        for command in commands:
            name, text = command.split()
            script = base64.b64decode(text)
            status = 5 if b"false" in script else 0
            line.sendall(b"\n" + script + b"\n\n@@" + name + b" %d\n" % status)


def test_commands_are_answered_one_by_one() -> None:
    with no_leaks(), far_end(guest) as line:
        console = Console(line)
        console.wait_ready()
        assert console.run("echo 'two\nlines'") == (0, "echo 'two\nlines'")
        assert console.run("false") == (5, "false")
        assert console.sure("x") == "x"
        with pytest.raises(AssertionError, match="'false' ended with 5: false"):
            console.sure("false")
        console.close()


def test_a_guest_that_dies_is_no_answer() -> None:
    def dies(line: socket.socket) -> None:
        line.recv(1)
        line.sendall(b"Kernel panic\n")
        line.shutdown(socket.SHUT_RDWR)

    with far_end(dies) as line:
        console = Console(line)
        with pytest.raises(ConsoleError, match=r"closed; last it said:\nKernel panic"):
            console.run("x")
        console.close()


def test_silence_has_an_end() -> None:
    with far_end(lambda line: None) as line:
        console = Console(line)
        with pytest.raises(ConsoleError, match="no answer to ready"):
            console.wait_ready(0.01)
        console.close()


def qmp(line: socket.socket) -> None:
    """Greets, tells of an event, and refuses one command."""
    line.sendall(b'{"QMP": {}}\n')
    with line.makefile("rb") as commands:
        for command in map(json.loads, commands):
            line.sendall(b'{"event": "SOMETHING"}\n')
            if command["execute"] == "device_add":
                line.sendall(b'{"error": {"class": "GenericError", "desc": "no bus"}}\n')
            else:
                line.sendall(json.dumps({"return": command["arguments"]}).encode() + b"\n")


def test_the_monitor_answers_or_refuses() -> None:
    with far_end(qmp) as line:
        monitor = Monitor(line)
        assert monitor.call("device_del", id="reader2") == {"id": "reader2"}
        with pytest.raises(MonitorError, match="device_add: no bus"):
            monitor.call("device_add", driver="usb-serial")
        monitor.close()


def qtest(line: socket.socket) -> None:
    """Answers as QEMU's test port does, with pin 5 high; says what it was asked."""
    with line.makefile("rb") as commands:
        for command in commands:
            words = command.split()
            if words[0] == b"readl":
                assert words[1] == b"0x3f200034"
                line.sendall(b"OK 0x0000000000000020\n")
            else:
                fits = words == [b"writel", b"0x3f200028", b"0x20"]
                line.sendall(b"OK\n" if fits else b"FAIL Unknown command\n")


def test_the_probe_reads_and_drives_pins() -> None:
    with far_end(qtest) as line:
        probe = Probe(line)
        assert [probe.level(pin) for pin in (4, 5, 6)] == [0, 1, 0]
        probe.drive(5, 0)
        with pytest.raises(MonitorError, match="FAIL"):
            probe.drive(5, 1)
        probe.close()
