"""What is to be done for a service, as plain steps, and the one who does them."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.whole_file import write_whole


@dataclass(frozen=True, slots=True)
class Write:
    """Write a file."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a file if it is there."""

    path: Path


@dataclass(frozen=True, slots=True)
class Command:
    """Run a command; one that `may_fail` stops nothing."""

    words: tuple[str, ...]
    may_fail: bool = False

    def __str__(self) -> str:
        return shlex.join(self.words)


Step = Write | Remove | Command
Run = Callable[[Sequence[str]], int]


def run_command(words: Sequence[str]) -> int:
    """Run a command; its exit status, 127 when there is none of that name."""
    try:
        return subprocess.run(words, check=False).returncode
    except FileNotFoundError:
        return 127


def do(
    steps: Sequence[Step], root: Path, run: Run | None, say: Callable[[str], None]
) -> Command | None:
    """Do steps one after the other, telling of each; the command that failed, if one did.

    Files are written under `root`; `run` None leaves the commands out. Raises OSError.
    """
    for step in steps:
        match step:
            case Write(path, text):
                target = root / str(path).lstrip("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                write_whole(target, text.encode())
                say(f"wrote {target}")
            case Remove(path):
                target = root / str(path).lstrip("/")
                if target.exists():
                    target.unlink()
                    say(f"removed {target}")
            case Command() if run is not None:
                say(f"+ {step}")
                if run(step.words) != 0 and not step.may_fail:
                    return step
    return None
