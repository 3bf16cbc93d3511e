"""The files of a journal: made without a table, copied, damaged, and looked at byte by byte."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from jn_table import Kept, Players, config_of

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
    import random

    players = Players(random.Random(seed))
    with Kept(config) as kept:
        while taps > 0:
            for seat, meaning in players.taps(kept.session):
                kept.tap(seat, meaning)
                taps -= 1


def killed(folder: Path, taps: int) -> TableConfig:
    """A table's journal as a power cut leaves it: its log is not folded in."""
    config = config_of(folder, hands="unseen", wait=False, dealer="S")
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from jn_table import Kept, Players\n"
        "from controller.config import read_config\n"
        "import random\n"
        "kept = Kept(read_config(Path(sys.argv[1])))\n"
        "players, left = Players(random.Random(3)), int(sys.argv[2])\n"
        "while left > 0:\n"
        "    for seat, meaning in players.taps(kept.session):\n"
        "        kept.tap(seat, meaning)\n"
        "        left -= 1\n"
        "os._exit(0)\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    argv = [sys.executable, "-c", program, str(folder / "table.toml"), str(taps)]
    subprocess.run(argv, env=env, check=True)
    return config


def copied(folder: Path, journal: Path) -> Path:
    """A copy of a journal's files in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending in ENDINGS:
        if os.path.exists(f"{journal}{ending}"):
            shutil.copy2(f"{journal}{ending}", f"{folder / journal.name}{ending}")
    return folder / journal.name
