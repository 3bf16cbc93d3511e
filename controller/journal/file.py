"""The journal on disk: one SQLite file for all sittings of a table.

What `write` was given is on disk when it returns: the file is in WAL mode with full
synchronisation, so a commit ends with the log flushed
(https://www.sqlite.org/pragma.html#pragma_synchronous). Nothing is ever rewritten: an undo is an
entry of its own.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self

from controller.journal.image import LOG_HEADER_SIZE, check_kind, log_path
from controller.journal.kept import KeptMatch, Kind
from controller.journal.reading import LOCK, Contents, read_at_rest, unreadable
from controller.journal.rows import SCHEMA, insert, tail_of
from controller.journal.writing import CLOSED, Entry, JournalFault, MatchHeader
from engine import Fault, UnreadableError
from engine.seating import DIRECTOR, DIRECTOR_NAME

OWNER_ONLY: Final = 0o600
_LOG_PAGES: Final = 128
"""So long the log grows before it is folded in: it has to be looked through after a power cut."""
_MOST_LOG_PAGES: Final = 3 * _LOG_PAGES
"""So long it may grow at a table that is never quiet."""
_LOG_SIZE: Final = LOG_HEADER_SIZE + (24 + 4096) * _LOG_PAGES
"""Bytes of such a log: each page of 4096 has a header of 24."""
_FULL: Final = 2
"""How SQLite tells of full synchronisation."""


class JournalFile:
    """An open journal, for the one table that writes it.

    A file that is not there is made, readable by its owner only. Raises `UnreadableError` for a
    damaged or foreign file, which is left just as it was found, and for one that another table
    has open; `JournalFault` when it cannot be made. `clock` is the time of day, in seconds.

    After a `JournalFault` nothing more may be written.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        # Under whatever names it goes, it is locked under its own.
        self.path = path = Path(os.path.realpath(path))
        self._clock = clock
        self._match = 0
        self._seats: tuple[str, ...] = ()
        self._unfolded = 0
        check_place(path)
        with ExitStack() as undo:
            self._lock = _lock(path)
            undo.callback(os.close, self._lock)
            if not path.exists():
                _create(path)
            self._found: Contents | None = read_at_rest(path)
            self._db = _connect(path)
            undo.callback(self._db.close)
            with _faults(path):
                self._tails = {table: tail_of(self._db, table) for table in _TABLES}
            undo.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def take(self) -> Contents:
        """What was in it at the opening; once only, for it may be years of play."""
        found, self._found = self._found, None
        if found is None:
            raise ValueError("the contents of the journal were taken before")
        return found

    def begin(self, header: MatchHeader, *entries: Entry) -> None:
        """A new match begins, with its first entries; what is written from now on belongs to it."""
        with self._transaction():
            self._add("match", self._now(), header.to_json())
            self._match, self._seats = self._tails["match"].number, header.seats
            self._add_entries(entries)

    def go_on(self, match: KeptMatch) -> None:
        """What is written from now on belongs to a match that is here already."""
        self._match, self._seats = match.number, match.header.seats

    def write(self, *entries: Entry) -> None:
        """Put entries on disk, all or none; they are there when this returns."""
        with self._transaction():
            self._add_entries(entries)

    def close_match(self) -> None:
        """Close the match unfinished: a new one is asked for."""
        with self._transaction():
            self._add_entry(None, None, Kind.CLOSED, "", None)

    def new_sitting(self) -> None:
        """The tally begins at zero: matches that have ended so far no longer count."""
        with self._transaction():
            self._add("sitting", self._now(), self._tails["entry"].number)

    def tidy(self) -> None:
        """Do now, while nothing happens, what a later write would have to wait for.

        A long log is folded in. A short one is made as long as it is going to be: a flush takes
        many times as long when the file has grown. Nothing depends on either, so that a disk which
        is full or broken is told of by the next write.
        """
        with suppress(sqlite3.Error, OSError):
            if self._unfolded >= _LOG_PAGES // 2:
                self._unfolded = 0
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            _lengthen(log_path(self.path))

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        if self._lock >= 0:
            with suppress(sqlite3.Error):
                self._db.close()
            os.close(self._lock)
            self._lock = -1

    def _add_entries(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            kind, what = self._told(entry)
            self._add_entry(self._name(entry.seat), entry.tag, kind, what, entry.ruling)

    def _add_entry(self, *columns: str | None) -> None:
        self._add("entry", self._match, self._now(), *columns)

    def _add(self, table: str, *values: float | str | None) -> None:
        # Plain texts and numbers: the sum is of what will be read again.
        plain = (str(value) if isinstance(value, str) else value for value in values)
        self._tails[table] = insert(self._db, table, self._tails[table].next(*plain))

    def _now(self) -> float:
        return float(self._clock())

    def _told(self, entry: Entry) -> tuple[Kind, str]:
        if entry.action is not None:
            what = f"{self._name(entry.action.seat)} {entry.action.text()}"
        else:
            what = entry.call or ""
        if entry.ruling is not None:
            return Kind.REFUSED, what
        if entry.call == CLOSED:
            return Kind.CLOSED, ""
        return (Kind.TABLE if entry.action is None else Kind.ACTION), what

    def _name(self, seat: int) -> str:
        return DIRECTOR_NAME if seat == DIRECTOR else self._seats[seat]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _faults(self.path), self._db:
            yield
        self._unfolded += 1


_TABLES: Final = ("match", "entry", "sitting")


def _lengthen(log: Path) -> None:
    """Fill a log that has begun up with zeros, which are no frames to anybody who reads it."""
    handle = os.open(log, os.O_WRONLY)
    try:
        size = os.fstat(handle).st_size
        if LOG_HEADER_SIZE < size < _LOG_SIZE:
            os.pwrite(handle, bytes(_LOG_SIZE - size), size)
            os.fsync(handle)
    finally:
        os.close(handle)


def check_place(path: Path) -> None:
    """Raise `UnreadableError` unless a journal, or nothing at all, is where one is to be.

    Nothing is changed. A log without its file is what is left of a journal; SQLite would fold it
    into a new one.
    """
    with unreadable(path):
        if path.exists():
            check_kind(path)
            return
        if not path.parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, f"no folder {path.parent}")
        log = log_path(path)
        if log.exists() and log.stat().st_size > LOG_HEADER_SIZE:
            found = f"no such file, but its log {log.name}"
            expected = "both or neither; the log is left as it is"
            raise UnreadableError(str(path), [Fault("", found, expected)])


