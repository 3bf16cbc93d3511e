"""The machine as its files tell of it: /proc, /dev, /boot, /etc, /sys, under any root."""

from __future__ import annotations

import importlib.metadata
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

READ: Final = 4
WRITE: Final = 2
ENTER: Final = 1
_LINKS: Final = 40
"""More links in a row are a loop, as for Linux (path_resolution(7))."""


class Holder(NamedTuple):
    """A process that has a file open."""

    process: int
    command: str


@dataclass(frozen=True, slots=True)
class Machine:
    """Looks at the machine's files under `root`, with the rights of a user.

    `user` and `groups` are numbers; `process` is the one that is not counted as a holder of files;
    `packages` the versions of Python's distributions that are installed, by name; None: ask Python.
    All names are absolute, as if `root` were `/`; what cannot be read is as good as not there.
    """

    root: Path = Path("/")
    user: int = -1
    groups: frozenset[int] = frozenset()
    process: int = -1
    packages: tuple[tuple[str, str], ...] | None = None

    @classmethod
    def this(cls) -> Machine:
        """The one that this program runs on, as the one who runs it."""
        groups = frozenset((os.getegid(), *os.getgroups()))
        return cls(Path("/"), os.geteuid(), groups, os.getpid())

    def path(self, name: str | Path) -> Path:
        """Where the file of this name really is, links followed as they are meant under `root`."""
        return self.root / self.real(name).lstrip("/")

    def real(self, name: str | Path) -> str:
        """The name of a file without any link in it; a loop or a missing part is left as it is."""
        todo = [part for part in os.fspath(name).split("/") if part not in ("", ".")][::-1]
        done: list[str] = []
        links = 0
        while todo:
            part = todo.pop()
            if part == "..":
                done = done[:-1]
                continue
            here = self.root.joinpath(*done, part)
            if not here.is_symlink() or links >= _LINKS:
                done.append(part)
                continue
            links += 1
            target = os.readlink(here)
            if target.startswith("/"):
                done = []
            todo += [each for each in target.split("/") if each not in ("", ".")][::-1]
        return "/" + "/".join(done)

    def exists(self, name: str | Path) -> bool:
        """Whether there is such a file."""
        with suppress(OSError, ValueError):
            return self.path(name).exists()
        return False

    def text(self, name: str | Path) -> str:
        """What is in a file, without NULs at its end; "" when it cannot be read."""
        with suppress(OSError, ValueError):
            return self.path(name).read_text(encoding="utf-8", errors="replace").rstrip("\0")
        return ""

    def names(self, folder: str) -> list[str]:
        """The full names of what is in a folder, sorted."""
        with suppress(OSError):
            return sorted(f"{folder}/{name}" for name in os.listdir(self.path(folder)))
        return []

    def may(self, name: str | Path, want: int) -> bool:
        """Whether the user may READ, WRITE, ENTER (added up) a file that is there, by its mode."""
        try:
            its = self.path(name).stat()
        except OSError:
            return False
        if self.user == 0:
            return True
        shift = 6 if its.st_uid == self.user else 3 if its.st_gid in self.groups else 0
        return its.st_mode >> shift & want == want

    def group_of(self, name: str | Path) -> str:
        """The name of the group of a file; "" when it has none."""
        with suppress(OSError):
            number = self.path(name).stat().st_gid
            return next((row[0] for row in self._rows("/etc/group") if row[2] == str(number)), "")
        return ""

    def is_listed_in(self, group: str) -> bool:
        """Whether the user is listed in a group, even if this login does not know it yet."""
        user = next((row[0] for row in self._rows("/etc/passwd") if row[2] == str(self.user)), None)
        members = [
            row[3].split(",") for row in self._rows("/etc/group") if row[0] == group and row[3:]
        ]
        return any(user in names for names in members)

    def _rows(self, name: str) -> Iterator[list[str]]:
        for line in self.text(name).splitlines():
            row = line.split(":")
            if len(row) > 2:
                yield row

    def processes(self) -> Iterator[int]:
        """The numbers of all processes but this one."""
        for name in self.names("/proc"):
            number = name.rsplit("/", 1)[1]
            if number.isdigit() and int(number) != self.process:
                yield int(number)

    def command(self, process: int) -> str:
        """The command line of a process, or its name; "" when it has ended."""
        words = self.text(f"/proc/{process}/cmdline").replace("\0", " ").strip()
        return words or self.text(f"/proc/{process}/comm").strip()

    def holders(self, name: str | Path) -> list[Holder]:
        """Who has a file open, as far as the user may know."""
        real = self.real(name)
        return [
            Holder(process, self.command(process))
            for process in self.processes()
            if real in self._open_files(process)
        ]

    def _open_files(self, process: int) -> Iterator[str]:
        folder = self.root / f"proc/{process}/fd"
        with suppress(OSError):
            for name in os.listdir(folder):
                with suppress(OSError):
                    yield os.readlink(folder / name)

    def package(self, name: str) -> str | None:
        """The version of a Python distribution; None when it is not installed."""
        if self.packages is not None:
            return dict(self.packages).get(name)
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return None


def first_text(machine: Machine, *names: str) -> tuple[str, str]:
    """The first of these files that has anything in it: its name and its text; else two ""."""
    for name in names:
        text = machine.text(name)
        if text:
            return name, text
    return "", ""
