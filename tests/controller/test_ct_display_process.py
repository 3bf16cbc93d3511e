"""A display's own process: fed the newest only, ended when stuck, started again when it dies."""

from __future__ import annotations

import io
import pickle
import queue
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from ct_files import table_text, write_table

from controller.compose import build
from controller.config import DisplayConfig, read_config
from controller.screens.displays import START_S, WORKER, DisplayProcess, _Life
from controller.screens.worker import LENGTH
from display import Face, Panel, Screen, SeatLine, Status
from display.device_kinds import DeviceSettings
from display.scene import Scene, scene_of
from firmware_bridge import PartState

ROOT = Path(__file__).parents[2]
WAIT_S = 20.0
DEVICE = DeviceSettings("max7219", "spi", width=32, height=8)

PRETENDING = f"""
import sys
sys.path[:0] = [{str(ROOT)!r}]
import controller.screens.worker as worker
from luma.core.device import dummy

class Display:
    def __init__(self):
        self.device = dummy(width=32, height=8, mode="1")
        self.size, self.mode = self.device.size, self.device.mode
        self.count = 0

    def show(self, picture):
        self.device.display(picture)
        self.count += 1
        self.device.image.save(f"{{sys.argv[1]}}/{{self.count:03}}.png")
        {{extra}}

    refresh = show

    def close(self):
        open(f"{{sys.argv[1]}}/closed", "w").close()

worker._open = lambda device: Display()
sys.exit(worker.main())
"""


def pretending(folder: Path, extra: str = "pass") -> list[str]:
    """A worker whose display is a folder of pictures; `extra` is done after each."""
    code = PRETENDING.replace("{extra}", extra).replace("{{", "{").replace("}}", "}")
    return [sys.executable, "-c", code, str(folder)]


def screen(score: int) -> Screen:
    seats = tuple(SeatLine(name, team=n % 2) for n, name in enumerate("SWNE"))
    face = Face(Status(running=True), (Panel(score), Panel()))
    return Screen("twenty-nine", "playing", seats=seats, panel_names=("NS", "EW"), face=face)


class Bench:
    def __init__(self, display: DisplayProcess, said: queue.SimpleQueue[PartState]) -> None:
        self.display = display
        self._said = said

    def said(self) -> PartState:
        return self._said.get(timeout=WAIT_S)

    def silent(self) -> bool:
        return self._said.empty()


@contextmanager
def running(worker: Sequence[str] = WORKER, start_s: float = START_S) -> Iterator[Bench]:
    said: queue.SimpleQueue[PartState] = queue.SimpleQueue()
    config = DisplayConfig(DEVICE, "panel", 600, 30)
    if worker is WORKER:
        missing = DeviceSettings("ssd1306", "i2c", width=128, height=64, port=97)
        config = replace(config, device=missing)
    display = DisplayProcess(3, config, said.put, worker=worker, start_s=start_s)
    display.start()
    try:
        yield Bench(display, said)
    finally:
        display.close()
        display.close()
    assert not display._thread.is_alive()


def until(done: Callable[[], bool]) -> None:
    """Wait for what another process does to a folder."""
    import time

    ends = time.monotonic() + WAIT_S
    while not done():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_it_shows_the_newest_and_is_put_out_at_the_end(tmp_path: Path) -> None:
    with running(pretending(tmp_path)) as bench:
        for score in range(39):
            bench.display.show(screen(score))
        until(lambda: (tmp_path / "001.png").exists())
        # All came while the process was being started: it saw the last of them only.
        bench.display.show(screen(-1))
        until(lambda: (tmp_path / "002.png").exists())
        assert bench.silent()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["001.png", "002.png", "closed"]


def test_a_display_that_is_missing_is_named_with_its_number() -> None:
    with running() as bench:
        bench.display.show(screen(1))
        state = bench.said()
        assert state.part == "display 3 (ssd1306)"
        assert state.fault == "I2C device not found: /dev/i2c-97"


def test_a_process_that_dies_is_named_and_started_again(tmp_path: Path) -> None:
    dies = 'import os; os._exit(7) if self.count == 1 and not os.path.exists(f"{sys.argv[1]}/x")'
    dies += ' and not open(f"{sys.argv[1]}/x", "w").close() else None'
    with running(pretending(tmp_path, dies)) as bench:
        bench.display.show(screen(1))
        assert bench.said().fault == "its process has ended (exit status 7)"
        assert bench.said().fault is None
        until(lambda: (tmp_path / "001.png").exists())


