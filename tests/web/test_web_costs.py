"""Viewers cost the taps nothing: from the last byte of a tap to the latch edge of its lights."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hm_leaks import no_leaks
from lt_chain import Chain
from web_rig import until

from controller.pages.feed import WebFeed
from controller.pages.told import in_all_languages
from controller.web.settings import Settings

VIEWERS = 20
TAPS, STRETCH = 96, 24
BOUND_S = 0.001
"""What a tap may take in the median, where nothing else wants the processor."""
_LISTEN = """
import selectors, socket, sys
port, viewers = map(int, sys.argv[1:])
ready = selectors.DefaultSelector()
for number in range(viewers):
    line = socket.create_connection(("127.0.0.1", port))
    language = (b"en", b"bn")[number % 2]
    line.sendall(b"GET /events?lang=" + language + b" HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
    ready.register(line, selectors.EVENT_READ)
heard = 0
while True:
    for key, _ in ready.select():
        news = len(key.fileobj.recv(1 << 16))
        if not news:
            sys.exit()
        heard += news
        print(heard, flush=True)
"""


@contextmanager
def viewers(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Twenty viewers, in a process of their own."""
    command = [sys.executable, "-S", "-c", _LISTEN, str(port), str(VIEWERS)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def quietest(chain: Chain, rng: random.Random) -> float:
    """The median of the best stretch of taps: elsewhere other programs may have been at work."""
    pause, taps = threading.Event(), []
    for _ in range(TAPS):
        pause.wait(rng.uniform(0.004, 0.015))
        taps.append(chain.tap())
    stretches = [taps[start : start + STRETCH] for start in range(0, TAPS, STRETCH)]
    return min(statistics.median(stretch) for stretch in stretches)


def test_twenty_viewers_cost_the_taps_nothing(tmp_path: Path) -> None:
    rng = random.Random(1)
    with no_leaks():
        chain = Chain(tmp_path)
        table = chain.running.table
        try:
            chain.start()
            chain.running.start()
            until(lambda: chain.lines["E"].opened)
            threading.Event().wait(0.05)  # what is read directly after the opening lay there
            alone = quietest(chain, rng)
            table.session.voices = in_all_languages(table.session.wording)
            feed = WebFeed(Settings(port=0).as_json(), table.events.put)
            try:
                table.pages = feed
                address = until(lambda: feed.address)
                with viewers(int(address.rsplit(":", 1)[1].strip("/"))) as process:
                    assert process.stdout is not None
                    chain.tap()
                    process.stdout.readline()
                    watched = quietest(chain, rng)
            finally:
                table.pages = None
                feed.close()
        finally:
            chain.close()
    said = f"{alone * 1e3:.3f} ms alone, {watched * 1e3:.3f} ms with {VIEWERS} viewers"
    assert watched <= max(BOUND_S, 2 * alone), said
