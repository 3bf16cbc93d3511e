"""Connections that ask nothing, or not to the end, are closed: they would keep others out.

uvicorn waits for the first request of a connection, and for the rest of one that has begun, for
ever; there is room for a few hundred connections only.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S: Final = 10.0
"""So long the head of a request may take, from its first byte or from the connection's begin."""


def hurried(seconds: float = HEAD_S) -> type[H11Protocol]:
    """uvicorn's protocol, but that a head has to be there within so many seconds."""
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Hurried(H11Protocol):
        """Counts the time in which nothing is asked for and nothing answered."""

        _end: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._begin()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is None or self.cycle.response_complete:
                self._begin()
            else:
                self._stop()

        def _begin(self) -> None:
            # More bytes of the same head win no time.
            if self._end is None:
                self._end = self.loop.call_later(seconds, self.transport.close)

        def _stop(self) -> None:
            if self._end is not None:
                self._end.cancel()
                self._end = None

    return Hurried
