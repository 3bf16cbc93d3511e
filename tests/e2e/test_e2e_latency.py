"""From the last byte of a tap to the latch edge of its lights, against a loop that polls.

Both chains are the same (port, decoder, presence, referee, journal, shift chain) but for how the
port is read, and they are measured by turns. The pins are bare ones: pretend pins with pretend
chips on them take many times as long as the chain itself, real ones next to nothing.
"""

from __future__ import annotations

import queue
import random
import statistics
import threading
import time
from pathlib import Path

import serial
from ct_files import table_text, write_table
from fb_frames import ascii_frame
from hm_leaks import no_leaks

from controller.compose import Running, build
from controller.config import read_config
from controller.table import Stop
from firmware_bridge import READERS, ReaderEvent
from hw_mocks.deck import pretend_tags
from hw_mocks.pty_line import PtyLine

TAGS = pretend_tags()
LATCH = 22
POLL_S = 0.010
TAPS, STRETCH = 120, 24
ROUND = ("pass", "Js", "ditto", "undo", "double", "8s", "show", "redeal")
"""Refused, taken, refused, taken back: the alert light of E's panel goes on, off, on, off."""
SOON_S = 20.0
FACTOR = 4
"""It is 8 to 30 on two cores, as fast as they happen to be; with any timer in the way it is 1."""


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


class Polled:
    """Reads a port as a simple program does: look, sleep, look again."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._end = threading.Event()
        self._port = serial.Serial(chain.lines["E"].path, READERS["rdm6300"].baudrate, timeout=0)
        self._thread = threading.Thread(target=self._run, name="poll")
        self._thread.start()

    def _run(self) -> None:
        decoder = READERS["rdm6300"].decoder()
        events = self._chain.running.table.events
        while not self._end.wait(POLL_S):
            for tag in decoder.feed(self._port.read(4096)):
                events.put(ReaderEvent(3, time.monotonic(), tag))

    def close(self) -> None:
        self._end.set()
        self._thread.join()
        self._port.close()


def quietest(taps: list[float]) -> float:
    """The median of the best stretch: elsewhere other programs may have had the processor."""
    stretches = [taps[start : start + STRETCH] for start in range(0, TAPS, STRETCH)]
    return min(statistics.median(stretch) for stretch in stretches)


def test_a_tap_is_on_the_lights_many_times_sooner_than_by_polling(tmp_path: Path) -> None:
    rng = random.Random(1)
    pause = threading.Event()
    with no_leaks():
        ours, theirs = Chain(tmp_path / "ours"), Chain(tmp_path / "theirs")
        polled = Polled(theirs)
        try:
            ours.start()
            theirs.start()
            ours.running.start()
            while not ours.lines["E"].opened:
                pause.wait(0.001)
            pause.wait(0.05)  # what is read directly after the opening lay there already
            sooner, later = [], []
            for _ in range(TAPS):
                pause.wait(rng.uniform(0.0, POLL_S))
                sooner.append(ours.tap())
                pause.wait(rng.uniform(0.0, POLL_S))
                later.append(theirs.tap())
        finally:
            polled.close()
            ours.close()
            theirs.close()
    fast, slow = quietest(sooner), quietest(later)
    said = f"median {fast * 1e3:.3f} ms, polled {slow * 1e3:.3f} ms"
    assert slow > POLL_S / 4, said  # the other chain really is as slow as its loop
    assert slow >= FACTOR * fast, said
