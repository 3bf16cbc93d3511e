"""The stand-in for RPi.GPIO against the genuine module: its own tests, and random calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from pi_calls import run
from pi_card import HOME, SUITE
from pi_machine import Machine

from hw_mocks.pins import PinBoard
from hw_mocks.rpi_gpio import PretendGPIO

pytestmark = pytest.mark.xdist_group("matches")
PYTHON: Final = f"{HOME}/.venv/bin/python"
CALLS: Final = 1500
Change = tuple[int, int | None]
_ALL_LOW: Final = """
import RPi.GPIO as GPIO
GPIO.setwarnings(False)
GPIO.setmode(GPIO.BCM)
GPIO.setup([pin for pin in range(32) if pin not in (14, 15)], GPIO.OUT, initial=0)
GPIO.cleanup()
"""
"""Pins as they are at power-up; 14 and 15 are the console's."""


def settle(pi: Machine) -> None:
    """Take in all that happens to the pins."""
    while pi.look(0.3):
        pass


@contextmanager
def heard(board: PinBoard) -> Iterator[list[Change]]:
    """All changes of outputs and directions, while the block lasts."""
    changes: list[Change] = []
    end: Callable[[], None] = board.listen(lambda pin, level: changes.append((pin, level)))
    try:
        yield changes
    finally:
        end()


def test_its_own_tests_pass_on_the_genuine_module(
    pi: Machine, record_property: Callable[[str, object], None]
) -> None:
    options = "-q -p no:cacheprovider --color=no --tb=short"
    answer = pi.console.run(
        f"cd {SUITE}; CHHAKKA_GPIO=genuine {PYTHON} -m pytest {options} test_hw_rpi_gpio.py"
    )
    last = answer.said.splitlines()[-1]
    record_property("figure", f"the stand-in's tests on the genuine RPi.GPIO: {last}")
    assert answer.status == 0, answer.said
    # Skipped is what looks at a pretend board from outside; there is none.
    passed = int(last.split()[0])
    assert passed >= 35


@pytest.mark.parametrize("seed", range(4))
def test_random_calls_come_to_the_same(seed: int, pi: Machine) -> None:
    pi.console.sure(f"{PYTHON} -c '{_ALL_LOW}'")
    settle(pi)
    with heard(pi.watched.board) as genuine:
        said = pi.console.sure(f"{PYTHON} {SUITE}/pi_calls.py {seed} {CALLS}").split("\n")
        settle(pi)
    stand_in = PretendGPIO()
    with heard(stand_in.board) as pretended:
        expected = run(stand_in, seed, CALLS)
    pi.console.sure(f"{PYTHON} -c '{_ALL_LOW}'")
    settle(pi)
    assert said == expected
    assert genuine == pretended
    assert len(genuine) > CALLS / 10
