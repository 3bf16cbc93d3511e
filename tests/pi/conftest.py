"""One emulated Pi for all tests of a process, and the figures that they have measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from pi_card import ROOT, SUITE, Ready, copy_card, ready_card
from pi_machine import Machine, booted
from pi_qemu import Fittings

FIGURE: Final = "figure"


@pytest.fixture(scope="session")
def ready() -> Ready:
    """What is booted: the image, and the card with the project on it."""
    return ready_card()


@pytest.fixture(scope="session")
def pi(ready: Ready, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A Pi with four adapters, switched on."""
    card = tmp_path_factory.mktemp("pi") / "card.img"
    copy_card(ready.card, card)
    files: dict[str, Path | bytes] = {
        f"{SUITE}/test_hw_rpi_gpio.py": ROOT / "tests/hw_mocks/test_hw_rpi_gpio.py",
        f"{SUITE}/pi_calls.py": ROOT / "tests/pi/pi_calls.py",
    }
    with booted(ready.image, Fittings(card, files=files)) as machine:
        machine.wait_adapters()
        yield machine


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what was measured, wherever it was."""
    said = [
        str(value)
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == FIGURE and getattr(report, "when", "") == "call"
    ]
    if said:
        terminalreporter.section("measured in the emulation")
        for line in said:
            terminalreporter.line(line)
