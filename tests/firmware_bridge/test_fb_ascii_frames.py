"""The decoder of both ASCII kinds of frame."""

from __future__ import annotations

import random
import re
from functools import reduce
from itertools import pairwise
from operator import xor

import pytest
from fb_frames import EXAMPLES, RDM6300, ascii_frame
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import LISTEN, TagSeen
from firmware_bridge.ascii_frames import (
    BAD_CHECKSUM,
    BAD_DIGIT,
    BAD_END,
    CUT_FRAME,
    JUNK_BYTE,
    AsciiFrames,
)

GOOD, TAG = RDM6300[0]
NEXT, NEXT_TAG = RDM6300[1]
LONG, LONG_TAG = EXAMPLES["id12la"][0]

tags = st.binary(min_size=5, max_size=5).map(lambda data: data.hex().upper())
frames = st.builds(ascii_frame, tags, st.sampled_from([b"", b"\r\n"]))
# Bytes that make trouble are drawn far more often than among all 256.
noise = st.lists(
    st.one_of(
        st.sampled_from([b"\x02", b"\x03", b"\r", b"\n", b"0", b"A", b"f", GOOD[:7], LONG[:14]]),
        st.binary(max_size=3),
        frames,
    ),
    max_size=12,
).map(b"".join)


def decode(*chunks: bytes) -> tuple[list[str], dict[str, int]]:
    decoder = AsciiFrames()
    seen = [event.tag for chunk in chunks for event in decoder.feed(chunk)]
    return seen, {name: count for name, count in decoder.faults.items() if count}


def by_regular_expression(data: bytes) -> list[str]:
    """What is in `data`, found without a state machine."""
    found = []
    for match in re.finditer(rb"\x02([0-9A-Fa-f]{12})(?:\r\n)?\x03", data):
        digits = match.group(1).decode()
        if reduce(xor, bytes.fromhex(digits[:10])) == int(digits[10:], 16):
            found.append(digits[:10].upper())
    return found


@pytest.mark.parametrize("name", ["id12la", "rdm6300"])
def test_examples_in_three_deliveries(name: str) -> None:
    for frame, tag in EXAMPLES[name]:
        assert decode(frame) == ([tag], {})
        assert decode(*(bytes([byte]) for byte in frame)) == ([tag], {})
        assert decode(frame + NEXT) == ([tag, NEXT_TAG], {})
        assert decode(NEXT + frame[:5], frame[5:] + NEXT) == ([NEXT_TAG, tag, NEXT_TAG], {})


def test_both_kinds_mixed_on_one_line() -> None:
    assert decode(GOOD + LONG + NEXT) == ([TAG, LONG_TAG, NEXT_TAG], {})


def test_the_last_byte_completes_a_frame_and_none_before() -> None:
    for frame in (GOOD, LONG):
        decoder = AsciiFrames()
        assert [decoder.feed(bytes([byte])) for byte in frame[:-1]] == [[]] * (len(frame) - 1)
        assert len(decoder.feed(frame[-1:])) == 1


def test_lower_case_digits_make_an_upper_case_tag() -> None:
    assert decode(GOOD.lower()) == ([TAG], {})


@pytest.mark.parametrize("frame", [GOOD, LONG])
def test_cut_short_anywhere_the_next_frame_is_found(frame: bytes) -> None:
    for length in range(1, len(frame)):
        assert decode(frame[:length] + NEXT) == ([NEXT_TAG], {CUT_FRAME: 1})
        assert decode(frame[:length] + b"\x03" + NEXT)[0] in (
            [NEXT_TAG],
            [TAG, NEXT_TAG],  # only the end byte, or the tail before it, was missing
            [LONG_TAG, NEXT_TAG],
        )


@pytest.mark.parametrize("frame", [GOOD, LONG])
def test_begun_in_the_middle_the_next_frame_is_found(frame: bytes) -> None:
    for missing in range(1, len(frame) + 1):
        junk = len(frame) - missing
        assert decode(frame[missing:] + NEXT) == ([NEXT_TAG], {JUNK_BYTE: junk} if junk else {})


@pytest.mark.parametrize("frame", [GOOD, LONG])
def test_one_lost_byte_costs_one_frame_and_is_counted(frame: bytes) -> None:
    for place in range(len(frame)):
        seen, faults = decode(frame[:place] + frame[place + 1 :] + NEXT)
        assert seen == [NEXT_TAG]
        assert sum(faults.values()) >= 1


@pytest.mark.parametrize("frame", [GOOD, LONG])
def test_one_damaged_byte_gives_no_wrong_tag_and_is_counted(frame: bytes) -> None:
    right = by_regular_expression(frame)
    for place in range(len(frame)):
        for byte in range(256):
            damaged = frame[:place] + bytes([byte]) + frame[place + 1 :]
            seen, faults = decode(damaged + NEXT)
            if damaged.upper() == frame:
                assert (seen, faults) == ([*right, NEXT_TAG], {})
            else:
                # The tail's first byte may become an end byte: then it is still the right tag.
                assert seen in ([NEXT_TAG], [*right, NEXT_TAG])
                assert faults


