"""Nothing is left behind: no thread, no open file, no lit lamp, however a table is closed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from ct_files import table_text, write_table
from e2e_table import rig
from fb_frames import ascii_frame
from hm_leaks import no_leaks

from controller.compose import build
from controller.config import read_config
from controller.screens.thread import ScreenThread
from controller.table import Stop
from display import Screen
from firmware_bridge import LightFault
from hw_mocks.deck import pretend_tags
from hw_mocks.pty_line import PtyLine
from hw_mocks.rpi_gpio import PretendGPIO
from hw_mocks.shift_register import ShiftRegisters

ROUNDS = 5


class NoScreen:
    """A screen that nobody looks at."""

    def show(self, screen: Screen) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.mark.parametrize("plugged", ["SWNE", "S", ""])
@pytest.mark.parametrize("started", [True, False])
def test_a_table_closed_leaves_nothing(tmp_path: Path, plugged: str, started: bool) -> None:
    path = write_table(tmp_path, table_text("gpio"))
    with no_leaks():
        for _ in range(ROUNDS):
            lines = [PtyLine(tmp_path / seat) for seat in plugged]
            gpio = PretendGPIO()
            chips = ShiftRegisters(gpio.board, count=7, rng=random.Random(1))
            running = build(read_config(path), screens=ScreenThread(NoScreen()), gpio=gpio)
            if started:
                running.start()
                for _ in range(4):
                    running.table.handle(running.table.events.get(timeout=20.0))
                assert chips.lit.status
            running.close()
            assert chips.lit == (0, (0, 0))
            assert gpio.board.faults == []
            for line in lines:
                line.close()


def test_a_table_closed_while_bytes_come_in(tmp_path: Path) -> None:
    path = write_table(tmp_path, table_text("none"))
    frame = ascii_frame(pretend_tags()["Js"])
    with no_leaks():
        for _ in range(ROUNDS):
            lines = [PtyLine(tmp_path / seat) for seat in "SWNE"]
            running = build(read_config(path))
            running.start()
            for _ in range(4):
                running.table.handle(running.table.events.get(timeout=20.0))
            for line in lines * 20:
                line.write(frame + frame[:5])
            running.table.events.put(Stop())
            running.table.run()
            running.close()
            for line in lines:
                line.close()


def test_a_table_whose_lights_cannot_be_made(tmp_path: Path) -> None:
    class Broken(PretendGPIO):
        def setmode(self, mode: int, /) -> None:
            raise RuntimeError("no pins here")

    path = write_table(tmp_path, table_text("gpio"))
    with no_leaks(), pytest.raises(LightFault, match="no pins here"):
        build(read_config(path), gpio=Broken())


def test_readers_unplugged_under_a_running_table(tmp_path: Path) -> None:
    with no_leaks(), rig(tmp_path, "bangladesh") as table:
        for seat in range(4):
            table.unplug(seat)
        assert len(table.running.table.fault_texts()) == 4
    assert table.lit == (0, (0, 0))


def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    path = write_table(tmp_path, table_text("gpio"))
    with no_leaks():
        running = build(read_config(path), gpio=PretendGPIO())
        running.start()
        running.close()
        running.close()
