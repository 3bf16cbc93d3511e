"""Widths, cutting and wrapping of text, and lines of styled pieces."""

from __future__ import annotations

import re

import pytest
from dp_screens import words
from hypothesis import given, settings
from hypothesis import strategies as st

from display.cells import clean, clip, clusters, letter_width, text_width, wrap, wrap_words
from display.spans import (
    Block,
    Line,
    Span,
    align,
    beside,
    block_width,
    clip_line,
    flow,
    light,
    line_width,
    paint,
    suited,
)

widths = st.integers(0, 40)
cleaned = words.map(clean)
lines = st.lists(
    st.builds(Span, cleaned, st.sampled_from(["", "dim", "card", "unlit", "card edge"])), max_size=5
).map(tuple)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("J♥", 2),
        ("漢字", 4),
        ("Ａ", 2),
        ("e\u0301", 1),
        ("🂡🃏", 3),
        ("😀", 2),
        ("আলি", 3),
        ("ক্\u200dষ", 2),
        ("╭─╮ ●○◐", 7),
    ],
)
def test_widths(text: str, width: int) -> None:
    assert text_width(text) == width


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("J♥", "J♥"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("a\nb\r\tc\u2028d", "a b  c d"),
        ("\x9b2J\x07\x7f\x00", "2J"),
        ("\u202eright to left\u2066", "right to left"),
        ("♥\ufe0f", "♥"),
        ("\ud800", ""),
        ("ক্\u200dষ\u200c", "ক্\u200dষ\u200c"),
    ],
)
def test_clean(text: str, harmless: str) -> None:
    assert clean(text) == harmless


@given(words)
def test_clean_text_can_be_written_and_steers_nothing(text: str) -> None:
    result = clean(text)
    result.encode("utf-8")
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", result)
    assert clean(result) == result


@pytest.mark.parametrize(
    ("text", "width", "cut"),
    [
        ("Shirin", 6, "Shirin"),
        ("Shirin", 5, "Shir…"),
        ("Shirin", 1, "…"),
        ("Shirin", 0, ""),
        ("Shirin", -3, ""),
        ("漢字", 3, "漢…"),
        ("漢字", 2, "…"),
        ("ae\u0301o", 2, "a…"),
    ],
)
def test_clip(text: str, width: int, cut: str) -> None:
    assert clip(text, width) == cut


@given(cleaned, widths)
def test_clipped_text_fits(text: str, width: int) -> None:
    assert text_width(clip(text, width)) <= width


@given(cleaned, st.integers(2, 20))
def test_wrapped_text_fits_and_keeps_every_letter(text: str, width: int) -> None:
    rows = wrap(text, width)
    assert all(row and text_width(row) <= width for row in rows)
    assert "".join("".join(rows).split()) == "".join(text.split())


def test_wrap_breaks_at_blanks_and_only_long_words_inside() -> None:
    assert wrap("South takes the trick", 11) == ["South takes", "the trick"]
    assert wrap("a counterclockwise b", 8) == ["a", "counterc", "lockwise", "b"]
    assert wrap("  ", 8) == []
    assert wrap_words(("J♠", "10 ♥", "漢"), 7) == ["J♠ 10 ♥", "漢"]


def test_a_style_that_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="'purple'"):
        Span("x", "purple")


@given(lines, widths)
def test_clipped_lines_fit(line: Line, width: int) -> None:
    assert line_width(clip_line(line, width)) <= width


def test_clip_line_cuts_where_the_room_ends() -> None:
    line = (Span("ab"), Span("cd", "dim"), Span("ef"))
    cut = {width: paint(clip_line(line, width), False) for width in range(7)}
    assert cut == {0: "", 1: "…", 2: "a…", 3: "ab…", 4: "abc…", 5: "abcd…", 6: "abcdef"}


@given(lines, widths, st.sampled_from("<^>"))
def test_aligned_lines_are_just_as_wide(line: Line, width: int, where: str) -> None:
    assert line_width(align(line, width, where)) == width


