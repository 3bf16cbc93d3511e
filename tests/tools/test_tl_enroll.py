"""`chhakka enroll` as a person uses it: at a terminal, with readers on ptys."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from ct_files import table_text
from fb_frames import ascii_frame
from tl_person import ROOT, SOON_S, Person, person

from controller.cli import main
from controller.deck import read_deck
from hw_mocks.deck import deck_csv, pretend_tags
from hw_mocks.pty_line import PtyLine
from hw_mocks.pty_reader import PtyReader
from hw_mocks.reader import ReaderModel

TAGS = pretend_tags()
GONE_S = 0.05


class Readers:
    """A pty for each seat named, in `folder`."""

    def __init__(self, folder: Path, seats: str) -> None:
        self.lines = {seat: PtyLine(folder / seat) for seat in seats}

    def lay(self, seat: str, *tags: str) -> None:
        """Lay tags for a moment and lift them: each is read twice, in turns.

        What is read within a moment of the opening lay there before: `Readers` waits for that.
        """
        line = self.lines[seat]
        self.wait_for(seat, line)
        line.write(b"".join(ascii_frame(tag) for tag in tags) * 2)

    @staticmethod
    def wait_for(seat: str, line: PtyLine) -> None:
        """Wait till the reader is listened to. Raises AssertionError when nobody does."""
        end = time.monotonic() + SOON_S
        while not line.opened:
            if time.monotonic() > end:
                raise AssertionError(f"nobody opens the reader of {seat}")
            time.sleep(0.005)
        time.sleep(2 * GONE_S)

    def close(self) -> None:
        for line in self.lines.values():
            line.close()


@contextlib.contextmanager
def table(folder: Path, deck: Mapping[str, str] | None, seats: str = "SWNE") -> Iterator[Readers]:
    """A table of four readers, those of `seats` plugged in; `deck` is meaning to tag."""
    text = table_text("none", f"gone_ms = {int(GONE_S * 1000)}")
    (folder / "table.toml").write_text(text)
    if deck is not None:
        (folder / "deck.csv").write_text(deck_csv(deck))
    readers = Readers(folder, seats)
    try:
        yield readers
    finally:
        readers.close()


def on_disk(folder: Path) -> dict[str, str]:
    return {str(meaning): tag for tag, meaning in read_deck(folder / "deck.csv").tags.items()}


def without(*meanings: str) -> dict[str, str]:
    return {meaning: tag for meaning, tag in TAGS.items() if meaning not in meanings}


def test_a_deck_from_nothing_stopped_and_taken_up_again(tmp_path: Path) -> None:
    with table(tmp_path, None, seats="SWN") as readers:
        with person(tmp_path, "enroll") as someone:
            someone.until("twenty-nine needs 58 tags; 0 are in deck.csv.")
            someone.until("The reader of E at")
            someone.until("is not heard: no such file: unplugged, or the path is wrong.")
            someone.until("[0 of 58] 7s 7♠?")
            readers.lay("S", TAGS["7s"])
            someone.until(f"7s 7♠ is {TAGS['7s']} (reader of S).")
            someone.until("[1 of 58] 8s 8♠?")
            readers.lay("N", TAGS["7s"])
            someone.until(f"That tag is 7s 7♠ already ({TAGS['7s']}).")
            readers.lay("W", TAGS["8s"], TAGS["9s"])
            someone.until("2 tags at once on the reader of W")
            readers.lay("W", TAGS["8s"])
            someone.until("[2 of 58] 9s")
            someone.press("\n")
            someone.until("[2 of 58] Ts")
            readers.lay("W", TAGS["Ts"])
            someone.until("[3 of 58] Js")
            someone.press("\x03")
            someone.until("deck.csv: 3 of 58 are there.")
            assert someone.end() == 130
        assert on_disk(tmp_path) == {card: TAGS[card] for card in ("7s", "8s", "Ts")}
        with person(tmp_path, "enroll", "table.toml") as someone:
            someone.until("needs 58 tags; 3 are in deck.csv.")
            someone.until("[3 of 58] 9s 9♠?")
            readers.lay("N", TAGS["9s"])
            someone.until("[4 of 58] Js")
            someone.press("\x04")
            someone.until("Start the same command again")
            assert someone.end() == 1
    assert list(on_disk(tmp_path)) == ["7s", "8s", "Ts", "9s"]
    assert "Traceback" not in someone.said


def test_the_last_tags_and_one_more(tmp_path: Path) -> None:
    with (
        table(tmp_path, without("Jh", "undo")) as readers,
        person(tmp_path, "enroll") as someone,
    ):
        someone.until("[57 of 58] Jh J♥?")
        readers.lay("E", TAGS["Jh"])
        someone.until("[58 of 58] + WORDS: another tag; Enter: end")
        someone.press("+ undo\n")
        someone.until("undo?")
        readers.lay("E", TAGS["undo"])
        someone.until("[58 of 58]")
        someone.press("\n")
        someone.until("58 of 58 are there.")
        assert someone.end() == 0
    assert on_disk(tmp_path) == TAGS


def test_without_a_keyboard(tmp_path: Path) -> None:
    """It takes tags all the same, until nothing is missing."""
    with table(tmp_path, without("Jh", "Js")) as readers:
        command = [sys.executable, "-m", "controller.cli", "enroll"]
        with subprocess.Popen(
            command,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        ) as enrolling:
            try:
                for card in ("Js", "Jh"):
                    readers.lay("S", TAGS[card])
                    while card not in on_disk(tmp_path) and enrolling.poll() is None:
                        time.sleep(0.02)
                said, _ = enrolling.communicate(timeout=SOON_S)
            finally:
                enrolling.kill()
    assert "58 of 58 are there." in said
    assert enrolling.returncode == 0
    assert on_disk(tmp_path) == TAGS


def test_a_lost_card(tmp_path: Path) -> None:
    new = "0D00319CD0"
    with (
        table(tmp_path, TAGS) as readers,
        person(tmp_path, "enroll", "--replace", "Jh") as someone,
    ):
        someone.until(f"The tag {TAGS['Jh']} will mean nothing any more.")
        readers.lay("S", TAGS["Js"])
        someone.until(f"That tag is Js J♠ already ({TAGS['Js']}).")
        readers.lay("S", new)
        someone.until(f"Jh J♥ is {new} in place of {TAGS['Jh']} (reader of S).")
        assert someone.end() == 0
    assert on_disk(tmp_path) == {**TAGS, "Jh": new}


def test_without_a_table(tmp_path: Path) -> None:
    with contextlib.closing(Readers(tmp_path, "S")) as readers:
        arguments = ("--game", "twenty-two", "--port", "S", "--protocol", "id12la")
        with person(tmp_path, "enroll", *arguments, "--deck", "ours.csv") as someone:
            someone.until("2s 2♠?")
            time.sleep(0.4)  # the usual time away: what is read sooner lay there at the opening
            readers.lay("S", TAGS["2s"])
            someone.until(f"2s 2♠ is {TAGS['2s']} (reader of S).")
            someone.press("q\n")
            assert someone.end() == 1
    assert (tmp_path / "ours.csv").read_text() == f"tag,meaning\n{TAGS['2s']},2s\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--game", "twenty-two"], "found no port, expected --port, the port of a reader"),
        (["--game", "whist", "--port", "x"], "whist"),
        (["--game", "twenty-two", "--port", "x", "--protocol", "wax"], "--protocol: found 'wax'"),
        (
            ["--game", "twenty-two", "--port", "x", "--protocol", "bridge"],
            "for readers on a bridge, a table.toml",
        ),
        (["--replace", "Jx"], "--replace: found 'Jx', expected a card, a call or a tag number"),
        (["--replace", "joker"], "deck.csv: found no tag joker, expected one that is there"),
        (["--replace", "0000000000"], "found no tag 0000000000"),
        (["--replace", "pass"], "found 2 tags: 0000000001, 0000000002, expected the number"),
        (["none.toml"], "none.toml: found No such file"),
    ],
)
def test_what_cannot_be_enrolled(
    tmp_path: Path,
    arguments: list[str],
    error: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with table(tmp_path, None):
        (tmp_path / "deck.csv").write_text("tag,meaning\n0000000001,pass\n0000000002,pass\n")
        assert main(["enroll", *arguments]) == 2
    assert error in capsys.readouterr().err


def test_a_faulty_deck_is_not_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with table(tmp_path, None):
        (tmp_path / "deck.csv").write_text("tag,meaning\nxyz,pass\n")
        assert main(["enroll", str(tmp_path / "table.toml")]) == 2
    assert "deck.csv: line 2: found 'xyz'" in capsys.readouterr().err
    assert (tmp_path / "deck.csv").read_text() == "tag,meaning\nxyz,pass\n"


def test_the_person_of_these_tests_notices_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tl_person.SOON_S", 0.1)
    someone = Person(["rules"], tmp_path)
    with contextlib.closing(someone), pytest.raises(AssertionError, match="never said 'whist'"):
        someone.until("whist")


def test_with_readers_that_repeat_add_up_and_make_up_numbers(tmp_path: Path) -> None:
    """Two tags at once read as one number, and a ghost comes now and then."""
    ghosts = ("BC7DDFFDDF", "0000000000")
    first, second = TAGS["Jh"], TAGS["Js"]
    both = f"{int(first, 16) | int(second, 16):010X}"
    with contextlib.ExitStack() as stack:
        stack.enter_context(table(tmp_path, without("Jh", "Js", "pass"), seats="WNE"))
        south = stack.enter_context(PtyReader(ReaderModel("rdm6300"), tmp_path / "S"))
        someone = stack.enter_context(person(tmp_path, "enroll"))
        someone.until("[55 of 58] Js")
        Readers.wait_for("S", south.line)

        def hold(*tags: str) -> None:
            """Lay tags one upon the other, 0.2 s each, and lift them, in the reader's own time."""
            for tag in tags:
                south.lay(tag)
                south.advance(south.model.now + 0.2)
            south.lift()
            south.advance(south.model.now + 1.0)
            time.sleep(2 * GONE_S)

        hold(second)
        someone.until(f"Js J♠ is {second} (reader of S).")
        hold(second, first)
        someone.until(f"2 tags at once on the reader of S ({min(both, second)}, ")
        south.ghost(ghosts[0])
        hold(first)
        someone.until(f"Jh J♥ is {first} (reader of S).")
        south.ghost(ghosts[1])
        hold(TAGS["pass"])
        someone.until(f"pass is {TAGS['pass']} (reader of S).")
        someone.press("\n")
        assert someone.end() == 0
    assert on_disk(tmp_path) == TAGS
