"""The decoder of a PN532: its frames and answers, whole, in pieces, damaged and cut."""

from __future__ import annotations

import random

import pytest
from fb_frames import PN532
from fb_polled import (
    ACK,
    ERROR,
    NACK,
    NONE,
    POLL,
    SAM_DONE,
    WAKE_AND_SAM,
    after_silence,
    by_bytes,
    chip_frame,
    counted,
    cut_at,
    feed,
    listed,
    splits,
)
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pn532 import Pn532, numbers_in
from firmware_bridge.pn532_frames import MOST

(FOUR, FOUR_TAG), (SEVEN, SEVEN_TAG) = PN532
TEN_TAG = "88047BCB519622808801"
TEN = chip_frame(listed(TEN_TAG))
CARD_TAG, ATS = "0812A3B4", bytes.fromhex("75 77 81 02 80")
CARD = chip_frame(listed(CARD_TAG, ats={CARD_TAG: ATS}))
BOTH = chip_frame(listed(FOUR_TAG, SEVEN_TAG))
CARDS = chip_frame(listed(CARD_TAG, SEVEN_TAG, ats={CARD_TAG: ATS, SEVEN_TAG: ATS}))
EXTENDED = chip_frame(listed(SEVEN_TAG), extended=True)
LONG_ATS = bytes(range(254))
LONG = chip_frame(listed(CARD_TAG, ats={CARD_TAG: LONG_ATS[:245]}))

ANSWERS = {
    "4 bytes": (FOUR, [FOUR_TAG]),
    "7 bytes": (SEVEN, [SEVEN_TAG]),
    "10 bytes": (TEN, [TEN_TAG]),
    "with an ATS": (CARD, [CARD_TAG]),
    "two": (BOTH, [FOUR_TAG, SEVEN_TAG]),
    "two with an ATS": (CARDS, [CARD_TAG, SEVEN_TAG]),
    "extended": (EXTENDED, [SEVEN_TAG]),
    "longer than 255": (LONG, [CARD_TAG]),
    "no preamble": (chip_frame(listed(FOUR_TAG), preamble=1, postamble=0), [FOUR_TAG]),
    "long preamble": (chip_frame(listed(FOUR_TAG), preamble=90, postamble=9), [FOUR_TAG]),
    "ack and answer": (ACK + SEVEN, [SEVEN_TAG]),
    "answer, then ack": (SEVEN + ACK, [SEVEN_TAG]),
    "own echo": (WAKE_AND_SAM[2:] + ACK + SAM_DONE + POLL + ACK + FOUR, [FOUR_TAG]),
    "none": (ACK + NONE, []),
}


def decode(*chunks: bytes) -> tuple[list[str], dict[str, int]]:
    decoder = Pn532()
    return feed(decoder, chunks), counted(decoder)


def in_the_end(*chunks: bytes) -> list[str]:
    """What is found when the line is quiet for a moment afterwards."""
    decoder = Pn532()
    return feed(decoder, chunks) + after_silence(decoder)


def by_hand(data: bytes) -> list[str]:
    """The tags in `data`, found by looking at all of it at once; what is unfinished is none."""
    found: list[str] = []
    at = 0
    while (at := data.find(b"\x00\xff", at)) >= 0:
        head, behind = data[at + 2 : at + 7], 0
        if head[:2] == b"\x00\xff":
            at += 4
            continue
        if head[:2] == b"\xff\x00":
            at += 3
            continue
        if head[:2] == b"\xff\xff":
            size, bad, behind = int.from_bytes(head[2:4], "big"), sum(head[2:5]) & 0xFF, 5
        else:
            size, bad, behind = (head or b"\x00")[0], sum(head[:2]) & 0xFF, 2
        body = data[at + 2 + behind : at + 3 + behind + size]
        known = body[:1] == b"\xd4" or body[:2] == b"\xd5\x15" or body == b"\x7f\x81"
        numbers = numbers_in(body[2:-1]) if body[:2] == b"\xd5\x4b" else [] if known else None
        whole = not bad and 0 < size <= 265 and len(body) == size + 1 and not sum(body) & 0xFF
        if len(head) < behind or not whole or numbers is None:
            at += 1
        else:
            found += [number.hex().upper() for number in numbers]
            at += 2 + behind + len(body)
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
        assert decode(data + FOUR) == ([*tags, FOUR_TAG], {})
        assert decode(SEVEN + data[:9], data[9:] + NONE + SEVEN) == (
            [SEVEN_TAG, *tags, SEVEN_TAG],
            {},
        )


