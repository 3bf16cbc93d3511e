"""Looking at a journal without changing it, be it whole, damaged, or in use by a table."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.journal.image import DamageError, read_image
from controller.journal.kept import KeptMatch
from controller.journal.rows import VERSION, read_matches, sitting_began
from engine import Fault, UnreadableError

LOCK: Final = ".lock"
"""What the name of the lock ends in, beside the journal's own."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Every match of a journal, the oldest first, and the entry after which this sitting began."""

    matches: list[KeptMatch]
    began: int


def read_journal(path: Path) -> Contents:
    """Read all of a journal, also while a table runs on it. Raises `UnreadableError`."""
    path = Path(os.path.realpath(path))
    with unreadable(path):
        if _in_use(path):
            # The table has checked it, and SQLite keeps its readers and writers apart. A plain
            # look at the file would take the locks of this process from it.
            db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
            with closing(db), db:
                db.execute("BEGIN")
                return _contents(db)
        return read_at_rest(path)


def read_at_rest(path: Path) -> Contents:
    """Read and check all of a journal that nobody writes to. Raises `UnreadableError`."""
    with unreadable(path):
        image = read_image(path)
        db = sqlite3.connect(":memory:")
        with closing(db):
            db.deserialize(image)
            return _contents(db, check=True)


def _contents(db: sqlite3.Connection, *, check: bool = False) -> Contents:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version != VERSION:
        raise DamageError(f"a journal of version {version}")
    if check:
        said = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if said != "ok":
            raise DamageError(f"a damaged journal ({said})")
    try:
        return Contents(read_matches(db), sitting_began(db))
    except (ValueError, KeyError) as error:
        raise DamageError(f"a damaged journal ({error})") from error


def _in_use(path: Path) -> bool:
    """Whether a table runs on this journal at the moment."""
    try:
        handle = os.open(f"{path}{LOCK}", os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


@contextmanager
def unreadable(path: Path) -> Iterator[None]:
    """Turn all that can be wrong with a journal's files into `UnreadableError`."""
    try:
        yield
    except UnreadableError:
        raise
    except DamageError as error:
        raise _unreadable(path, str(error)) from error
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    except (sqlite3.Error, ValueError) as error:
        raise _unreadable(path, f"a damaged journal ({error})") from error


def _unreadable(path: Path, found: str) -> UnreadableError:
    expected = f"a journal of chhakka, version {VERSION}; it is left as it is"
    return UnreadableError(str(path), [Fault("", found, expected)])
