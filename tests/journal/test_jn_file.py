"""The journal's files: how they are written, whose they are, and that one table alone has them."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hm_leaks import no_leaks
from jn_files import all_bytes, killed, played
from jn_table import Kept, config_of, said_by, write_table

from controller.director_line import DirectorLine, socket_path
from controller.journal.file import JournalFile
from controller.journal.reading import read_journal
from controller.journal.writing import Entry, JournalFault, MatchHeader
from engine import Action, Match, UnreadableError, Verb, find_game

HEADER = MatchHeader.of(Match(find_game("twenty-nine")))
PASS = Entry(1.0, 2, "AB", Action(2, Verb.PASS))


def modes(folder: Path) -> dict[str, str]:
    """The mode of each file of a folder."""
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


# How it is written.


def test_the_open_journal_has_a_log_and_full_synchronisation(tmp_path: Path) -> None:
    with JournalFile(tmp_path / "journal.db") as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)
        journal.begin(HEADER)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)
        assert not journal._db.in_transaction


def test_where_there_can_be_no_log_there_is_no_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite stays with another mode, without an error, where it cannot have its log."""
    path = tmp_path / "journal.db"
    with JournalFile(path):
        pass
    connect = sqlite3.connect

    def in_memory(*args: object, **named: object) -> sqlite3.Connection:
        return connect(":memory:")

    monkeypatch.setattr("controller.journal.file.sqlite3.connect", in_memory)
    with no_leaks(), pytest.raises(JournalFault, match="no write-ahead log here, but memory"):
        JournalFile(path)


def test_entries_are_there_all_or_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with JournalFile(path) as journal:
        journal.begin(HEADER, PASS)
        journal._db.execute(
            "CREATE TRIGGER full BEFORE INSERT ON entry WHEN new.id = 4"
            " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
        )
        with pytest.raises(JournalFault, match="the disk is full"):
            journal.write(PASS, PASS, PASS)
        with pytest.raises(JournalFault):
            journal.begin(HEADER, PASS, PASS, PASS)
    (match,) = read_journal(path).matches
    assert len(match.entries) == 1


def test_what_was_in_it_is_taken_once(tmp_path: Path) -> None:
    with JournalFile(tmp_path / "journal.db") as journal:
        assert journal.take().matches == []
        with pytest.raises(ValueError, match="taken before"):
            journal.take()


def test_closing_folds_the_log_in_and_is_done_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with no_leaks():
        journal = JournalFile(path)
        journal.begin(HEADER, PASS)
        journal.close()
        journal.close()
    assert set(all_bytes(path)) == {""}
    assert sorted(modes(tmp_path)) == ["journal.db", "journal.db.lock"]