def test_align() -> None:
    line = (Span("ab"),)
    texts = ["".join(span.text for span in align(line, 5, where)) for where in "<^>"]
    assert texts == ["ab   ", " ab  ", "   ab"]


def test_beside_levels_blocks_of_unlike_height() -> None:
    one: Block = [(Span("a"),), (Span("bbb"),)]
    two: Block = [(Span("c"),)]
    assert [paint(line, False) for line in beside([one, two, one], 2)] == [
        "a    c  a",
        "bbb     bbb",
    ]
    assert beside([], 2) == []


def test_flow_goes_on_below_where_the_room_ends() -> None:
    blocks: list[Block] = [[(Span(text),)] for text in ("aaaa", "bb", "cccccccccc", "d")]
    assert [paint(line, False) for line in flow(blocks, 9, 3)] == ["aaaa   bb", "cccccccccc", "d"]
    assert [paint(line, False) for line in flow(blocks, 8, 3)] == ["aaaa", "bb", "cccccccccc", "d"]
    assert block_width(flow([], 9)) == 0


def test_suits_are_red_where_they_are_red() -> None:
    spans = [(span.text, span.style) for span in suited("J♥ Q♠ ♦♥", "card", "card heart")]
    assert spans == [("J", "card"), ("♥", "card heart"), (" Q♠ ", "card"), ("♦♥", "card heart")]


def test_paint_colours_and_resets() -> None:
    line = (Span("a"), Span("b", "heart"), Span("  "), Span("c", "dim"), Span(" "))
    assert paint(line, True) == "a\x1b[91mb\x1b[0m  \x1b[90mc\x1b[0m"
    assert paint(line, False) == "ab  c"


def test_a_light_that_is_off_is_grey_or_a_dot() -> None:
    line = (light("alert", False, "alert"), Span("|"), light("漢", False, "alert"), Span("|"))
    assert paint(line, False) == "·    |· |"
    assert paint(line, True).startswith("\x1b[90malert\x1b[0m|")
    assert paint((light("alert", True, "alert"),), False) == "alert"
    assert paint((light("alert", True, "alert"),), True) == "\x1b[1;91malert\x1b[0m"


def test_edges_of_a_card_are_for_screens_without_colour() -> None:
    card = (Span("[", "card edge"), Span("J", "card"), Span("]", "card edge"))
    assert paint(card, False) == "[J]"
    assert re.sub("\x1b[^m]*m", "", paint(card, True)) == " J "


@given(lines, st.booleans())
def test_painted_lines_are_no_wider(line: Line, colour: bool) -> None:
    shown = re.sub("\x1b\\[[0-9;]*m", "", paint(line, colour))
    assert text_width(shown) <= line_width(line)
    assert all(letter_width(letter) in (0, 1, 2) for letter in shown)


def test_bangla_takes_the_columns_that_terminals_give_it() -> None:
    # Signs above and below take none, vowel signs beside a letter one.
    for text, width in (("বিবি", 4), ("ইস্কাপন", 6), ("রং", 2), ("পূর্ব", 3), ("১৬", 2), ("গোলাম♥", 6)):
        assert text_width(text) == width, text


def test_bangla_is_cut_between_letters_with_their_signs() -> None:
    assert clusters("ক্ষুদ্র") == ["ক্ষু", "দ্র"]
    assert clip("ক্ষিতি", 4) == "ক্ষি…"
    assert wrap("ক্ষুদ্রক্ষুদ্র", 3) == ["ক্ষু", "দ্র", "ক্ষু", "দ্র"]


@given(st.text("কষরতি্িুং -\u200dA漢", max_size=30), st.integers(2, 9))
@settings(deadline=None)
def test_no_cut_parts_a_letter_from_its_signs(text: str, width: int) -> None:
    assert "".join(clusters(text)) == text
    ends = {0}
    for part in clusters(text):
        ends.add(max(ends) + len(part))
    if all(text_width(part) < width for part in clusters(text)):
        kept = clip(text, width).removesuffix("…")
        assert len(kept) in ends
    assert all(text_width(line) <= width for line in wrap(text, width))
