"""The director's line: what may be called, who may call, and callers that mean no good."""

from __future__ import annotations

import os
import random
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hm_leaks import no_leaks
from jn_table import Kept, config_of, said_by, write_table

from controller import director_line
from controller.director_line import (
    LONGEST,
    MOST_CALLERS,
    DirectorCall,
    DirectorLine,
    call_table,
    socket_path,
)
from controller.journal.writing import JournalFault
from controller.session.session import Answer
from engine import UnreadableError

SOON_S = 10.0


def opened(folder: Path, wait: bool = False) -> Kept:
    options = {"single_hand": 0, "double": False}
    return Kept(config_of(folder, hands="unseen", dealer="S", wait=wait, options=options))


def told(kept: Kept, call: str) -> tuple[bool, str]:
    answer = kept.session.direct(call, kept.now)
    return answer.taken, answer.say


def not_now(kept: Kept, call: str, phase: str = "bidding") -> bool:
    """Whether a call is refused because nobody could make it at this point."""
    taken, say = told(kept, call)
    return not taken and say.startswith("Nobody can ") and say.endswith(f" now ({phase}).")


BID = "E bid 16\nN pass\nS pass\nW pass\nE mark 2h"
TRICK = "E play Js\nN play 7s\nW play 8s\nS play 9s"


# What may be called.


