"""Which message keys the program uses, read from its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Message

from controller.messages.catalogue import ENGLISH, FOLDER, placeholders
from controller.messages.make import read

ROOT: Final = Path(__file__).parents[1]
_KEY: Final = re.compile(r"[a-z]+(-[a-z]+)*(\.[\w:-]+)+", re.ASCII)
_SAYING: Final = frozenset({"text", "count", "has", "_tell", "_refusal"})
"""Functions whose first argument is a key."""


class Uses(NamedTuple):
    """Keys that are named, patterns of those that are put together, and facts given with keys."""

    keys: frozenset[str]
    patterns: frozenset[str]
    given: tuple[tuple[str, frozenset[str]], ...]

    def has(self, key: str) -> bool:
        """Whether a key is used."""
        return key in self.keys or any(re.fullmatch(each, key) for each in self.patterns)


def messages(language: str) -> dict[str, Message]:
    """The messages of a catalogue by key."""
    found: dict[str, Message] = {}
    for message in read(FOLDER / f"{language}.po"):
        if message.id:
            found[str(message.id[0] if isinstance(message.id, tuple) else message.id)] = message
    return found


def forms(message: Message) -> tuple[str, ...]:
    """What a message says, in each plural form if it has several."""
    said = message.string
    return tuple(map(str, said)) if isinstance(said, tuple | list) else (str(said),)


def uses(sources: Iterable[str], families: Iterable[str]) -> Uses:
    """What some sources use of keys whose first part is one of `families`."""
    known = frozenset(families)
    keys: set[str] = set()
    patterns: set[str] = set()
    given: list[tuple[str, frozenset[str]]] = []
    for source in sources:
        tree = ast.parse(source)
        parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
                 for part in node.values}  # fmt: skip
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                patterns.update(_pattern(node, known))
            elif isinstance(node, ast.Constant) and id(node) not in parts:
                keys.update(_key(node.value, known))
            elif isinstance(node, ast.Call) and _says(node):
                first = node.args[0]
                key = first.value if isinstance(first, ast.Constant) else None
                if isinstance(key, str) and _KEY.fullmatch(key):
                    keys.add(key)
                    given.extend(_given(node, key))
    return Uses(frozenset(keys), frozenset(patterns), tuple(given))


def _key(value: object, families: frozenset[str]) -> Iterator[str]:
    if isinstance(value, str) and _KEY.fullmatch(value) and value.partition(".")[0] in families:
        yield value


def _pattern(node: ast.JoinedStr, families: frozenset[str]) -> Iterator[str]:
    first = node.values[0]
    start = str(first.value) if isinstance(first, ast.Constant) else ""
    if "." in start and start.partition(".")[0] in families:
        yield "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[^.]+"
            for part in node.values
        )


def _says(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr in _SAYING and bool(node.args)


def _given(node: ast.Call, key: str) -> Iterator[tuple[str, frozenset[str]]]:
    names = [keyword.arg for keyword in node.keywords]
    if isinstance(node.func, ast.Attribute) and node.func.attr != "has" and None not in names:
        count = {"n"} if node.func.attr == "count" else set()
        yield key, frozenset({str(name) for name in names} | count)


def uses_of_the_program() -> Uses:
    """What the controller uses."""
    files = sorted((ROOT / "controller").rglob("*.py"))
    sources = [file.read_text(encoding="utf-8") for file in files if file.name != "make.py"]
    return uses(sources, {key.partition(".")[0] for key in messages(ENGLISH)})


def wanted(message: Message) -> frozenset[str]:
    """The facts that some form of a message names."""
    return frozenset().union(*map(placeholders, forms(message)))
