"""The pretend table in the browser: hands, and cards dragged onto readers.

Each browser has a cookie of its own, and sees the hands of the seats it has taken and no others.
What it lays goes up the line to the table, where a pretend reader reads it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from controller.messages import Messages, messages_for
from controller.web.app import html_response, language_of
from controller.web.asked import body_of, cookie_for, no_store, refused
from controller.web.hub import Hub
from controller.web.model import card_model
from controller.web.pages import page
from controller.web.settings import Settings
from controller.web.stream import Stream
from controller.words.actions import call_text
from engine.cards import NAMES, parse_card

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

COOKIE: Final = "chhakka-seat"
FOLDER: Final = "/play"
LET_GO_S: Final = 20.0
"""So long after its page was closed a browser's seats are kept for it."""
MOST_BROWSERS: Final = 200
_CARDS: Final = frozenset(NAMES)


class PlayPage:
    """The page and what it asks for; see `routes`. `say` tells the table."""

    def __init__(
        self, settings: Settings, hub: Hub, say: Callable[[Mapping[str, Any]], bool]
    ) -> None:
        self._settings = settings
        self._hub = hub
        self._say = say
        self._taken: dict[int, str] = {}
        self._streams: dict[str, int] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._say({"taken": []})

    def routes(self) -> tuple[BaseRoute, ...]:
        """What there is under `/play`."""
        from starlette.routing import Route

        return (
            Route(FOLDER, self.page),
            Route(f"{FOLDER}/me", self.me),
            Route(f"{FOLDER}/events", self.events),
            Route(f"{FOLDER}/seat", self.seat, methods=["POST"]),
            Route(f"{FOLDER}/tap", self.tap, methods=["POST"]),
        )

    async def page(self, request: Request) -> Response:
        """The page; a browser that comes anew gets a cookie and, if it is free, the first seat."""
        answer = html_response(page("play", language_of(request, self._settings.language)))
        browser = request.cookies.get(COOKIE, "")
        if browser not in self._streams:
            browser = secrets.token_urlsafe(24)
            cookie_for(answer, COOKIE, browser, FOLDER)
            self._forget_idle()
            self._streams[browser] = 0
            if 0 not in self._taken:
                self._take(0, browser)
            self._let_go_later(browser)
        return answer

    async def me(self, request: Request) -> Response:
        """Whether this browser is known here: after the server has begun anew none is."""
        return no_store({"known": request.cookies.get(COOKIE, "") in self._streams})

    async def events(self, request: Request) -> Any:
        """The stream: what everybody sees, and what this browser's seats see."""
        browser = request.cookies.get(COOKIE, "")
        if browser not in self._streams:
            return refused(401)
        language = language_of(request, self._settings.language)
        stream = Stream(self._hub, lambda: self._seen(browser, language))

        async def watched(scope: Any, receive: Any, send: Any) -> None:
            self._streams[browser] = self._streams.get(browser, 0) + 1
            leaving = self._leaving.pop(browser, None)
            if leaving is not None:
                leaving.cancel()
            try:
                await stream(scope, receive, send)
            finally:
                self._streams[browser] -= 1
                self._let_go_later(browser)

        return _Asgi(watched)

    async def seat(self, request: Request) -> Response:
        """Take a seat, or leave it: `{"seat": 0, "take": true}`."""
        browser, asked = request.cookies.get(COOKIE, ""), await body_of(request)
        seat = asked.get("seat") if asked else None
        if browser not in self._streams or not isinstance(seat, int) or isinstance(seat, bool):
            return refused(400)
        if not 0 <= seat < len(self._hands()):
            return refused(400)
        if asked is not None and asked.get("take") and seat not in self._taken:
            self._take(seat, browser)
        elif asked is not None and not asked.get("take") and self._taken.get(seat) == browser:
            del self._taken[seat]
            self._changed()
        elif self._taken.get(seat) != browser:
            return refused(409)
        return no_store({"taken": self._mine(browser)})

    async def tap(self, request: Request) -> Response:
        """Lay a tag on a seat's reader: `{"reader": 0, "tag": "Jh"}`; cards of one's own only."""
        browser, asked = request.cookies.get(COOKIE, ""), await body_of(request)
        mine = self._mine(browser)
        reader, tag = (asked.get("reader"), asked.get("tag")) if asked else (None, None)
        if not mine or not isinstance(tag, str) or not isinstance(reader, int):
            return refused(403)
        if not 0 <= reader < len(self._hands()) or not self._may_lay(mine, tag):
            return refused(403)
        return no_store({"laid": self._say({"tap": tag, "reader": reader})})

    def _may_lay(self, mine: list[int], tag: str) -> bool:
        if tag in self._hub.heard.get("tags", ()):
            return True
        return any(tag in self._hands()[seat]["hand"] for seat in mine)

    # The seats.

    def _hands(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._hub.heard.get("hands", [])
        return found

    def _mine(self, browser: str) -> list[int]:
        return sorted(seat for seat, its in self._taken.items() if its == browser)

    def _take(self, seat: int, browser: str) -> None:
        self._taken[seat] = browser
        self._changed()

    def _changed(self) -> None:
        self._say({"taken": sorted(self._taken)})
        self._hub.put({})

    def _let_go_later(self, browser: str) -> None:
        if self._streams.get(browser):
            return
        loop = asyncio.get_running_loop()
        before = self._leaving.pop(browser, None)
        if before is not None:
            before.cancel()
        self._leaving[browser] = loop.call_later(LET_GO_S, self._let_go, browser)

    def _let_go(self, browser: str) -> None:
        """A browser has gone, or sleeps: pretend players go on for it."""
        self._leaving.pop(browser, None)
        if self._mine(browser):
            self._taken = {seat: its for seat, its in self._taken.items() if its != browser}
            self._changed()

    def _forget_idle(self) -> None:
        """Make room for one more: those that have neither a page open nor a seat are forgotten."""
        if len(self._streams) >= MOST_BROWSERS:
            kept = {its for its, open_pages in self._streams.items() if open_pages}
            kept |= set(self._taken.values())
            self._streams = {its: self._streams[its] for its in kept}

    # What a browser sees.

    def _seen(self, browser: str, language: str) -> bytes:
        mine = self._mine(browser)
        messages = messages_for(language)
        hands = self._hands()
        own = {
            "mine": mine,
            "others": sorted(set(self._taken) - set(mine)),
            "hands": [_hand(seat, hands[seat], messages) for seat in mine if seat < len(hands)],
            "tags": [_tag(tag, messages) for tag in self._hub.heard.get("tags", ())],
        }
        told = json.dumps(own, separators=(",", ":"), ensure_ascii=False).encode()
        return b'{"state":' + self._hub.seen(language) + b',"own":' + told + b"}"


class _Asgi:
    """An answer that is an ASGI application."""

    def __init__(self, app: Callable[[Any, Any, Any], Any]) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._app(scope, receive, send)


def _hand(seat: int, hand: Mapping[str, Any], messages: Messages) -> dict[str, Any]:
    may = set(hand["may"])
    return {
        "seat": seat,
        "cards": [
            {
                **card_model(parse_card(name), messages),
                "may": name in may,
                "laid": name in hand["laid"],
            }
            for name in hand["hand"]
        ],
        "may": [_tag(tag, messages) for tag in hand["may"] if tag not in hand["hand"]],
    }


def _tag(tag: str, messages: Messages) -> dict[str, Any]:
    """A tag that is no card of the pack: a call, or a card that is a marker."""
    if tag in _CARDS:
        return {"tag": tag, "card": card_model(parse_card(tag), messages)}
    key = f"play.tag.{tag}"
    text = messages.text(key)
    return {"tag": tag, "text": call_text(tag, messages) if text == key else text}
