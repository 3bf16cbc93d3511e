"""The pretend PN532: what it answers, byte for byte, and when it answers nothing."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from hm_polled import ACK, ERROR, NONE, POLL, SAM, SAM_DONE, WAKE, said, told

from hw_mocks.line_faults import Noise, behead, cut, lose
from hw_mocks.pn532 import FIRMWARE, NACK, SCAN_S, Pn532Model, pn532_frame

FOUR, SEVEN, TEN = "6E8AE2B0", "047BCB51962280", "88047BCB519622808801"
ONE_FOUR = bytes.fromhex("00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 6E 8A E2 B0 44 00")


def ready(
    order: Literal["ack first", "together", "answer first"] = "ack first",
    *,
    answers_none: bool = True,
    preamble: int = 1,
    extended: bool = False,
    ats: dict[str, bytes] | None = None,
) -> Pn532Model:
    """A module that has been woken and configured at the moment 1."""
    chip = Pn532Model(
        order=order, answers_none=answers_none, preamble=preamble, extended=extended, ats=ats
    )
    assert told(chip, WAKE + SAM, 1.0)
    return chip


class TestPowerUp:
    def test_woken_and_configured_it_answers(self) -> None:
        chip = Pn532Model()
        assert told(chip, WAKE + SAM, 1.0) == ACK + SAM_DONE
        assert told(chip, POLL, 2.0) == ACK + NONE
        assert chip.orders == [b"\xd4\x14\x01", b"\xd4\x4a\x02\x00"]

    def test_asleep_it_hears_nothing(self) -> None:
        chip = Pn532Model()
        assert told(chip, SAM + POLL, 1.0) == b""
        assert told(chip, WAKE, 2.0) == b""
        assert told(chip, SAM, 3.0) == ACK + SAM_DONE

    def test_awake_but_not_configured_it_does_nothing_else(self) -> None:
        chip = Pn532Model()
        assert told(chip, WAKE + POLL, 1.0) == b""
        assert told(chip, SAM, 2.0) == ACK + SAM_DONE

    def test_without_power_it_forgets(self) -> None:
        chip = ready()
        chip.lay(FOUR, 2.0)
        chip.power(False, 3.0)
        assert told(chip, WAKE + SAM, 4.0) == b""
        chip.power(True, 5.0)
        assert told(chip, POLL, 6.0) == b""
        assert told(chip, WAKE + SAM, 7.0) == ACK + SAM_DONE
        assert told(chip, POLL, 8.0) == ACK + ONE_FOUR


class TestAnswers:
    def test_one_card_byte_for_byte(self) -> None:
        chip = ready()
        chip.lay(FOUR.lower(), 2.0)
        assert told(chip, POLL, 2.1) == ACK + ONE_FOUR

    def test_two_of_three_cards_of_all_sizes(self) -> None:
        chip = ready()
        for tag in (TEN, SEVEN, FOUR):
            chip.lay(tag, 2.0)
        ten = bytes.fromhex("01 00 84 08 0A" + TEN)
        seven = bytes.fromhex("02 00 44 08 07" + SEVEN)
        assert told(chip, POLL, 2.1) == ACK + pn532_frame(b"\xd5\x4b\x02" + ten + seven)

    def test_an_ats_counts_itself(self) -> None:
        chip = ready(ats={FOUR: bytes.fromhex("78 80 70")})
        chip.lay(FOUR, 2.0)
        answer = bytes.fromhex("D5 4B 01 01 00 04 20 04 6E 8A E2 B0 04 78 80 70")
        assert told(chip, POLL, 2.1) == ACK + pn532_frame(answer)

    def test_who_lies_there_when_it_looks_counts(self) -> None:
        chip = ready()
        chip.hear(POLL, 2.0)
        chip.lay(FOUR, 2.0 + SCAN_S / 2)
        assert said(chip, 3.0) == ACK + ONE_FOUR
        chip.hear(POLL, 4.0)
        chip.lift(4.0 + SCAN_S / 2)
        assert said(chip, 5.0) == ACK + NONE

    def test_ack_and_answer_have_their_times(self) -> None:
        chip = ready()
        chip.hear(POLL, 2.0)
        (ack_at, ack), (answer_at, answer) = chip.advance(3.0)
        assert (ack, answer) == (ACK, NONE)
        assert 2.001 < ack_at < 2.002
        assert 2.012 < answer_at < 2.014

    def test_firmware_that_searches_on(self) -> None:
        chip = ready(answers_none=False)
        assert told(chip, POLL, 2.0, 3.0) == ACK
        chip.lay(FOUR, 6.0)
        assert said(chip, 6.1) == ONE_FOUR
        chip.lift(7.0)
        chip.lay(FOUR, 8.0)
        assert said(chip, 9.0) == b""  # nobody asked again

    def test_together_and_the_wrong_way_round(self) -> None:
        for order, expected in (("together", [ACK + NONE]), ("answer first", [NONE, ACK])):
            chip = ready(order)  # type: ignore[arg-type]
            chip.hear(POLL, 2.0)
            assert [raw for _, raw in chip.advance(3.0)] == expected

    def test_frames_of_another_look(self) -> None:
        assert told(ready(preamble=40), POLL, 2.0) == ACK + bytes(39) + NONE
        extended = bytes.fromhex("00 00 FF FF FF 00 03 FD D5 4B 00 E0 00")
        assert told(ready(extended=True), POLL, 2.0) == ACK + extended
        assert pn532_frame(bytes(300))[1:8] == bytes.fromhex("00 FF FF FF 01 2C D3")

    def test_a_card_that_stays_selected_is_found_every_second_time(self) -> None:
        chip = Pn532Model(every_second=True)
        told(chip, WAKE + SAM, 1.0)
        chip.lay(FOUR, 1.5)
        answers = [told(chip, POLL, 2.0 + n) for n in range(4)]
        assert answers == [ACK + ONE_FOUR, ACK + NONE] * 2
        assert told(chip, POLL, 7.0) == ACK + ONE_FOUR
        chip.lift(7.5)
        chip.lay(FOUR, 7.6)  # out of the field it forgets
        assert told(chip, POLL, 8.0) == ACK + ONE_FOUR

    def test_other_commands(self) -> None:
        chip = ready()
        assert told(chip, pn532_frame(b"\xd4\x02"), 2.0) == ACK + pn532_frame(FIRMWARE)
        assert told(chip, pn532_frame(bytes.fromhex("D4 32 05 FF 01 02")), 3.0) == ACK + (
            pn532_frame(b"\xd5\x33")
        )
        for wrong in ("D4 4A 03 00", "D4 4A 01 01", "D4 14 05", "D4 00", "D4 40 01 30 00"):
            chip = ready()
            assert told(chip, pn532_frame(bytes.fromhex(wrong)), 2.0) == ACK + ERROR

    def test_a_command_in_pieces_or_behind_rubbish(self) -> None:
        chip = ready()
        assert b"".join(told(chip, POLL[i : i + 1], 2.0 + i) for i in range(11)) == ACK + NONE
        assert told(chip, b"\x00\xffrubbish\x00" + POLL, 20.0) == ACK + NONE

    def test_a_damaged_command_is_not_heard(self) -> None:
        for place in range(3, 10):
            chip = ready()
            damaged = POLL[:place] + bytes([POLL[place] ^ 0x40]) + POLL[place + 1 :]
            assert told(chip, damaged, 2.0) == b""

    def test_a_new_command_ends_the_one_before(self) -> None:
        chip = ready()
        chip.hear(POLL, 2.0)
        assert told(chip, POLL, 2.005) == ACK + ACK + NONE

    def test_an_ack_of_the_host_ends_it_and_a_nack_repeats_it(self) -> None:
        chip = ready()
        chip.hear(POLL, 2.0)
        assert told(chip, ACK, 2.005) == ACK
        assert told(chip, POLL, 3.0) == ACK + NONE
        assert told(chip, NACK, 4.0) == NONE


class TestFaults:
    def test_missing_acks(self) -> None:
        chip = ready()
        chip.acks = False
        assert told(chip, POLL, 2.0) == NONE

    def test_wrong_checksums(self) -> None:
        chip = ready()
        chip.bad_checksums = True
        assert told(chip, POLL, 2.0) == ACK + NONE[:-2] + b"\xe1\x00"

    def test_silence_and_its_end(self) -> None:
        chip = ready()
        chip.silent = True
        assert told(chip, POLL, 2.0) == b""
        chip.silent = False
        assert told(chip, POLL, 3.0) == ACK + NONE

    def test_everything_twice(self) -> None:
        chip = ready()
        chip.twice = True
        assert told(chip, POLL, 2.0) == 2 * ACK + 2 * NONE

    def test_wedged_until_it_is_woken(self) -> None:
        chip = ready()
        chip.hear(POLL, 2.0)
        chip.wedge("wake", 2.005)
        assert said(chip, 3.0) == ACK
        assert told(chip, POLL + SAM, 3.0) == b""
        assert told(chip, WAKE + SAM, 4.0) == ACK + SAM_DONE

    def test_wedged_until_its_power_is_cut(self) -> None:
        chip = ready()
        chip.wedge("power", 2.0)
        assert told(chip, WAKE + SAM, 3.0) == b""
        chip.power(False, 4.0)
        chip.power(True, 5.0)
        assert told(chip, WAKE + SAM, 6.0) == ACK + SAM_DONE

    def test_cut_lost_and_beheaded_frames_and_rubbish(self) -> None:
        chip = ready()
        chip.spoil_next(lose, cut(4), behead(2))
        assert told(chip, POLL, 2.0) == NONE[:4]
        chip.rubbish(b"\x13\x37", 3.0)
        assert told(chip, POLL, 3.1) == b"\x13\x37" + ACK[2:] + NONE

    def test_noise_needs_its_dice_and_spoils(self) -> None:
        with pytest.raises(ValueError, match="noise needs"):
            Pn532Model(noise=Noise(flip=1.0))
        chip = Pn532Model(noise=Noise(flip=1.0), rng=random.Random(1))
        answer = told(chip, WAKE + SAM, 1.0)
        assert len(answer) == len(ACK + SAM_DONE)
        assert answer not in (b"", ACK + SAM_DONE)

    def test_a_ghost_is_read_once(self) -> None:
        chip = ready()
        chip.ghost(FOUR, 2.0)
        assert told(chip, POLL, 3.0) == ACK + ONE_FOUR
        assert told(chip, POLL, 4.0) == ACK + NONE

    def test_what_cannot_be_is_refused(self) -> None:
        chip = ready()
        for tag in ("0011223344", "0", "xx", "", "6E8AE2B0 "):
            with pytest.raises(ValueError, match="expected 4, 7 or 10 bytes"):
                chip.lay(tag, 2.0)
        with pytest.raises(ValueError, match="before"):
            chip.hear(POLL, 0.5)
