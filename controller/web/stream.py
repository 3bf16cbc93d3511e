"""Server-sent events: the present state at once, and the newest whenever it changes.

A viewer that takes its time gets no backlog: while it has not taken one state, those in between are
passed over. One that takes nothing for a while is let go of; its browser comes back by itself, and
gets the present state at once (https://html.spec.whatwg.org/multipage/server-sent-events.html).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from controller.web.hub import MOST_VIEWERS, Hub

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

BEAT_S: Final = 10.0
"""So often something is said even if nothing happens, so that a lost line is noticed."""
STALL_S: Final = 20.0
GATHER_S: Final = 0.02
"""So long states are gathered that come one after the other."""
_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Stream:
    """One viewer's stream: an ASGI application. `seen` makes what it gets of the present state."""

    def __init__(self, hub: Hub, seen: Callable[[], bytes]) -> None:
        self._hub = hub
        self._seen = seen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the viewer until it goes."""
        if self._hub.viewers >= MOST_VIEWERS:
            await send({"type": "http.response.start", "status": 503, "headers": []})
            await send({"type": "http.response.body", "body": b"too many viewers"})
            return
        self._hub.viewers += 1
        telling = asyncio.ensure_future(self._tell(send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.viewers -= 1
            for task in (telling, leaving):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError, TimeoutError):
                    await task

    async def _tell(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        last = b""
        version = -1
        while True:
            news = await self._hub.newer(version, BEAT_S)
            version = self._hub.version
            seen = self._seen()
            if not news:
                await self._send(send, b"event: beat\ndata: \n\n")
            elif seen != last:
                await self._send(send, b"data: " + seen + b"\n\n")
                last = seen
                await asyncio.sleep(GATHER_S)

    async def _send(self, send: Send, body: bytes) -> None:
        told = send({"type": "http.response.body", "body": body, "more_body": True})
        await asyncio.wait_for(told, STALL_S)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
