"""A damaged or foreign journal is refused with what is wrong, and is left as it is."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from jn_files import FRAME, PAGE, all_bytes, flipped, killed, played, put
from jn_table import Kept, config_of, quick_folder, said_by

from controller.journal.kept import KeptEntry
from controller.journal.reading import Contents, read_at_rest
from controller.journal.writing import Entry
from engine import Action, UnreadableError, Verb, parse_card

FLIPS = 300
NOBODY = 65534


def contents(journal: Path) -> Contents:
    return read_at_rest(journal)


def entries_of(found: Contents) -> list[KeptEntry]:
    return [entry for match in found.matches for entry in match.entries]


def refusals(folder: Path) -> Iterator[str]:
    """What each command says to the journal in a folder; every one has to refuse it unchanged."""
    journal = folder / "journal.db"
    before = all_bytes(journal) if journal.is_file() else {}
    commands = [("run", "table.toml"), ("run", "--new", "--new-sitting", "table.toml")]
    commands += [("export", "journal.db"), ("history", "journal.db")]
    for command, *rest in commands:
        argv = [folder / arg if not arg.startswith("--") else arg for arg in rest]
        status, out, err = said_by(command, *argv)
        assert (status, out) == (2, ""), (command, err)
        assert "Traceback" not in err
        assert err.startswith(f"{journal}: found ")
        assert (all_bytes(journal) if journal.is_file() else {}) == before
        yield err.removeprefix(f"{journal}: found ").split(", expected")[0]


def refused(folder: Path) -> str:
    """The one thing that all commands say is wrong."""
    (said,) = set(refusals(folder))
    return said


def whole(folder: Path, taps: int = 60) -> Path:
    config = config_of(folder, hands="unseen", wait=False, dealer="S")
    played(config, taps)
    assert set(all_bytes(config.journal)) == {""}
    return config.journal


# What is no journal at all.


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "an empty file"),
        (b"once upon a time\n" * 30, "a file of another kind"),
        (b"\x00" * 9000, "a file of another kind"),
        (b"SQLite format 3\x00", "a file of another kind"),
        (random.Random(1).randbytes(20_000), "a file of another kind"),
    ],
)
def test_another_file(raw: bytes, said: str, tmp_path: Path) -> None:
    config = config_of(tmp_path)
    config.journal.write_bytes(raw)
    assert refused(tmp_path) == said
    assert not (tmp_path / "journal.db.lock").exists()


def test_another_program_s_database(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    with sqlite3.connect(config.journal) as db:
        db.execute("CREATE TABLE match (id)")
    db.close()
    assert refused(tmp_path) == "a database of another program"


@pytest.mark.parametrize("version", [0, 2, 99])
def test_another_version(version: int, tmp_path: Path) -> None:
    with sqlite3.connect(whole(tmp_path)) as db:
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("DROP TABLE entry")  # whatever it may be made of then
    db.close()
    assert refused(tmp_path) == f"a journal of version {version}"


def test_a_folder_and_a_pipe(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    config.journal.mkdir()
    assert refused(tmp_path) == "a folder or a device, not a file"
    config.journal.rmdir()
    os.mkfifo(config.journal)
    assert refused(tmp_path) == "a folder or a device, not a file"


def test_a_journal_that_is_not_there_is_only_made_by_run(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    for command in ("export", "history"):
        status, out, err = said_by(command, config.journal)
        assert (status, out) == (2, "")
        assert err.startswith(f"{config.journal}: found No such file or directory, expected a jo")
    assert not config.journal.exists()


def test_a_log_without_its_file_is_not_folded_into_a_new_one(tmp_path: Path) -> None:
    config = killed(tmp_path)
    config.journal.unlink()
    before = all_bytes(config.journal)
    for new in ([], ["--new"]):
        status, _, err = said_by("run", *new, tmp_path / "table.toml")
        assert status == 2
        assert "found no such file, but its log journal.db-wal" in err
        assert all_bytes(config.journal) == before
    assert not config.journal.exists()


@contextlib.contextmanager
def as_nobody() -> Iterator[None]:
    """To root nothing is forbidden: be somebody else meanwhile."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_that_may_not_be_read() -> None:
    with quick_folder() as folder:
        journal = whole(folder)
        put(journal, {"": flipped(all_bytes(journal)[""], 0)})
        refused(folder)  # what is loaded only when it is needed is loaded now
        if os.geteuid() == 0:
            for path in (folder, *folder.iterdir()):
                os.chown(path, NOBODY, NOBODY)
        journal.chmod(0)
        with as_nobody():
            for command, path in (("history", journal), ("run", folder / "table.toml")):
                status, out, err = said_by(command, path)
                assert (status, out) == (2, "")
                assert err.startswith(f"{journal}: found Permission denied, expected a journal of ")


