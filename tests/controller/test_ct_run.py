"""`chhakka run` as a real process: missing ports, taps, signals, lights, idleness."""

from __future__ import annotations

import signal
import time
from functools import partial
from pathlib import Path

import pytest
from ct_process import RunningTable, running_table

from hw_mocks.shift_register import Lit

FAULT, RUNNING = 1 << 6, 1 << 7
FIRST, SECOND, ALERT = 1 << 18, 1 << 19, 1 << 20
BOTH = FIRST | SECOND
DARK = Lit(0, (0, 0))
IDLE_S = 0.6
IDLE_SHARE = 0.05


def lit(table: RunningTable) -> Lit:
    return table.pins.chips.lit


def said_times(table: RunningTable, text: bytes, times: int) -> bool:
    return table.said.count(text) >= times


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_table_with_a_missing_port_from_start_to_stop(tmp_path: Path, number: int) -> None:
    with running_table(tmp_path, "gpio", missing="N") as table:
        # The fault light is on for N, the table waits for the dealer S.
        table.until(lambda: lit(table) == Lit(RUNNING | FAULT, (FIRST, 0)))
        fault = f"fault: reader of N at {tmp_path}/N: no such file: unplugged, or the path is wrong"
        table.until(lambda: fault.encode() in table.said)
        # The others play on.
        table.tap("S", "deal", lambda: lit(table) == Lit(RUNNING | FAULT, (BOTH, BOTH)))
        for number_of, card in enumerate(("Js", "8s", "7s"), start=1):
            table.tap("E", card, partial(said_times, table, b"E takes a card.", number_of))
        table.tap("E", "9s", lambda: lit(table) == Lit(RUNNING | FAULT, (BOTH, FIRST)))
        # The port appears: the light goes out, the screen says so, and its taps count.
        table.plug("N")
        table.until(lambda: lit(table).status == RUNNING)
        table.until(lambda: b"mended: reader of N" in table.said)
        table.tap("N", "pass", lambda: lit(table) == Lit(RUNNING, (BOTH | ALERT, FIRST)))
        table.until(lambda: b"N: Nobody can pass now (dealing)." in table.said)
        # Told to stop, everything is dark and off, and all is well.
        assert table.end(number) == 0
        assert table.errors == b""
        assert lit(table) == DARK
        assert not table.pins.chips.enabled
        assert table.pins.chips.panels == (0, 0)  # the outputs hold nothing either
        assert table.pins.board.faults == []
        # Nothing was to be seen before the first picture, whatever the chips held at power-up.
        assert table.pins.history[0] == DARK
        assert table.pins.history[1].status & RUNNING


def test_a_table_without_lights_that_idles(tmp_path: Path) -> None:
    with running_table(tmp_path, "none") as table:
        table.tap("W", "deal", lambda: b"The deal begins." in table.said)
        used, began = table.cpu_s(), time.monotonic()
        while (left := began + IDLE_S - time.monotonic()) > 0:
            table.hear(left)  # nothing is said: this waits
        spent = time.monotonic() - began
        assert table.cpu_s() - used <= IDLE_SHARE * spent + 0.01  # a tick of the measure
        table.tap("W", "As", lambda: b"W takes a card." in table.said)
        assert table.end(signal.SIGINT) == 0
        assert table.errors == b""
        assert table.pins.history == []


def test_ended_while_every_port_is_missing(tmp_path: Path) -> None:
    with running_table(tmp_path, "gpio", missing="SWNE") as table:
        table.until(lambda: lit(table).status == RUNNING | FAULT)
        table.until(lambda: table.said.count(b"fault: reader of") == 4)
        assert table.end() == 0
        assert (lit(table), table.errors) == (DARK, b"")


def test_lights_that_cannot_be_driven_are_said_at_start(tmp_path: Path) -> None:
    with running_table(tmp_path, "gpio", broken=True) as table:
        assert table.wait() == 1
        assert table.said == b""
        text = table.errors.decode()
        assert text.startswith("lights: the module RPi.GPIO does not run on this machine: This mod")
        assert "Traceback" not in text
