"""Serving the pages: the socket, the line from the table, and the end of both."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from controller.web.app import make_app
from controller.web.hub import Hub
from controller.web.hurry import hurried
from controller.web.model import score_model
from controller.web.settings import Settings

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

LONGEST_LINE: Final = 1 << 24
"""Bytes; a state is some thousands long."""
BACKLOG: Final = 64
MOST_AT_ONCE: Final = 400
"""Connections; beyond them the answer is 503."""


class Upward:
    """The line back to the table. What is said while it does not listen is dropped."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def say(self, what: Mapping[str, Any]) -> bool:
        """Say something; False when the table does not take it."""
        transport = self._writer.transport
        if transport.is_closing() or transport.get_write_buffer_size() > LONGEST_LINE:
            return False
        self._writer.write(json.dumps(what).encode() + b"\n")
        return True


async def serve(line: socket.socket) -> None:
    """Serve until the table hangs up."""
    reader, writer = await asyncio.open_connection(sock=line, limit=LONGEST_LINE)
    upward = Upward(writer)
    first = await reader.readline()
    if not first:
        return
    settings = Settings.from_json(json.loads(first)["settings"])
    try:
        listener = listen(settings)
    except OSError as error:
        reason = error.strerror or str(error)
        place = f"{settings.host} port {settings.port}"
        upward.say({"fault": f"{place} cannot be listened at: {reason}"})
        await writer.drain()
        return
    hub = Hub(score_model)
    await _serve(settings, hub, upward, reader, listener)


async def _serve(
    settings: Settings,
    hub: Hub,
    upward: Upward,
    reader: asyncio.StreamReader,
    listener: socket.socket,
) -> None:
    import uvicorn

    app = make_app(settings, hub, rooms(settings, hub, upward))
    config = uvicorn.Config(
        app,
        http=hurried(),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_AT_ONCE,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=15,
        # Nobody stands before us whose word on where a request comes from we would take.
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server.serve(sockets=[listener]))
    upward.say({"ready": address(settings.host, listener.getsockname()[1])})
    hearing = asyncio.ensure_future(_hear(reader, hub))
    await asyncio.wait((serving, hearing), return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    server.force_exit = True
    hearing.cancel()
    await serving


def rooms(settings: Settings, hub: Hub, upward: Upward) -> tuple[BaseRoute, ...]:
    """What there is beside the score page."""
    found: tuple[BaseRoute, ...] = ()
    if settings.pin_hash is not None and settings.director is not None:
        from controller.config.pin import check_pin
        from controller.web.director import DirectorPage

        found += DirectorPage(settings, partial(check_pin, pin_hash=settings.pin_hash)).routes()
    if settings.pretend:
        from controller.web.play import PlayPage

        found += PlayPage(settings, hub, upward.say).routes()
    return found


async def _hear(reader: asyncio.StreamReader, hub: Hub) -> None:
    """Take what the table says until it hangs up."""
    while line := await reader.readline():
        hub.put(json.loads(line))


def listen(settings: Settings) -> socket.socket:
    """A socket that listens where the pages are to be served. Raises OSError."""
    family, kind, protocol, _, where = socket.getaddrinfo(
        settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def address(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    if host in ("0.0.0.0", "::", ""):
        host = socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
