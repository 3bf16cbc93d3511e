"""The files of a journal: made without a table, copied, damaged, and looked at byte by byte."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

from jn_table import Kept, Players, config_of, quick_folder

from controller.config import TableConfig

ENDINGS = ("", "-wal", "-shm")
PAGE = 4096
FRAME = PAGE + 24


def all_bytes(journal: Path) -> dict[str, bytes]:
    """What is in the database, its log and its index, of those that are there."""
    paths = {ending: Path(f"{journal}{ending}") for ending in ENDINGS}
    return {ending: path.read_bytes() for ending, path in paths.items() if path.exists()}


def put(journal: Path, files: dict[str, bytes]) -> None:
    """Make a journal's files these and no others."""
    for ending in ENDINGS:
        path = Path(f"{journal}{ending}")
        path.unlink(missing_ok=True)
        if ending in files:
            path.write_bytes(files[ending])
            path.chmod(0o600)


def flipped(raw: bytes, at: int, bits: int = 0xFF) -> bytes:
    """Some bytes with bits of one of them turned over."""
    return raw[:at] + bytes([raw[at] ^ bits]) + raw[at + 1 :]


def played(config: TableConfig, taps: int, seed: int = 1) -> None:
    """Let some taps happen on a table and close it."""
    players = Players(random.Random(seed))
    with Kept(config) as kept:
        while taps > 0:
            for seat, meaning in players.taps(kept.session):
                kept.tap(seat, meaning)
                taps -= 1


@cache
def _killed(taps: int) -> dict[str, bytes]:
    with quick_folder() as folder:
        config = config_of(folder, hands="unseen", wait=False, dealer="S")
        argv = [sys.executable, "-c", _PROGRAM, str(folder / "table.toml"), str(taps)]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        subprocess.run(argv, env=env, check=True)
        return all_bytes(config.journal)


_PROGRAM = """\
import os, random, sys
from pathlib import Path
from controller.config import read_config
from jn_table import Kept, Players
kept = Kept(read_config(Path(sys.argv[1])))
players, left = Players(random.Random(3)), int(sys.argv[2])
while left > 0:
    for seat, meaning in players.taps(kept.session):
        kept.tap(seat, meaning)
        left -= 1
os._exit(0)
"""


def killed(folder: Path, taps: int = 30) -> TableConfig:
    """A table with a journal as a power cut leaves it: its log is not folded in."""
    config = config_of(folder, hands="unseen", wait=False, dealer="S")
    put(config.journal, _killed(taps))
    return config
