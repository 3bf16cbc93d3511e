"""The application: which address answers with what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.messages import LANGUAGES
from controller.web.guard import Guard, own_names
from controller.web.hub import Hub
from controller.web.pages import files, page
from controller.web.settings import Settings
from controller.web.stream import Stream

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp


def make_app(settings: Settings, hub: Hub, more: tuple[BaseRoute, ...] = ()) -> ASGIApp:
    """The score page, its stream and files, and `more`; behind the guard."""
    from starlette.applications import Starlette
    from starlette.routing import Route

    score = Score(settings, hub)
    routes = [
        Route("/", score.page),
        Route("/state", score.state),
        Route("/events", score.events),
        Route("/static/{name}", static),
        *more,
    ]
    return Guard(Starlette(routes=routes), own_names(settings.host))


def language_of(request: Request, usual: str) -> str:
    """The language a viewer asks for, or the table's."""
    asked = request.query_params.get("lang", usual)
    return asked if asked in LANGUAGES else usual


class Score:
    """The score page, for everybody."""

    def __init__(self, settings: Settings, hub: Hub) -> None:
        self._settings = settings
        self._hub = hub

    async def page(self, request: Request) -> Response:
        """The page itself; its state comes by the stream."""
        language = language_of(request, self._settings.language)
        return html_response(page("score", language))

    async def state(self, request: Request) -> Response:
        """The present state once, for programs and for pages without a stream."""
        from starlette.responses import Response

        seen = self._hub.seen(language_of(request, self._settings.language))
        return Response(seen, media_type="application/json", headers={"cache-control": "no-store"})

    async def events(self, request: Request) -> Any:
        """The stream of states."""
        language = language_of(request, self._settings.language)
        return Stream(self._hub, lambda: self._hub.seen(language))


def html_response(body: bytes) -> Response:
    """A page; never kept by the browser, for texts and files belong together."""
    from starlette.responses import Response

    return Response(body, media_type="text/html", headers={"cache-control": "no-store"})


async def static(request: Request) -> Response:
    """A file as it is."""
    from starlette.responses import Response

    found = files().get(request.path_params["name"])
    if found is None:
        return Response("not found\n", 404, media_type="text/plain")
    body, kind, tag = found
    headers = {"etag": tag, "cache-control": "no-cache", "content-type": kind}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers)