class TestDamage:
    @pytest.mark.parametrize("name", ANSWERS)
    def test_cut_short_anywhere_the_next_frame_is_found(self, name: str) -> None:
        data, tags = ANSWERS[name]
        for length in range(len(data)):
            found = in_the_end(data[:length] + SEVEN)
            assert found[-1:] == [SEVEN_TAG]
            assert found[:-1] in ([], tags)  # only a postamble or an ACK was cut off

    @pytest.mark.parametrize("frame", [FOUR, SEVEN, TEN, CARD, BOTH, CARDS, EXTENDED])
    def test_cut_short_the_next_frame_is_found_at_once(self, frame: bytes) -> None:
        """No silence is needed, even where the next answer is much shorter than what is missing.

        But for a cut within the last number or the ATS, where any byte will do: then the next
        answer must be as long as what is missing.
        """
        for length in range(len(frame) - 2):
            found, faults = decode(frame[:length] + frame)
            assert found == decode(frame)[0]
            assert faults or not any(frame[:length])
        for length in range(BOTH.index(b"\x02\x00\x04\x08\x07")):
            assert decode(BOTH[:length] + FOUR)[0] == [FOUR_TAG]

    @pytest.mark.parametrize("frame", [FOUR, SEVEN, TEN, CARD, BOTH, EXTENDED])
    def test_begun_in_the_middle_the_next_frame_is_found(self, frame: bytes) -> None:
        for missing in range(2, len(frame)):
            assert decode(frame[missing:] + SEVEN)[0][-1:] == [SEVEN_TAG]

    @pytest.mark.parametrize("frame", [FOUR, SEVEN, TEN, CARD, BOTH, EXTENDED])
    def test_one_lost_byte_costs_one_frame_and_is_counted(self, frame: bytes) -> None:
        for place in range(2, len(frame) - 1):
            decoder = Pn532()
            lost = frame[:place] + frame[place + 1 :]
            assert feed(decoder, [lost + SEVEN]) + after_silence(decoder) == [SEVEN_TAG]
            assert counted(decoder)

    @pytest.mark.parametrize("frame", [FOUR, SEVEN, CARD, EXTENDED])
    def test_one_damaged_byte_gives_no_wrong_tag_and_is_counted(self, frame: bytes) -> None:
        for place in range(1, len(frame) - 1):
            for byte in range(256):
                if byte == frame[place]:
                    continue
                damaged = frame[:place] + bytes([byte]) + frame[place + 1 :]
                decoder = Pn532()
                assert feed(decoder, [damaged + SEVEN]) + after_silence(decoder) == [SEVEN_TAG]
                assert counted(decoder)

    @pytest.mark.parametrize("frame", [FOUR, SEVEN, TEN, CARD, BOTH, EXTENDED, LONG])
    def test_a_frame_inside_a_broken_one_is_found(self, frame: bytes) -> None:
        for place in range(3, len(frame) - 2):
            found = in_the_end(frame[:place] + SEVEN + frame[place:])
            assert found[:1] == [SEVEN_TAG]

    def test_a_start_code_or_a_whole_frame_inside_a_good_one_is_only_data(self) -> None:
        for inside in (b"\x00\x00\xff", ACK, NACK, FOUR, b"\x00\xff\x0c\xf4\xd5\x4b"):
            frame = chip_frame(listed(CARD_TAG, ats={CARD_TAG: inside}))
            assert decode(frame + SEVEN) == ([CARD_TAG, SEVEN_TAG], {})
            assert decode(*by_bytes(frame)) == ([CARD_TAG], {})
        assert decode(chip_frame(listed("00FF00FF"))) == (["00FF00FF"], {})

    @pytest.mark.parametrize(
        ("data", "faults"),
        [
            (b"xyz", {"junk byte": 3}),
            (bytes(50), {}),
            (ACK[:-1] + b"\x01", {"junk byte": 1}),
            (NACK, {"misplaced nack": 1}),
            (ERROR, {"error frame": 1}),
            (SEVEN[:-1] + b"\xc1\x00", {"bad checksum": 1}),
            (b"\x00\x00\xff\x0c\xf5", {"bad length": 1}),
            (b"\x00\x00\xff\x00\x00", {"bad length": 1}),
            (b"\x00\x00\xff\xff\xff\x01\x0a\xf5", {"bad length": 1}),  # 266
            (b"\x00\x00\xff\xff\xff\x00\x00\x00", {"bad length": 1}),
            (chip_frame(b"\xd6\x4b\x00"), {"bad sender": 1}),
            (chip_frame(b"\xd5\x03\x32\x01\x06\x07"), {"bad answer": 1}),
            (chip_frame(b"\xd5\x4b"), {"bad answer": 1}),
            (chip_frame(b"\xd5\x4b\x03"), {"bad answer": 1}),
            (chip_frame(b"\xd5\x4b\x00\x00"), {"bad answer": 1}),
            (chip_frame(listed("0011223344")), {"bad answer": 1}),
            (chip_frame(listed(FOUR_TAG) + b"\x00"), {"bad answer": 1}),
            (chip_frame(listed(FOUR_TAG)[:-1]), {"bad answer": 1}),
            (chip_frame(listed(FOUR_TAG, SEVEN_TAG)[:-14]), {"bad answer": 1}),
        ],
    )
    def test_each_fault_has_its_name(self, data: bytes, faults: dict[str, int]) -> None:
        tags, found = decode(data)
        assert tags == []
        junk = found.pop("junk byte", 0)
        expected = dict(faults)
        assert junk >= expected.pop("junk byte", 0)  # what is left of a broken frame is junk
        assert found == expected
        assert decode(data + SEVEN)[0] == [SEVEN_TAG]

    def test_a_half_frame_counts_as_cut(self) -> None:
        decoder = Pn532()
        feed(decoder, [LONG[:40] + SEVEN])
        assert after_silence(decoder) == [SEVEN_TAG]
        assert decoder.faults["cut frame"] == 1
        decoder.feed(SEVEN[:9])
        decoder.reset()
        assert decoder.faults["cut frame"] == 2
        assert feed(decoder, [SEVEN]) == [SEVEN_TAG]