def test_a_process_that_does_not_answer_is_ended() -> None:
    stuck = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
    with running(stuck, start_s=0.3) as bench:
        bench.display.show(screen(1))
        assert bench.said().fault == "its process does not answer, and was ended"


def test_what_cannot_be_started_is_a_fault() -> None:
    with running(["/no/such/program"]) as bench:
        fault = bench.said().fault
        assert fault is not None
        assert "No such file" in fault


def test_nonsense_is_a_fault() -> None:
    with running([sys.executable, "-S", "-c", "print('hello')"]) as bench:
        fault = bench.said().fault
        assert fault is not None
        assert fault.startswith("its process cannot be talked to")


# How it is fed, on a clock that is moved by hand.


class Fed:
    """The feeding of a process that only takes what it is sent."""

    def __init__(self, shows: str = "panel", max_fps: int = 10) -> None:
        self.now = 100.0
        self.pipe = io.BytesIO()
        config = DisplayConfig(DEVICE, shows, 600, max_fps)
        self.display = DisplayProcess(1, config, lambda state: None, lambda: self.now, stuck_s=15)
        self.life = _Life(self.display, SimpleNamespace(stdin=self.pipe))  # type: ignore[arg-type]

    def done(self) -> None:
        """The process says that it is done."""
        self.life._busy_until = None

    def sent(self) -> list[Scene]:
        """The scenes that were sent since the last look."""
        data, found = self.pipe.getvalue(), []
        self.pipe.seek(0)
        self.pipe.truncate()
        while data:
            (length,) = LENGTH.unpack(data[: LENGTH.size])
            found.append(pickle.loads(data[LENGTH.size :][:length]))
            data = data[LENGTH.size + length :]
        return found


@pytest.fixture
def fed() -> Iterator[Fed]:
    fed = Fed()
    yield fed
    fed.display.close()


def test_nothing_is_sent_before_it_is_ready_and_then_the_newest(fed: Fed) -> None:
    fed.display.show(screen(1))
    assert fed.life._feed() == START_S
    fed.display.show(screen(2))
    fed.done()
    assert fed.life._feed() == 15.0
    assert fed.sent() == [scene_of(screen(2), "panel")]


def test_one_at_a_time_and_the_newest_only(fed: Fed) -> None:
    fed.done()
    for score in range(9):
        fed.display.show(screen(score))
        fed.life._feed()
    assert fed.sent() == [scene_of(screen(0), "panel")]
    fed.now += 1
    assert fed.life._feed() == 14.0
    fed.done()
    fed.life._feed()
    assert fed.sent() == [scene_of(screen(8), "panel")]


def test_not_more_often_than_is_wanted(fed: Fed) -> None:
    fed.done()
    fed.display.show(screen(1))
    fed.life._feed()
    fed.done()
    fed.display.show(screen(2))
    fed.now += 0.03
    assert fed.life._feed() == pytest.approx(0.07)
    fed.now += 0.07
    fed.life._feed()
    assert fed.sent() == [scene_of(screen(score), "panel") for score in (1, 2)]


def test_what_looks_the_same_is_not_sent_again(fed: Fed) -> None:
    fed.done()
    fed.display.show(screen(1))
    fed.life._feed()
    fed.done()
    fed.now += 10
    fed.display.show(replace(screen(1), messages=("Said.",), facts=(("bid", "18"),)))
    assert fed.life._feed() is None
    assert len(fed.sent()) == 1


def test_a_picture_that_takes_too_long(fed: Fed) -> None:
    fed.done()
    fed.display.show(screen(1))
    fed.life._feed()
    fed.now += 15
    assert fed.life._feed() == 0


# At a table.


@pytest.mark.parametrize("driver", ["ssd1306"])
def test_a_table_names_its_dead_display_and_goes_on(driver: str, tmp_path: Path) -> None:
    text = table_text() + f'[[display]]\ndriver = "{driver}"\nport = 97\n'
    running = build(read_config(write_table(tmp_path, text)))
    running.start()
    try:
        table = running.table
        for _ in range(50):
            table.draw()
            if any(place.startswith("display") for place in table.faults):
                break
            table.step(WAIT_S)
        assert table.faults[f"display 1 ({driver})"] == "I2C device not found: /dev/i2c-97"
    finally:
        running.close()


def test_a_table_without_displays_starts_no_process() -> None:
    import subprocess

    code = (
        "import sys, controller.compose, controller.config\n"
        "heavy = 'PIL', 'luma', 'controller.screens.displays'\n"
        "sys.exit(any(name in sys.modules for name in heavy))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
