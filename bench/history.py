"""What runs of the bench have found, kept as a line of JSON each."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.figures import Figure, Found

HISTORY = Path(__file__).with_name("history.jsonl")


def append(path: Path, found: Mapping[str, Sequence[Found]]) -> None:
    """Add a run: when, of which commit, on what machine, how busy, and each part's figures."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(_run(found), ensure_ascii=False) + "\n")


def _run(found: Mapping[str, Sequence[Found]]) -> dict[str, Any]:
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": machine(),
        "load": round(load(), 2),
        "figures": {
            part: {each.name: round(each.value, 4) for each in its if isinstance(each, Figure)}
            for part, its in found.items()
        },
    }


def machine() -> str:
    """This machine in a few words."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, {python}"


def load() -> float:
    """How many programs have wanted each core for the last quarter of an hour, this one too."""
    return os.getloadavg()[0] / (os.cpu_count() or 1)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = [line for line in lines if line.startswith(("model name", "Model"))]
    return named[-1].partition(":")[2].strip() if named else platform.machine()


def commit() -> str:
    """The commit that is checked out, with + for changes since; "unknown" outside a clone."""
    told = _git("describe", "--always", "--abbrev=10", "--dirty=+", "--exclude=*")
    return told or "unknown"


def _git(*words: str) -> str:
    try:
        told = subprocess.run(
            ["git", *words], cwd=HISTORY.parent, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return told.stdout.strip()
