"""The tables of a journal: how they are made, and how their rows are summed and read.

Every row has a sum of its values and of the sum of the row before it in its table, so that no row
can change, come in between or be lost from the middle without being found.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from controller.journal.image import APPLICATION
from controller.journal.kept import KeptEntry, KeptMatch, Kind
from controller.journal.writing import MatchHeader

VERSION: Final = 1
SCHEMA: Final = f"""
BEGIN;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    began REAL NOT NULL,
    header TEXT NOT NULL,
    sum INTEGER NOT NULL
);
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match (id),
    at REAL NOT NULL,
    seat TEXT,
    tag TEXT,
    kind TEXT NOT NULL,
    what TEXT NOT NULL,
    ruling TEXT,
    sum INTEGER NOT NULL
);
CREATE TABLE sitting (
    id INTEGER PRIMARY KEY,
    began REAL NOT NULL,
    after_entry INTEGER NOT NULL,
    sum INTEGER NOT NULL
);
COMMIT;
PRAGMA journal_mode = WAL;
"""
_COLUMNS: Final = {
    "match": "id, began, header, sum",
    "entry": "id, match, at, seat, tag, kind, what, ruling, sum",
    "sitting": "id, began, after_entry, sum",
}


@dataclass(frozen=True, slots=True)
class Tail:
    """The last row of a table: its number and its sum; of an empty table both are 0."""

    number: int = 0
    sum: int = 0

    def next(self, *values: float | str | None) -> tuple[Any, ...]:
        """The row after it: number, values, sum."""
        row = (self.number + 1, *values)
        return (*row, _sum(row, self.sum))


def _sum(row: tuple[Any, ...], before: int) -> int:
    return zlib.crc32(ascii(row).encode(), before)


def insert(db: sqlite3.Connection, table: str, row: tuple[Any, ...]) -> Tail:
    """Add a row that was made by `Tail.next`; the table's new tail."""
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({_COLUMNS[table]}) VALUES ({marks})", row)
    return Tail(row[0], row[-1])


def read_rows(db: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table in order, without their sums. Raises ValueError for one with another."""
    number = its_sum = 0
    for *values, kept in db.execute(f"SELECT {_COLUMNS[table]} FROM {table} ORDER BY id"):
        row, number = tuple(values), number + 1
        its_sum = _sum(row, its_sum)
        if (row[0], kept) != (number, its_sum):
            raise ValueError(f"row {number} of {table}")
        yield row


def tail_of(db: sqlite3.Connection, table: str) -> Tail:
    """The last row of a table."""
    row = db.execute(f"SELECT id, sum FROM {table} ORDER BY id DESC LIMIT 1").fetchone()
    return Tail(*row) if row else Tail()


def read_matches(db: sqlite3.Connection) -> list[KeptMatch]:
    """Every match, the oldest first, each with its entries. Raises ValueError for damaged rows."""
    matches = {
        number: KeptMatch(number, began, MatchHeader.from_json(header))
        for number, began, header in read_rows(db, "match")
    }
    for number, match, at, seat, tag, kind, what, ruling in read_rows(db, "entry"):
        matches[match].entries.append(KeptEntry(number, at, seat, tag, Kind(kind), what, ruling))
    return list(matches.values())


def sitting_began(db: sqlite3.Connection) -> int:
    """The entry after which the last sitting began; 0 = with the first. Raises as above."""
    rows = list(read_rows(db, "sitting"))
    return int(rows[-1][2]) if rows else 0
