"""A push button on a pin of the emulated Pi."""

from __future__ import annotations

from pathlib import Path

import pytest
from pi_machine import Machine
from pi_table import PiTable, running

pytest.importorskip("firmware_bridge.buttons", reason="this version has no buttons yet")
pytestmark = pytest.mark.xdist_group("matches")
E, N = 3, 2
RAISE, PASS = 5, 6
BUTTONS = f"[buttons.E]\nraise = {RAISE}\n[buttons.N]\npass = {PASS}\n"
BOUNCE_S, PRESS_S = 0.008, 0.15


def press(table: PiTable, bcm: int, seconds: float) -> None:
    """Close the contact to ground for so long, and let it go."""
    table.machine.probe.drive(bcm, 0)
    table.pass_by(seconds)
    table.machine.probe.drive(bcm, 1)
    table.pass_by(PRESS_S)


def test_a_button_makes_its_seats_call(pi: Machine, tmp_path: Path) -> None:
    for bcm in (RAISE, PASS):  # the pull-up, which QEMU has not
        pi.probe.drive(bcm, 1)
    table = PiTable(
        pi, tmp_path, "buttons", "twenty-nine", more=BUTTONS, hands="unseen", dealer="S", wait=False
    )
    with running(table):
        session = table.referee.session
        for bcm in (RAISE, PASS):
            press(table, bcm, BOUNCE_S)  # too short: no picture is latched
        table.machine.probe.drive(RAISE, 0)  # held long, it is one press
        assert table.referee.tap(E, "raise")
        table.catch_up()
        table.pass_by(3 * PRESS_S)
        table.machine.probe.drive(RAISE, 1)
        table.pass_by(PRESS_S)
        assert [action.text() for action in session.match.actions()] == ["bid 16"]
        table.machine.probe.drive(PASS, 0)
        assert table.referee.tap(N, "pass")
        table.catch_up()
        table.machine.probe.drive(PASS, 1)
        assert [action.text() for action in session.match.actions()] == ["bid 16", "pass"]
        table.tap(0, "pass")  # tags work on beside them
    assert table.errors() == ""