@pytest.mark.parametrize("frame", [GOOD, LONG])
def test_a_start_byte_inside_a_frame_starts_anew(frame: bytes) -> None:
    for place in range(1, len(frame)):
        seen, faults = decode(frame[:place] + NEXT + frame[place:])
        assert seen == [NEXT_TAG]
        assert faults == {CUT_FRAME: 1, JUNK_BYTE: len(frame) - place}


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (b"xyz", {JUNK_BYTE: 3}),
        (b"\x03", {JUNK_BYTE: 1}),
        (b"\x02\x03", {CUT_FRAME: 1}),
        (b"\x02\x02", {CUT_FRAME: 1}),
        (b"\x02000414CD7EA\x03", {CUT_FRAME: 1}),
        (b"\x02000414CD7EA3\r\x03", {CUT_FRAME: 1}),
        (b"\x02000414GD7EA3\x03", {BAD_DIGIT: 1}),
        (b"\x02000\xff\xff\xff\xff\x03", {BAD_DIGIT: 1}),
        (b"\x02000\xff\xff\x03??", {BAD_DIGIT: 1, JUNK_BYTE: 2}),
        (b"\x02000414CD7EA30\x03", {BAD_END: 1}),
        (b"\x02000414CD7EA3\n\r\x03", {BAD_END: 1}),
        (b"\x02000414CD7EA3\r\r\n\x03", {BAD_END: 1}),
        (b"\x02000414CD7EA4\x03", {BAD_CHECKSUM: 1}),
        (b"\x02000414CD7EA4\r\n\x03", {BAD_CHECKSUM: 1}),
        (GOOD + b"\r\n", {JUNK_BYTE: 2}),
    ],
)
def test_each_fault_has_its_name(data: bytes, faults: dict[str, int]) -> None:
    assert decode(data)[1] == faults
    assert decode(data + NEXT)[0][-1] == NEXT_TAG


def test_ghosts_with_a_valid_checksum_are_tags_here() -> None:
    assert decode(ascii_frame("0000000000") + b"\x02BC7DDFFDDF3C\x03")[0] == [
        "0000000000",
        "BC7DDFFDDF",
    ]


def test_reset_drops_a_half_read_frame_and_keeps_the_counts() -> None:
    decoder = AsciiFrames()
    decoder.feed(b"?" + GOOD[:6])
    decoder.reset()
    assert decoder.feed(GOOD[6:]) == []
    decoder.reset()
    assert decoder.feed(NEXT) == [TagSeen(NEXT_TAG)]
    assert decoder.faults[CUT_FRAME] == 1
    assert decoder.faults[JUNK_BYTE] == 1 + len(GOOD) - 6


def test_it_only_listens() -> None:
    assert AsciiFrames().ask(0.0) == LISTEN


def test_the_buffer_is_bounded() -> None:
    decoder = AsciiFrames()
    for chunk in (b"\x02", b"0" * 100_000, b"\x02" + b"0" * 12 + b"\r" * 100_000):
        decoder.feed(chunk)
        assert len(decoder._body) <= 14
    assert decoder.feed(NEXT) == [TagSeen(NEXT_TAG)]


@given(noise, frames)
def test_after_any_bytes_the_very_next_frame_is_found(rubbish: bytes, frame: bytes) -> None:
    assert decode(rubbish + frame)[0] == decode(rubbish)[0] + by_regular_expression(frame)


@given(noise)
def test_it_finds_what_a_regular_expression_finds(data: bytes) -> None:
    assert decode(data)[0] == by_regular_expression(data)


@given(st.lists(frames, max_size=6).map(b"".join))
def test_whole_frames_have_no_faults(data: bytes) -> None:
    assert decode(data)[1] == {}


@given(noise, st.lists(st.integers(0, 200), max_size=8))
def test_any_split_gives_the_same_tags_and_faults(data: bytes, cuts: list[int]) -> None:
    bounds = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    chunks = [data[a:b] for a, b in pairwise(bounds)]
    assert decode(*chunks) == decode(data)


def test_fuzz_200_000_bytes() -> None:
    """Damaged streams raise nothing and lose no frame that is whole on the wire."""
    rng = random.Random(29)
    alphabet = b"\x02\x03\r\n0123456789ABCDEFabcdefGZ\x00\xff"
    decoder = AsciiFrames()
    sent = b""
    seen: list[str] = []
    while len(sent) < 200_000:
        tag = rng.randbytes(5).hex().upper()
        chunk = bytearray(ascii_frame(tag, rng.choice([b"", b"\r\n"])))
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            where = rng.randrange(len(chunk))
            damage = rng.randrange(3)
            if damage == 0:
                chunk[where] = rng.randrange(256)
            elif damage == 1:
                del chunk[where]
            else:
                chunk[where:where] = bytes(rng.choices(alphabet, k=rng.randrange(1, 20)))
        sent += chunk
        seen += [event.tag for event in decoder.feed(bytes(chunk))]
    assert seen == by_regular_expression(sent)
    assert len(seen) > 5_000
    assert all(decoder.faults.values())  # every kind of damage was met
