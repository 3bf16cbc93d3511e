"""What every request has to get past, and what every answer says to the browser.

- A name in `Host` that is not ours is refused: a strange page must not reach the table by letting
  its own name point here (DNS rebinding). Addresses in figures cannot be made to do so.
- What changes anything is taken from our own pages only: `Origin`, and `Sec-Fetch-Site` of browsers
  that say it (https://www.w3.org/TR/fetch-metadata/).
- The browser is told to run and load nothing but our own files, in no frame.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SAFE: Final = frozenset({"GET", "HEAD"})
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


def own_names(host: str) -> frozenset[str]:
    """The names under which the pages may be asked for, beside addresses in figures."""
    machine = socket.gethostname().lower()
    return frozenset({"localhost", host.lower(), machine, f"{machine}.local"})


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a `Host` header, its port included, is one of ours.

    >>> is_ours("localhost:8029", frozenset({"localhost"})), is_ours("evil.example", frozenset())
    (True, False)
    >>> is_ours("192.168.1.7:8029", frozenset()), is_ours("[::1]:8029", frozenset())
    (True, True)
    """
    name = host.strip().lower()
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    if name.rstrip(".") in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def from_our_page(headers: MutableMapping[str, str] | dict[str, str]) -> bool:
    """Whether a request that changes something comes from one of our own pages."""
    site = headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return False
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] == headers.get("host")


class Guard:
    """Stands before an ASGI application."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on and set the headers of its answer."""
        if scope["type"] != "http":
            return
        headers = {key.decode("latin-1"): its.decode("latin-1") for key, its in scope["headers"]}

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        if not is_ours(headers.get("host", ""), self._names):
            await _refuse(with_headers, 421, b"This table does not go by that name.\n")
        elif scope["method"] not in SAFE and not from_our_page(headers):
            await _refuse(with_headers, 403, b"Only this table's own pages may do that.\n")
        else:
            await self._app(scope, receive, with_headers)


async def _refuse(send: Send, status: int, why: bytes) -> None:
    kind = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": kind})
    await send({"type": "http.response.body", "body": why})
