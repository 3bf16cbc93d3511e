"""The decoder of an R200: its notices, whole, in pieces, damaged and cut."""

from __future__ import annotations

import random

import pytest
from fb_frames import R200 as EXAMPLES
from fb_polled import (
    R200_NONE,
    R200_POLL,
    after_silence,
    by_bytes,
    counted,
    cut_at,
    feed,
    notice,
    r200_frame,
    splits,
)
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.r200 import MOST, R200

(GOOD, TAG), (NEXT, NEXT_TAG), _ = EXAMPLES
SHORT_TAG, LONG_TAG = "3000", "E2" + "0011223344" * 12 + "FF"
FULL_OF_ENDS = "7E7EBB7E0122BB02220011BB"
"""An EPC of end bytes, start bytes and the begin of a frame."""
BAD_COMMAND = bytes.fromhex("BB 01 FF 00 01 17 18 7E")

ANSWERS = {
    "12 bytes": (GOOD, [TAG]),
    "2 bytes": (notice(SHORT_TAG), [SHORT_TAG]),
    "62 bytes": (notice(LONG_TAG), [LONG_TAG]),
    "7E inside": (notice(FULL_OF_ENDS), [FULL_OF_ENDS]),
    "a frame inside": (notice(R200_NONE.hex().upper()), [R200_NONE.hex().upper()]),
    "7E as sum": (notice("E2000000000000000000004B", 0xC9), ["E2000000000000000000004B"]),
    "a hand": (GOOD + NEXT + notice(SHORT_TAG), [TAG, NEXT_TAG, SHORT_TAG]),
    "none": (R200_NONE, []),
    "own echo": (R200_POLL + GOOD, [TAG]),
    "stopped": (r200_frame(1, 0x28, b"\x00") + GOOD, [TAG]),
}


def decode(*chunks: bytes) -> tuple[list[str], dict[str, int]]:
    decoder = R200()
    return feed(decoder, chunks), counted(decoder)


def in_the_end(*chunks: bytes) -> list[str]:
    """What is found when the line is quiet for a moment afterwards."""
    decoder = R200()
    return feed(decoder, chunks) + after_silence(decoder)


def by_hand(data: bytes, *, over: bool = False) -> list[str]:
    """The tags in `data`, found by looking at all of it at once.

    `over`: nothing more will come, so that what is unfinished is none.
    """
    found: list[str] = []
    at = 0
    while (at := data.find(b"\xbb", at)) >= 0:
        rest = data[at:]
        size = int.from_bytes(rest[3:5], "big") if len(rest) > 4 else 0
        whole, frame = len(rest) >= 7 + size, rest[: 7 + size]
        wrong = rest[1:2] not in (b"", b"\0", b"\1", b"\2") or size > 67 or (over and not whole)
        if rest[1:3] == b"\x02\x22" and len(rest) > 4:
            wrong = wrong or size < 7 or size % 2 == 0
        if whole and not wrong:
            wrong = frame[-1] != 0x7E or sum(frame[1:-2]) & 0xFF != frame[-2]
            if frame[1:3] == b"\x02\x22" and not wrong:
                found.append(frame[8:-4].hex().upper())
        if wrong:
            at += 1
        elif whole:
            at += len(frame)
        else:
            break
    return found


@pytest.mark.parametrize("name", ANSWERS)
class TestThreeDeliveries:
    def test_whole(self, name: str) -> None:
        data, tags = ANSWERS[name]
        assert decode(data) == (tags, {})

    def test_byte_by_byte(self, name: str) -> None:
        data, tags = ANSWERS[name]
        assert decode(*by_bytes(data)) == (tags, {})

    def test_with_the_next_one_behind(self, name: str) -> None:
        data, tags = ANSWERS[name]
        assert decode(data + NEXT) == ([*tags, NEXT_TAG], {})
        assert decode(NEXT + data[:6], data[6:] + NEXT) == ([NEXT_TAG, *tags, NEXT_TAG], {})


