"""The controller's side of the bridge's protocol, line by line."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import HardwareFault, TagGone, TagSeen
from firmware_bridge.bridge_lines import framed
from firmware_bridge.bridge_news import Met, Needs, News, OnReader, Pressed
from firmware_bridge.bridge_protocol import BridgeProtocol

HELLO = "H 1 pico 4 2 2 77"
OTHER_BOOT = "H 1 pico 4 2 2 78"
NEEDS = Needs(4, 2, 2)
A, B = "000414CD7E", "046E8AE2"


class Line:
    """A protocol and what goes over its line, in texts; it was opened at 0."""

    def __init__(self, needs: Needs = NEEDS, hello: str | None = HELLO) -> None:
        self.protocol = BridgeProtocol(needs)
        self.protocol.opened(0.0)
        if hello is not None:
            assert self.say(0.0, hello) == [Met(resumed=False)]
            self.sent(0.0)

    def say(self, at: float, *texts: str) -> list[News]:
        """The microcontroller says these lines."""
        return self.protocol.feed(b"".join(map(framed, texts)), at)

    def damaged(self, at: float) -> None:
        assert self.protocol.feed(b"T 1 2 000414CD7E*0000\n", at) == []

    def sent(self, at: float) -> list[str]:
        """What is sent now, in texts."""
        lines = self.protocol.ask(at).send.decode().splitlines()
        assert all(framed(line[:-5]).decode() == f"{line}\n" for line in lines)
        return [line[:-5] for line in lines]

    def wait(self, at: float) -> float:
        wait_s = self.protocol.ask(at).wait_s
        assert wait_s is not None
        return wait_s

    def counts(self) -> dict[str, int]:
        return {name: count for name, count in self.protocol.faults.items() if count}


def came(reader: int, tag: str) -> OnReader:
    return OnReader(reader, TagSeen(tag))


def left(reader: int, tag: str, since: float) -> OnReader:
    return OnReader(reader, TagGone(tag, since))


class TestHello:
    def test_it_is_asked_for_until_it_comes(self) -> None:
        line = Line(hello=None)
        found = {at / 10: line.sent(at / 10) for at in range(30)}
        assert {at: texts for at, texts in found.items() if texts} == {
            at: ["?"] for at in (0.0, 0.5, 1.0, 1.5, 2.0, 2.5)
        }
        assert line.say(2.9, HELLO) == [Met(resumed=False)]
        assert line.protocol.there
        assert line.sent(3.1) == []

    def test_how_long_it_is_waited_for(self) -> None:
        line = Line(hello=None)
        assert line.wait(0.0) == 0.5
        assert line.wait(2.75) == pytest.approx(0.25)

    @pytest.mark.parametrize(
        ("said", "reason"),
        [
            (b"", "silent: no hello for 3 s, expected a bridge at 115200 baud"),
            (b"\xf0\x80x", "something is said, but no hello for 3 s, expected a bridge at 115200"),
            (framed(f"T 0 0 {A}"), "something is said, but no hello for 3 s"),
        ],
    )
    def test_without_one_for_three_seconds_it_is_no_bridge(self, said: bytes, reason: str) -> None:
        line = Line(hello=None)
        line.protocol.feed(said, 0.1)
        line.sent(2.99)
        with pytest.raises(HardwareFault, match=reason):
            line.sent(3.0)
        line.protocol.opened(10.0)
        assert line.sent(10.0) == ["?"]
        assert line.say(12.0, HELLO) == [Met(resumed=False)]

    @pytest.mark.parametrize(
        ("hello", "reason"),
        [
            ("H 2 pico 4 2 2 77", "speaks version 2 of its protocol, expected 1"),
            ("H 2", "speaks version 2 of its protocol, expected 1"),
            ("H 11 with anything else", "speaks version 11 of its protocol, expected 1"),
            ("H 1 pico 3 2 2 77", "the bridge pico has 3 readers, expected at least 4"),
            ("H 1 pico 4 0 2 77", "the bridge pico has 0 buttons, expected at least 2"),
            (
                "H 1 pico 0 2 1 77",
                "the bridge pico has 0 readers, expected at least 4, "
                "and 1 panels, expected at least 2",
            ),
        ],
    )
    @pytest.mark.parametrize("met", [False, True])
    def test_one_that_does_not_fit(self, hello: str, reason: str, met: bool) -> None:
        line = Line(hello=HELLO if met else None)
        assert line.say(0.1, hello, f"T 0 0 {A}") == []
        with pytest.raises(HardwareFault) as caught:
            line.sent(0.1)
        assert str(caught.value) == reason

    @pytest.mark.parametrize(
        "hello",
        ["H", "H 1", "H one pico 4 2 2 77", "H 1 pico 4 2 2", "H 1 pico 4 2 2 77 9", "H  1"],
    )
    def test_one_that_is_none_is_counted(self, hello: str) -> None:
        line = Line(hello=None)
        assert line.say(0.1, hello) == []
        assert line.counts() == {"unknown line": 1}
        assert not line.protocol.there

    def test_said_again_by_the_same_boot_it_is_no_news(self) -> None:
        line = Line()
        line.say(0.5, f"T 0 0 {A}")
        assert line.say(0.6, HELLO, f"T 0 0 {A}", f"T 1 1 {B}") == [came(1, B)]

    def test_another_boot_begins_the_counting_anew(self) -> None:
        line = Line()
        line.say(0.5, f"T 8 0 {A}")
        assert line.say(1.0, OTHER_BOOT, f"T 0 0 {A}") == [Met(resumed=False), came(0, A)]
        assert line.sent(1.0) == ["A 0"]

    def test_on_a_port_opened_again_the_same_boot_goes_on(self) -> None:
        line = Line()
        line.say(0.5, f"T 8 0 {A}")
        line.protocol.opened(60.0)
        assert line.sent(60.0) == ["?"]
        assert line.say(60.1, f"T 8 0 {A}") == []  # not before it is known who that is
        assert line.say(60.2, HELLO, f"T 8 0 {A}", f"T 9 1 {B}") == [Met(resumed=True), came(1, B)]
        assert line.sent(60.2) == ["A 8", "A 9"]

    def test_more_than_is_needed_is_fine(self) -> None:
        line = Line(hello="H 1 a*b 99 99 99 12345678901234567890")
        assert line.say(1.0, f"T 0 98 {A}", "B 1 98 1") == [came(98, A), Pressed(98)]


class TestEvents:
    def test_what_they_say(self) -> None:
        line = Line()
        assert line.say(1.0, f"T 65534 3 {A.lower()}") == [came(3, A)]
        assert line.say(1.5, f"G 65535 3 {A}", "B 0 1 1", "B 1 1 0") == [
            left(3, A, 1.5),
            Pressed(1),
        ]
        assert line.sent(1.5) == ["A 65534", "A 65535", "A 0", "A 1"]
        assert line.counts() == {}

    def test_each_is_acknowledged_as_often_as_it_is_said(self) -> None:
        line = Line()
        assert line.say(1.0, f"T 7 0 {A}") == [came(0, A)]
        for n in range(1, 5):
            assert line.sent(1.0 + n / 5) == ["A 7"]
            assert line.say(1.1 + n / 5, f"T 7 0 {A}") == []

    def test_one_out_of_turn_is_left(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}")
        line.damaged(1.1)
        assert line.say(1.1, f"T 2 2 {B}") == []
        assert line.sent(1.1) == ["?", "A 0"]
        assert line.say(1.3, f"T 1 1 {B}", f"T 2 2 {B}") == [came(1, B), came(2, B)]

    @pytest.mark.parametrize(
        "text",
        ["T 0 4 00", "T 0 0 000", "T 0 0 0G", "T 0 0", "T 0 0 ", "T 0 0 00 1", "T 0 x 00",
         "G 0 4 00", "B 0 2 1", "B 0 0 2", "B 0 0", "B 0 -1 1", "T 0 99999999 00"],
    )  # fmt: skip
    def test_a_bad_one_holds_up_nobody(self, text: str) -> None:
        line = Line()
        assert line.say(1.0, text, f"T 1 1 {A}") == [came(1, A)]
        assert line.sent(1.0) == ["A 0", "A 1"]
        assert line.counts() == {"bad event": 1}

    @pytest.mark.parametrize(
        "text",
        ["", "T", "T x 0 00", "T 65536 0 00", "T -1 0 00", "T 0", "t 0 0 00", "X 0 0 00", "A 0",
         "L 00", "?", "K", "TT 0 0 00", " T 0 0 00", "T  0 0 00", "T 0\t0 00"],
    )  # fmt: skip
    def test_an_unknown_line_is_counted(self, text: str) -> None:
        line = Line()
        assert line.say(1.0, text) == []
        assert line.sent(1.0) == []
        assert line.counts() == {"unknown line": 1}

    def test_numbers_that_never_come_are_not_waited_for_for_ever(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}")
        found = [line.say(1.0 + n / 5, f"T 5 1 {B}") for n in range(12)]
        assert [news for news in found if news] == [[came(1, B)]]
        assert line.counts() == {"gap": 1}

    def test_acknowledgements_are_bounded(self) -> None:
        line = Line()
        for n in range(10_000):
            line.say(1.0, f"T {n} 0 {A}")
        assert len(line.protocol._acks) <= 256


class TestUnheardReset:
    def test_another_event_under_an_old_number_is_asked_about(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}", f"T 1 1 {B}")
        line.sent(1.0)
        assert line.say(2.0, f"T 0 2 {B}", f"T 2 2 {A}") == []
        assert "A" not in "".join(line.sent(2.0))
        line.say(2.2, f"T 0 2 {B}")
        found = line.say(2.3, OTHER_BOOT, f"T 0 2 {B}", f"T 1 3 {B}", f"T 2 2 {A}")
        assert found == [Met(resumed=False), came(2, B), came(3, B), came(2, A)]

    def test_if_it_was_none_the_event_is_dropped(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}", f"T 1 1 {B}")
        line.say(2.0, f"T 0 2 {B}")
        assert line.sent(2.0) == ["K", "?", "A 0", "A 1"]
        assert line.say(2.1, HELLO, f"T 0 2 {B}", f"T 2 3 {B}") == [came(3, B)]
        assert line.sent(2.1) == ["A 0", "A 2"]
        assert line.counts() == {"bad event": 1}

    def test_an_old_repeat_may_be_the_first_event_after_a_reset(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}", f"T 1 1 {B}")
        assert line.say(30.0, f"T 0 0 {A}") == []
        assert "?" in line.sent(30.0)
        assert line.say(30.1, OTHER_BOOT, f"T 0 0 {A}") == [Met(resumed=False), came(0, A)]
        assert line.say(60.0, f"T 0 0 {A}", OTHER_BOOT, f"T 0 0 {A}") == []
        assert "A 0" in line.sent(60.0)
        assert line.counts() == {}

    def test_an_old_repeat_right_after_the_cable_is_back_is_one(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}")
        line.protocol.opened(60.0)
        line.say(60.1, HELLO, f"T 0 0 {A}", f"T 1 1 {B}")
        assert line.sent(60.1) == ["A 0", "A 1"]

    def test_that_it_was_none_holds_for_a_moment_only(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}", f"T 1 1 {B}")
        line.say(2.0, f"T 0 2 {B}", HELLO)
        assert line.say(3.1, f"T 0 2 {B}") == []
        assert line.sent(3.1) == ["K", "?", "A 0", "A 1"]
        assert line.say(3.2, OTHER_BOOT, f"T 0 2 {B}") == [Met(resumed=False), came(2, B)]

    def test_one_from_before_the_first_that_was_heard_is_not_lost(self) -> None:
        line = Line()
        assert line.say(1.0, f"T 5 0 {A}") == [came(0, A)]
        assert line.say(1.1, f"T 4 1 {B}") == []
        assert line.say(1.2, HELLO, f"T 4 1 {B}", f"T 4 1 {B}") == [came(1, B)]

    def test_a_damaged_line_may_have_been_a_hello(self) -> None:
        line = Line()
        line.damaged(1.0)
        line.damaged(1.0)
        assert line.sent(1.0) == ["?"]
        line.damaged(1.1)
        assert line.sent(1.1) == []
        assert line.wait(1.1) == pytest.approx(0.1)
        assert line.sent(1.2) == ["?"]
        assert line.counts() == {"bad check": 3}

    def test_the_first_of_all_may_be_the_damaged_one(self) -> None:
        line = Line()
        line.damaged(1.0)
        assert line.say(1.001, f"T 1 1 {B}") == []
        assert line.say(1.2, f"T 0 0 {A}") == []
        assert line.say(1.3, f"T 1 1 {B}") == []
        assert line.say(1.4, f"T 0 0 {A}", f"T 1 1 {B}") == [came(0, A), came(1, B)]


class TestTimes:
    """When a tag may have gone: lines bear no times, and some come late."""

    def test_as_a_rule_as_it_is_heard(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}")
        assert line.say(1.5, f"G 1 0 {A}") == [left(0, A, 1.5)]

    def test_after_a_damaged_line_since_the_last_good_one(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}")
        line.damaged(1.5)
        assert line.say(1.7, f"G 1 0 {A}", f"T 2 0 {B}") == [left(0, A, 1.0), came(0, B)]
        assert line.say(1.71, f"G 3 0 {B}") == [left(0, B, 1.0)]  # it may have waited
        line.say(2.5, f"T 4 0 {A}")
        assert line.say(3.5, f"G 5 0 {A}") == [left(0, A, 3.5)]

    def test_after_a_repeat_because_an_acknowledgement_was_lost(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}")
        line.say(1.2, f"T 0 0 {A}")
        assert line.say(1.21, f"G 1 0 {A}") == [left(0, A, 1.0)]

    def test_after_the_cable_was_pulled(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}")
        for at in (5.0, 9.0, 60.0):
            line.protocol.opened(at)
        line.say(60.1, HELLO)
        assert line.say(60.2, f"G 1 0 {A}", f"T 2 0 {A}") == [left(0, A, 1.0), came(0, A)]
        assert line.say(61.0, f"G 3 0 {A}") == [left(0, A, 61.0)]

    def test_after_a_reset_all_is_new(self) -> None:
        line = Line()
        line.damaged(1.0)
        line.say(1.1, OTHER_BOOT, f"T 0 0 {A}")
        assert line.say(1.2, f"G 1 0 {A}") == [left(0, A, 1.2)]


class TestLights:
    def test_sent_when_they_differ_and_after_each_hello(self) -> None:
        line = Line(hello=None)
        line.protocol.show(0x80, (1, 0xABCDEF))
        assert line.sent(0.0) == ["?"]
        line.say(0.1, HELLO)
        assert line.sent(0.1) == ["L 80000001ABCDEF"]
        line.protocol.show(0x80, (1, 0xABCDEF))
        assert line.sent(0.2) == []
        line.protocol.show(0x81, (1, 0xABCDEF))
        assert line.sent(0.3) == ["L 81000001ABCDEF"]
        line.say(0.4, HELLO)
        assert line.sent(0.4) == ["L 81000001ABCDEF"]

    def test_the_newest_is_kept_while_the_bridge_is_away(self) -> None:
        line = Line()
        line.protocol.opened(5.0)
        for status in range(5):
            line.protocol.show(status, (0, 0))
        assert line.sent(5.0) == ["?"]
        line.say(5.1, OTHER_BOOT)
        assert line.sent(5.1) == ["L 04000000000000"]

    def test_a_new_picture_is_said_once_more_with_the_next_sign_of_life(self) -> None:
        line = Line()
        line.protocol.show(1, (0, 0))
        assert line.sent(0.5) == ["L 01000000000000"]
        assert line.sent(2.0) == ["K", "L 01000000000000"]
        line.say(2.1, f"T 0 0 {A}")
        assert line.sent(2.1) == ["A 0"]

    def test_panels_that_are_not_used_are_off(self) -> None:
        line = Line(Needs(0, 0, 1), hello="H 1 pico 0 0 4 7")
        line.protocol.show(2, (0xFFFFFF,))
        assert line.sent(0.1) == ["L 02FFFFFF" + "000000" * 3]
        many = Line(Needs(0, 0, 11), hello="H 1 pico 0 0 99 7")
        many.protocol.show(2, (1,) * 11)
        assert many.sent(0.1) == ["L 02" + "000001" * 11]

    def test_without_lights_none_are_sent(self) -> None:
        line = Line(Needs(4))
        assert line.sent(0.1) == []
        with pytest.raises(ValueError, match="panels: found 2, expected 0"):
            line.protocol.show(0, (0, 0))

    def test_a_picture_of_another_shape(self) -> None:
        for status, panels in ((256, (0, 0)), (0, (0,)), (0, (0, 1 << 24))):
            with pytest.raises(ValueError, match="found"):
                Line().protocol.show(status, panels)


class TestKeepAlive:
    def test_a_sign_of_life_every_two_seconds_and_a_question_every_four(self) -> None:
        line = Line()
        found: list[tuple[float, list[str]]] = []
        for tenth in range(1, 130):
            at = tenth / 10
            texts = line.sent(at)
            if texts:
                found.append((at, texts))
            if "?" in texts:
                line.say(at, HELLO)
        both = ["K", "?"]
        assert found == [
            (2.0, ["K"]), (4.0, both), (6.0, ["K"]), (8.0, both), (10.0, ["K"]), (12.0, both)
        ]  # fmt: skip

    def test_nothing_wakes_in_between(self) -> None:
        line = Line()
        assert line.wait(0.0) == 2.0
        assert line.wait(0.5) == 1.5

    def test_one_asked_late_says_it_once(self) -> None:
        line = Line()
        assert line.sent(7.0) == ["K", "?"]
        assert line.sent(7.1) == []
        assert line.wait(7.1) == pytest.approx(1.9)

    def test_silent_for_ten_seconds_it_is_lost(self) -> None:
        line = Line()
        line.say(1.0, f"T 0 0 {A}")
        line.sent(10.99)
        with pytest.raises(HardwareFault, match="silent: no line for 10 s"):
            line.sent(11.0)

    @pytest.mark.parametrize("noise", [b"\n", b"T 0 0 00*0000\n", b"\xff" * 100])
    def test_rubbish_is_no_line(self, noise: bytes) -> None:
        line = Line()
        for second in range(1, 10):
            line.protocol.feed(noise, float(second))
            line.sent(float(second))
        with pytest.raises(HardwareFault, match="silent"):
            line.sent(10.0)


texts = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda text: framed(text[:70]),
        st.one_of(
            st.text(st.characters(max_codepoint=127, exclude_characters="\n"), max_size=70),
            st.from_regex(r"[TGB] [0-9]{1,6} [0-9]{1,3} [0-9A-Fa-f]{0,20}", fullmatch=True),
            st.from_regex(r"H [0-9]{1,2} \w{1,5} [0-9] [0-9] [0-9] [0-9]{1,9}", fullmatch=True),
        ).filter(str.isascii).filter(lambda text: "\n" not in text),
    ),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(texts, st.floats(0, 3)), max_size=30), st.booleans())
def test_any_bytes_whatever(said: list[tuple[bytes, float]], met: bool) -> None:
    """Nothing is raised but a HardwareFault, and what is sent for it is bounded."""
    line, at = Line(Needs(2, 2, 2), HELLO if met else None), 0.0
    for data, later in said:
        at += later
        line.protocol.feed(data, at)
        with contextlib.suppress(HardwareFault):
            ask = line.protocol.ask(at)
            assert ask.wait_s is not None
            assert 0 <= ask.wait_s <= 3
            assert len(ask.send) < 2000
            continue
        line.protocol.opened(at)
