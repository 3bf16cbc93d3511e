"""Connections that keep a place and ask nothing are let go of; those that wait for news are not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from starlette.requests import Request
from web_rig import SOON_S

from controller.web.asked import body_of
from controller.web.hurry import hurried
from controller.web.serve import listen
from controller.web.settings import Settings

HEAD_S = 0.03
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


async def slow(scope: Any, receive: Any, send: Any) -> None:
    """Answers long after a head would have had to be there."""
    await asyncio.sleep(4 * HEAD_S)
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def served() -> AsyncIterator[int]:
    listener = listen(Settings(port=0))
    config = uvicorn.Config(
        slow, http=hurried(HEAD_S), lifespan="off", log_config=None, timeout_keep_alive=60
    )
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        await serving


async def answer_to(*pieces: bytes, after: bytes = b"") -> bytes:
    """All that comes back before the line is closed; the pieces are sent when `after` has come."""
    async with served() as port, asyncio.timeout(SOON_S):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if after:
            writer.write(HEAD + b"\r\n")
            await reader.readuntil(after)
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        found = await reader.read()
        writer.close()
    return found


@pytest.mark.parametrize("pieces", [(), (b"GET",), (HEAD, b"X: 1\r\n", b"Y: ")])
def test_who_does_not_ask_is_let_go_of(pieces: tuple[bytes, ...]) -> None:
    assert asyncio.run(answer_to(*pieces)) == b""


def test_who_has_asked_may_wait_for_the_answer() -> None:
    assert asyncio.run(answer_to(HEAD, b"Connection: close\r\n\r\n")).endswith(b"ok")


def test_a_second_head_has_to_come_in_time_too() -> None:
    assert asyncio.run(answer_to(HEAD, after=b"ok")) == b""


def test_a_body_that_does_not_come_is_none() -> None:
    async def nothing() -> Any:
        await asyncio.Event().wait()

    scope = {"type": "http", "method": "POST", "headers": [(b"content-type", b"application/json")]}
    assert asyncio.run(body_of(Request(scope, nothing), seconds=0.01)) is None
