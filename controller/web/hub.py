"""The newest state of the table, and everybody who waits for the next."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

MOST_VIEWERS: Final = 200
"""More are turned away, so that nobody can use up the machine."""


class Hub:
    """Holds what was last heard, by name; used from one event loop.

    `version` counts what was heard. What is made of it for viewers is made once for each language,
    whatever their number.
    """

    def __init__(self, make: Callable[[Mapping[str, Any], str], Mapping[str, Any]]) -> None:
        self.version = 0
        self.viewers = 0
        self.heard: dict[str, Any] = {}
        self._make = make
        self._made: dict[str, tuple[int, bytes]] = {}
        self._changed = asyncio.Event()

    def put(self, news: Mapping[str, Any]) -> None:
        """Take what was heard, by name; wakes everybody who waits."""
        self.heard.update(news)
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def newer(self, version: int, seconds: float) -> bool:
        """Wait until there is something newer; False when so many seconds have passed first."""
        if self.version > version:
            return True
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def seen(self, language: str) -> bytes:
        """The present state as viewers of a language get it: JSON in one line."""
        version, text = self._made.get(language, (-1, b""))
        if version != self.version:
            state = self.heard.get("state")
            seen = {} if state is None else self._make(state, language)
            text = json.dumps(seen, separators=(",", ":"), ensure_ascii=False).encode()
            self._made[language] = (self.version, text)
        return text
