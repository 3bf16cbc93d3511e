"""The comparison that the tests on the emulated Pi rest on, and calls made at random."""

from __future__ import annotations

from pathlib import Path

import pytest
from jn_table import config_of
from pi_calls import calls, run
from pi_pins import Latched
from pi_referee import Referee, differ

from hw_mocks.rpi_gpio import PretendGPIO
from hw_mocks.shift_register import Lit

FAULT = 1 << 6


def table(folder: Path) -> Referee:
    return Referee(config_of(folder, hands="unseen", wait=False, dealer="S"))


def latched(pictures: list[Lit]) -> list[Latched]:
    return [Latched(0.0, picture) for picture in pictures]


def test_pictures_are_noted_when_a_light_changes(tmp_path: Path) -> None:
    referee = table(tmp_path)
    assert len(referee.pictures) == 1
    assert referee.tap(3, "bid 16")
    assert not referee.tap(3, "done")
    assert referee.tap(3, "Jh")  # refused: an alert
    assert len(referee.pictures) == 3
    referee.lose(2)
    assert referee.pictures[-1].status & FAULT
    referee.lose(1)
    referee.find(2)
    assert referee.pictures[-1].status & FAULT
    referee.find(1)
    assert not referee.pictures[-1].status & FAULT
    assert len(referee.pictures) == 5


def test_what_differs_is_found(tmp_path: Path) -> None:
    referee = table(tmp_path)
    for seat, meaning in ((3, "bid 16"), (2, "bid 17"), (3, "ditto"), (2, "pass")):
        assert referee.tap(seat, meaning)
    pictures = referee.pictures
    assert differ([], pictures) == differ(latched(pictures[:3]), pictures) == ""
    assert differ(latched(pictures), pictures) == ""
    skipped = differ(latched([pictures[0], pictures[2]]), pictures)
    assert skipped.startswith("picture 1: latched 80 ")
    wrong = Lit(pictures[1].status, (pictures[1].panels[0] ^ 1, pictures[1].panels[1]))
    assert "expected" in differ(latched([pictures[0], wrong]), pictures)
    twice = differ(latched([*pictures, pictures[0]]), pictures)
    assert twice.endswith("which nothing explains")


def test_the_same_seed_makes_the_same_calls() -> None:
    said = run(PretendGPIO(), 7, 400)
    assert said == run(PretendGPIO(), 7, 400)
    assert said != run(PretendGPIO(), 8, 400)
    assert {name for name, _, _ in calls(7, 400)} == {
        *("output", "setup", "read", "gpio_function", "cleanup", "getmode", "setmode"),
        "setwarnings",
    }


@pytest.mark.parametrize("kind", ["raises OverflowError", "raises RuntimeError", "RuntimeWarning"])
def test_the_calls_bring_about_all_kinds_of_answers(kind: str) -> None:
    assert any(kind in line for line in run(PretendGPIO(), 1, 800))