def test_every_answer_ends_with_its_last_byte() -> None:
    for data, tags in ANSWERS.values():
        decoder = R200()
        assert feed(decoder, by_bytes(data[:-1])) == tags[:-1]
        assert len(feed(decoder, [data[-1:]])) == bool(tags)


class TestDamage:
    @pytest.mark.parametrize("name", ANSWERS)
    def test_cut_short_anywhere_the_next_frame_is_found(self, name: str) -> None:
        data, tags = ANSWERS[name]
        for length in range(len(data)):
            found = in_the_end(data[:length] + NEXT)
            assert found[-1] == NEXT_TAG
            assert found[:-1] == tags[: len(found) - 1]

    def test_cut_short_a_frame_of_its_size_suffices(self) -> None:
        """No silence is needed when the next answer is as long as the one that was cut."""
        for length in range(1, len(GOOD)):
            found, faults = decode(GOOD[:length] + NEXT)
            assert found == [NEXT_TAG]
            assert faults

    def test_begun_in_the_middle_the_next_frame_is_found(self) -> None:
        for data, _ in ANSWERS.values():
            for missing in range(1, len(data)):
                assert in_the_end(data[missing:] + NEXT)[-1] == NEXT_TAG

    @pytest.mark.parametrize("frame", [GOOD, notice(SHORT_TAG), notice(FULL_OF_ENDS)])
    def test_one_lost_byte_costs_one_frame_and_is_counted(self, frame: bytes) -> None:
        for place in range(len(frame)):
            decoder = R200()
            lost = frame[:place] + frame[place + 1 :]
            assert feed(decoder, [lost + NEXT]) + after_silence(decoder) == [NEXT_TAG]
            assert counted(decoder)

    @pytest.mark.parametrize("frame", [GOOD, notice(SHORT_TAG), notice(FULL_OF_ENDS)])
    def test_one_damaged_byte_gives_no_wrong_tag_and_is_counted(self, frame: bytes) -> None:
        for place in range(len(frame)):
            for byte in range(256):
                if byte == frame[place]:
                    continue
                damaged = frame[:place] + bytes([byte]) + frame[place + 1 :]
                decoder = R200()
                assert feed(decoder, [damaged + NEXT]) + after_silence(decoder) == [NEXT_TAG]
                assert counted(decoder)

    @pytest.mark.parametrize("frame", [GOOD, notice(LONG_TAG)])
    def test_a_frame_inside_a_broken_one_is_found(self, frame: bytes) -> None:
        for place in range(1, len(frame)):
            assert in_the_end(frame[:place] + NEXT + frame[place:])[:1] == [NEXT_TAG]

    @pytest.mark.parametrize(
        ("data", "faults"),
        [
            (b"xyz", {"junk byte": 3}),
            (b"\x7e\x7e", {"junk byte": 2}),
            (b"\xbb\x03", {"bad type": 1}),
            (bytes.fromhex("BB 02 22 00 44"), {"bad length": 1}),
            (bytes.fromhex("BB 02 22 01 00"), {"bad length": 1}),
            (GOOD[:-2] + b"\xee\x7e", {"bad checksum": 1}),
            (GOOD[:-1] + b"\x7f", {"bad end": 1}),
            (r200_frame(2, 0x22, bytes(5)), {"bad notice": 1}),
            (r200_frame(2, 0x22, bytes(8)), {"bad notice": 1}),
            (r200_frame(2, 0x22, b""), {"bad notice": 1}),
            (BAD_COMMAND, {"refusal": 1}),
            (r200_frame(1, 0xFF, b""), {"refusal": 1}),
        ],
    )
    def test_each_fault_has_its_name(self, data: bytes, faults: dict[str, int]) -> None:
        tags, found = decode(data)
        assert tags == []
        junk = found.pop("junk byte", 0)
        expected = dict(faults)
        assert junk >= expected.pop("junk byte", 0)  # what is left of a broken frame is junk
        assert found == expected
        assert decode(data + NEXT)[0] == [NEXT_TAG]

    def test_a_half_frame_counts_as_cut(self) -> None:
        decoder = R200()
        feed(decoder, [notice(LONG_TAG)[:40] + NEXT])
        assert after_silence(decoder) == [NEXT_TAG]
        assert decoder.faults["cut frame"] == 1
        decoder.feed(GOOD[:9])
        decoder.reset()
        assert decoder.faults["cut frame"] == 2
        assert feed(decoder, [NEXT]) == [NEXT_TAG]

    def test_the_crc_of_the_tag_is_the_modules_affair(self) -> None:
        """A repaired sum over a wrong CRC is still a tag: no deck knows a wrong EPC."""
        inner = GOOD[1:-4] + b"\x00\x00"
        assert decode(b"\xbb" + inner + bytes([sum(inner) & 0xFF]) + b"\x7e") == ([TAG], {})


