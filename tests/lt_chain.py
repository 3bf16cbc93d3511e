"""A running table with bare pins, on which a tap is timed from its last byte to its lights."""

from __future__ import annotations

import queue
import threading
import time
from pathlib import Path

from ct_files import table_text, write_table
from fb_frames import ascii_frame

from controller.compose import Running, build
from controller.config import read_config
from controller.table import Stop
from hw_mocks.deck import pretend_tags
from hw_mocks.pty_line import PtyLine

TAGS = pretend_tags()
LATCH = 22
ROUND = ("pass", "Js", "ditto", "undo", "double", "8s", "show", "redeal")
"""Refused, taken, refused, taken back: the alert light of E's panel goes on, off, on, off."""
SOON_S = 20.0


class BarePins:
    """What the light driver needs of RPi.GPIO, and the moment of each rising latch edge."""

    BCM, IN, OUT, LOW, HIGH, PUD_OFF, PUD_UP = 11, 1, 0, 0, 1, 20, 22

    def __init__(self) -> None:
        self.edges: queue.SimpleQueue[float] = queue.SimpleQueue()

    def setmode(self, mode: int, /) -> None:
        pass

    def setup(
        self, channel: list[int], direction: int, pull_up_down: int = PUD_OFF, initial: int = -1
    ) -> None:
        pass

    def input(self, channel: int, /) -> int:
        return self.HIGH

    def output(self, channel: int, value: int, /) -> None:
        if channel == LATCH and value:
            self.edges.put(time.perf_counter())

    def cleanup(self, channel: list[int], /) -> None:
        pass


class Chain:
    """A running table with one pty for each seat, on a thread of its own."""

    def __init__(self, folder: Path) -> None:
        path = write_table(folder, table_text("gpio", "gone_ms = 1\nwait = false"))
        self.lines = {seat: PtyLine(folder / seat) for seat in "SWNE"}
        self.pins = BarePins()
        self.running: Running = build(read_config(path), gpio=self.pins)
        self.thread = threading.Thread(target=self.running.table.run, name="table")
        self.count = 0

    def start(self) -> None:
        self.thread.start()
        self.edge()  # the first picture

    def edge(self) -> float:
        """Wait for the next latch edge; its moment."""
        return self.pins.edges.get(timeout=SOON_S)

    def tap(self) -> float:
        """Tap the next of the round at E; seconds from its last byte to the latch edge."""
        frame = ascii_frame(TAGS[ROUND[self.count % len(ROUND)]])
        self.count += 1
        self.lines["E"].write(frame)
        written = time.perf_counter()
        return self.edge() - written

    def close(self) -> None:
        self.running.table.events.put(Stop())
        if self.thread.ident is not None:
            self.thread.join()
        self.running.close()
        for line in self.lines.values():
            line.close()
