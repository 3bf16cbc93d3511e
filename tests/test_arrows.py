"""Who may import whom: the arrows between the packages, read from their source."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from engine.games import GAMES

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("engine", "firmware_bridge", "display", "hw_mocks", "controller")
MAY_IMPORT: Final[Mapping[str, frozenset[str]]] = {
    "engine": frozenset(),
    "firmware_bridge": frozenset(),
    "display": frozenset(),
    "hw_mocks": frozenset({"firmware_bridge", "display"}),
    "controller": frozenset({"engine", "firmware_bridge", "display", "hw_mocks"}),
}
PRETEND_TABLE: Final = "controller/compose/pretend.py"
"""The one file that picks pretend parts."""
_IMPURE: Final = """
    asyncio datetime io os pathlib random secrets select selectors shutil signal socket
    subprocess tempfile threading time
"""
IMPURE: Final = frozenset(_IMPURE.split())
IMPURE_CALLS: Final = frozenset({"open", "print", "input"})
PLAYERS: Final = "engine/players/"
GAME_TABLES: Final = frozenset({"engine/games.py", "engine/players/sensible.py"})
"""Where games, and the players that know one, are found by name."""


class Source(NamedTuple):
    """One module: its path from the root, with slashes, and its syntax tree."""

    path: str
    tree: ast.Module

    @property
    def package(self) -> str:
        return self.path.split("/")[0]


class Import(NamedTuple):
    """One import: line, dotted module, and the names taken from it (none = the module itself)."""

    line: int
    module: str
    names: tuple[str, ...]

    @property
    def top(self) -> str:
        return self.module.split(".")[0]


def source(path: str, text: str) -> Source:
    return Source(path, ast.parse(text, path))


def sources() -> list[Source]:
    """All modules of the project's packages."""
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    return [
        source(file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8"))
        for file in files
    ]


def imports(of: Source) -> Iterator[Import]:
    """Every import, wherever it stands; `import_module` of a literal name too."""
    for node in ast.walk(of.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name, ())
        elif isinstance(node, ast.ImportFrom):
            yield Import(node.lineno, _absolute(of, node), tuple(a.name for a in node.names))
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            for argument in node.args[:1]:
                if isinstance(argument, ast.Constant):
                    yield Import(node.lineno, str(argument.value), ())


def _absolute(of: Source, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    folder = of.path.split("/")[: -node.level]
    return ".".join([*folder, *([node.module] if node.module else [])])


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


# The rules, each giving what breaks it.


def wrong_arrows(of: Source) -> list[str]:
    """Imports of a package of the project that this package may not know."""
    allowed = MAY_IMPORT[of.package] | {of.package}
    return [
        f"{of.path}:{found.line}: {of.package} imports {found.module}"
        for found in imports(of)
        if found.top in PACKAGES and found.top not in allowed
    ]


def pretend_parts_picked(of: Source) -> list[str]:
    """Imports of pretend parts in the controller, but for the pretend table."""
    if of.package != "controller" or of.path == PRETEND_TABLE:
        return []
    return [
        f"{of.path}:{found.line}: imports {found.module}, which only {PRETEND_TABLE} may"
        for found in imports(of)
        if found.top == "hw_mocks"
    ]


def imports_of_tests(of: Source) -> list[str]:
    """Imports of the tests or of what only tests need."""
    return [
        f"{of.path}:{found.line}: imports {found.module}"
        for found in imports(of)
        if found.top in ("tests", "pytest", "hypothesis", "bench")
    ]


def foreign_to_the_engine(of: Source) -> list[str]:
    """Imports of the engine that are neither its own nor of the standard library."""
    if of.package != "engine":
        return []
    known = sys.stdlib_module_names | {"engine"}
    return [
        f"{of.path}:{found.line}: the engine imports {found.module}"
        for found in imports(of)
        if found.top not in known
    ]


def impurities_of_the_engine(of: Source) -> list[str]:
    """Clock, chance, input and output in the engine.

    Players take a `Random` they are given: they may name the type, but not make one.
    """
    if of.package != "engine":
        return []
    players = of.path.startswith(PLAYERS)
    found = [
        f"{of.path}:{each.line}: the engine imports {each.module}"
        for each in imports(of)
        if each.top in IMPURE
        and not (players and each.module == "random" and each.names == ("Random",))
    ]
    for node in ast.walk(of.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name in IMPURE_CALLS or name == "Random":
                found.append(f"{of.path}:{node.lineno}: the engine calls {name}")
    return found


def games_named(of: Source, games: Mapping[str, str] = GAMES) -> list[str]:
    """Names of games as strings in the engine, but for the game's own modules and the tables.

    Docstrings may name games.
    """
    if of.package != "engine" or of.path in GAME_TABLES:
        return []
    module = of.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    said = {
        id(node.value)
        for node in ast.walk(of.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    strings = [
        (node.lineno, node.value)
        for node in ast.walk(of.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    ]
    return [
        f"{of.path}:{line}: names the game {name}"
        for line, name in strings
        if name in games and not _is_own(module, games[name])
    ]


def _is_own(module: str, of_game: str) -> bool:
    """Whether a module is of the package of a game: engine.court_piece for all that stand there."""
    return module.split(".")[:2] == of_game.split(".")[:2]


RULES: Final[tuple[Callable[[Source], list[str]], ...]] = (
    wrong_arrows,
    pretend_parts_picked,
    imports_of_tests,
    foreign_to_the_engine,
    impurities_of_the_engine,
    games_named,
)


@pytest.mark.parametrize("rule", RULES)
def test_the_project_keeps_it(rule: Callable[[Source], list[str]]) -> None:
    broken = [line for of in sources() for line in rule(of)]
    assert broken == []


def test_all_packages_are_looked_at() -> None:
    assert {of.package for of in sources()} == set(PACKAGES)
    assert (ROOT / PRETEND_TABLE).is_file()


# The rules on made-up sources that break them, and on some that do not.

BROKEN: list[tuple[Callable[[Source], list[str]], str, str]] = [
    (wrong_arrows, "engine/a.py", "import display"),
    (wrong_arrows, "engine/a.py", "from firmware_bridge.port import Port"),
    (wrong_arrows, "engine/sub/a.py", "from ...display import face"),
    (wrong_arrows, "engine/a.py", "def f():\n    import controller.table"),
    (wrong_arrows, "engine/a.py", "from importlib import import_module\nimport_module('hw_mocks')"),
    (wrong_arrows, "engine/a.py", "if TYPE_CHECKING:\n    from display.face import Face"),
    (wrong_arrows, "firmware_bridge/a.py", "import engine.cards"),
    (wrong_arrows, "firmware_bridge/a.py", "import os, display.face as face"),
    (wrong_arrows, "display/a.py", "from engine import Match"),
    (wrong_arrows, "display/a.py", "from firmware_bridge import lights"),
    (wrong_arrows, "hw_mocks/a.py", "from engine.cards import Card"),
    (wrong_arrows, "hw_mocks/a.py", "import controller"),
    (pretend_parts_picked, "controller/table.py", "from hw_mocks.reader import Reader"),
    (pretend_parts_picked, "controller/pretend.py", "import hw_mocks"),
    (pretend_parts_picked, "controller/sub/compose/pretend.py", "import hw_mocks"),
    (pretend_parts_picked, "controller/compose/__init__.py", "import hw_mocks"),
    (pretend_parts_picked, "controller/compose/real.py", "from hw_mocks.hands import Hands"),
    (pretend_parts_picked, "controller/compose/real.py", "if X:\n    from hw_mocks import kinds"),
    (imports_of_tests, "controller/a.py", "import pytest"),
    (imports_of_tests, "engine/a.py", "from tests import en_random"),
    (foreign_to_the_engine, "engine/a.py", "import serial"),
    (foreign_to_the_engine, "engine/a.py", "from PIL import Image"),
    (impurities_of_the_engine, "engine/a.py", "import time"),
    (impurities_of_the_engine, "engine/a.py", "from pathlib import Path"),
    (impurities_of_the_engine, "engine/a.py", "import os.path"),
    (impurities_of_the_engine, "engine/a.py", "from random import Random"),
    (impurities_of_the_engine, "engine/players/a.py", "import random"),
    (impurities_of_the_engine, "engine/players/a.py", "from random import Random, choice"),
    (impurities_of_the_engine, "engine/players/a.py", "rng = Random(1)"),
    (impurities_of_the_engine, "engine/a.py", "print('played')"),
    (impurities_of_the_engine, "engine/a.py", "text = open('rules.toml').read()"),
    (games_named, "engine/match.py", "if game == 'twenty-nine':\n    pass"),
    (games_named, "engine/twenty_nine/a.py", "OTHER = 'whist'"),
    (games_named, "engine/players/a.py", "TABLE = {'twenty-nine': 1}"),
    (games_named, "engine/a.py", "match name:\n    case 'whist':\n        pass"),
]
KEPT: list[tuple[str, str]] = [
    ("controller/compose/pretend.py", "import engine, display, firmware_bridge, hw_mocks"),
    ("controller/a.py", "import serial, os\nfrom engine import Match"),
    ("hw_mocks/a.py", "from firmware_bridge.port import Port\nfrom display.face import Face"),
    ("engine/sub/a.py", "from ..cards import Card\nfrom . import b\nimport re, tomllib"),
    ("engine/players/a.py", "from random import Random\ndef f(rng: Random) -> int: ..."),
    ("engine/twenty_nine/a.py", "NAME = 'twenty-nine'"),
    ("engine/club/rummy.py", "from engine.club import b\nNAMES = ('whist', 'rummy')"),
    ("engine/games.py", "GAMES = {'twenty-nine': 'engine.twenty_nine'}"),
    ("engine/a.py", '"""Such as twenty-nine."""\nX = 1\n"""twenty-nine"""\nY = "twenty-nine!"'),
    ("engine/a.py", '"""twenty-nine"""'),
]
MADE_UP_GAMES: Final = {
    "twenty-nine": "engine.twenty_nine",
    "whist": "engine.club.whist",
    "rummy": "engine.club.rummy",
}


def broken_by(rule: Callable[[Source], list[str]], of: Source) -> list[str]:
    return games_named(of, MADE_UP_GAMES) if rule is games_named else rule(of)


@pytest.mark.parametrize(("rule", "path", "text"), BROKEN)
def test_a_violation_is_noticed(rule: Callable[[Source], list[str]], path: str, text: str) -> None:
    found = broken_by(rule, source(path, text))
    assert len(found) == 1
    assert found[0].startswith(f"{path}:")


@pytest.mark.parametrize(("path", "text"), KEPT)
def test_what_is_allowed_is_not_complained_about(path: str, text: str) -> None:
    assert [line for rule in RULES for line in broken_by(rule, source(path, text))] == []


def test_every_rule_is_broken_by_some_made_up_source() -> None:
    assert {rule for rule, _, _ in BROKEN} == set(RULES)
