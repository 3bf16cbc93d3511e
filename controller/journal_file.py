"""The journal on disk: one SQLite file for all sittings of a table.

What `write` was given is on disk when it returns: the file is in WAL mode with full
synchronisation, so a commit ends with the log flushed
(https://www.sqlite.org/pragma.html#pragma_synchronous). Nothing is ever rewritten: an undo is an
entry of its own.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self

from controller.journal import Entry, JournalFault, MatchHeader
from controller.kept import KeptEntry, KeptMatch, Kind
from engine import Fault, UnreadableError
from engine.seating import DIRECTOR, DIRECTOR_NAME

APPLICATION: Final = 0x63686B6B
"""`chkk`, at bytes 68 to 71 of the file (https://www.sqlite.org/fileformat.html)."""
VERSION: Final = 1
OWNER_ONLY: Final = 0o600
_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_SIZE: Final = 100
_APPLICATION_AT: Final = slice(68, 72)
_SCHEMA: Final = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    began REAL NOT NULL,
    header TEXT NOT NULL
);
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match (id),
    at REAL NOT NULL,
    seat TEXT,
    tag TEXT,
    kind TEXT NOT NULL,
    what TEXT NOT NULL,
    ruling TEXT
);
CREATE INDEX entry_of_match ON entry (match, id);
CREATE TABLE sitting (
    began REAL NOT NULL,
    after_entry INTEGER NOT NULL
);
"""


class JournalFile:
    """An open journal, for the one table that writes it.

    A file that is not there is made, readable by its owner only. Raises `UnreadableError` for a
    damaged or foreign file, which is left just as it was found, and for one that another table
    has open; `JournalFault` when it cannot be made. `clock` is the time of day, in seconds.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self._clock = clock
        self._match = 0
        self._seats: tuple[str, ...] = ()
        self._lock = _lock(path)
        try:
            if not path.exists():
                _create(path)
            self._db = open_journal(path)
            with _faults(path):
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = FULL")
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def matches(self) -> list[KeptMatch]:
        """Every match there is, the oldest first."""
        return read_matches(self._db)

    def counted_from(self) -> int:
        """The entry after which this sitting began; 0 when none was ever begun anew."""
        return sitting_began(self._db)

    def begin(self, header: MatchHeader, *entries: Entry) -> None:
        """A new match begins, with its first entries; what is written from now on belongs to it."""
        with _faults(self.path), self._db:
            row = (self._clock(), header.to_json())
            made = self._db.execute("INSERT INTO match (began, header) VALUES (?, ?)", row)
            self._match, self._seats = made.lastrowid or 0, header.seats
            self._insert(entries)

    def go_on(self, match: KeptMatch) -> None:
        """What is written from now on belongs to a match that is here already."""
        self._match, self._seats = match.number, match.header.seats

    def write(self, *entries: Entry) -> None:
        """Put entries on disk, all or none; they are there when this returns."""
        with _faults(self.path), self._db:
            self._insert(entries)

    def close_match(self) -> None:
        """Close the match unfinished: a new one is asked for."""
        with _faults(self.path), self._db:
            self._insert_row(self._clock(), None, None, Kind.CLOSED, "", None)

    def _insert(self, entries: Sequence[Entry]) -> None:
        now = self._clock()
        for entry in entries:
            kind, what = self._told(entry)
            self._insert_row(now, self._name(entry.seat), entry.tag, kind, what, entry.ruling)

    def _insert_row(self, *columns: float | str | None) -> None:
        self._db.execute(
            "INSERT INTO entry (match, at, seat, tag, kind, what, ruling)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (self._match, *columns),
        )

    def _told(self, entry: Entry) -> tuple[Kind, str]:
        if entry.action is not None:
            what = f"{self._name(entry.action.seat)} {entry.action.text()}"
        else:
            what = entry.call or ""
        if entry.ruling is not None:
            return Kind.REFUSED, what
        return (Kind.TABLE if entry.action is None else Kind.ACTION), what

    def _name(self, seat: int) -> str:
        return DIRECTOR_NAME if seat == DIRECTOR else self._seats[seat]

    def new_sitting(self) -> None:
        """The tally begins at zero: matches that have ended so far no longer count."""
        with _faults(self.path), self._db:
            row = (self._clock(), self._last("entry"))
            self._db.execute("INSERT INTO sitting (began, after_entry) VALUES (?, ?)", row)

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        if self._lock >= 0:
            with suppress(sqlite3.Error):
                self._db.close()
            os.close(self._lock)
            self._lock = -1

    def _last(self, table: str) -> int:
        row = self._db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
        return int(row[0])


