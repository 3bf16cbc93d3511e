"""Trying out a bridge: everything it says is said, and each light is lit by itself."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
from pathlib import Path

from fb_ports import SOON_S, nothing_left, wait_for

from firmware_bridge.try_bridge import BridgeTrial, walk
from hw_mocks.bridge import BridgeModel
from hw_mocks.pty_bridge import PtyBridge
from hw_mocks.real_time import RealTime

TAG = "000414CD7E"


def test_what_it_says_and_lights(tmp_path: Path) -> None:
    said: queue.SimpleQueue[str] = queue.SimpleQueue()

    def expect(*sentences: str) -> None:
        assert [said.get(timeout=SOON_S) for _ in sentences] == list(sentences)

    model = BridgeModel(buttons=1)
    with nothing_left(), PtyBridge(model, tmp_path / "bridge") as bridge, RealTime([bridge]):
        trial = BridgeTrial(bridge.path, 2, said.put)
        trial.start()
        who = f"pretend has 4 readers, 1 buttons, 2 panels. Its boot is {model.boot}."
        expect("The port is open. Who is there?", "A bridge says hello.", who)
        bridge.reader(1).lay(TAG)
        bridge.reader(1).lift()
        bridge.change(lambda model, at: model.press(0, at))
        expect(f"Reader 1: {TAG} has come.", f"Reader 1: {TAG} is gone.", "Button 0 was pressed.")
        trial.light(1, (2, 3))
        wait_for(lambda: model.lit == (1, (2, 3)))
        model.spoil_said(lambda line: b"?" + line)
        bridge.change(lambda model, at: model.press(0, at))
        expect("Button 0 was pressed.")
        bridge.unplug()
        assert said.get(timeout=SOON_S).startswith("Lost: vanished")
        bridge.plug()
        expect("The port is open. Who is there?", "It is the bridge from before.", who)
        trial.close()
        expect("Faulty lines: 1 × bad check.")


def test_each_light_by_itself() -> None:
    lights = list(walk(2))
    assert len(lights) == 8 + 2 * 24 == len({name for name, _, _ in lights})
    assert lights[3] == ("status 3", 8, (0, 0))
    assert lights[8 + 24 + 5] == ("panel 1, 5", 0, (0, 32))


def test_from_the_command_line_until_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "firmware_bridge.try_bridge", str(tmp_path / "none")]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=root, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("Lost: no such file")
        os.kill(running.pid, signal.SIGINT)
        assert running.stdout.readline() == "Faulty lines: none.\n"
        assert running.wait(SOON_S) == 0
