"""Tidying the journal's log while nothing happens, and power cuts after that."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from controller.journal.file import JournalFile
from controller.journal.image import log_path
from controller.journal.reading import read_at_rest
from controller.journal.writing import Entry, MatchHeader
from engine import Action, Match, UnreadableError, Verb, find_game

HEADER = MatchHeader.of(Match(find_game("twenty-nine")))
PASS = Entry(1.0, 2, "AB", Action(2, Verb.PASS))
FRAME = 24 + 4096
LOG_SIZE = 32 + 128 * FRAME


def entries_after_a_cut(path: Path, spoilt: int | None = None) -> int:
    """How many entries are there when the power goes now, byte `spoilt` of the log not written."""
    copy = path.parent / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    shutil.copy(path, copy)
    log = bytearray(log_path(path).read_bytes())
    if spoilt is not None:
        log[spoilt] ^= 0xFF
    log_path(copy / path.name).write_bytes(log)
    found = len(read_at_rest(copy / path.name).matches[0].entries)
    # SQLite itself sees the same.
    with JournalFile(copy / path.name) as journal:
        assert journal._tails["entry"].number == found
    return found


def log_size(path: Path) -> int:
    return log_path(path).stat().st_size


def test_a_log_that_has_begun_gets_its_whole_length(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with JournalFile(path) as journal:
        journal.tidy()
        assert log_size(path) == 0  # nothing was written: what stood there would be its header
        journal.begin(HEADER, PASS)
        journal.tidy()
        assert log_size(path) == LOG_SIZE
        for count in range(1, 6):
            assert entries_after_a_cut(path) == count
            journal.write(PASS)
            assert log_size(path) == LOG_SIZE
    assert len(read_at_rest(path).matches[0].entries) == 6


def test_a_long_log_is_folded_in_and_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with JournalFile(path) as journal:
        journal.begin(HEADER, PASS)
        for count in range(1, 500):
            assert log_size(path) <= LOG_SIZE
            if count % 100 == 0:
                before = log_path(path).read_bytes()[:32]
                journal.tidy()
                assert entries_after_a_cut(path) == count
                journal.write(PASS)
                assert log_path(path).read_bytes()[:32] != before
                assert entries_after_a_cut(path) == count + 1
            else:
                journal.write(PASS)
    assert len(read_at_rest(path).matches[0].entries) == 500


def test_a_write_that_the_cut_broke_is_left_out_and_one_before_it_is_damage(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.db"
    with JournalFile(path) as journal:
        journal.begin(HEADER, PASS)
        journal.tidy()
        before = log_path(path).read_bytes()
        for _ in range(3):
            last = next(at for at in range(32, LOG_SIZE, FRAME) if not any(before[at : at + FRAME]))
            journal.write(PASS)
            before = log_path(path).read_bytes()
        assert entries_after_a_cut(path, spoilt=last + 24 + 4000) == 3
        with pytest.raises(UnreadableError, match="a frame of its log"):
            entries_after_a_cut(path, spoilt=last - 2 * FRAME + 24 + 4000)


def test_a_journal_that_cannot_be_tidied_is_told_of_by_the_next_write(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with JournalFile(path) as journal:
        journal.begin(HEADER, PASS)
        log_path(path).unlink()
        journal.tidy()
    journal.tidy()  # nor does it harm when it is closed
    assert read_at_rest(path)