def open_journal(path: Path) -> sqlite3.Connection:
    """Open a journal that is there, checked; a foreign or damaged one is not even touched.

    Raises `UnreadableError`. A file is looked at with plain reads first: SQLite, once let at a
    file, may repair it in its own way.
    """
    _check_head(path)
    # Read and written by one thread at a time: the table's own.
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, check_same_thread=False)
    try:
        _check_inside(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _check_head(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER_SIZE)
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    if not head:
        raise _unreadable(path, "an empty file")
    if not head.startswith(_MAGIC) or len(head) < _HEADER_SIZE:
        raise _unreadable(path, "a file of another kind")
    if int.from_bytes(head[_APPLICATION_AT], "big") != APPLICATION:
        raise _unreadable(path, "a database of another program")


def _check_inside(db: sqlite3.Connection, path: Path) -> None:
    try:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version != VERSION:
            raise _unreadable(path, f"a journal of version {version}")
        said = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if said != "ok":
            raise _unreadable(path, f"a damaged journal ({said})")
        read_matches(db)
    except (sqlite3.DatabaseError, ValueError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise _unreadable(path, f"a damaged journal ({error})") from error


def _unreadable(path: Path, found: str) -> UnreadableError:
    expected = f"a journal of chhakka, version {VERSION}; it is left as it is"
    return UnreadableError(str(path), [Fault("", found, expected)])


def read_matches(db: sqlite3.Connection) -> list[KeptMatch]:
    """Every match of an open journal, the oldest first, each with its entries."""
    matches = {
        number: KeptMatch(number, began, MatchHeader.from_json(header))
        for number, began, header in db.execute("SELECT id, began, header FROM match ORDER BY id")
    }
    rows = db.execute("SELECT match, id, at, seat, tag, kind, what, ruling FROM entry ORDER BY id")
    for match, number, at, seat, tag, kind, what, ruling in rows:
        kept = KeptEntry(number, at, seat, tag, Kind(kind), what, ruling)
        if match not in matches:
            raise ValueError(f"entry {number} is of match {match}, which is not there")
        matches[match].entries.append(kept)
    return list(matches.values())


def sitting_began(db: sqlite3.Connection) -> int:
    """The entry after which the last sitting began; 0 = with the first."""
    row = db.execute("SELECT coalesce(max(after_entry), 0) FROM sitting").fetchone()
    return int(row[0])


def _create(path: Path) -> None:
    """Make an empty journal whole or not at all, for its owner only."""
    unfinished = path.with_name(f"{path.name}.new")
    with _faults(path):
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
        db = sqlite3.connect(unfinished)
        try:
            db.executescript(_SCHEMA)
        finally:
            db.close()
        os.replace(unfinished, path)
        _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Put a new name on disk: a file that is safe under a lost name is lost."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _lock(path: Path) -> int:
    """Hold the journal for one table alone; the lock goes with the process, however it ends."""
    beside = path.with_name(f"{path.name}.lock")
    with _faults(path):
        handle = os.open(beside, os.O_CREAT | os.O_RDWR, OWNER_ONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(handle)
            found = "a journal that another table is running on"
            expected = "one that no table uses at the moment"
            raise UnreadableError(str(path), [Fault("", found, expected)]) from error
    return handle


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    """Turn what the disk or the database says into a fault of the hardware."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise JournalFault(f"the journal {path} cannot be written: {reason}") from error
