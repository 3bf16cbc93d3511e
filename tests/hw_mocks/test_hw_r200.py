"""The pretend R200: what it answers, byte for byte, and when."""

from __future__ import annotations

import pytest
from hm_polled import R200_NONE, R200_POLL, said, told

from hw_mocks.line_faults import cut
from hw_mocks.r200 import NAME, ROUND_S, R200Model, r200_frame, r200_notice

TAG, OTHER = "E200001D7315016521408FC6", "E2000017270202671280EE17"
NOTICE = bytes.fromhex("BB 02 22 00 11 C9 30 00 E2 00 00 17 27 02 02 67 12 80 EE 17 45 76 0B 7E")
BAD_COMMAND = bytes.fromhex("BB 01 FF 00 01 17 18 7E")
STOP, STOPPED = bytes.fromhex("BB 00 28 00 00 28 7E"), bytes.fromhex("BB 01 28 00 01 00 2A 7E")


def test_one_tag_byte_for_byte() -> None:
    module = R200Model()
    assert told(module, R200_POLL, 1.0) == R200_NONE
    module.lay(OTHER.lower(), 2.0)
    assert told(module, R200_POLL, 3.0) == NOTICE
    assert module.orders == [b"\x22", b"\x22"]


def test_a_whole_hand_in_one_round() -> None:
    module = R200Model()
    hand = [f"E2{n:022X}" for n in range(13)]
    for tag in hand:
        module.lay(tag, 1.0)
    notices = [r200_notice(bytes.fromhex(tag)) for tag in hand]
    assert told(module, R200_POLL, 2.0) == b"".join(notices)


def test_a_round_takes_its_time() -> None:
    module = R200Model()
    module.hear(R200_POLL + R200_POLL, 1.0)
    first, second = (at for at, _ in module.advance(2.0))
    assert first == pytest.approx(1.0 + ROUND_S + 0.0007, abs=1e-4)
    assert second - first == pytest.approx(ROUND_S)


def test_the_length_in_pc_is_in_words() -> None:
    for words in (1, 6, 31):
        notice = r200_notice(bytes(2 * words))
        assert notice[6] >> 3 == words
        assert len(notice) == 12 + 2 * words


def test_rounds_without_end_until_it_is_told_to_stop() -> None:
    module = R200Model()
    module.lay(OTHER, 0.5)
    module.hear(bytes.fromhex("BB 00 27 00 03 22 27 10 83 7E"), 1.0)
    assert said(module, 1.5).count(NOTICE) > 10
    assert told(module, STOP, 1.5).replace(NOTICE, b"") == STOPPED
    assert said(module, 9.0) == b""


def test_rounds_that_are_counted() -> None:
    module = R200Model()
    assert told(module, r200_frame(0, 0x27, b"\x22\x00\x03"), 1.0, 5.0) == 3 * R200_NONE


def test_other_commands() -> None:
    module = R200Model()
    assert told(module, r200_frame(0, 0x03, b"\x00"), 1.0) == r200_frame(1, 0x03, NAME)
    assert told(module, r200_frame(0, 0x99), 2.0) == BAD_COMMAND


def test_commands_in_pieces_behind_rubbish_or_damaged() -> None:
    module = R200Model()
    assert b"".join(told(module, R200_POLL[i : i + 1], 1.0 + i) for i in range(7)) == R200_NONE
    assert told(module, b"\xbb\xbb\x00\x13" + R200_POLL, 20.0) == R200_NONE
    for place in range(2, 7):
        module = R200Model()
        damaged = R200_POLL[:place] + bytes([R200_POLL[place] ^ 0x01]) + R200_POLL[place + 1 :]
        assert told(module, damaged, 1.0) == b""


def test_faults() -> None:
    module = R200Model()
    module.bad_checksums = True
    assert told(module, R200_POLL, 1.0) == R200_NONE[:-2] + b"\x17\x7e"
    module.bad_checksums = False
    module.twice = True
    assert told(module, R200_POLL, 2.0) == 2 * R200_NONE
    module.twice = False
    module.silent = True
    assert told(module, R200_POLL, 3.0) == b""
    module.silent = False
    module.answers_none = False
    assert told(module, R200_POLL, 4.0) == b""
    module.answers_none = True
    module.spoil_next(cut(3))
    assert told(module, R200_POLL, 5.0) == R200_NONE[:3]
    module.ghost(OTHER, 6.0)
    assert told(module, R200_POLL, 6.1) == NOTICE
    assert told(module, R200_POLL, 7.0) == R200_NONE


def test_wedged_until_its_power_is_cut() -> None:
    module = R200Model()
    module.wedge("power", 1.0)
    assert told(module, R200_POLL, 2.0) == b""
    module.power(False, 3.0)
    assert told(module, R200_POLL, 4.0) == b""
    module.power(True, 5.0)
    assert told(module, R200_POLL, 6.0) == R200_NONE


def test_what_cannot_be_is_refused() -> None:
    for tag in ("E2000", "E20000", "", "00" * 64):
        with pytest.raises(ValueError, match="an even number of bytes up to 62"):
            R200Model().lay(tag, 1.0)
