"""The files of the pages: read once, texts put in for each language."""

from __future__ import annotations

import hashlib
import html
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from controller.messages import LANGUAGES, messages_for
from controller.web.signs import sprite

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
"""What is served as it is, by the ending of its name."""
_FOR_SCRIPTS: Final = {name: f"{{{name}}}" for name in ("n", "card", "seat")}
"""Facts that are put in by scripts: they find them as they stand in the message."""
_KEY: Final = re.compile(r"\{\{([a-z0-9.-]+)\}\}")


@lru_cache
def page(name: str, language: str) -> bytes:
    """A page in a language: `{{key}}` in its file is put in from the messages."""
    messages = messages_for(language)
    own = {
        "html.lang": language,
        "html.dir": messages.direction,
        "html.sprite": sprite(),
        "html.languages": _languages(language),
    }

    def put(found: re.Match[str]) -> str:
        key = found[1]
        return own[key] if key in own else html.escape(messages.text(key, **_FOR_SCRIPTS))

    return _KEY.sub(put, (FOLDER / f"{name}.html").read_text(encoding="utf-8")).encode()


def _languages(present: str) -> str:
    """Links to the page in each language."""
    links = []
    for language in LANGUAGES:
        name = html.escape(messages_for(language).text("language.name"))
        here = ' aria-current="true"' if language == present else ""
        links.append(f'<a href="?lang={language}" lang="{language}"{here}>{name}</a>')
    return "".join(links)


@lru_cache
def files() -> dict[str, tuple[bytes, str, str]]:
    """Every file that is served as it is: bytes, type, and a tag that changes with it."""
    found = {}
    for path in sorted(FOLDER.iterdir()):
        if path.suffix in TYPES:
            body = path.read_bytes()
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            found[path.name] = (body, TYPES[path.suffix], tag)
    return found