class TestAts:
    def test_announced_and_missing_is_put_up_with(self) -> None:
        bare = listed(FOUR_TAG).replace(b"\x08\x04", b"\x20\x04")
        assert decode(chip_frame(bare)) == ([FOUR_TAG], {})
        two = listed(FOUR_TAG, SEVEN_TAG).replace(b"\x08\x04", b"\x20\x04")
        assert decode(chip_frame(two)) == ([FOUR_TAG, SEVEN_TAG], {})

    def test_of_any_length(self) -> None:
        for size in range(20):
            ats = bytes(range(size))
            data = chip_frame(listed(CARD_TAG, SEVEN_TAG, ats={CARD_TAG: ats}))
            assert decode(data) == ([CARD_TAG, SEVEN_TAG], {})

    def test_longer_than_the_answer_is_no_answer(self) -> None:
        data = listed(CARD_TAG, ats={CARD_TAG: ATS})[:-1]
        tags, faults = decode(chip_frame(data))
        assert (tags, faults["bad answer"]) == ([], 1)


tags = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size))
hex_tags = tags.map(lambda raw: raw.hex().upper())
answers = st.builds(
    chip_frame,
    st.builds(listed, hex_tags) | st.builds(listed, hex_tags, hex_tags),
    st.integers(1, 20),
    st.integers(0, 5),
    st.booleans(),
)
# Bytes that make trouble are drawn far more often than among all 256.
noise = st.lists(
    st.one_of(
        st.sampled_from([b"\x00", b"\xff", b"\x00\x00\xff", b"\x00\xff\xff\xff", b"\xd5\x4b"]),
        st.sampled_from([ACK, NACK, ERROR, NONE, POLL, FOUR[:9], LONG[:60], SEVEN[4:], b"\x55"]),
        st.binary(max_size=3),
        answers,
    ),
    max_size=12,
).map(b"".join)


@given(noise, answers)
def test_after_any_bytes_and_a_moment_of_silence_the_next_frame_is_found(
    rubbish: bytes, frame: bytes
) -> None:
    assert in_the_end(rubbish + frame) == by_hand(rubbish + frame)


@given(noise, splits)
def test_any_split_gives_the_same_tags_and_faults(data: bytes, cuts: list[int]) -> None:
    assert decode(*cut_at(data, cuts)) == decode(data)


def test_the_buffer_is_bounded() -> None:
    decoder = Pn532()
    most = MOST + 8  # and what is around TFI and data of an extended frame
    endless = b"\x00\x00\xff\xff\xff\x01\x09\xf6\xd5" + b"\x4b" * 100_000
    for chunk in (bytes(100_000), b"\xff" * 100_000, endless, b"\x00\xff" * 50_000):
        for piece in cut_at(chunk, range(0, 100_000, 4096)):
            decoder.feed(piece)
            assert len(decoder._frames._pending) <= most
    assert feed(decoder, [bytes(300) + SEVEN]) == [SEVEN_TAG]


def test_fuzz_200_000_bytes() -> None:
    """Damaged streams raise nothing and lose no frame that a look at the whole stream finds."""
    rng = random.Random(532)
    decoder = Pn532()
    sent = b""
    seen: list[str] = []
    while len(sent) < 200_000:
        size = rng.choice([4, 4, 7, 7, 10])
        numbers = [rng.randbytes(size).hex().upper() for _ in range(rng.choice([0, 1, 1, 2]))]
        ats = {number: rng.randbytes(rng.randrange(20)) for number in numbers if rng.random() < 0.3}
        data = listed(*numbers, ats=ats)
        chunk = bytearray(ACK + chip_frame(data, rng.randrange(1, 9), extended=rng.random() < 0.2))
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            where = rng.randrange(len(chunk))
            damage = rng.randrange(3)
            if damage == 0:
                chunk[where] = rng.randrange(256)
            elif damage == 1:
                del chunk[where]
            else:
                other = rng.choice([NACK, ERROR, POLL, rng.randbytes(5), b"\x00\xff", SEVEN[:-3]])
                chunk[where:where] = other
        sent += chunk
        seen += feed(decoder, [bytes(chunk)])
    assert seen + after_silence(decoder) == by_hand(sent)
    assert len(seen) > 3_000
    never = {name for name, count in decoder.faults.items() if not count}
    assert never <= {"cut frame"}  # only silence cuts a frame; every other kind was met
