"""The screen on a pseudo terminal, a pipe, a file, and on streams that break."""

from __future__ import annotations

import io
import os
import select
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from dp_pty import Terminal, pseudo_terminal, text_stream
from dp_screens import FIVE, FOUR, screens
from hypothesis import given, settings
from hypothesis import strategies as st

from display import Labels, Screen, TerminalView, render
from display.cells import letter_width
from display.terminal import encodable

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


# On a terminal.


def test_a_screen_is_drawn_in_place() -> None:
    with pseudo_terminal() as pty:
        terminal = Terminal()
        view = TerminalView(pty.stream)
        view.show(FOUR)
        terminal.feed(pty.read())
        wanted = render(FOUR, 80, colour=False, height=24)
        assert len(wanted) == 23
        assert terminal.page is terminal.second
        assert not terminal.cursor_shown
        assert terminal.second.scrolled == 0
        assert "91" in terminal.colours
        # Lights that are off are grey words here; all else is as without colour.
        assert terminal.page.text()[12:20] == [*wanted[12:14], *shown_cards(wanted[14:20])]
        view.close()


def bare(line: str) -> str:
    """Return the line without marks that stand over or under a letter: some stand at its start."""
    return "".join(letter for letter in line if letter_width(letter)).rstrip()


def shown_cards(lines: list[str]) -> list[str]:
    return [line.replace("[", " ").replace("]", " ") for line in lines]


def test_the_next_screen_leaves_nothing_of_the_last() -> None:
    with pseudo_terminal() as pty:
        terminal = Terminal()
        view = TerminalView(pty.stream, colour=False)
        for screen in (FOUR, FIVE, Screen("nothing"), FOUR):
            view.show(screen)
            terminal.feed(pty.read())
            wanted = render(screen, 80, colour=False, height=24)
            assert terminal.page.text() == wanted + [""] * (24 - len(wanted))
        assert terminal.colours == set()
        assert terminal.second.scrolled == 0
        view.close()


@given(st.lists(screens, min_size=1, max_size=3), st.integers(1, 90), st.integers(1, 30))
@settings(max_examples=20, deadline=None)
def test_any_screens_are_seen_as_they_are_rendered(
    shown: list[Screen], columns: int, rows: int
) -> None:
    with pytest.MonkeyPatch.context() as patch, pseudo_terminal(columns, rows) as pty:
        patch.setenv("TERM", "xterm")
        terminal = Terminal(columns, rows)
        with TerminalView(pty.stream, colour=False) as view:
            for screen in shown:
                view.show(screen)
                terminal.feed(pty.read())
                wanted = render(screen, columns, colour=False, height=rows)
                seen = [bare(line) for line in terminal.page.text()]
                assert seen[: len(wanted)] == [bare(line) for line in wanted]
                assert not any(seen[len(wanted) :])
                assert terminal.page.scrolled == 0


def test_a_screen_as_large_as_the_terminal_keeps_its_last_column_and_line() -> None:
    with pseudo_terminal(80, 23) as pty:
        terminal = Terminal(80, 23)
        view = TerminalView(pty.stream, colour=False)
        for phase in ("a", "b"):
            view.show(replace(FOUR, phase=phase))
            terminal.feed(pty.read())
            assert terminal.page.text()[0].endswith(phase)
            assert terminal.page.text()[1] == "─" * 80
            assert terminal.page.text()[22] == "› Shirin must follow suit: 9♦ was led."
            assert terminal.page.scrolled == 0
        view.close()


def test_nothing_is_written_when_nothing_has_changed() -> None:
    with pseudo_terminal() as pty:
        view = TerminalView(pty.stream)
        view.show(FOUR)
        assert pty.read()
        view.show(replace(FOUR))
        assert pty.read() == b""
        view.close()


def test_another_size_is_drawn_anew() -> None:
    with pseudo_terminal(100, 40) as pty:
        view = TerminalView(pty.stream, colour=False)
        view.show(FOUR)
        wide = Terminal(100, 40)
        wide.feed(pty.read())
        assert wide.page.text()[1] == "─" * 100
        pty.resize(61, 15)
        view.show(FOUR)
        small = Terminal(61, 15)
        small.feed(pty.read())
        wanted = render(FOUR, 61, colour=False, height=15)
        assert [line for line in small.page.text() if line] == wanted
        view.close()


def test_a_terminal_without_a_size_takes_the_environment_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.setenv("LINES", "20")
    with pseudo_terminal(0, 0) as pty:
        view = TerminalView(pty.stream, colour=False)
        view.show(FOUR)
        terminal = Terminal(70, 20)
        terminal.feed(pty.read())
        assert terminal.page.text()[1] == "─" * 70
        view.close()


def test_close_gives_the_terminal_back_with_the_last_screen_on_it() -> None:
    with pseudo_terminal() as pty:
        terminal = Terminal()
        terminal.feed(b"$ demo\r\n")
        with TerminalView(pty.stream, colour=False) as view:
            view.show(FIVE)
            view.show(replace(FIVE, messages=("Eve wins.",)))
        view.close()
        view.show(FOUR)
        terminal.feed(pty.read())
        assert terminal.page is terminal.first
        assert terminal.cursor_shown
        text = terminal.first.text()
        assert text[:2] == ["$ demo", "Twenty-Two" + " " * 66 + "play"]
        assert text[-2:] == ["› Eve wins.", ""]


