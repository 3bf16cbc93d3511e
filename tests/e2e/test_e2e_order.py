"""Taps on several readers are handled in the order in which they happened, however busy it is.

The readers are sockets: what is sent has arrived. A pty hands bytes over through a worker of the
kernel, and on a busy machine two of these workers may well change places.
"""

from __future__ import annotations

import contextlib
import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

from ct_files import table_text, write_table
from fb_frames import ascii_frame
from hm_leaks import no_leaks

from controller.compose import build
from controller.config import read_config
from firmware_bridge import PortOpened, ReaderEvent, TagSeen
from hw_mocks.deck import pretend_tags

TAPS = 80
APART_S = 0.006
SOON_S = 20.0


@contextlib.contextmanager
def listeners(count: int) -> Iterator[list[socket.socket]]:
    """Sockets of this machine that a program may connect to."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]


def test_taps_come_in_order_while_python_computes(tmp_path: Path) -> None:
    rng, pause, busy = random.Random(1), threading.Event(), threading.Event()

    def compute() -> None:
        while not busy.is_set():
            sum(range(20_000))

    with no_leaks(), listeners(4) as servers, contextlib.ExitStack() as stack:
        text = table_text()
        for seat, server in zip("SWNE", servers, strict=True):
            host, port = server.getsockname()
            text = text.replace(f'port = "{seat}"', f'port = "socket://{host}:{port}"')
        running = build(read_config(write_table(tmp_path, text)))
        worker = threading.Thread(target=compute, name="busy")
        try:
            running.start()
            lines = [stack.enter_context(server.accept()[0]) for server in servers]
            events = [running.table.events.get(timeout=SOON_S) for _ in lines]
            assert all(
                isinstance(event, ReaderEvent) and isinstance(event.what, PortOpened)
                for event in events
            )
            for line in lines:  # from now on they are really listened to
                line.sendall(ascii_frame("0000000000"))
                running.table.events.get(timeout=SOON_S)
            # One thread hears all ports; several would take turns as the interpreter likes.
            assert [thread.name for thread in threading.enumerate()].count("ear") == 1
            worker.start()
            tags = list(pretend_tags().values())
            said = [(rng.randrange(len(lines)), tags[number]) for number in range(TAPS)]
            for reader, tag in said:
                lines[reader].sendall(ascii_frame(tag))
                pause.wait(APART_S)
            heard = [running.table.events.get(timeout=SOON_S) for _ in said]
        finally:
            busy.set()
            if worker.ident is not None:
                worker.join()
            running.close()
    found = [
        (event.reader, event.what.tag)
        for event in heard
        if isinstance(event, ReaderEvent) and isinstance(event.what, TagSeen)
    ]
    assert found == said
    moments = [event.at for event in heard if isinstance(event, ReaderEvent)]
    assert moments == sorted(moments)
