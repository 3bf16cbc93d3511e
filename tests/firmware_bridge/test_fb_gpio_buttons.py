"""Buttons on the pins of a pretend board: presses, held buttons, failures, other users of pins."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fb_rig import Rig

from firmware_bridge import ButtonEvent, ChainPins, GpioButtons, PartState, ShiftChain
from firmware_bridge.gpio_buttons import BUSY_S, IDLE_S
from hw_mocks.pins import INPUT, PinBoard
from hw_mocks.rpi_gpio import PretendGPIO

PASS, RAISE = 5, 6
NUMBERS = {4: PASS, 7: RAISE}
"""The numbers of the buttons in events, and their pins."""


@contextmanager
def looking(
    rig: Rig, gpio: PretendGPIO | Callable[[], PretendGPIO], pins: dict[int, int] | None = None
) -> Iterator[GpioButtons]:
    """Buttons that have been looked at for the whole plan of the rig."""
    find = (lambda: gpio) if isinstance(gpio, PretendGPIO) else gpio
    buttons = GpioButtons(
        NUMBERS if pins is None else pins,
        rig.events.append,
        rig.clock,
        gpio=find,
        wait=rig.event_wait,
    )
    buttons.start()
    assert rig.done.wait(10)
    try:
        yield buttons
    finally:
        buttons.close()


def nothing() -> None:
    pass


def bouncing(board: PinBoard, pin: int, at: float, level: int | None) -> list[Any]:
    """A contact that closes (0) or opens (None) at `at` and bounces for 4 ms."""
    other = None if level == 0 else 0
    return [
        (at + n * 0.001, lambda to=(level, other)[n % 2]: board.drive(pin, to)) for n in range(5)
    ]


def test_a_press_is_told_once_with_the_moment_of_its_first_edge() -> None:
    gpio = PretendGPIO()
    rig = Rig(
        [
            *bouncing(gpio.board, RAISE, 1.0, 0),
            *bouncing(gpio.board, RAISE, 3.0, None),
            *bouncing(gpio.board, PASS, 3.5, 0),
            *bouncing(gpio.board, PASS, 3.6, None),
            (4.0, nothing),
        ]
    )
    with looking(rig, gpio):
        assert [event.button for event in rig.events] == [7, 4]
        assert 1.0 <= rig.events[0].at <= 1.0 + IDLE_S + 0.004
        assert 3.5 <= rig.events[1].at <= 3.5 + IDLE_S + 0.004
    assert gpio.board.faults == []


def test_a_shorter_bounce_is_nothing() -> None:
    gpio = PretendGPIO()
    plan = [
        edge
        for n in range(20)
        for edge in (
            (1 + n * 0.05, lambda: gpio.board.drive(PASS, 0)),
            (1.029 + n * 0.05, lambda: gpio.board.drive(PASS, None)),
        )
    ]
    rig = Rig([*plan, (3.0, nothing)])
    with looking(rig, gpio):
        assert rig.events == []


def test_a_button_held_at_the_start_was_not_pressed() -> None:
    gpio = PretendGPIO()
    gpio.board.drive(PASS, 0)
    rig = Rig(
        [
            (1.0, lambda: gpio.board.drive(PASS, None)),
            (2.0, lambda: gpio.board.drive(PASS, 0)),
            (3.0, nothing),
        ]
    )
    with looking(rig, gpio):
        assert len(rig.events) == 1
        assert 2.0 <= rig.events[0].at <= 2.0 + IDLE_S


def test_it_looks_seldom_while_nothing_happens_and_often_meanwhile() -> None:
    gpio = PretendGPIO()
    rig = Rig([(1.0, lambda: gpio.board.drive(PASS, 0)), (2.0, nothing)])
    with looking(rig, gpio):
        busy = rig.waits.count(BUSY_S)
        assert 10 <= busy <= 12  # for 30 ms
        assert len(rig.waits) - busy <= 2.0 / IDLE_S + 2


def test_without_pins_nothing_runs() -> None:
    rig = Rig([])
    buttons = GpioButtons({}, rig.events.append, rig.clock, wait=rig.event_wait)
    buttons.start()
    buttons.close()
    assert rig.waits == []


def test_pull_ups_and_the_pins_that_have_one_already() -> None:
    gpio = PretendGPIO()
    rig = Rig([(1.0, nothing)])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with looking(rig, gpio, {0: 17, 1: 2}):
            # 17 is pulled down at power-up: high now means the pull-up is on.
            assert (gpio.board.level(17), gpio.board.level(2)) == (1, 1)
            assert rig.events == []


def test_only_its_own_pins_are_given_back() -> None:
    gpio = PretendGPIO()
    chain = ShiftChain(gpio, ChainPins())
    chain.show(0x80, [1, 2])
    rig = Rig([(1.0, nothing)])
    with looking(rig, gpio) as buttons:
        buttons.close()
        buttons.close()
        assert gpio.board.function(PASS) == INPUT
        assert [gpio.board.output(pin) for pin in (17, 27, 22, 23)] == [0, 0, 0, 0]
        chain.show(0x81, [1, 2])
        chain.close()
    assert gpio.board.faults == []


def test_lights_may_go_first() -> None:
    gpio = PretendGPIO()
    chain = ShiftChain(gpio, ChainPins())
    rig = Rig([(1.0, lambda: gpio.board.drive(PASS, 0)), (2.0, chain.close), (3.0, nothing)])
    with looking(rig, gpio):
        assert [event.button for event in rig.events] == [4]


# Failures.


class Failing(PretendGPIO):
    """Fails in one method while `broken` names it."""

    broken = ""

    def setup(self, *args: Any, **named: Any) -> None:
        self._fail("setup")
        super().setup(*args, **named)

    def input(self, channel: int, /) -> int:
        self._fail("input")
        return super().input(channel)

    def _fail(self, name: str) -> None:
        if self.broken == name:
            raise RuntimeError(f"no {name} today")


@pytest.mark.parametrize("method", ["setup", "input"])
def test_a_failure_is_told_once_and_tried_again(method: str) -> None:
    gpio = Failing()

    def turn(to: str) -> None:
        gpio.broken = to

    if method == "setup":
        turn("setup")
    rig = Rig(
        [
            (1.0, lambda: turn(method)),
            (60.0, lambda: gpio.board.drive(PASS, 0)),
            (61.0, lambda: turn("")),
            (80.0, lambda: gpio.board.drive(PASS, None)),
            (81.0, lambda: gpio.board.drive(PASS, 0)),
            (82.0, nothing),
        ]
    )
    with looking(rig, gpio):
        lost, back, press = rig.events
        assert (lost.part, lost.fault) == ("buttons", f"no {method} today")
        assert (back.part, back.fault) == ("buttons", None)
        assert 61.0 <= back.at <= 71.1
        # It was held when the pins came back: no press before it was let go.
        assert isinstance(press, ButtonEvent)
        assert press.at >= 81.0
        pauses = [wait for wait in rig.waits if wait is not None and wait >= 0.5]
        assert pauses[:7] == [0.5, 1.0, 2.0, 4.0, 8.0, 10.0, 10.0]
    assert gpio.board.faults == []


def test_another_numbering_is_a_fault() -> None:
    gpio = PretendGPIO()
    gpio.setmode(gpio.BOARD)
    rig = Rig([(1.0, nothing)])
    with looking(rig, gpio):
        assert rig.events == [PartState("buttons", 0.0, "A different mode has already been set!")]


def test_a_missing_module_is_a_fault() -> None:
    def find() -> PretendGPIO:
        raise OSError("needs the module RPi.GPIO, which is missing")

    rig = Rig([(1.0, nothing)])
    with looking(rig, find):
        assert [event.fault for event in rig.events] == [
            "needs the module RPi.GPIO, which is missing"
        ]
