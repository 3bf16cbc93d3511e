"""Reading a TOML table key by key, with every fault kept instead of the first one raised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, overload

from engine import Fault, UnreadableError
from engine.options import toml_value


class Reader:
    """One table of a TOML file.

    Each method takes a key, notes that it is known, and gives its value, or the default when it is
    missing or wrong; what was wrong is added to `faults`, which all tables of a file share. A
    default of None makes a key required only where the method says so. `close` adds a fault for
    every key that nobody asked for.
    """

    def __init__(
        self, name: str, values: Mapping[str, Any], file: str, faults: list[Fault] | None = None
    ) -> None:
        self.name = name
        self.file = file
        self.faults: list[Fault] = [] if faults is None else faults
        self._values = values
        self._known: dict[str, None] = {}

    def fault(self, key: str, found: str, expected: str) -> None:
        """Add a fault of a key."""
        place = f"{self.name}.{key}" if self.name and key else self.name or key
        self.faults.append(Fault(f"{self.file}: {place}", found, expected))

    def wrong(self, key: str, expected: str) -> None:
        """Add a fault of a key that is there, with its value as TOML writes it."""
        self.fault(key, toml_value(self._values[key]), expected)

    def take_over(self, error: UnreadableError, key: str | None) -> None:
        """Add the faults of an error; without a key, each fault's own place is one."""
        for fault in error.faults:
            places = [part for part in (error.source, fault.where) if part]
            found = ": ".join([*places, fault.found]) if error.source else fault.found
            self.fault(key if key is not None else fault.where, found, fault.expected)

    def has(self, key: str) -> bool:
        """Whether the key is there; it counts as known."""
        self._known[key] = None
        return key in self._values

    def peek(self, key: str) -> object:
        """The value as it stands, whatever it is; None when it is missing."""
        return self._values.get(key)

    def required_text(self, key: str, expected: str) -> str:
        """A text that is not empty; "" stands for a fault."""
        value = self._values.get(key)
        if self.has(key) and isinstance(value, str) and value:
            return value
        self.fault(key, toml_value(value) if self.has(key) else "nothing", expected)
        return ""

    def pass_over(self, key: str) -> None:
        """Let a key stand without looking at it."""
        self._known[key] = None

    def everything(self) -> dict[str, Any]:
        """All keys and values; every key counts as known."""
        self._known.update(dict.fromkeys(self._values))
        return dict(self._values)

    @overload
    def text(self, key: str, default: str) -> str: ...
    @overload
    def text(self, key: str, default: None) -> str | None: ...
    def text(self, key: str, default: str | None) -> str | None:
        """A text."""
        if not self.has(key):
            return default
        value = self._values[key]
        if isinstance(value, str):
            return value
        self.fault(key, toml_value(value), "a text in quotes")
        return default

    def texts(self, key: str) -> list[str] | None:
        """A list of texts; None when it is missing."""
        if not self.has(key):
            return None
        value = self._values[key]
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
        self.fault(key, toml_value(value), "a list of texts in quotes")
        return None

    def choice(self, key: str, words: Sequence[str], default: str | None) -> str:
        """One of some words; required when the default is None (then "" stands for a fault)."""
        expected = f"one of {', '.join(words)}"
        if not self.has(key):
            if default is None:
                self.fault(key, "nothing", expected)
            return default or ""
        value = self._values[key]
        if isinstance(value, str) and value in words:
            return value
        self.fault(key, toml_value(value), expected)
        return default or ""

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number within a range."""
        if not self.has(key):
            return default
        value = self._values[key]
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.fault(key, toml_value(value), f"a whole number from {low} to {high}")
        return default

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        if not self.has(key):
            return default
        value = self._values[key]
        if isinstance(value, bool):
            return value
        self.fault(key, toml_value(value), "true or false")
        return default

    def table(self, key: str, *, required: bool = False) -> Reader:
        """A table inside this one; an empty one when it is missing or no table."""
        value = self._values[key] if self.has(key) else None
        if value is None and required:
            self.fault(key, "nothing", f"a section [{key}]")
        if value is not None and not isinstance(value, dict):
            self.fault(key, toml_value(value), f"a section [{key}]")
            value = None
        return Reader(self._place(key), value or {}, self.file, self.faults)

    def tables(self, key: str) -> list[Reader]:
        """An array of tables (`[[key]]`); an empty one when it is missing."""
        value = self._values[key] if self.has(key) else []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(key, toml_value(value), f"sections [[{key}]]")
            return []
        return [
            Reader(f"{self._place(key)}[{number}]", item, self.file, self.faults)
            for number, item in enumerate(value, start=1)
        ]

    def close(self) -> None:
        """Add a fault for every key that is not known here."""
        known = ", ".join(self._known)
        for key in self._values:
            if key not in self._known:
                self.fault(key, "an unknown key", f"one of {known}")

    def _place(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key
