"""Screens as lines of text: whole pictures by hand, and laws for any screen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from dp_screens import ENGLISH, FIVE, FOUR, screens
from hypothesis import given, settings
from hypothesis import strategies as st

from display import Face, Labels, Panel, Screen, SeatLine, Status, render
from display.cells import text_width

AROUND = """\
Twenty-Nine · bangladesh                                           play, trick 3
────────────────────────────────────────────────────────────────────────────────
· · · ·   hidden  ·                  fault  running
✗ fault: seat W: reader /dev/ttyUSB1 is lost

╭───────╮ North–South +5      ╭───────╮ West–East −13   trump      hidden
│ ● · ● │ ·       ▶Nasreen    │ ○ · · │ ·      ·        bid        18
│ · ● · │ ·  ·                │ · ○ · │ 10 ·            deal value 1
│ ● · ● │ ·                   │ · · ○ │ ! alert         we need    11
╰───────╯ ·                   ╰───────╯ ·               they need  11
double no   tricks 2 : 1

                      ▶ Nasreen 5 cards  caller  “bid 18”
                                    J♠ 9♠ A♥
                        ╭──────────────────────────────╮
         Wasim 6 cards  │                              │  Enam 1 card
                “pass”  │ [9♦]                    [Q♣] │  partner · out
                        │            [J♥]*             │
                        ╰──────────────────────────────╯
                             Shirin 6 cards  dealer

› Wasim leads 9♦.
› Shirin must follow suit: 9♦ was led."""

LISTED = """\
Twenty-Two                                                                  play
────────────────────────────────────────────────────────────────────────────────
· · · ·   ·       ·                  ·      running

╭───────╮ Ann −20    ╭───────╮ Bo −13     ╭───────╮ Charlotte −6
│ · · · │ ·          │ ○ · · │ ·          │ ○ · ○ │ ▶Charlotte
│ · ◐ · │ ·  20      │ · ○ · │ 10 ·       │ ○ · ○ │ ·  ·
│ · · · │ ·          │ · · ○ │ ·          │ ○ · ○ │ ·
╰───────╯ ·          ╰───────╯ ·          ╰───────╯ ·
╭───────╮ Dee +1     ╭───────╮ Eve +8     to play 3 cards
│ · · · │ ·          │ ● ● ● │ ·
│ · ● · │ ·  ·       │ ● · ● │ ·  ·
│ · · · │ ·          │ ● ● ● │ ·
╰───────╯ ·          ╰───────╯ ·

  Ann 7 cards        [7♥ 7♠ 7♣]
  Bo 6 cards         [7♥ 7♠ 7♣]*
▶ Charlotte 5 cards
  Dee 4 cards
  Eve 3 cards                     out

› Bo plays three sevens."""

SMALL = """\
Twenty-Nine · bangladesh                                           play, trick 3
────────────────────────────────────────────────────────────────────────────────
· · · ·   hidden  ·                  fault  running
✗ fault: seat W: reader /dev/ttyUSB1 is lost
North–South +5   West–East −13
trump hidden   bid 18   deal value 1   we need 11   they need 11   double no
tricks 2 : 1
  Shirin 6 cards   [J♥]*            dealer
  Wasim 6 cards    [9♦]   “pass”
▶ Nasreen 5 cards         “bid 18”  caller
    J♠ 9♠ A♥
  Enam 1 card      [Q♣]             partner · out
