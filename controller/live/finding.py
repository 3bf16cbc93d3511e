"""What a check has found: a line each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: what was looked at and found, and what to do about it."""

    level: Level
    what: str
    do: str = ""

    def __str__(self) -> str:
        return f"{self.level:<5}{self.what}" + (f". Do: {self.do}." if self.do else "")


def ok(what: str) -> Finding:
    """All is well."""
    return Finding(Level.OK, what)


def warn(what: str, do: str) -> Finding:
    """It works, or may work; better do something."""
    return Finding(Level.WARN, what, do)


def fail(what: str, do: str) -> Finding:
    """It does not work."""
    return Finding(Level.FAIL, what, do)
