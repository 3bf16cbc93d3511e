"""Try out a bridge: `python -m firmware_bridge.try_bridge PORT [PANELS]`.

Says all that the microcontroller says, and lights one light after the other if it has panels, until
Ctrl-C, which tells how many lines were faulty. It is for those who write a firmware and have no
table yet: `chhakka check --live` tries a bridge as well, but needs a `table.toml`, asks for one
thing after the other, and comes to an end.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from firmware_bridge.bridge_news import Met, Needs, News, OnReader, Pressed
from firmware_bridge.bridge_protocol import BAUD, BridgeProtocol
from firmware_bridge.decoding import Ask
from firmware_bridge.errors import HardwareFault
from firmware_bridge.panel_bits import PANEL_BITS, STATUS_BITS
from firmware_bridge.port_keeper import Clock, PortKeeper
from firmware_bridge.tags import TagSeen

_EACH_S = 0.5


class BridgeTrial:
    """A bridge at `url` of which everything is said: `say` takes one sentence at a time."""

    def __init__(
        self,
        url: str,
        panels: int,
        say: Callable[[str], object],
        clock: Clock = time.monotonic,
    ) -> None:
        self._panels = panels
        self._say = say
        self._protocol = BridgeProtocol(Needs(panels=panels))
        self._keeper = PortKeeper("bridge", url, BAUD, self, clock)

    def start(self) -> None:
        """Open the port."""
        self._keeper.start()

    def light(self, status: int, panels: Sequence[int]) -> None:
        """Show a picture, now or when the bridge is there."""
        with self._keeper.changed:
            self._protocol.show(status, panels)
            self._keeper.stir()

    def close(self) -> None:
        """Close the port and tell of the faulty lines."""
        self._keeper.close()
        faults = {name: count for name, count in self._protocol.faults.items() if count}
        counted = ", ".join(f"{count} × {name}" for name, count in faults.items())
        self._say(f"Faulty lines: {counted or 'none'}.")

    # What the port's keeper calls.

    def opened(self, at: float) -> bool:
        """The port is open."""
        self._protocol.opened(at)
        self._say("The port is open. Who is there?")
        return False

    def heard(self, data: bytes, at: float) -> bool:
        """Say what has come."""
        news = self._protocol.feed(data, at)
        for each in news:
            self._say(sentence(each))
            if isinstance(each, Met):
                self._introduce()
        return any(isinstance(each, Met) for each in news)

    def _introduce(self) -> None:
        hello = self._protocol.hello
        if hello is not None:
            self._say(
                f"{hello.name} has {hello.readers} readers, {hello.buttons} buttons, "
                f"{hello.panels} panels. Its boot is {hello.boot}."
            )

    def ask(self, at: float) -> Ask:
        """What the protocol wants to send."""
        return self._protocol.ask(at)

    def failed(self, fault: HardwareFault) -> None:
        """Nothing: `lost` says it."""

    def lost(self, reason: str, at: float) -> None:
        """Say why."""
        self._say(f"Lost: {reason}. It is tried again.")


def sentence(news: News) -> str:
    """What is new, in a sentence.

    >>> sentence(OnReader(2, TagSeen("000414CD7E")))
    'Reader 2: 000414CD7E has come.'
    """
    match news:
        case Met(resumed):
            return "It is the bridge from before." if resumed else "A bridge says hello."
        case OnReader(reader, what):
            happened = "has come" if isinstance(what, TagSeen) else "is gone"
            return f"Reader {reader}: {what.tag} {happened}."
        case Pressed(button):
            return f"Button {button} was pressed."


def walk(panels: int) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    """Every light by itself: its name, and the picture in which it alone is on."""
    dark = (0,) * panels
    for bit in range(STATUS_BITS):
        yield f"status {bit}", 1 << bit, dark
    for panel in range(panels):
        for bit in range(PANEL_BITS):
            yield f"panel {panel}, {bit}", 0, (*dark[:panel], 1 << bit, *dark[panel + 1 :])


def main(argv: Sequence[str] | None = None) -> int:
    """Run until Ctrl-C; the value is the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge.try_bridge", description="Try out a bridge."
    )
    parser.add_argument("port", help="anything pyserial opens")
    parser.add_argument("panels", nargs="?", type=int, default=0, help="how many to light")
    args = parser.parse_args(argv)
    trial = BridgeTrial(args.port, args.panels, print)
    try:
        trial.start()
        while args.panels:
            for name, status, panels in walk(args.panels):
                trial.light(status, panels)
                print(f"Light: {name}")
                time.sleep(_EACH_S)
        threading.Event().wait()
    except KeyboardInterrupt:
        trial.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