› Wasim leads 9♦.
› Shirin must follow suit: 9♦ was led."""


def uncoloured(lines: list[str]) -> list[str]:
    return [re.sub("\x1b\\[[0-9;]*m", "", line) for line in lines]


def test_four_seats_sit_around_the_table() -> None:
    assert render(FOUR, 80, colour=False) == AROUND.split("\n")


def test_other_numbers_of_seats_are_listed() -> None:
    assert render(FIVE, 80, colour=False) == LISTED.split("\n")


def test_a_low_terminal_gets_the_tightest_layout() -> None:
    assert render(FOUR, 80, colour=False, height=14) == SMALL.split("\n")


def test_in_a_higher_terminal_first_the_blanks_then_the_table_then_the_dice_go() -> None:
    def seen(height: int) -> tuple[bool, bool, bool]:
        lines = render(FOUR, 80, colour=False, height=height)
        assert len(lines) <= height
        return "" in lines, any("│ [9♦]" in line for line in lines), AROUND.split("\n")[5] in lines

    assert [seen(height) for height in (23, 22, 20, 19, 17, 16)] == [
        (True, True, True),
        (False, True, True),
        (False, True, True),
        (False, False, True),
        (False, False, True),
        (False, False, False),
    ]


def test_the_last_sentence_is_there_however_low_the_terminal() -> None:
    many = replace(FOUR, messages=tuple(f"sentence {n}" for n in range(50)))
    for height in range(1, 40):
        lines = render(many, 80, colour=False, height=height)
        assert len(lines) <= height
        assert lines[-1] == "› sentence 49"


@given(screens, st.integers(1, 130), st.booleans(), st.none() | st.integers(1, 50))
@settings(max_examples=60, deadline=None)
def test_no_line_is_wider_and_nothing_steers(
    screen: Screen, width: int, colour: bool, height: int | None
) -> None:
    lines = render(screen, width, colour, height)
    assert height is None or len(lines) <= height
    for line in uncoloured(lines) if colour else lines:
        assert text_width(line) <= width
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]", line)


@given(screens, st.integers(1, 130))
@settings(max_examples=30, deadline=None)
def test_colour_ends_with_each_line(screen: Screen, width: int) -> None:
    for line in render(screen, width, colour=True):
        codes = re.findall("\x1b\\[[0-9;]*m", line)
        assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)
        assert len(codes) % 2 == 0


@pytest.mark.parametrize(("width", "height"), [(0, None), (-1, 5), (80, 0)])
def test_no_room_at_all_is_refused(width: int, height: int | None) -> None:
    with pytest.raises(ValueError, match="expected 1 or more"):
        render(FOUR, width, height=height)


def test_a_narrow_terminal_gets_the_list() -> None:
    assert "│ [9♦]" in "\n".join(render(FOUR, 60, colour=False))
    assert "│ [9♦]" not in "\n".join(render(FOUR, 59, colour=False))


@pytest.mark.parametrize("width", [60, 61, 75, 76, 81, 120, 200])
def test_the_seats_above_and_below_stand_over_the_middle_of_the_table(width: int) -> None:
    seats = tuple(SeatLine(name, place % 2, played="J♥") for place, name in enumerate("SWNE"))
    lines = render(Screen("", seats=seats), width, colour=False)
    (north,) = (line.index("N") for line in lines if line.strip() == "N")
    (south,) = (line.index("S") for line in lines if line.strip() == "S")
    (frame,) = (line for line in lines if "╭" in line)
    assert north == south
    assert abs(2 * north + 1 - (frame.index("╭") + frame.index("╮") + 1)) <= 2
    (row,) = (line for line in lines if "W" in line)
    assert row.index("W") < frame.index("╭") < frame.index("╮") < row.index("E")


def test_each_card_lies_before_its_seat() -> None:
    cards = ("2♠", "3♥", "4♦", "5♣")
    seats = tuple(SeatLine(f"seat {n}", n % 2, played=card) for n, card in enumerate(cards))
    text = "\n".join(render(Screen("", seats=seats), 80, colour=False))
    assert re.search(r"\[4♦\].*\[3♥\] +\[5♣\].*\[2♠\]", text, re.DOTALL)


def test_lights_of_the_status() -> None:
    def row(status: Status) -> str:
        return render(Screen("", face=Face(status), labels=ENGLISH), 80, colour=False)[2]

    assert row(Status()) == "· · · ·   ·       ·                  ·      ·"
    assert row(Status("s")).startswith("♠ · · ·")
    assert row(Status("h")).startswith("· ♥ · ·")
    assert row(Status("d")).startswith("· · ♦ ·")
    assert row(Status("c", plain=True)) == "· · · ♣   ·       no trump/reversed  ·      ·"
    assert row(Status(running=True)).endswith("·      running")


def test_trump_is_bright_in_colour_and_other_suits_grey() -> None:
    row = render(Screen("", face=Face(Status("h"))), 80, colour=True)[2]
    assert "\x1b[91m♥\x1b[0m" in row
    assert "\x1b[90m♠\x1b[0m" in row
    assert "\x1b[90m♦\x1b[0m" in row


def test_die_is_drawn_in_red_and_black() -> None:
    text = "\n".join(render(Screen("", face=Face(panels=(Panel(1), Panel(-1), Panel(-10))))))
    assert text.count("\x1b[1;38;5;160;48;5;255m●") == 1
    assert text.count("\x1b[1;38;5;16;48;5;255m○") == 1
    assert text.count("\x1b[1;38;5;160;48;5;255m◐") == 1


def test_panels_without_a_name_are_numbered() -> None:
    lines = render(Screen("", face=Face(panels=(Panel(1), Panel(0)))), colour=False)
    assert any(re.search(r"╮ 1 \+1 +╭───────╮ 2 0$", line) for line in lines)


def test_scores_beyond_the_pips_are_still_told_in_figures() -> None:
    text = "\n".join(render(Screen("", face=Face(panels=(Panel(-123),))), colour=False))
    assert "1 −123" in text
    assert text.count("○") == 9


def test_winner_and_alert() -> None:
    face = Face(panels=(Panel(winner=True, alert=True),))
    lines = render(Screen("", face=face, labels=ENGLISH), colour=False)
    assert any("! alert" in line for line in lines)
    assert any("★ winner" in line for line in lines)


def test_without_words_there_are_signs() -> None:
    face = Face(Status(hidden=True, fault=True), (Panel(winner=True, alert=True),))
    lines = render(Screen("", face=face, faults=("x",)), colour=False)
    assert lines[2:4] == ["· · · ·   ?  ·  !  ·", "✗ !: x"]
    assert any(line.endswith(" !") for line in lines)
    assert any(line.endswith(" ★") for line in lines)


def test_the_words_of_the_view_can_be_in_another_language() -> None:
    labels = Labels(hidden="লুকানো", fault="ত্রুটি", running="চলছে", alert="সতর্ক", digits="০১২৩৪৫৬৭৮৯")
    face = Face(Status(hidden=True, running=True, fault=True), (Panel(-12, alert=True),))
    seats = (SeatLine("A", 0, "১টি তাস"), SeatLine("B", 0, "২টি তাস"))
    screen = Screen("", seats=seats, face=face, faults=("x",), labels=labels)
    text = "\n".join(render(screen, colour=False))
    for word in ("লুকানো", "✗ ত্রুটি: x", "চলছে", "A ১টি তাস", "B ২টি তাস", "! সতর্ক", "১ −১২", "১০"):
        assert word in text


def test_braces_in_names_are_just_letters() -> None:
    seats = (SeatLine("{}{0}", 0, "2 cards", tags=("{x}",)),)
    assert any(
        "{}{0} 2 cards  {x}" in line for line in render(Screen("", seats=seats), colour=False)
    )


def test_long_names_calls_and_hands_are_cut_or_wrapped() -> None:
    hand = tuple(f"{n}♥" for n in range(2, 15))
    seats = tuple(
        SeatLine(
            "A very long name indeed " + str(n), n % 2, "8 cards", open_hand=hand, said="x" * 60
        )
        for n in range(4)
    )
    lines = render(Screen("t", seats=seats), 80, colour=False)
    text = "\n".join(lines)
    assert text.count("A very long nam… 8 cards") == 2
    assert text.count("A very long n… 8 cards") == 2
    assert text.count("14♥") == 4
