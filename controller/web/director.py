"""The director's page: behind the PIN, and from it to the table over the director's line.

Every call goes through the same session as taps do, and is refereed and journalled there.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from controller.director_line import LONGEST, call_table
from controller.messages import Messages, messages_for
from controller.web.app import html_response, language_of
from controller.web.asked import body_of, cookie_for, no_store, refused
from controller.web.doors import Doors, same
from controller.web.forms import games_of, in_words
from controller.web.pages import page
from controller.web.settings import Settings
from engine import UnreadableError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

COOKIE: Final = "chhakka-director"
TOKEN: Final = "x-chhakka-token"
FOLDER: Final = "/director"


class DirectorPage:
    """The page and what it asks for; see `routes`."""

    def __init__(self, settings: Settings, check: Callable[[str], bool]) -> None:
        self._settings = settings
        self._line = Path(settings.director or "")
        self._doors = Doors(check)

    def routes(self) -> tuple[BaseRoute, ...]:
        """What there is under `/director`."""
        from starlette.routing import Route

        return (
            Route(FOLDER, self.page),
            Route(f"{FOLDER}/me", self.me),
            Route(f"{FOLDER}/in", self.enter, methods=["POST"]),
            Route(f"{FOLDER}/out", self._inside(self.leave), methods=["POST"]),
            Route(f"{FOLDER}/call", self._inside(self.call), methods=["POST"]),
            Route(f"{FOLDER}/desk", self._inside(self.desk)),
            Route(f"{FOLDER}/games", self._inside(self.games)),
        )

    async def page(self, request: Request) -> Response:
        """The page itself, which holds nothing that is not for everybody."""
        return html_response(page("director", language_of(request, self._settings.language)))

    async def me(self, request: Request) -> Response:
        """Whether whoever asks is in, and then the token for its calls."""
        session = self._doors.session(request.cookies.get(COOKIE))
        return no_store({"in": session is not None, "token": session.token if session else None})

    async def enter(self, request: Request) -> Response:
        """Try the PIN."""
        asked = await body_of(request)
        pin = asked.get("pin") if asked else None
        if not isinstance(pin, str):
            return refused(400)
        entered = await self._doors.enter(pin)
        if entered.cookie is None:
            status = 429 if entered.wait_s else 403
            answer = no_store({"in": False, "wait": entered.wait_s}, status)
            if entered.wait_s:
                answer.headers["retry-after"] = str(int(entered.wait_s) + 1)
            return answer
        session = self._doors.session(entered.cookie)
        answer = no_store({"in": True, "token": session.token if session else None})
        cookie_for(answer, COOKIE, entered.cookie, FOLDER)
        return answer

    def _inside(
        self, serve: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Only for those who are in; what changes anything needs the token as well."""

        async def served(request: Request) -> Response:
            session = self._doors.session(request.cookies.get(COOKIE))
            if session is None:
                return refused(401)
            if request.method == "POST" and not same(request.headers.get(TOKEN, ""), session.token):
                return refused(403)
            return await serve(request)

        return served

    async def leave(self, request: Request) -> Response:
        """End the session."""
        self._doors.leave(request.cookies.get(COOKIE))
        answer = no_store({"in": False})
        answer.delete_cookie(COOKIE, path=FOLDER)
        return answer

    async def call(self, request: Request) -> Response:
        """A call, in the words of the director's line."""
        asked = await body_of(request)
        words = asked.get("call") if asked else None
        if not isinstance(words, str) or not words.strip():
            return refused(400)
        language = language_of(request, self._settings.language)
        taken, say = await self._ask(f"@{language} {words}", self._messages(request))
        return no_store({"taken": taken, "say": say})

    async def desk(self, request: Request) -> Response:
        """The health of the readers, and what may be called and chosen."""
        messages = self._messages(request)
        taken, say = await self._ask("desk", messages)
        if not taken:
            return no_store({"error": say}, 503)
        return no_store(in_words(json.loads(say), messages))

    async def games(self, request: Request) -> Response:
        """All games with their presets and options."""
        found: list[dict[str, Any]] = await asyncio.to_thread(games_of, self._messages(request))
        return no_store(found)

    def _messages(self, request: Request) -> Messages:
        return messages_for(language_of(request, self._settings.language))

    async def _ask(self, words: str, messages: Messages) -> tuple[bool, str]:
        if len(words.encode("utf-8", "replace")) > LONGEST:
            return False, messages.text("says.too-long", longest=LONGEST)
        try:
            answer = await asyncio.to_thread(call_table, self._line, words)
        except UnreadableError:
            return False, messages.text("says.silent")
        return answer.taken, answer.say
