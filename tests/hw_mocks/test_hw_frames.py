"""Frames byte for byte, from the numbers printed on real tags and modules."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw_mocks.frames import FRAMES, id12la_frame, rdm6300_frame, tag_number


def test_rdm6300_byte_for_byte() -> None:
    raw = bytes.fromhex("02 30 30 30 34 31 34 43 44 37 45 41 33 03")
    assert rdm6300_frame("000414CD7E") == raw


def test_id12la_byte_for_byte() -> None:
    raw = bytes.fromhex("02 30 35 30 30 32 30 37 42 33 32 36 43 0D 0A 03")
    assert id12la_frame("0500207B32") == raw


@pytest.mark.parametrize(
    ("tag", "check"),
    [
        ("1F00644BB6", b"86"),
        ("01C8F00800", b"31"),
        ("0114AE3BBC", b"3C"),
        ("0D00319CD0", b"70"),
        ("0000000000", b"00"),
        ("BC7DDFFDDF", b"3C"),
    ],
)
def test_checksums_of_real_tags(tag: str, check: bytes) -> None:
    assert rdm6300_frame(tag) == b"\x02" + tag.encode() + check + b"\x03"
    assert id12la_frame(tag) == b"\x02" + tag.encode() + check + b"\r\n\x03"


@given(st.binary(min_size=5, max_size=5))
def test_the_six_bytes_of_a_frame_xor_to_nothing(number: bytes) -> None:
    digits = rdm6300_frame(number.hex())[1:-1]
    assert digits == digits.upper()
    left = 0
    for byte in bytes.fromhex(digits.decode()):
        left ^= byte
    assert left == 0
    assert rdm6300_frame(number.hex()) == rdm6300_frame(number.hex().upper())


@pytest.mark.parametrize(
    "bad", ["", "000414CD7", "000414CD7E0", "000414CD7G", "00 04 14 CD", "é" * 10]
)
def test_what_is_no_tag_is_refused(bad: str) -> None:
    for frame in (rdm6300_frame, id12la_frame, tag_number):
        with pytest.raises(ValueError, match="expected 10 hex digits"):
            frame(bad)


def test_the_table() -> None:
    assert set(FRAMES) == {"rdm6300", "id12la"}
    for protocol in FRAMES.values():
        assert protocol.frame("000414CD7E")[0] == 2
        assert protocol.baud == 9600
    assert FRAMES["rdm6300"].repeat_s == 0.065
    assert FRAMES["id12la"].repeat_s == math.inf
    assert FRAMES["rdm6300"].seconds(14) == pytest.approx(0.01458, abs=1e-5)
