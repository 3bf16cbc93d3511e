"""Small things that pages share: reading what is asked, answering in JSON, cookies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

LONGEST_BODY: Final = 16_000
BODY_S: Final = 10.0
"""So long a body may take to arrive."""


async def body_of(request: Request, seconds: float = BODY_S) -> Mapping[str, Any] | None:
    """The JSON object that a request brings; None when it is none, too long, or too slow."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return None
    found = b""
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                found += piece
                if len(found) > LONGEST_BODY:
                    return None
    except TimeoutError:
        return None
    try:
        asked = json.loads(found)
    except (ValueError, RecursionError):
        return None
    return asked if isinstance(asked, dict) else None


def no_store(what: object, status: int = 200) -> Response:
    """An answer in JSON that nobody keeps."""
    from starlette.responses import Response

    return Response(
        json.dumps(what, ensure_ascii=False),
        status,
        {"cache-control": "no-store"},
        media_type="application/json",
    )


def refused(status: int) -> Response:
    """A request that is not served, without a word."""
    return no_store({"error": status}, status)


def cookie_for(answer: Response, name: str, value: str, path: str) -> None:
    """Give the browser a cookie that no script sees and no other site's page sends."""
    answer.set_cookie(name, value, path=path, httponly=True, samesite="strict")
