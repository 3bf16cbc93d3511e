"""The buzzer: when it sounds, on times and on the levels of a pretend pin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fb_rig import Rig
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import Buzzer, ChainPins, PartState, ShiftChain
from firmware_bridge.buzzer import BEEP_S, GAP_S, MOST_WAITING, Beeps
from hw_mocks.pins import INPUT
from hw_mocks.rpi_gpio import PretendGPIO

PIN = 18

# When it sounds.


def test_one_beep() -> None:
    beeps = Beeps()
    assert beeps.state(0.0) == (False, None)
    beeps.ask(1.0)
    assert beeps.state(1.0) == (True, 1.0 + BEEP_S)
    assert beeps.state(1.0 + BEEP_S - 0.001) == (True, 1.0 + BEEP_S)
    assert beeps.state(1.0 + BEEP_S) == (False, None)


def test_two_at_once_are_two() -> None:
    beeps = Beeps()
    beeps.ask(1.0)
    beeps.ask(1.0)
    assert beeps.state(1.0 + BEEP_S) == (False, 1.0 + BEEP_S + GAP_S)
    sounds, until = beeps.state(1.0 + BEEP_S + GAP_S)
    assert sounds
    assert until == pytest.approx(1.0 + 2 * BEEP_S + GAP_S)
    assert beeps.state(2.0) == (False, None)


def test_one_right_after_another_keeps_the_gap() -> None:
    beeps = Beeps()
    beeps.ask(1.0)
    beeps.ask(1.0 + BEEP_S + 0.01)
    sounds, until = beeps.state(1.0 + BEEP_S + 0.02)
    assert not sounds
    assert until == pytest.approx(1.0 + BEEP_S + GAP_S)


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), max_size=40))
def test_however_often_asked_it_is_soon_silent(pauses: list[float]) -> None:
    beeps, now = Beeps(), 0.0
    for pause in pauses:
        now += pause
        beeps.ask(now)
    now += MOST_WAITING * (BEEP_S + GAP_S)
    assert beeps.state(now) == (False, None)


# On the pin.


@contextmanager
def buzzing(rig: Rig, gpio: Any, find: Callable[[], Any] | None = None) -> Iterator[Buzzer]:
    buzzer = Buzzer(
        PIN,
        rig.events.append,
        rig.clock,
        gpio=find or (lambda: gpio),
        wait=rig.condition_wait,
    )
    HERE.append(buzzer)
    buzzer.start()
    assert rig.done.wait(10)
    try:
        yield buzzer
    finally:
        buzzer.close()
        HERE.clear()


HERE: list[Buzzer] = []
"""The buzzer that the plan of a rig speaks of."""


def beep() -> None:
    HERE[0].beep()


def levels(gpio: PretendGPIO, rig: Rig) -> list[tuple[float, int | None]]:
    """The levels of the pin from now on, with their moments; None: no output."""
    found: list[tuple[float, int | None]] = []
    gpio.board.listen(
        lambda pin, level: found.append((round(rig.now, 6), level)) if pin == PIN else None
    )
    return found


def nothing() -> None:
    pass


def test_off_at_the_start_a_beep_for_each_alert_off_at_the_end() -> None:
    gpio = PretendGPIO()
    rig = Rig([(1.0, beep), (5.0, beep), (5.05, beep), (9.0, nothing)])
    heard = levels(gpio, rig)
    with buzzing(rig, gpio):
        assert heard == [
            (0.0, 0),
            (1.0, 1),
            (1.12, 0),
            (5.0, 1),
            (5.12, 0),
            (5.2, 1),
            (5.32, 0),
        ]
    assert heard[-1] == (9.0, None)
    assert gpio.board.function(PIN) == INPUT
    assert rig.events == []
    assert gpio.board.faults == []


def test_it_is_off_at_the_end_though_it_sounded() -> None:
    gpio = PretendGPIO()
    rig = Rig([(1.0, beep)])
    heard = levels(gpio, rig)
    with buzzing(rig, gpio) as buzzer:
        assert heard[-1] == (1.0, 1)
        buzzer.close()
        assert [level for _, level in heard[-2:]] == [0, None]


def test_it_waits_without_a_timer_while_nothing_is_asked() -> None:
    gpio = PretendGPIO()
    rig = Rig([(1.0, beep), (60.0, nothing)])
    with buzzing(rig, gpio):
        assert rig.waits[0] is None
        assert len(rig.waits) <= 4


def test_only_its_own_pin_is_given_back() -> None:
    gpio = PretendGPIO()
    chain = ShiftChain(gpio, ChainPins())
    chain.show(0x80, [1, 2])
    with buzzing(Rig([(1.0, beep), (2.0, nothing)]), gpio) as buzzer:
        buzzer.close()
        buzzer.close()
        chain.show(0x81, [1, 2])
        chain.close()
    assert gpio.board.faults == []


def test_a_failure_is_told_once_tried_again_and_loses_no_more_than_its_beeps() -> None:
    class Failing(PretendGPIO):
        broken = False

        def output(self, channel: Any, value: Any, /) -> None:
            if self.broken:
                raise RuntimeError("no output today")
            super().output(channel, value)

    gpio = Failing()

    def turn(to: bool) -> None:
        gpio.broken = to

    rig = Rig(
        [
            (1.0, lambda: turn(True)),
            (2.0, beep),
            (2.1, beep),
            (2.2, lambda: turn(False)),
            (9.0, beep),
            (10.0, nothing),
        ]
    )
    heard = levels(gpio, rig)
    with buzzing(rig, gpio):
        assert rig.events == [
            PartState("buzzer", 2.0, "no output today"),
            PartState("buzzer", 2.5),
        ]
        assert [moment for moment, level in heard if level == 1] == [9.0]


def test_a_missing_module_is_a_fault_and_beeps_cost_nothing() -> None:
    def find() -> Any:
        raise OSError("needs the module RPi.GPIO, which is missing")

    rig = Rig([(1.0, beep), (20.0, nothing)])
    with buzzing(rig, None, find):
        assert [event.fault for event in rig.events] == [
            "needs the module RPi.GPIO, which is missing"
        ]
        assert rig.waits[:4] == [0.5, 1.0, 2.0, 4.0]