def test_close_without_a_screen_writes_nothing() -> None:
    with pseudo_terminal() as pty:
        TerminalView(pty.stream).close()
        assert pty.read() == b""


@pytest.mark.parametrize(
    ("no_color", "colour", "wanted"),
    [
        (None, None, True),
        ("", None, True),
        ("1", None, False),
        ("1", True, True),
        (None, False, False),
    ],
)
def test_no_color(
    no_color: str | None, colour: bool | None, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    with pseudo_terminal() as pty:
        terminal = Terminal()
        with TerminalView(pty.stream, colour) as view:
            view.show(FOUR)
        terminal.feed(pty.read())
        assert bool(terminal.colours) == wanted


def test_an_ascii_terminal_gets_letters_for_suits() -> None:
    with pseudo_terminal(encoding="ascii") as pty:
        with TerminalView(pty.stream, colour=False) as view:
            view.show(FOUR)
        terminal = Terminal()
        terminal.feed(pty.read())
        text = "\n".join(terminal.first.text())
    assert "[Jh]*" in text
    assert "[9d]                    [Qc]" in text
    assert "| O . O |" in text
    assert "> Nasreen" in text
    assert '"bid 18"' in text
    assert "?" not in text


def test_hanging_up_makes_it_quiet() -> None:
    before = open_files()
    with pseudo_terminal() as pty:
        view = TerminalView(pty.stream)
        view.show(FOUR)
        pty.hang_up()
        view.show(FIVE)
        view.show(FOUR)
        view.close()
    assert open_files() == before


def test_a_terminal_that_is_full_for_a_moment_is_drawn_whole_afterwards() -> None:
    with pseudo_terminal() as pty:
        number = pty.stream.fileno()
        os.set_blocking(number, False)
        while select.select([], [number], [], 0)[1]:
            os.write(number, b"x" * 1024)
        view = TerminalView(pty.stream, colour=False)
        view.show(FIVE)
        pty.read()
        view.show(FOUR)
        terminal = Terminal()
        terminal.feed(pty.read())
        assert terminal.page.text()[:23] == render(FOUR, 80, colour=False, height=24)
        view.close()
        terminal.feed(pty.read())
        assert terminal.page is terminal.first


# Where the stream is no terminal.


def test_plain_lines_are_only_what_is_new() -> None:
    stream, behind = text_stream()
    view = TerminalView(stream, colour=True)

    def shown(screen: Screen) -> list[str]:
        start = len(behind.getvalue())
        view.show(screen)
        return behind.getvalue()[start:].decode().splitlines()

    assert shown(FOUR) == [
        "Twenty-Nine · bangladesh",
        "fault: seat W: reader /dev/ttyUSB1 is lost",
        "Wasim leads 9♦.",
        "Shirin must follow suit: 9♦ was led.",
    ]
    assert shown(FOUR) == []
    assert shown(replace(FOUR, phase="other", messages=FOUR.messages)) == []
    more = replace(FOUR, messages=(*FOUR.messages[1:], "one", "two"), faults=("lights are lost",))
    assert shown(more) == [
        "mended: seat W: reader /dev/ttyUSB1 is lost",
        "fault: lights are lost",
        "one",
        "two",
    ]
    assert shown(replace(more, faults=(), messages=("quite", "other"))) == [
        "mended: lights are lost",
        "quite",
        "other",
    ]
    assert shown(replace(more, title="Twenty-Two", faults=())) == [
        "Twenty-Two",
        "Shirin must follow suit: 9♦ was led.",
        "one",
        "two",
    ]
    view.close()
    assert b"\x1b" not in behind.getvalue()


def test_counted_sentences_are_told_apart_though_they_are_the_same() -> None:
    stream, behind = text_stream()
    view = TerminalView(stream)
    for spoken in (1, 2, 2, 4, 4, 9):
        view.show(Screen("t", messages=("pass.",) * min(spoken, 3), spoken=spoken))
    assert behind.getvalue().decode().splitlines() == ["t"] + ["pass."] * (1 + 1 + 2 + 3)


def test_a_count_that_starts_again_is_compared_by_its_sentences() -> None:
    stream, behind = text_stream()
    view = TerminalView(stream)
    view.show(Screen("", messages=("a", "b"), spoken=20))
    view.show(Screen("", messages=("b", "c"), spoken=2))
    assert behind.getvalue().decode().split() == ["a", "b", "c"]


def test_words_of_the_table_s_language_stand_before_faults() -> None:
    stream, behind = text_stream()
    labels = Labels(fault="ত্রুটি", mended="ঠিক")
    view = TerminalView(stream)
    view.show(Screen("", faults=("x",), labels=labels))
    view.show(Screen("", labels=labels))
    assert behind.getvalue().decode().splitlines() == ["ত্রুটি: x", "ঠিক: x"]


@given(st.lists(screens, max_size=4))
@settings(max_examples=20, deadline=None)
def test_plain_lines_hold_no_escapes_whatever_is_said(shown: list[Screen]) -> None:
    stream, behind = text_stream()
    with TerminalView(stream, colour=True) as view:
        for screen in shown:
            view.show(screen)
    text = behind.getvalue().decode()
    assert all(letter == "\n" or letter.isprintable() or ord(letter) > 0x9F for letter in text)


def test_a_terminal_that_cannot_move_its_cursor_gets_plain_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for term in ("dumb", ""):
        monkeypatch.setenv("TERM", term)
        with pseudo_terminal() as pty:
            with TerminalView(pty.stream) as view:
                view.show(FIVE)
            assert pty.read().split(b"\r\n") == [b"Twenty-Two", b"Bo plays three sevens.", b""]


def test_plain_lines_on_an_ascii_stream() -> None:
    stream, behind = text_stream("ascii")
    TerminalView(stream).show(Screen("", messages=("Shirin plays J♥ – “good”; 漢\u0301 আলি",)))
    assert behind.getvalue() == b'Shirin plays Jh - "good"; ?? ???\n'


def test_a_stream_without_an_encoding_is_taken_as_it_is() -> None:
    stream = io.StringIO()
    with TerminalView(stream) as view:
        view.show(Screen("J♥", messages=("\ud800",)))
    assert stream.getvalue() == "J♥\n"


@pytest.mark.parametrize(
    ("encoding", "wanted"),
    [
        ("utf-8", "J♥ “x” é"),
        (None, "J♥ “x” é"),
        ("ascii", 'Jh "x" ?'),
        ("latin-1", 'Jh "x" é'),
        ("cp437", 'Jh "x" é'),
        ("no-such-code", 'Jh "x" ?'),
    ],
)
def test_encodable(encoding: str | None, wanted: str) -> None:
    assert encodable("J♥ “x” é", encoding) == wanted


@given(st.text(), st.sampled_from(["ascii", "latin-1", "cp437", "utf-8", "shift_jis"]))
def test_encodable_text_can_be_encoded(text: str, encoding: str) -> None:
    encodable(text, encoding).encode(encoding)


# Streams that break.


def test_a_pipe_whose_reader_is_gone_makes_it_quiet() -> None:
    before = open_files()
    reader, writer = os.pipe()
    with open(writer, "w", encoding="utf-8") as stream:
        view = TerminalView(stream)
        view.show(FOUR)
        assert os.read(reader, 24) == "Twenty-Nine · banglades".encode()
        os.close(reader)
        view.show(FIVE)
        view.show(FOUR)
        view.close()
    assert open_files() == before


def test_a_stream_closed_on_this_side_makes_it_quiet() -> None:
    stream, _ = text_stream()
    stream.close()
    with TerminalView(stream) as view:
        view.show(FOUR)
    other, behind = text_stream()
    view = TerminalView(other)
    view.show(FIVE)
    other.close()
    view.show(FOUR)
    view.close()
    assert behind.closed


def test_a_full_disk_makes_it_quiet() -> None:
    with open("/dev/full", "w", encoding="utf-8") as stream:
        view = TerminalView(stream)
        view.show(FOUR)
        view.show(FIVE)
        view.close()


def test_a_program_whose_output_is_cut_off_ends_well() -> None:
    program = (
        "import sys; from display import Screen, TerminalView\n"
        "view = TerminalView(sys.stdout)\n"
        "for n in range(20000):\n"
        "    view.show(Screen('t', messages=(f'sentence {n}',), spoken=n))\n"
        "view.close()\n"
        "print('end', file=sys.stderr)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline() == b"t\n"
        child.stdout.close()
        errors = child.stderr.read()
    assert (child.returncode, errors) == (0, b"end\n")


# The pretend terminal itself.


def test_the_pretend_terminal_wraps_scrolls_and_erases() -> None:
    terminal = Terminal(4, 2)
    terminal.feed(b"abcd")
    assert (terminal.page.row, terminal.page.column) == (0, 4)
    terminal.feed("e漢字\r\nx".encode())
    assert terminal.page.text() == ["字", "x"]
    assert terminal.page.scrolled == 2
    terminal.feed(b"\x1b[H\x1b[Kq\x1b[J")
    assert terminal.page.text() == ["q", ""]
    terminal.feed(b"\x1b[?1049hz\x1b[?25l\x1b[2J\x1b[0m")
    assert terminal.page.text() == ["", ""]


def test_erasing_after_a_full_line_takes_its_last_letter() -> None:
    terminal = Terminal(4, 2)
    terminal.feed(b"abcd\x1b[K")
    assert terminal.page.text() == ["abc", ""]


@pytest.mark.parametrize("rubbish", [b"\x1b[5;5H", b"\x07", b"\x1bc", b"\x1b[?7l", b"\x1b[1K"])
def test_the_pretend_terminal_refuses_what_it_does_not_know(rubbish: bytes) -> None:
    with pytest.raises(ValueError, match="unknown"):
        Terminal().feed(b"ok" + rubbish)