epcs = st.integers(1, 31).flatmap(lambda words: st.binary(min_size=2 * words, max_size=2 * words))
notices = epcs.map(lambda raw: notice(raw.hex()))
# Bytes that make trouble are drawn far more often than among all 256.
noise = st.lists(
    st.one_of(
        st.sampled_from(
            [b"\xbb", b"\xbb\x02\x22\x00\x11", b"\xbb\x01", b"\x7e", b"\x00", GOOD[:9]]
        ),
        st.sampled_from([R200_NONE, R200_POLL, BAD_COMMAND, notice(FULL_OF_ENDS), GOOD[5:]]),
        st.binary(max_size=3),
        notices,
    ),
    max_size=12,
).map(b"".join)


@given(noise)
def test_it_finds_what_is_there(data: bytes) -> None:
    assert decode(data)[0] == by_hand(data)


@given(noise, notices)
def test_after_any_bytes_and_a_moment_of_silence_the_next_frame_is_found(
    rubbish: bytes, frame: bytes
) -> None:
    assert in_the_end(rubbish + frame) == by_hand(rubbish + frame, over=True)


@given(noise, splits)
def test_any_split_gives_the_same_tags_and_faults(data: bytes, cuts: list[int]) -> None:
    assert decode(*cut_at(data, cuts)) == decode(data)


def test_the_buffer_is_bounded() -> None:
    decoder = R200()
    for chunk in (b"\xbb" * 100_000, b"\xbb\x02\x22\x00\x43" * 20_000, bytes(100_000)):
        for piece in cut_at(chunk, range(0, 100_000, 4096)):
            decoder.feed(piece)
            assert len(decoder._frames._pending) < MOST + 7
    assert feed(decoder, [bytes(80) + NEXT]) == [NEXT_TAG]


def test_fuzz_200_000_bytes() -> None:
    """Damaged streams raise nothing and lose no frame that a look at the whole stream finds."""
    rng = random.Random(200)
    decoder = R200()
    sent = b""
    seen: list[str] = []
    while len(sent) < 200_000:
        size = 2 * rng.choice([1, 6, 6, 6, 8, 31])
        whole = rng.choice([R200_NONE, BAD_COMMAND, r200_frame(2, 0x22, bytes(rng.randrange(8)))])
        chunk = bytearray(whole if rng.random() < 0.2 else notice(rng.randbytes(size).hex()))
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            where = rng.randrange(len(chunk))
            damage = rng.randrange(3)
            if damage == 0:
                chunk[where] = rng.choice([0x7E, 0xBB, rng.randrange(256)])
            elif damage == 1:
                del chunk[where]
            else:
                other = rng.choice([R200_POLL, rng.randbytes(5), b"\xbb", NEXT[:-3], b"\x7e"])
                chunk[where:where] = other
        sent += chunk
        seen += feed(decoder, [bytes(chunk)])
    assert seen == by_hand(sent)
    assert len(seen) > 2_000
    never = {name for name, count in decoder.faults.items() if not count}
    assert never <= {"cut frame"}  # only silence cuts a frame; every other kind was met