# Damage: every way of reading it comes to the same, or it is refused.


def tried(journal: Path, files: dict[str, bytes]) -> Contents | None:
    """What is found in damaged files; None: they were refused. They must not change by that."""
    put(journal, files)
    try:
        return contents(journal)
    except UnreadableError:
        return None
    finally:
        assert all_bytes(journal) == files


def test_a_flipped_byte_is_found_or_makes_no_difference(tmp_path: Path) -> None:
    """All of the header, and places all over the file."""
    journal = whole(tmp_path)
    files = all_bytes(journal)
    good = contents(journal)
    rng = random.Random(4)
    places = [*range(100), *(rng.randrange(len(files[""])) for _ in range(FLIPS))]
    found: Counter[bool] = Counter()
    for at in places:
        bits = rng.choice((0xFF, 1 << rng.randrange(8)))
        now = tried(journal, {"": flipped(files[""], at, bits)})
        assert now in (None, good), at
        found[now is None] += 1
    assert min(found.values()) > 30  # a page has room that nothing is in


def test_every_flipped_byte_of_what_was_said_is_found(tmp_path: Path) -> None:
    config = config_of(tmp_path, hands="unseen", wait=False, dealer="S")
    with Kept(config) as kept:
        kept.tap("W", "pass")
        kept.do("E bid 16")
    journal = config.journal
    raw = all_bytes(journal)[""]
    texts = [b"E bid 16", b"refused", b"not-your-turn", b"action", b'"hands": "unseen"']
    for text in texts:
        start = raw.index(text)
        for at in range(start, start + len(text)):
            assert tried(journal, {"": flipped(raw, at, 0x04)}) is None, (text, at)


def test_a_row_that_is_gone_or_changed_is_found(tmp_path: Path) -> None:
    journal = whole(tmp_path, 25)
    files = all_bytes(journal)
    for change in (
        "DELETE FROM entry WHERE id = 7",
        "UPDATE entry SET what = 'E bid 17' WHERE id = 7",
        "UPDATE entry SET seat = NULL WHERE id = 7",
        "UPDATE entry SET match = 2 WHERE id = 7",
        "UPDATE entry SET id = 700 WHERE id = 7",
        "UPDATE entry SET at = 'noon' WHERE id = 7",
        "UPDATE entry SET kind = 'hearsay' WHERE id = 7",
        "INSERT INTO sitting (began, after_entry, sum) VALUES (0, 9, 0)",
        "UPDATE match SET header = '{}'",
        "DELETE FROM match",
        "DROP TABLE entry",
    ):
        put(journal, files)
        with sqlite3.connect(journal) as db:
            db.execute(change)
        db.close()
        said = refused(tmp_path)
        assert said.startswith("a damaged journal ("), change


def test_a_file_that_is_cut_short_or_too_long(tmp_path: Path) -> None:
    journal = whole(tmp_path)
    raw = all_bytes(journal)[""]
    good = contents(journal)
    rng = random.Random(5)
    cuts = [1, 15, 16, 99, 100, 512, PAGE, 2 * PAGE, len(raw) - PAGE, len(raw) - 1]
    for size in [*cuts, *(rng.randrange(len(raw)) for _ in range(30))]:
        now = tried(journal, {"": raw[:size]})
        assert now is None, size
    for more in (b"\x00", bytes(PAGE), rng.randbytes(3 * PAGE)):
        assert tried(journal, {"": raw + more}) in (None, good)


def test_pages_that_were_never_written_or_changed_over(tmp_path: Path) -> None:
    journal = whole(tmp_path, 200)
    raw = all_bytes(journal)[""]
    pages = [raw[at : at + PAGE] for at in range(0, len(raw), PAGE)]
    assert len(pages) > 5
    good = contents(journal)
    for number in range(len(pages)):
        blank = [*pages[:number], bytes(PAGE), *pages[number + 1 :]]
        assert tried(journal, {"": b"".join(blank)}) is None
    over = [*pages[:-2], pages[-1], pages[-2]]
    assert tried(journal, {"": b"".join(over)}) in (None, good)


