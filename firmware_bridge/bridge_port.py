"""The bridge on its port: several readers, buttons and lights on one serial line."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence

from firmware_bridge.bridge_messages import Hello
from firmware_bridge.bridge_news import Met, News, OnReader, Pressed
from firmware_bridge.bridge_protocol import BAUD, BridgeProtocol
from firmware_bridge.bridge_wiring import BridgeEvent, Event, Unwired, Wiring
from firmware_bridge.buttons import ButtonEvent
from firmware_bridge.decoding import Ask
from firmware_bridge.ear import Ear
from firmware_bridge.errors import HardwareFault, LightFault
from firmware_bridge.port import PortLost, PortOpened, ReaderEvent
from firmware_bridge.port_keeper import Clock, PortKeeper, Rest, Wait

_PUT_OUT_S = 2.0


class BridgeTalk:
    """Turns what the bridge says into events of the table; the `Talk` of its port.

    It has no port and no thread: `sink` is called with each event, in order, and `unwired` with
    each at a place that `wiring` does not have; left out, nobody hears of these.
    """

    def __init__(
        self,
        url: str,
        wiring: Wiring,
        sink: Callable[[Event], object],
        unwired: Callable[[Unwired], object] | None = None,
    ) -> None:
        self.protocol = BridgeProtocol(wiring.needs)
        self.away = ""
        """Why the bridge is not there; empty while it is, and until that is known."""
        self._url = url
        self._wiring = wiring
        self._sink = sink
        self._unwired = unwired

    def opened(self, at: float) -> bool:
        """The port is open. The bridge is there once it has said hello."""
        self.protocol.opened(at)
        return False

    def heard(self, data: bytes, at: float) -> bool:
        """Take what has come; True when there was a hello."""
        met = False
        for news in self.protocol.feed(data, at):
            met = met or isinstance(news, Met)
            self._tell(news, at)
        return met

    def ask(self, at: float) -> Ask:
        """Say what to send now and how long to wait then; raises HardwareFault."""
        return self.protocol.ask(at)

    def failed(self, fault: HardwareFault) -> None:
        """Nothing: all that matters is what `lost` tells."""

    def lost(self, reason: str, at: float) -> None:
        """The bridge is lost: every reader on it is."""
        self.away = reason
        self._tell_all(PortLost(reason), at)

    def _tell(self, news: News, at: float) -> None:
        if isinstance(news, Met):
            self.away = ""
            self._tell_all(PortOpened(news.resumed), at)
        elif isinstance(news, OnReader):
            reader = self._wiring.readers.get(news.reader)
            if reader is not None:
                self._sink(ReaderEvent(reader, at, news.what))
            else:
                self._tell_unwired(news, at)
        else:
            button = self._wiring.buttons.get(news.button)
            if button is not None:
                self._sink(ButtonEvent(button, at))
            else:
                self._tell_unwired(news, at)

    def _tell_unwired(self, news: OnReader | Pressed, at: float) -> None:
        if self._unwired is not None:
            self._unwired(Unwired(at, news))

    def _tell_all(self, what: PortOpened | PortLost, at: float) -> None:
        for reader in self._wiring.readers.values():
            self._sink(ReaderEvent(reader, at, what))
        self._sink(BridgeEvent(self._url, at, what))


class BridgePort:
    """A bridge on a port, open from `start` to `close` as well as the port allows.

    `url` is anything pyserial opens; `wiring` says what of the bridge is used. `sink` is called
    with each event, in order: it must not block and must not call `close`; so `unwired`, with what
    happens at places that are not used. `clock`, `ear`, `wait` and `rest` are as in `PortKeeper`:
    with the `ear` of the table's readers, taps come in the order in which they happened on
    whichever port.
    """

    def __init__(
        self,
        url: str,
        wiring: Wiring,
        sink: Callable[[Event], object],
        clock: Clock = time.monotonic,
        *,
        unwired: Callable[[Unwired], object] | None = None,
        ear: Ear | None = None,
        wait: Wait = threading.Event.wait,
        rest: Rest = threading.Condition.wait_for,
    ) -> None:
        self.url = url
        self.wiring = wiring
        self._talk = BridgeTalk(url, wiring, sink, unwired)
        self._keeper = PortKeeper(
            "bridge", url, BAUD, self._talk, clock, ear=ear, wait=wait, rest=rest
        )

    @property
    def hello(self) -> Hello | None:
        """What the bridge says of itself; None while it is not there."""
        with self._keeper.changed:
            return None if self._talk.away else self._talk.protocol.hello

    @property
    def faults(self) -> Mapping[str, int]:
        """How often what the bridge said had each fault since the start; a snapshot."""
        with self._keeper.changed:
            return dict(self._talk.protocol.faults)

    def start(self) -> None:
        """Begin. The first events say whether the bridge is there. Once only."""
        self._keeper.start()

    def stop(self) -> None:
        """Ask the thread to end and return at once."""
        self._keeper.stop()

    def close(self) -> None:
        """End the thread and close the port; wait until both is done. May be called twice."""
        self._keeper.close()

    def show(self, status: int, panels: Sequence[int]) -> None:
        """Have the lights show a picture, and return at once.

        The newest picture is kept for a bridge that is not there. Raises LightFault while it is
        known to be away, ValueError for a picture of another shape.
        """
        with self._keeper.changed:
            self._talk.protocol.show(status, panels)
            self._check_there()
            if self._talk.protocol.unlit:
                self._keeper.stir()

    def put_out(self) -> None:
        """Put all lights out and wait until the bridge was told; raises LightFault if it cannot be.

        Of a port that was never started nothing is lit.
        """
        with self._keeper.changed:
            self._talk.protocol.show(0, (0,) * self.wiring.panels)
            self._check_there()
            self._keeper.stir()
            told = self._keeper.changed.wait_for(self._is_told, _PUT_OUT_S)
            self._check_there()
        if not told:
            raise LightFault(f"bridge at {self.url}: it was not told in time to put its lights out")

    def _check_there(self) -> None:
        if self._talk.away:
            raise LightFault(f"bridge at {self.url}: {self._talk.away}")

    def _is_told(self) -> bool:
        protocol = self._talk.protocol
        return bool(self._talk.away) or not (protocol.there and protocol.unlit)


class BridgeLights:
    """The light driver `bridge`: `panels` panels, and the status register, on the bridge."""

    def __init__(self, port: BridgePort) -> None:
        self._port = port

    def show(self, status: int, panels: Sequence[int]) -> None:
        """Show 8 status bits and 24 bits for each panel; see `BridgePort.show` for what it raises.

        Shown is what the bridge was told, which has no answer for it: what is lost on the line is
        said again within two seconds.
        """
        self._port.show(status, panels)

    def close(self) -> None:
        """Put all lights out; raises LightFault when the bridge is away. Its port stays open."""
        self._port.put_out()