def test_a_long_journal_goes_on_over_many_folds_of_its_log(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with JournalFile(path) as journal:
        journal._db.execute("PRAGMA wal_autocheckpoint = 10")
        journal.begin(HEADER)
        for _ in range(300):
            journal.write(PASS)
        assert len(all_bytes(path)["-wal"]) < 40 * 4096
        # As another process would see it now.
        assert len(_in_another_process(path)) == 301
    assert len(read_journal(path).matches[0].entries) == 300


def _in_another_process(path: Path) -> list[str]:
    argv = [sys.executable, "-m", "controller.cli", "export", str(path)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return done.stdout.split("\n")
    # 300 passes in a row are no match; that they were read tells how many there are.
    assert "match 1 that does not replay (entry 1 is not accepted)" in done.stderr
    return [""] * 301


# Whose they are.


@pytest.mark.parametrize("mask", [0, 0o022, 0o077, 0o777])
def test_readable_by_the_owner_only_whatever_the_mask(mask: int, tmp_path: Path) -> None:
    with umask(mask):
        config = config_of(tmp_path, hands="unseen", wait=False)
        os.chmod(tmp_path / "table.toml", 0o600)
        os.chmod(tmp_path / "deck.csv", 0o600)
        with Kept(config) as kept:
            kept.do("E bid 16" if kept.match.actors() == (3,) else "N bid 16")
            line = DirectorLine(socket_path(config.journal), lambda call: None)
            found = modes(tmp_path)
            line.close()
    assert {name: found[name] for name in found if name.startswith("journal")} == {
        "journal.db": "0o600",
        "journal.db-wal": "0o600",
        "journal.db-shm": "0o600",
        "journal.db.lock": "0o600",
        "journal.db.director": "0o600",
    }


def test_a_copy_that_everybody_can_read_is_made_private(tmp_path: Path) -> None:
    config = killed(tmp_path)
    for ending in ("", "-wal", "-shm"):
        os.chmod(f"{config.journal}{ending}", 0o644)
    with Kept(config):
        found = modes(tmp_path)
        assert {found[f"journal.db{ending}"] for ending in ("", "-wal", "-shm")} == {"0o600"}


def test_what_a_killed_start_left_is_no_hindrance(tmp_path: Path) -> None:
    for left in ("journal.db.new", "journal.db.new-journal"):
        (tmp_path / left).write_bytes(b"half of something")
    with JournalFile(tmp_path / "journal.db") as journal:
        assert journal.take().matches == []
    assert sorted(modes(tmp_path)) == ["journal.db", "journal.db.lock"]


def test_a_folder_that_is_not_there_or_not_to_be_written(tmp_path: Path) -> None:
    with no_leaks(), pytest.raises(UnreadableError, match=f"found no folder {tmp_path}/nowhere"):
        JournalFile(tmp_path / "nowhere" / "journal.db")
    with no_leaks(), pytest.raises(JournalFault, match="cannot be written: "):
        JournalFile(Path("/proc/journal.db"))
    config_of(tmp_path, journal="/proc/journal.db")
    status, out, err = said_by("run", tmp_path / "table.toml")
    assert (status, out) == (1, "")
    assert err.startswith("chhakka: the journal /proc/journal.db cannot be written: ")


def test_a_name_that_is_none(tmp_path: Path) -> None:
    path = write_table(tmp_path, journal="a-b")
    path.write_text(path.read_text().replace("a-b", "a\\u0000b"))
    for command in (["run"], ["director", "undo", "--table"]):
        status, out, err = said_by(*command, path)
        assert (status, out) == (2, "")
        assert "table.journal: found 'a\\x00b', expected the name of a file" in err
    write_table(tmp_path, journal="x" * 300)
    status, out, err = said_by("run", tmp_path / "table.toml")
    assert (status, out) == (2, "")
    assert "File name too long" in err
    write_table(tmp_path, journal="")
    assert "found a folder or a device" in said_by("run", tmp_path / "table.toml")[2]


# One table alone.


def test_a_second_table_is_refused(tmp_path: Path) -> None:
    config = config_of(tmp_path, hands="unseen")
    with JournalFile(config.journal) as journal:
        journal.begin(HEADER)
        for _ in range(2):
            with no_leaks(), pytest.raises(UnreadableError, match="another table is running on"):
                JournalFile(config.journal)
        status, _, err = said_by("run", "--new", tmp_path / "table.toml")
        assert status == 2
        assert err == (
            f"{config.journal}: found a journal that another table is running on, "
            "expected one that no table uses at the moment\n"
        )
        journal.write(PASS)
    with JournalFile(config.journal) as journal:
        assert len(journal.take().matches[0].entries) == 1


def test_nor_under_another_name(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/link.db").symlink_to(tmp_path / "journal.db")
    # The link leads nowhere yet: what is made is what it leads to.
    with JournalFile(tmp_path / "other/link.db") as journal:
        assert journal.path == tmp_path / "journal.db"
        with pytest.raises(UnreadableError, match="another table"):
            JournalFile(tmp_path / "journal.db")
    with (
        JournalFile(tmp_path / "journal.db"),
        pytest.raises(UnreadableError, match="another table"),
    ):
        JournalFile(tmp_path / "other/link.db")
    assert list((tmp_path / "other").iterdir()) == [tmp_path / "other/link.db"]
    assert socket_path(tmp_path / "other/link.db") == tmp_path / "journal.db.director"


def test_the_lock_of_a_killed_table_is_free(tmp_path: Path) -> None:
    config = killed(tmp_path)
    (tmp_path / "journal.db.lock").touch()
    with Kept(config) as kept:
        assert kept.match.actions()


def test_it_may_be_read_while_a_table_runs(tmp_path: Path) -> None:
    """From another process: what stands in it at the moment, and nothing changes by that."""
    config = config_of(tmp_path, hands="unseen", wait=False, dealer="S")
    with Kept(config) as kept:
        kept.do("E bid 16\nN bid 17")
        before = all_bytes(config.journal)
        argv = [sys.executable, "-m", "controller.cli", "export", str(config.journal)]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
        after = all_bytes(config.journal)
        assert done.stdout.endswith("\nE bid 16\nN bid 17\n")
        assert {key: after[key] for key in ("", "-wal")} == {
            key: before[key] for key in ("", "-wal")
        }
        kept.do("E ditto")
    assert len(read_journal(config.journal).matches[0].entries) == 3


def test_reading_a_journal_at_rest_changes_and_leaves_nothing(tmp_path: Path) -> None:
    config = config_of(tmp_path, hands="unseen", wait=False)
    played(config, 20)
    (tmp_path / "journal.db.lock").unlink()
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert said_by("export", config.journal)[0] == 0
    assert said_by("history", config.journal)[0] == 0
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