# Damage in the log.


def test_a_log_as_a_power_cut_leaves_it_is_read_whole(tmp_path: Path) -> None:
    config = killed(tmp_path)
    files = all_bytes(config.journal)
    assert len(files["-wal"]) > 20 * FRAME
    found = contents(config.journal)
    assert len(entries_of(found)) > 20
    assert all_bytes(config.journal) == files
    # SQLite itself finds the same, and folds it in.
    with sqlite3.connect(config.journal) as db:
        (count,) = db.execute("SELECT count(*) FROM entry").fetchone()
    db.close()
    assert count == len(entries_of(found))
    assert set(all_bytes(config.journal)) == {""}
    assert contents(config.journal) == found


def test_a_log_cut_short_anywhere_is_one_that_a_power_cut_left(tmp_path: Path) -> None:
    """Then what it still has whole is there, as SQLite has it too."""
    config = killed(tmp_path)
    files = all_bytes(config.journal)
    entries = entries_of(contents(config.journal))
    log = files["-wal"]
    rng = random.Random(6)
    seen = set()
    for size in [0, 32, *(rng.randrange(len(log)) for _ in range(25)), len(log)]:
        put(config.journal, {"": files[""], "-wal": log[:size]})
        try:
            found = contents(config.journal)
        except UnreadableError:
            assert size == 0
            raise
        its = entries_of(found)
        assert its == entries[: len(its)]
        seen.add(len(its))
        with sqlite3.connect(config.journal) as db:
            (count,) = db.execute("SELECT count(*) FROM entry").fetchone()
        db.close()
        assert count == len(its)
    assert len(seen) > 8


def test_a_flipped_byte_in_the_log_loses_nothing_silently(tmp_path: Path) -> None:
    """SQLite would drop whatever stands behind it. Only the last one may have been cut off."""
    config = killed(tmp_path)
    files = all_bytes(config.journal)
    good = contents(config.journal)
    entries = entries_of(good)
    log = files["-wal"]
    rng = random.Random(7)
    headers = [*range(32), *(32 + FRAME * n + k for n in (0, 20) for k in range(24))]
    places = [*headers, *(rng.randrange(len(log)) for _ in range(100))]
    for at in places:
        now = tried(config.journal, {**files, "-wal": flipped(log, at)})
        if now is not None and now != good:
            assert entries_of(now) == entries[:-1], at
            assert at > len(log) - 3 * FRAME
    put(config.journal, {**files, "-wal": flipped(log, len(log) // 2)})
    assert refused(tmp_path) == "a damaged journal (a frame of its log)"


def test_a_log_of_another_database(tmp_path: Path) -> None:
    config = killed(tmp_path)
    files = all_bytes(config.journal)
    foreign = tmp_path / "foreign.db"
    program = (
        "import os, sqlite3, sys\n"
        "db = sqlite3.connect(sys.argv[1])\n"
        "db.execute('PRAGMA page_size = 1024')\n"
        "db.execute('PRAGMA journal_mode = WAL')\n"
        "db.execute('CREATE TABLE t (x)')\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(foreign)], check=True)
    put(config.journal, {**files, "-wal": Path(f"{foreign}-wal").read_bytes()})
    assert refused(tmp_path) == "a damaged journal (its log has pages of another size)"
    put(config.journal, {**files, "-wal": random.Random(8).randbytes(9000)})
    assert refused(tmp_path) == "a damaged journal (the header of its log)"


def test_an_index_of_rubbish_is_no_harm(tmp_path: Path) -> None:
    """SQLite makes the index of the log anew after a crash."""
    config = killed(tmp_path)
    good = contents(config.journal)
    put(config.journal, {**all_bytes(config.journal), "-shm": bytes(range(256)) * 128})
    assert contents(config.journal) == good


def test_the_refusal_names_no_card(tmp_path: Path) -> None:
    """A journal that the rules do not take any more: what stands in it may be secret."""
    config = config_of(tmp_path, hands="scanned", wait=False, dealer="S")
    with Kept(config) as kept:
        kept.do("E take Js")
        kept.journal.write(Entry(1.0, 3, None, Action(3, Verb.TAKE, (parse_card("Js"),))))
    said = refused(tmp_path)
    assert said == "match 1 that does not replay (entry 2 is not accepted)"
