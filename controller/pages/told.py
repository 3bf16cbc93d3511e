"""Whether a table has pages, and what they are told."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Final

from controller.config import TableConfig
from controller.director_line import socket_path
from controller.messages import LANGUAGES, Messages, messages_for
from controller.pages.feed import PagesBack, PagesLost, WebFeed
from engine import Fault, UnreadableError

NEEDS: Final = ("starlette", "uvicorn")


def missing_parts() -> list[str]:
    """The libraries that the pages need and this installation lacks."""
    return [name for name in NEEDS if find_spec(name) is None]


def check_pages(config: TableConfig) -> None:
    """Raises `UnreadableError` when pages are wanted and cannot be served by this installation."""
    missing = missing_parts()
    if config.web is not None and missing:
        expected = f"{' and '.join(missing)} to be installed: pip install 'chhakka[web]'"
        raise UnreadableError("table.toml", [Fault("web.on", "true", expected)])


def open_pages(
    config: TableConfig, sink: Callable[[PagesLost | PagesBack], object]
) -> WebFeed | None:
    """Begin to serve the pages of a table; None where they are not turned on."""
    if config.web is None:
        return None
    from controller.web.settings import Settings

    settings = Settings(
        host=config.web.host,
        port=config.web.port,
        language=config.language,
        pin_hash=config.web.pin_hash,
        director=str(socket_path(config.journal)),
    )
    return WebFeed(settings.as_json(), sink)


def in_all_languages(own: Messages) -> tuple[Messages, ...]:
    """The table's own language and all others: every viewer may choose one."""
    return (own, *(messages_for(its) for its in LANGUAGES if its != own.language))
