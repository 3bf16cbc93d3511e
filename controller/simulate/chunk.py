"""The work that is sent to another process: some matches of one setup.

Everything here runs in a worker, on this machine or another.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import engine
from controller.simulate.match import Setup, Table
from controller.simulate.tally import Tally

ENOUGH_S: Final = 1.0
"""A worker comes back after this time (and the match it is in), whatever is left of its slice."""
_COUNTING: Final = ("chunk", "deals", "match", "tally")


class OtherCodeError(Exception):
    """A worker has other rules or players than the process that sent it work."""


class Chunk(NamedTuple):
    """What came of the matches from the first that was asked for to before `end`."""

    end: int
    tally: Tally


@lru_cache(maxsize=1)
def code_mark() -> str:
    """A short mark of the rules, the players and the counting: others may count otherwise."""
    here = Path(__file__).parent
    root = Path(engine.__file__).parent
    files = sorted(root.rglob("*.py")) + [here / f"{name}.py" for name in _COUNTING]
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.parent.name}/{file.name}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


@lru_cache(maxsize=8)
def _table(setup: Setup) -> Table:
    return Table(setup)


def play_chunk(setup: Setup, first: int, end: int, mark: str, enough_s: float = ENOUGH_S) -> Chunk:
    """Play the matches from `first` to before `end`, or as many as there is time for; one at least.

    Raises `OtherCodeError` unless the sender's `mark` is this machine's too.
    """
    if code_mark() != mark:
        raise OtherCodeError(code_mark())
    table = _table(setup)
    tally: Tally = Counter()
    until = time.monotonic() + enough_s
    for number in range(first, end):
        table.play(number, tally)
        if time.monotonic() >= until:
            return Chunk(number + 1, tally)
    return Chunk(end, tally)
