"""A process that hears one line and tells when it has seen a tag.

`python -m bench.listener ear|poll PORT DESCRIPTOR`: by the ear of a running table, or by looking
every 10 ms as a simple program does. The moments go to the descriptor, as C doubles.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
import time
from typing import Final

POLL_S: Final = 0.010
KIND: Final = "rdm6300"


def by_ear(port: str, out: int) -> None:
    """Hear the port as a running table does."""
    from firmware_bridge import READERS, Ear, ReaderEvent, ReaderPort, TagSeen

    def sink(event: ReaderEvent) -> None:
        if isinstance(event.what, TagSeen):
            os.write(out, struct.pack("d", time.perf_counter()))

    ReaderPort(0, port, READERS[KIND], sink, ear=Ear()).start()
    threading.Event().wait()


def by_polling(port: str, out: int) -> None:
    """Look, sleep, look again."""
    import serial

    from firmware_bridge import READERS

    decoder = READERS[KIND].decoder()
    line = serial.Serial(port, READERS[KIND].baudrate, timeout=0)
    while True:
        for _ in decoder.feed(line.read(4096)):
            os.write(out, struct.pack("d", time.perf_counter()))
        time.sleep(POLL_S)


if __name__ == "__main__":
    {"ear": by_ear, "poll": by_polling}[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