def test_undo_across_a_trick_a_deal_and_the_match(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.do(f"{BID}\n{TRICK}")
        assert kept.match.deal.trick_state().done == 1
        assert told(kept, "undo") == (True, "The director takes back the last action.")
        assert kept.match.deal.trick_state().done == 0
        kept.do("S play 9s")
        assert told(kept, "void")[0]
        assert len(kept.match.deals) == 1
        assert told(kept, "undo")[0]
        assert kept.match.deals == []
        assert told(kept, "end")[0]
        assert kept.match.winner == (0, 1)
        assert told(kept, "undo")[0]
        assert kept.match.winner is None
        for _ in range(9):
            assert told(kept, "undo")[0]
        assert kept.match.actions() == []
        assert not_now(kept, "undo")
    with opened(tmp_path) as kept:
        assert kept.match.actions() == []


def test_void_end_redeal_deal_and_pause(tmp_path: Path) -> None:
    with opened(tmp_path, wait=True) as kept:
        for call in ("void", "void at once", "redeal", "pause", "E bid 16", "E"):
            assert not_now(kept, call)
        assert told(kept, "deal") == (True, "The deal begins.")
        assert not_now(kept, "deal")
        assert not_now(kept, "redeal")
        assert told(kept, "pause") == (True, "Nothing has changed.")
        kept.do(BID)
        taken, say = told(kept, "redeal")
        assert taken
        assert say.count("takes back") == 5
        assert kept.match.actions() == []
        taken, say = told(kept, "void  a card   lay face up")
        assert taken
        assert say.startswith("The director voids the deal: a card lay face up.")
        assert kept.session.waiting
        assert told(kept, "end")[0]
        assert told(kept, "end") == (False, "The match is over.")
        assert not_now(kept, "void", "the match is over")


def test_what_a_seat_says_or_lays(tmp_path: Path) -> None:
    """For one whose tag is lost, say."""
    with opened(tmp_path) as kept:
        assert told(kept, "N bid 16") == (False, "It is the turn of E.")
        assert told(kept, "E bid 15")[1] == "15 is too low: the lowest bid now is 16."
        assert told(kept, "E bid 16") == (True, "E bids 16.")
        assert told(kept, "N pass") == (True, "N passes.")
        assert kept.session.alerts == set()
        kept.do("S pass\nW pass")
        assert told(kept, "E mark 2h") == (True, "E lays a marker face down.")


def test_what_is_no_call(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        calls = [
            "",
            "nonsense",
            "undo 2",
            "drop",
            "director undo",
            "E",
            "E jump",
            "E bid",
            "bid 16",
        ]
        for call in [*calls, "E bid sixteen", "Undo", "undo;end", "\x00", "\x1b[2J", "ü" * 400]:
            taken, say = told(kept, call)
            assert not taken, call
            assert say, call
        assert kept.match.actions() == []
        assert kept.session.alerts == set()


def test_the_clock_can_be_stopped(tmp_path: Path) -> None:
    config = config_of(tmp_path, "single-sir", hands="unseen", dealer="S", wait=False)
    with Kept(config) as kept:
        assert told(kept, "pause") == (True, "The clock is stopped.")
        kept.now += 100.0
        assert not kept.session.tick(kept.now)
        assert told(kept, "pause") == (True, "The clock runs on.")
        assert kept.session.clock.left(kept.now) == 20.0


# Callers, and a table that answers them.


class Answering:
    """A line with a table behind it that says yes to all, and what it was called."""

    def __init__(self, path: Path, answering: bool = True) -> None:
        self.calls: list[str] = []
        self.called = threading.Event()
        self._answering = answering
        self.line = DirectorLine(path, self._take)

    def _take(self, call: DirectorCall) -> None:
        self.calls.append(call.words)
        self.called.set()
        if self._answering:
            call.answers.put(Answer(True, f"Heard {call.words!r}."))


@contextmanager
def answering(path: Path, answering: bool = True) -> Iterator[Answering]:
    table = Answering(path, answering)
    with no_leaks_of_threads():
        try:
            yield table
        finally:
            table.line.close()


@contextmanager
def no_leaks_of_threads() -> Iterator[None]:
    yield
    left = [thread.name for thread in threading.enumerate() if "director" in thread.name]
    assert left == []


@contextmanager
def caller(path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as peer:
        peer.settimeout(SOON_S)
        peer.connect(str(path))
        yield peer


def answer_to(path: Path, raw: bytes, *, hang_up: bool = False) -> bytes:
    """What is answered to some bytes; nothing when the line hangs up."""
    with caller(path) as peer:
        try:
            peer.sendall(raw)
            if hang_up:
                peer.shutdown(socket.SHUT_WR)
            return peer.recv(65536)
        except (BrokenPipeError, ConnectionResetError):
            return b""


def test_a_call_and_its_answer(tmp_path: Path) -> None:
    path = tmp_path / "director"
    with no_leaks(), answering(path) as table:
        assert call_table(path, "undo") == Answer(True, "Heard 'undo'.")
        assert call_table(path, "void a\ncard\r lay  open") == Answer(
            True, "Heard 'void a card lay open'."
        )
        assert answer_to(path, b"end", hang_up=True) == b"ok Heard 'end'.\n"
        assert answer_to(path, b"end\r\nundo\n") == b"ok Heard 'end'.\n"
        assert table.calls == ["undo", "void a card lay open", "end", "end"]
    assert not path.exists()


def test_silent_callers_are_in_nobody_s_way(tmp_path: Path) -> None:
    path = tmp_path / "director"
    with no_leaks(), answering(path) as table, caller(path), caller(path) as half:
        half.sendall(b"un")
        for _ in range(20):
            assert call_table(path, "undo").taken
        half.sendall(b"do\n")
        assert half.recv(100) == b"ok Heard 'undo'.\n"
        assert len(table.calls) == 21
    # Closing did not wait for the silent one either: the leak check has seen its thread end.


def test_a_caller_that_takes_too_long_is_hung_up_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(director_line, "REQUEST_S", 0.05)
    path = tmp_path / "director"
    with no_leaks(), answering(path) as table, caller(path) as peer:
        peer.sendall(b"und")
        assert peer.recv(100) == b""
        assert table.calls == []


def test_more_callers_than_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "director"
    with no_leaks(), answering(path):
        silent = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(MOST_CALLERS)]
        for peer in silent:
            peer.connect(str(path))
        with caller(path) as late:
            late.settimeout(SOON_S)
            assert late.recv(10) == b""
        with pytest.raises(UnreadableError, match="expected a running table that you own"):
            call_table(path, "undo")
        for peer in silent:
            peer.close()
        heard = threading.Event()
        while not heard.is_set():
            try:
                heard.set() if call_table(path, "undo").taken else None
            except UnreadableError:
                continue  # the threads of those that left are still at it


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"   \r\n",
        b"x" * (LONGEST + 1),
        b"x" * 1_000_000,
        b"\xff\xfe\x00\n" * 400,
        random.Random(1).randbytes(900).replace(b"\n", b"") + b"\n",
    ],
)
def test_requests_that_mean_no_good(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "director"
    with no_leaks(), answering(path) as table:
        said = answer_to(path, raw, hang_up=len(raw) <= LONGEST)
        if not raw.strip():
            assert (said, table.calls) == (b"", [])
        elif len(raw.split(b"\n")[0]) > LONGEST:
            assert table.calls == []
            assert said in (b"", b"no That is too long: a call has at most 4000 bytes.\n")
        else:
            assert len(table.calls) == 1
            assert said.startswith(b"ok Heard ")
        with caller(path) as peer:  # one that does not wait for its answer
            peer.sendall(b"undo\n")
        assert call_table(path, "undo").taken


def test_the_longest_call_there_may_be(tmp_path: Path) -> None:
    path = tmp_path / "director"
    words = "void " + "x" * (LONGEST - 5)
    with answering(path) as table:
        assert call_table(path, words).taken
        assert table.calls == [words]
        with pytest.raises(UnreadableError, match="found 4001 bytes, expected at most 4000"):
            call_table(path, f"{words}x")
        assert call_table(path, "void \udcff").taken  # a byte of the command line that is no UTF-8


def test_a_long_answer_comes_whole(tmp_path: Path) -> None:
    path = tmp_path / "director"
    say = "The director takes back the last action — ♥. " * 500

    def take(call: DirectorCall) -> None:
        call.answers.put(Answer(False, say))

    line = DirectorLine(path, take)
    assert call_table(path, "redeal") == Answer(False, say)
    line.close()


def test_a_table_that_stops_tells_those_who_wait(tmp_path: Path) -> None:
    path = tmp_path / "director"
    answers: list[Answer] = []
    with no_leaks(), answering(path, answering=False) as table:
        thread = threading.Thread(target=lambda: answers.append(call_table(path, "undo")))
        thread.start()
        assert table.called.wait(SOON_S)
        table.line.close()
        thread.join(SOON_S)
        assert answers == [Answer(False, "The table has stopped.")]


def test_a_table_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(director_line, "ANSWER_S", 0.05)
    path = tmp_path / "director"
    with answering(path, answering=False):
        assert call_table(path, "undo") == Answer(False, "The table does not answer.")


# The socket.


def test_only_its_owner_may_open_it(tmp_path: Path) -> None:
    path = tmp_path / "director"
    before = os.umask(0)
    try:
        with answering(path):
            found = path.stat()
            assert stat.S_ISSOCK(found.st_mode)
            assert stat.S_IMODE(found.st_mode) == 0o600
            assert os.umask(0) == 0  # what the mask was it is again
    finally:
        os.umask(before)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_somebody_else_cannot() -> None:
    from jn_table import quick_folder

    with quick_folder() as folder, answering(folder / "director") as table:
        folder.chmod(0o755)
        os.seteuid(65534)
        try:
            with pytest.raises(UnreadableError, match="found Permission denied, expected a runni"):
                call_table(folder / "director", "undo")
        finally:
            os.seteuid(0)
        assert table.calls == []


def test_one_that_a_killed_table_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "director"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left:
        left.bind(str(path))
    with pytest.raises(UnreadableError, match="found Connection refused, expected a running tab"):
        call_table(path, "undo")
    with answering(path):
        assert call_table(path, "undo").taken


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_what_is_no_socket_is_left_alone(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "director"
    if kind == "file":
        path.write_text("my diary")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "elsewhere")
    with no_leaks(), pytest.raises(JournalFault, match="cannot be opened: director is something"):
        DirectorLine(path, lambda call: None)
    assert path.is_symlink() == (kind == "link")
    assert kind != "file" or path.read_text() == "my diary"


def test_a_folder_with_a_name_too_long_for_a_socket(tmp_path: Path) -> None:
    folder = tmp_path / ("f" * 120) / ("g" * 120)
    folder.mkdir(parents=True)
    path = socket_path(folder / "journal.db")
    with no_leaks(), answering(path):
        assert path.exists()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert call_table(path, "undo").taken
    assert not path.exists()
    with pytest.raises(UnreadableError, match="No such file or directory"):
        call_table(path, "undo")


def test_a_name_too_long_for_a_socket_is_refused(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 150)
    with no_leaks(), pytest.raises(JournalFault, match="cannot be opened: AF_UNIX path too long"):
        DirectorLine(path, lambda call: None)
    with pytest.raises(UnreadableError, match="AF_UNIX path too long"):
        call_table(path, "undo")


# The command.


def test_the_command_without_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_table(tmp_path)
    status, out, err = said_by("director", "--table", path, "undo")
    assert (status, out) == (2, "")
    assert err == (
        f"{tmp_path}/journal.db.director: found No such file or directory, "
        "expected a running table that you own\n"
    )
    monkeypatch.chdir(tmp_path)  # left out, the table is the one here
    assert said_by("director", "undo") == (status, out, err)
    (tmp_path / "table.toml").unlink()
    status, _, err = said_by("director", "undo")
    assert status == 2
    assert err.startswith("table.toml: found No such file")


def test_the_command_with_a_line(tmp_path: Path) -> None:
    path = write_table(tmp_path)
    with answering(socket_path(tmp_path / "journal.db")) as table:
        status, out, err = said_by("director", "--table", path, "void", "a card", "lay open")
        assert (status, out, err) == (0, "Heard 'void a card lay open'.\n", "")
        assert said_by("director", "E", "bid", "16", "--table", path)[0] == 0
        assert table.calls == ["void a card lay open", "E bid 16"]


def test_a_table_that_hangs_up(tmp_path: Path) -> None:
    path = tmp_path / "director"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as table:
        table.bind(str(path))
        table.listen()

        def hang_up() -> None:
            peer, _ = table.accept()
            with closing(peer):
                peer.recv(100)

        thread = threading.Thread(target=hang_up)
        thread.start()
        with pytest.raises(UnreadableError, match="found no answer, expected a running table"):
            call_table(path, "undo")
        thread.join(SOON_S)
