"""The lines of the bridge: checks worked out apart, damage, rubbish and bounds."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.bridge_lines import LONGEST, LineReader, check_of, framed
from hw_mocks.bridge import check_digits

# Text and line; the checks were worked out with another program.
EXAMPLES = [
    ("A 7", b"A 7*A653\n"),
    ("?", b"?*264C\n"),
    ("K", b"K*185F\n"),
    ("A 65535", b"A 65535*E8E9\n"),
    ("H 1 pico 4 2 2 77", b"H 1 pico 4 2 2 77*6EB1\n"),
    ("T 0 3 000414CD7E", b"T 0 3 000414CD7E*802F\n"),
    ("G 1 3 000414CD7E", b"G 1 3 000414CD7E*3009\n"),
    ("B 2 0 1", b"B 2 0 1*E3DB\n"),
    ("L 80000001ABCDEF", b"L 80000001ABCDEF*ADBD\n"),
]


def faults(reader: LineReader) -> dict[str, int]:
    return {name: count for name, count in reader.faults.items() if count}


@pytest.mark.parametrize(("text", "line"), EXAMPLES)
class TestExamples:
    def test_written(self, text: str, line: bytes) -> None:
        assert framed(text) == line

    def test_read_whole_and_in_lower_case(self, text: str, line: bytes) -> None:
        reader = LineReader()
        head, digits = line[:-5], line[-5:]
        assert reader.feed(line + head + digits.lower()) == [text, text]
        assert not faults(reader)

    def test_read_byte_by_byte_with_the_next_behind(self, text: str, line: bytes) -> None:
        reader = LineReader()
        found = [reader.feed(bytes([byte])) for byte in line]
        assert found == [[]] * (len(line) - 1) + [[text]]
        assert reader.feed(line + line[:3]) == [text]
        assert reader.feed(line[3:]) == [text]

    def test_any_flipped_bit_is_noticed(self, text: str, line: bytes) -> None:
        for place, bit in itertools.product(range(len(line) - 1), range(8)):
            damaged = bytearray(line)
            damaged[place] ^= 1 << bit
            found = LineReader().feed(bytes(damaged))
            # A digit of the check may change its case, and then nothing is wrong.
            same = place > len(text) and damaged.upper()[place:] == line[place:]
            assert found == [text] if same else set(found) == {None}


def test_a_usual_check_value() -> None:
    assert check_of(b"123456789") == 0x29B1


@given(st.binary(max_size=100))
def test_two_ways_to_work_out_a_check_agree(data: bytes) -> None:
    assert b"%04X" % check_of(data) == check_digits(data)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"\n", "no check"),
        (b"A 7\n", "no check"),
        (b"A 7A653\n", "no check"),
        (b"A 7*A65\n", "no check"),
        (b"A 7*A653\r\n", "no check"),
        (b"A 7*A653 \n", "no check"),
        (b"A 7*+653\n", "no check"),
        (b"A 7*A654\n", "bad check"),
        (b"A 8*A653\n", "bad check"),
        (b"A\xb27*A653\n", "not ASCII"),
        (b"x" * 81 + b"\n", "overlong line"),
        (b"x" * 100_000 + b"\n", "overlong line"),
    ],
)
def test_a_faulty_line_is_counted_once(line: bytes, fault: str) -> None:
    reader = LineReader()
    assert reader.feed(line + b"K*185F\n") == [None, "K"]
    assert faults(reader) == {fault: 1}
    assert [text for byte in line for text in reader.feed(bytes([byte]))] == [None]
    assert faults(reader) == {fault: 2}


def test_a_line_of_eighty_bytes_is_whole_and_one_more_is_too_long() -> None:
    for length, taken in ((LONGEST, True), (LONGEST + 1, False)):
        text = b"x" * (length - 5)
        line = b"%b*%04X\n" % (text, check_of(text))
        assert LineReader().feed(line) == [text.decode() if taken else None]


def test_what_is_written_has_at_most_eighty_bytes_with_its_newline() -> None:
    assert len(framed("x" * 74)) == LONGEST
    for text in ("x" * 75, "a\nb", "ü"):
        with pytest.raises(ValueError, match="expected"):
            framed(text)


def test_a_half_line_is_forgotten_at_a_new_opening() -> None:
    reader = LineReader()
    reader.feed(b"x" * 90)
    reader.reset()
    assert reader.feed(b"K*185F\n") == ["K"]
    assert not faults(reader)


@settings(deadline=None)
@given(st.lists(st.binary(max_size=200) | st.sampled_from([line for _, line in EXAMPLES])))
def test_any_bytes_whatever(pieces: list[bytes]) -> None:
    """Texts or counted faults, however they are split; after a newline the next line is read."""
    reader, whole = LineReader(), LineReader()
    found: list[str | None] = []
    for piece in pieces:
        found += reader.feed(piece)
        assert len(reader._part) <= LONGEST
    data = b"".join(pieces)
    assert found == whole.feed(data)
    assert reader.faults == whole.faults
    assert sum(reader.faults.values()) == found.count(None)
    assert len(found) == data.count(b"\n")
    assert reader.feed(b"\nK*185F\n")[-1] == "K"


def test_the_lines_in_the_documentation_are_right() -> None:
    text = (Path(__file__).parents[2] / "docs/bridge.md").read_text()
    lines = re.findall(r"^    (?:[<>] )?([^`\n]*?\*[0-9A-F]{4})(?: .*)?$", text, re.MULTILINE)
    assert len(lines) > 20
    assert [line for line in lines if LineReader().feed(line.encode() + b"\n") == [None]] == []
