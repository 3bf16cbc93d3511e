"""When polled readers are asked, asked again, woken and given up; time is passed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from fb_frames import PN532, R200
from fb_polled import (
    ACK,
    ERROR,
    NONE,
    POLL,
    R200_NONE,
    R200_POLL,
    SAM_DONE,
    WAKE_AND_SAM,
    after_silence,
    chip_frame,
    feed,
    listed,
    notice,
)
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import READERS, Decoder, HardwareFault
from firmware_bridge.errors import ReaderSilent
from firmware_bridge.r200 import COURSE

GONE_S = 0.4
SEVEN, SEVEN_TAG = PN532[1]
GOOD, TAG = R200[0]


@dataclass
class Line:
    """A line in time: `answers` says what comes back at once for what was sent."""

    decoder: Decoder
    answers: Callable[[bytes], bytes]
    at: float = 0.0
    sent: list[tuple[float, bytes]] = field(default_factory=list)
    seen: list[tuple[float, str]] = field(default_factory=list)

    def run(self, until: float) -> None:
        while self.at <= until:
            ask = self.decoder.ask(self.at)
            assert ask.wait_s is not None, "a polled kind must not wait for ever"
            assert ask.wait_s > 0
            if ask.send:
                self.sent.append((round(self.at, 3), ask.send))
                back = self.answers(ask.send)
                if back:
                    self.seen += [(self.at, tag) for tag in feed(self.decoder, [back])]
                    continue
            self.at += ask.wait_s

    def calls(self) -> list[bytes]:
        return [call for _, call in self.sent]


def chip(answer: bytes = NONE) -> Callable[[bytes], bytes]:
    """A PN532 that answers every poll so."""
    return lambda sent: ACK + (SAM_DONE if sent == WAKE_AND_SAM else answer)


def pn532(answers: Callable[[bytes], bytes]) -> Line:
    return Line(READERS["pn532"].decoder(), answers)


def r200(answers: Callable[[bytes], bytes]) -> Line:
    return Line(READERS["r200"].decoder(), answers)


def test_a_kind_that_does_not_ask_is_noticed() -> None:
    with pytest.raises(AssertionError, match="must not wait for ever"):
        Line(READERS["rdm6300"].decoder(), chip()).run(1.0)
    with pytest.raises(AssertionError, match="it never called"):
        after_silence(READERS["rdm6300"].decoder())


class TestPn532:
    def test_woken_first_then_polled(self) -> None:
        line = pn532(chip(SEVEN))
        line.run(1.0)
        assert line.calls()[0] == WAKE_AND_SAM
        assert set(line.calls()[1:]) == {POLL}
        moments = [at for at, _ in line.sent[1:]]
        assert 10 <= len(moments) <= 12
        assert max(b - a for a, b in pairwise(moments)) < 0.1
        assert {tag for _, tag in line.seen} == {SEVEN_TAG}
        assert len(line.seen) == len(moments)

    def test_polled_as_soon_as_it_is_awake(self) -> None:
        decoder = READERS["pn532"].decoder()
        assert decoder.ask(5.0).send == WAKE_AND_SAM
        feed(decoder, [ACK])
        assert not decoder.ask(5.002).send
        feed(decoder, [SAM_DONE])
        assert decoder.ask(5.004).send == POLL

    def test_a_card_that_lies_a_tenth_of_a_second_is_there_during_a_poll(self) -> None:
        for start in range(200):
            lies = 0.3 + start / 1000
            line = pn532(chip())
            line.answers = lambda sent, line=line, lies=lies: chip(  # type: ignore[misc]
                SEVEN if lies <= line.at <= lies + 0.1 else NONE
            )(sent)
            line.run(1.0)
            assert line.seen

    def test_firmware_that_answers_nothing_without_a_card_is_alive(self) -> None:
        line = pn532(chip(b""))
        line.run(5.0)
        assert line.calls()[1:] == [POLL] * (len(line.sent) - 1)
        assert 15 <= len(line.sent) <= 40
        line.answers = chip(SEVEN)
        line.run(5.5)
        assert line.seen

    def test_an_answer_without_an_ack_is_a_sign_of_life(self) -> None:
        line = pn532(lambda sent: SAM_DONE if sent == WAKE_AND_SAM else NONE)
        line.run(5.0)
        assert len(line.sent) > 50

    def test_an_answer_before_its_ack(self) -> None:
        line = pn532(lambda sent: (SAM_DONE if sent == WAKE_AND_SAM else SEVEN) + ACK)
        line.run(1.0)
        assert len(line.seen) > 9

    def test_a_mute_one_is_tried_woken_and_lost(self) -> None:
        line = pn532(chip())
        line.run(1.0)
        line.sent.clear()
        line.answers = lambda sent: b""
        began = line.at
        with pytest.raises(ReaderSilent, match=r"^silent: no answer to 4 calls in a row$"):
            line.run(9.0)
        assert line.calls() == [POLL, POLL, WAKE_AND_SAM, WAKE_AND_SAM]
        assert line.at - began < GONE_S

    def test_one_that_never_answers_is_lost(self) -> None:
        line = pn532(lambda sent: b"")
        with pytest.raises(HardwareFault, match="silent"):
            line.run(9.0)
        assert line.calls() == [WAKE_AND_SAM] * 4

    @pytest.mark.parametrize("lost", [1, 2, 3])
    def test_calls_that_were_not_heard_cost_no_lying_card(self, lost: int) -> None:
        """A card that lies there is seen again before it counts as gone."""
        line = pn532(chip(SEVEN))
        line.run(1.0)
        deaf = iter([b""] * lost)
        last = line.seen[-1][0]
        line.answers = lambda sent: next(deaf, None) or chip(SEVEN)(sent)

        def hard_of_hearing(sent: bytes) -> bytes:
            heard = next(deaf, None)
            return chip(SEVEN)(sent) if heard is None else heard

        line.answers = hard_of_hearing
        line.run(2.0)
        following = next(at for at, _ in line.seen if at > last)
        assert following - last < GONE_S

    def test_one_that_lost_its_power_is_woken(self) -> None:
        awake = True

        def forgetful(sent: bytes) -> bytes:
            nonlocal awake
            awake = awake or sent == WAKE_AND_SAM
            return chip(SEVEN)(sent) if awake else b""

        line = pn532(forgetful)
        line.run(1.0)
        awake = False
        line.sent.clear()
        line.run(2.0)
        assert line.calls().count(WAKE_AND_SAM) == 1
        assert awake

    def test_one_that_answers_the_waking_but_no_poll_is_lost(self) -> None:
        line = pn532(lambda sent: ACK + SAM_DONE if sent == WAKE_AND_SAM else b"")
        with pytest.raises(ReaderSilent):
            line.run(9.0)
        assert line.at < 1.0

    def test_one_that_refuses_is_woken_and_in_the_end_lost(self) -> None:
        refusing = iter([ERROR])
        line = pn532(
            lambda sent: ACK + (SAM_DONE if sent == WAKE_AND_SAM else next(refusing, SEVEN))
        )
        line.run(1.0)
        assert line.calls().count(WAKE_AND_SAM) == 2
        assert line.seen
        line.answers = lambda sent: ACK + ERROR
        with pytest.raises(ReaderSilent):
            line.run(9.0)

    def test_its_own_echo_is_no_sign_of_life(self) -> None:
        line = pn532(lambda sent: sent)
        with pytest.raises(ReaderSilent):
            line.run(9.0)

    def test_babble_is_no_sign_of_life(self) -> None:
        line = pn532(lambda sent: b"\x00\xff\x55\xaa" * 20)
        with pytest.raises(ReaderSilent):
            line.run(9.0)

    def test_after_a_reset_it_is_woken_again(self) -> None:
        line = pn532(chip())
        line.run(1.0)
        line.decoder.feed(SEVEN[:8])
        line.decoder.reset()
        line.sent.clear()
        line.run(1.5)
        assert line.calls()[0] == WAKE_AND_SAM
        assert line.decoder.faults["cut frame"] == 1

    def test_what_stands_behind_a_half_frame_is_told_with_the_next_answer(self) -> None:
        line = pn532(chip())
        line.run(1.0)
        half = chip_frame(listed(SEVEN_TAG, ats={SEVEN_TAG: bytes(200)}))[:30]
        assert line.decoder.feed(half + SEVEN) == []
        line.run(1.2)
        assert [tag for _, tag in line.seen] == [SEVEN_TAG]

    def test_a_slow_answer_is_not_torn_by_the_next_call(self) -> None:
        """Half an answer that is still coming when a call is due is waited for."""
        line = pn532(chip(b""))
        line.run(1.0)
        ask = line.decoder.ask(line.at)
        at = line.at
        while not ask.send:
            at += ask.wait_s or 0
            ask = line.decoder.ask(at)
        feed(line.decoder, [ACK])
        assert not line.decoder.ask(at + 0.001).send
        assert feed(line.decoder, [SEVEN[:12]]) == []
        assert not line.decoder.ask(at + 0.195).send
        assert line.decoder.ask(at + 0.201).send
        assert feed(line.decoder, [SEVEN[12:]]) == [SEVEN_TAG]


class TestR200:
    def test_polled_at_once_and_again(self) -> None:
        line = r200(lambda sent: GOOD)
        line.run(1.0)
        assert set(line.calls()) == {R200_POLL}
        assert 10 <= len(line.sent) <= 13
        assert len(line.seen) == len(line.sent)

    def test_a_whole_hand_in_one_round(self) -> None:
        hand = [f"E2{n:022X}" for n in range(13)]
        line = r200(lambda sent: b"".join(map(notice, hand)))
        line.run(0.05)
        assert [tag for _, tag in line.seen] == hand

    def test_a_round_that_still_tells_is_not_interrupted(self) -> None:
        decoder = READERS["r200"].decoder()
        assert decoder.ask(0.0).send == R200_POLL
        at = 0.0
        for _ in range(20):
            at += COURSE.quiet_s / 2
            assert feed(decoder, [GOOD]) == [TAG]
            assert not decoder.ask(at).send
        assert decoder.ask(at + COURSE.quiet_s).send == R200_POLL

    def test_no_tag_is_a_sign_of_life(self) -> None:
        line = r200(lambda sent: R200_NONE)
        line.run(9.0)
        assert line.decoder.faults["refusal"] == 0

    def test_a_mute_one_is_tried_and_lost(self) -> None:
        line = r200(lambda sent: R200_NONE)
        line.run(1.0)
        line.sent.clear()
        began = line.at
        line.answers = lambda sent: b""
        with pytest.raises(ReaderSilent, match=r"^silent: no answer to 3 calls in a row$"):
            line.run(9.0)
        assert line.calls() == [R200_POLL] * 3
        assert line.at - began < GONE_S

    def test_its_own_echo_is_no_sign_of_life(self) -> None:
        line = r200(lambda sent: sent)
        with pytest.raises(ReaderSilent):
            line.run(9.0)


@pytest.mark.parametrize("name", ["pn532", "r200"])
@given(
    steps=st.lists(
        st.tuples(
            st.floats(0, 0.3),
            st.sampled_from(
                [b"", b"\xff", ACK, NONE, SAM_DONE, ERROR, SEVEN, SEVEN[:9], R200_NONE, GOOD]
            ),
        ),
        max_size=30,
    )
)
def test_whatever_comes_it_asks_or_is_lost(name: str, steps: list[tuple[float, bytes]]) -> None:
    """Whatever is heard, and whenever, every ask has a time to wait, and silence ends in a loss."""
    decoder, at = READERS[name].decoder(), 0.0
    try:
        for pause, data in steps:
            at += pause
            ask = decoder.ask(at)
            assert ask.wait_s
            decoder.feed(data)
        for _ in range(20):
            at += decoder.ask(at).wait_s or 0
    except ReaderSilent:
        return
    raise AssertionError("it was never lost")
