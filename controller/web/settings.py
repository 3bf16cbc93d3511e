"""What the process of the pages is told when it starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the pages are served, and for which table.

    `port` 0 takes a free one. `language` is the table's. `director` is the path of the director's
    line; there is a director's page only with it and a `pin_hash`. `pretend` says that cards can be
    moved from a page, which is so at a pretend table only.
    """

    host: str = "127.0.0.1"
    port: int = 8029
    language: str = "en"
    pin_hash: str | None = None
    director: str | None = None
    pretend: bool = False

    def as_json(self) -> dict[str, Any]:
        """As it goes down the line."""
        return asdict(self)

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Self:
        """As it came. Raises TypeError for other keys."""
        return cls(**found)
