"""Where a service has its things, and who it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import controller

NAME: Final = "chhakka"
"""Of the service, of its user and of its group."""
HOME: Final = Path("/var/lib/chhakka")
"""Where the table's files and its journal are."""
UNIT: Final = Path("/etc/systemd/system/chhakka.service")
RULES: Final = Path("/etc/udev/rules.d/70-chhakka.rules")
"""After 50-udev-default.rules and 60-serial.rules, which set groups and names."""
USERS: Final = Path("/etc/sysusers.d/chhakka.conf")
OPT: Final = Path("/opt/chhakka")
"""Where a program for all users is installed."""


def program() -> tuple[str, ...]:
    """The words that start this program as it is installed here."""
    script = Path(sys.executable).parent / NAME
    return (str(script),) if script.exists() else (sys.executable, "-m", "controller.cli")


def sources() -> tuple[Path, ...]:
    """What has to be readable for this program to run: itself, and its modules."""
    return Path(program()[0]), Path(controller.__file__)


def shut_off(root: Path = Path("/"), paths: tuple[Path, ...] | None = None) -> Iterator[Path]:
    """What of the program other users cannot get at: the first closed folder on each way."""
    closed = 0o001
    for path in sources() if paths is None else paths:
        for folder in reversed(path.parents):
            its = root / str(folder).lstrip("/")
            if its.exists() and not its.stat().st_mode & closed:
                yield folder
                break
