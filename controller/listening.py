"""Hears the readers of a table for the builder's tools: no game, no journal."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Final, Self

from controller.config import BRIDGE, BridgeConfig, ReaderConfig
from firmware_bridge import (
    READERS,
    BridgeEvent,
    BridgePort,
    ButtonEvent,
    Ear,
    ReaderEvent,
    ReaderPort,
    Unwired,
    Wiring,
)

Event = ReaderEvent | ButtonEvent | BridgeEvent
_NONE: Final[Mapping[str, int]] = {}


class Listening:
    """The ports of some readers, open while the block lasts; `sink` takes what they say.

    The number in each event is the reader's place in `readers`. Those on the `bridge` are heard
    through its port. That is opened when there are any, or when `wiring` tells what else of it is
    used, its buttons and lights; then also what is used by nobody may be heard, by `unwired`.
    """

    def __init__(
        self,
        readers: Sequence[ReaderConfig],
        sink: Callable[[Event], object],
        clock: Callable[[], float] = time.monotonic,
        *,
        bridge: BridgeConfig | None = None,
        wiring: Wiring | None = None,
        unwired: Callable[[Unwired], object] | None = None,
    ) -> None:
        self._ear = Ear()
        self._ports = {
            number: ReaderPort(
                number, reader.port, READERS[reader.protocol], sink, clock, ear=self._ear
            )
            for number, reader in enumerate(readers)
            if reader.protocol != BRIDGE
        }
        on_bridge = {
            reader.number: number
            for number, reader in enumerate(readers)
            if reader.number is not None
        }
        self.bridge: BridgePort | None = None
        """The port of the bridge, if it is used."""
        if bridge is not None and (on_bridge or wiring is not None):
            its = Wiring(on_bridge) if wiring is None else wiring
            self.bridge = BridgePort(bridge.port, its, sink, clock, unwired=unwired, ear=self._ear)

    def faults(self, number: int) -> Mapping[str, int]:
        """How often the bytes of a reader had each fault; one on the bridge has no bytes."""
        return self._ports[number].faults if number in self._ports else _NONE

    def __enter__(self) -> Self:
        for port in self._all():
            port.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for port in self._all():
            port.stop()
        for port in self._all():
            port.close()
        self._ear.close()

    def _all(self) -> tuple[ReaderPort | BridgePort, ...]:
        bridge = () if self.bridge is None else (self.bridge,)
        return (*self._ports.values(), *bridge)
