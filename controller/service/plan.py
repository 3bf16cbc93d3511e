"""Which steps make a service of a table, and which take it away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from controller.config import TableConfig
from controller.service.files import rules, unit, users
from controller.service.needs import needs_of
from controller.service.place import HOME, NAME, RULES, UNIT, USERS, program, sources
from controller.service.steps import Command, Remove, Step, Write
from engine import Fault, UnreadableError

TABLE: Final = "table.toml"
_RELOAD: Final = (
    Command(("systemctl", "daemon-reload")),
    Command(("udevadm", "control", "--reload")),
)
START: Final = Command(("systemctl", "enable", "--now", f"{NAME}.service"))


def install_steps(
    config: TableConfig, table: Path, *, start: bool, root: Path = Path("/")
) -> list[Step]:
    """The steps that install the service of a table, and start it only if asked to.

    `root` is where its home is looked for. Raises `UnreadableError` for a table whose files cannot
    be taken there.
    """
    at_home = any(path.is_relative_to("/home") for path in sources())
    text = unit(program(), HOME / TABLE, needs_of(config), _journal(config, table), at_home=at_home)
    steps: list[Step] = [Write(USERS, users()), Command(("systemd-sysusers",))]
    steps += _moves(config, table, root)
    steps += [Write(UNIT, text), Write(RULES, rules()), *_RELOAD]
    steps.append(Command(("udevadm", "trigger", "--subsystem-match=tty"), may_fail=True))
    steps.append(Command(("udevadm", "trigger", "--subsystem-match=gpio"), may_fail=True))
    return [*steps, START] if start else steps


def uninstall_steps() -> list[Step]:
    """The steps that take the service away; the table's files and its journal stay."""
    stop = Command(("systemctl", "disable", "--now", f"{NAME}.service"), may_fail=True)
    return [stop, Remove(UNIT), Remove(RULES), Remove(USERS), *_RELOAD]


def _journal(config: TableConfig, table: Path) -> Path:
    """Where the journal is once the table has moved."""
    folder = table.parent
    if config.journal.is_relative_to(folder):
        return HOME / config.journal.relative_to(folder)
    return config.journal


def _moves(config: TableConfig, table: Path, root: Path) -> Iterator[Step]:
    """Copy the table's files to the service's home, those that are not there yet."""
    folder = table.parent
    if folder.resolve() == HOME:
        return
    own, group = ("-o", "root"), ("-g", NAME)
    yield Command(("install", "-d", "-m", "0750", "-o", NAME, *group, str(HOME)))
    for path in table_files(config, table):
        target = HOME / (TABLE if path == table else path.relative_to(folder))
        if (root / str(target).lstrip("/")).exists():
            continue
        if target.parent != HOME:
            yield Command(("install", "-d", "-m", "0750", *own, *group, str(target.parent)))
        yield Command(("install", "-m", "0640", *own, *group, str(path), str(target)))


def table_files(config: TableConfig, table: Path) -> Sequence[Path]:
    """The files that a table is made of, as far as they are there.

    Raises `UnreadableError` for one that cannot be found from another folder.
    """
    files = [table]
    rules_file = table.parent / config.rules_name
    if config.rules_name not in config.game.rules.PRESETS:
        files.append(rules_file)
    files += [config.deck_path] if config.deck_path.exists() else []
    faults = [
        Fault("", str(path), f"a file in {table.parent} or below, to be taken to {HOME}")
        for path in files
        if not path.is_relative_to(table.parent) or ".." in path.parts
    ]
    if faults:
        raise UnreadableError("", faults)
    return files