def _connect(path: Path) -> sqlite3.Connection:
    """Open a journal that has been checked, such that a commit is on disk when it returns."""
    with _faults(path):
        for ending in ("", "-wal", "-shm"):
            _keep_private(Path(f"{path}{ending}"))
        # Read and written by one thread at a time: the table's own.
        db = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, check_same_thread=False)
        try:
            mode: Any = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            db.execute("PRAGMA synchronous = FULL")
            db.execute(f"PRAGMA wal_autocheckpoint = {_MOST_LOG_PAGES}")
            if (mode, db.execute("PRAGMA synchronous").fetchone()[0]) != ("wal", _FULL):
                raise sqlite3.OperationalError(f"no write-ahead log here, but {mode}")
        except BaseException:
            db.close()
            raise
    return db


def _keep_private(path: Path) -> None:
    """Take a file that was copied here carelessly from everybody but its owner."""
    with suppress(OSError):  # not there, or on a disk that knows no owners
        if path.stat().st_mode & ~OWNER_ONLY & 0o777:
            path.chmod(OWNER_ONLY)


def _create(path: Path) -> None:
    """Make an empty journal whole or not at all, for its owner only."""
    unfinished = path.with_name(f"{path.name}.new")
    with _faults(path):
        for left in ("", "-journal"):  # by one that was killed while it did this
            Path(f"{unfinished}{left}").unlink(missing_ok=True)
        os.close(_make(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        with closing(sqlite3.connect(unfinished)) as db:
            db.executescript(SCHEMA)
        os.replace(unfinished, path)
        _flush_folder(path.parent)


def _make(path: Path, flags: int) -> int:
    handle = os.open(path, flags, OWNER_ONLY)
    with suppress(OSError):  # whatever the mask was; on a disk that knows no owners nothing helps
        os.fchmod(handle, OWNER_ONLY)
    return handle


def _flush_folder(folder: Path) -> None:
    """Put a new name on disk: a file that is safe under a lost name is lost."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _lock(path: Path) -> int:
    """Hold the journal for one table alone; the lock goes with the process, however it ends."""
    with _faults(path):
        handle = _make(Path(f"{path}{LOCK}"), os.O_CREAT | os.O_RDWR)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            if not isinstance(error, BlockingIOError):
                raise
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
