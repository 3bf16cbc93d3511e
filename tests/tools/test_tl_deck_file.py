"""A deck file that is changed line by line: what stays, and what is on disk when."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.deck import parse_deck
from controller.enroll.deck_file import DeckFile
from controller.whole_file import write_whole
from engine import UnreadableError

ONE, TWO, THREE, FOUR = "000414CD7E", "1F00644BB6", "01C8F00800", "0114AE3BBC"
FILE = f"""# our deck
tag,meaning

{ONE},Jh
 {TWO.lower()} , pass
# bids
{THREE},bid  17
"""


def deck(folder: Path, text: str | bytes = FILE) -> DeckFile:
    path = folder / "deck.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return DeckFile(path)


def test_a_new_file(tmp_path: Path) -> None:
    file = DeckFile(tmp_path / "deck.csv")
    assert file.tags == {}
    assert not file.path.exists()
    file.add(ONE, "Jh")
    assert not file.path.exists()
    file.save()
    assert file.path.read_text() == f"tag,meaning\n{ONE},Jh\n"
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_what_is_there_stays(tmp_path: Path) -> None:
    file = deck(tmp_path)
    assert file.tags == {ONE: "Jh", TWO: "pass", THREE: "bid 17"}
    file.add(FOUR, "Js")
    file.replace([TWO], "0D00319CD0", "pass")
    file.drop(ONE)
    file.save()
    assert file.path.read_text() == (
        f"# our deck\ntag,meaning\n\n0D00319CD0,pass\n# bids\n{THREE},bid  17\n{FOUR},Js\n"
    )


def test_several_tags_give_way_to_one(tmp_path: Path) -> None:
    file = deck(tmp_path, f"tag,meaning\n{ONE},Jh\n{TWO},pass\n{THREE},Jh\n")
    file.replace([ONE, THREE], FOUR, "Jh")
    assert file.text == f"tag,meaning\n{FOUR},Jh\n{TWO},pass\n"
    file.replace([], ONE, "Js")
    assert file.text == f"tag,meaning\n{FOUR},Jh\n{TWO},pass\n{ONE},Js\n"


def test_a_tag_on_two_lines_goes_from_both(tmp_path: Path) -> None:
    file = deck(tmp_path, f"tag,meaning\n{ONE},Jh\n{TWO},pass\n{ONE.lower()},Jh\n")
    file.drop(ONE)
    assert file.text == f"tag,meaning\n{TWO},pass\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b"tag,meaning\n%s,Js\n"),
        (b"tag,meaning", b"tag,meaning\n%s,Js\n"),
        (b"tag,meaning\r\n01C8F00800,Jh\r\n", b"tag,meaning\r\n01C8F00800,Jh\r\n%s,Js\r\n"),
        (b"\xef\xbb\xbftag,meaning\n", b"\xef\xbb\xbftag,meaning\n%s,Js\n"),
        (b'tag,meaning\n"01C8F00800","bid\n17"\n', b'tag,meaning\n"01C8F00800","bid\n17"\n%s,Js\n'),
    ],
)
def test_endings_and_marks_stay(tmp_path: Path, before: bytes, after: bytes) -> None:
    file = deck(tmp_path, before)
    file.add(FOUR, "Js")
    file.save()
    assert file.path.read_bytes() == after % FOUR.encode()


def test_a_cell_of_two_lines_goes_as_a_whole(tmp_path: Path) -> None:
    file = deck(tmp_path, f'tag,meaning\n{ONE},Jh\n"{THREE}","bid\n17"\n{TWO},pass\n')
    file.drop(THREE)
    assert file.text == f"tag,meaning\n{ONE},Jh\n{TWO},pass\n"


@pytest.mark.parametrize("raw", [b"nonsense\n", b"tag,meaning\nxyz,Jh\n", b"tag,meaning\n\xff"])
def test_a_faulty_file_is_left_alone(tmp_path: Path, raw: bytes) -> None:
    with pytest.raises(UnreadableError):
        deck(tmp_path, raw)
    assert (tmp_path / "deck.csv").read_bytes() == raw


def test_a_folder_and_a_name_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="Is a directory"):
        DeckFile(tmp_path)
    with pytest.raises(UnreadableError, match="expected a readable file"):
        DeckFile(tmp_path / "a\0b")


def test_somebody_else_changes_it_meanwhile(tmp_path: Path) -> None:
    file = deck(tmp_path)
    file.add(FOUR, "Js")
    file.path.write_text("tag,meaning\n")
    with pytest.raises(UnreadableError, match="changes by somebody else"):
        file.save()
    assert file.path.read_text() == "tag,meaning\n"
    file.path.unlink()
    with pytest.raises(UnreadableError, match="changes by somebody else"):
        file.save()


def test_mode_and_link_stay(tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_text("tag,meaning\n")
    (tmp_path / "real.csv").chmod(0o640)
    (tmp_path / "deck.csv").symlink_to("real.csv")
    file = DeckFile(tmp_path / "deck.csv")
    file.add(ONE, "Jh")
    file.save()
    assert (tmp_path / "deck.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == f"tag,meaning\n{ONE},Jh\n"
    assert stat.S_IMODE((tmp_path / "real.csv").stat().st_mode) == 0o640
    assert sorted(each.name for each in tmp_path.iterdir()) == ["deck.csv", "real.csv"]


def test_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.csv"
    path.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["deck.csv"]


NUMBERS = st.integers(0, 2**40 - 1).map(lambda number: f"{number:010X}")
MEANINGS = st.sampled_from(["Jh", "Js", "pass", "bid 16", "bid 17", "undo"])
CHANGES = st.lists(st.tuples(st.sampled_from("ard"), NUMBERS, MEANINGS), max_size=12)


@settings(deadline=None)
@given(CHANGES)
def test_it_says_what_was_done_to_it(changes: list[tuple[str, str, str]]) -> None:
    """After any changes the file is a deck of just these tags, and has all its comments."""
    file = DeckFile(Path("/nonexistent/deck.csv"))
    file.restore(FILE)
    tags = dict(file.tags)
    for change, tag, meaning in changes:
        match change:
            case "a" if tag not in tags:
                file.add(tag, meaning)
                tags[tag] = meaning
            case "r" if tag not in tags:
                old = file.tags_of(meaning)
                file.replace(old, tag, meaning)
                tags = {each: its for each, its in tags.items() if each not in old}
                tags[tag] = meaning
            case "d" if tags:
                gone = sorted(tags)[int(tag, 16) % len(tags)]
                file.drop(gone)
                del tags[gone]
    assert file.tags == tags
    assert {t: str(m) for t, m in parse_deck(file.text, "").tags.items()} == tags
    assert [line for line in file.text.split("\n") if line.startswith("#")] == [
        "# our deck",
        "# bids",
    ]
