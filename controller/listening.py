"""Hears the readers of a table for the builder's tools: no game, no lights, no journal."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Self

from controller.config import BRIDGE, ReaderConfig
from engine import Fault, UnreadableError
from firmware_bridge import READERS, Ear, ReaderEvent, ReaderPort


class Listening:
    """The ports of some readers, open while the block lasts; `sink` takes what they say.

    The number in each event is the reader's place in `readers`. Raises `UnreadableError` for a
    protocol that has no port of its own.
    """

    def __init__(
        self,
        readers: Sequence[ReaderConfig],
        sink: Callable[[ReaderEvent], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        for reader in readers:
            if reader.protocol not in READERS:
                found = f"a reader on the {BRIDGE} at {reader.port}"
                raise UnreadableError("", [Fault("", found, f"one of {', '.join(READERS)}")])
        self._ear = Ear()
        self._ports = tuple(
            ReaderPort(number, reader.port, READERS[reader.protocol], sink, clock, ear=self._ear)
            for number, reader in enumerate(readers)
        )

    def faults(self, number: int) -> Mapping[str, int]:
        """How often the bytes of a reader had each fault."""
        return self._ports[number].faults

    def __enter__(self) -> Self:
        for port in self._ports:
            port.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for port in self._ports:
            port.stop()
        for port in self._ports:
            port.close()
        self._ear.close()
