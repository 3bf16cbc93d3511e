"""`chhakka service` itself: shows, writes, installs or takes away; nothing without being asked."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.config import TableConfig, read_config
from controller.service.place import HOME, NAME, OPT, program, shut_off
from controller.service.plan import START, TABLE, install_steps, uninstall_steps
from controller.service.steps import Command, Run, Step, Write, do, run_command

REFUSED: Final = 1
FAILED: Final = 1
_ROOT: Final = Path("/")
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; `write` is a folder to write the files to."""

    table: Path
    write: Path | None = None
    install: bool = False
    uninstall: bool = False
    yes: bool = False
    start: bool = False


@dataclass(frozen=True, slots=True)
class Hands:
    """What the command does things with: where, by whom, and how it asks.

    `ask` gives what the person answers to a question.
    """

    root: Path = _ROOT
    user: int = -1
    run: Run = run_command
    ask: Callable[[str], str] = lambda question: ""


def service(request: Request, say: Say, hands: Hands | None = None) -> int:
    """Show or make a service of a table; the value is the exit status: 1 refused or failed.

    Raises `UnreadableError` for a table.toml that is none, OSError when a file cannot be written.
    """
    hands = hands or Hands(_ROOT, os.geteuid(), run_command, _ask)
    if request.uninstall:
        return _uninstall(request, say, hands)
    table = Path(os.path.abspath(request.table))
    config = read_config(table, with_deck=False)
    steps = install_steps(config, table, start=request.start, root=hands.root)
    if request.write is not None:
        do(steps, request.write, None, say)
        _show_commands(steps, say)
        return 0
    if not request.install:
        _show(steps, say)
        _tell(config, table, say)
        return 0
    return _install(request, config, table, steps, say, hands)


def _install(
    request: Request,
    config: TableConfig,
    table: Path,
    steps: Sequence[Step],
    say: Say,
    hands: Hands,
) -> int:
    closed = sorted(set(shut_off(hands.root)))
    if closed:
        say(f"The user {NAME} could not start this program: {closed[0]} is closed to others.")
        say("Install it where everybody may read it, and use that one:")
        say(f"  sudo python3 -m venv {OPT}")
        say(f"  sudo {OPT}/bin/pip install '.[pi]'     # Pi 5: '.[pi5]'")
        say(f"  sudo {OPT}/bin/chhakka service {table} --install")
        return REFUSED
    if not _may(request, steps, say, hands):
        return REFUSED
    failed = do(steps, hands.root, hands.run, say)
    if failed is not None:
        say(f"This failed: {failed}. Mend it and install again, or --uninstall.")
        return FAILED
    _tell(config, table, say)
    return 0


def _uninstall(request: Request, say: Say, hands: Hands) -> int:
    steps = uninstall_steps()
    if not _may(request, steps, say, hands):
        return REFUSED
    failed = do(steps, hands.root, hands.run, say)
    if failed is not None:
        say(f"This failed: {failed}.")
        return FAILED
    say(f"{HOME} with the journal, and the user {NAME}, are left as they are.")
    return 0


def _may(request: Request, steps: Sequence[Step], say: Say, hands: Hands) -> bool:
    """Whether to go on: as root, and when somebody said yes."""
    if hands.user != 0:
        say("This changes the machine: start it with sudo.")
        return False
    if request.yes:
        return True
    _show(steps, say)
    if hands.ask("Do all this (y/n)? ").strip().lower() in ("y", "yes"):
        return True
    say("Nothing was changed.")
    return False


def _ask(question: str) -> str:
    if sys.stdin is None or not sys.stdin.isatty():
        return ""
    try:
        return input(question)
    except EOFError:
        return ""


def _show(steps: Sequence[Step], say: Say) -> None:
    for step in steps:
        if isinstance(step, Write):
            say(f"--- {step.path}")
            for line in step.text.splitlines():
                say(line)
            say("")
    _show_commands(steps, say)


def _show_commands(steps: Sequence[Step], say: Say) -> None:
    say("--- the commands, in this order, each file before the command after it")
    for step in steps:
        say(f"sudo {step}" if isinstance(step, Command) else f"# {_said(step)}")


def _said(step: Step) -> str:
    if isinstance(step, Write):
        return f"write {step.path}"
    return f"remove {getattr(step, 'path', '')}"


def _tell(config: TableConfig, table: Path, say: Say) -> None:
    """How the service is used."""
    say("")
    say(f"start it, now and with the machine:  sudo {START}")
    say(f"how it stands:                       systemctl status {NAME}")
    say(f"what it says:                        journalctl -u {NAME} -f")
    say(f"change the table:                    sudoedit {HOME / TABLE}")
    say(f"                                     sudo systemctl restart {NAME}")
    say(f"let somebody call as the director:   sudo usermod -aG {NAME} NAME (then log in again)")
    call = shlex.join((*program(), "director", "--table", str(HOME / TABLE), "undo"))
    say(f"then, as that person:                {call}")
    say(f"The group {NAME} may call, not read the journal: only the service can.")
    if not config.deck_path.exists():
        say(f"{config.deck_path} is not there yet: make it with chhakka enroll, then install anew.")
    if config.journal.exists() and table.parent.resolve() != HOME:
        say(f"The match in {config.journal} stays there. To go on with it, stop the table and:")
        copy = f"{config.journal} {HOME / config.journal.name}"
        say(f"  sudo install -m 0600 -o {NAME} -g {NAME} {copy}")
