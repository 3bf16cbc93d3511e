"""What a table writes down of a sitting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine import Action, Code


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table.

    `at` is the table's clock in seconds, `seat` the number of the seat whose reader it came from
    and `tag` what was tapped (None where nothing was), `action` the action put to the referee, or
    None for a call that only the table knows. `ruling` is set when it was refused.
    """

    at: float
    seat: int | None
    tag: str | None
    action: Action | None
    ruling: Code | None = None


class Journal(Protocol):
    """Where entries go. Writing comes before the lights change."""

    def write(self, entry: Entry) -> None:
        """Keep one entry; when this returns, it is kept."""


class MemoryJournal:
    """A journal that lasts as long as the program."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def write(self, entry: Entry) -> None:
        """Keep one entry."""
        self.entries.append(entry)
