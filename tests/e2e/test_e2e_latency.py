"""From the last byte of a tap to the latch edge of its lights, against a loop that polls.

Both chains are the same (port, decoder, presence, referee, journal, shift chain) but for how the
port is read, and they are measured by turns. The pins are bare ones: pretend pins with pretend
chips on them take many times as long as the chain itself, real ones next to nothing.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from pathlib import Path

import serial
from hm_leaks import no_leaks
from lt_chain import Chain

from firmware_bridge import READERS, ReaderEvent

POLL_S = 0.010
TAPS, STRETCH = 120, 24
FACTOR = 4
"""It is 8 to 30 on two cores, as fast as they happen to be; with any timer in the way it is 1."""


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
