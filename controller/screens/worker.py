"""The process that draws for one picture display; `controller.screens.displays` starts it.

Pillow and luma hold the interpreter for tens of milliseconds at a time, and a bus may hang. Here
that delays nobody's tap, and the process can be ended.

It reads frames from its standard input, each a length of four bytes and a pickle: first its
`Order`, then a `Scene` each time it has said that it is done with the last. It says so on standard
output, a JSON object a line: whether it is `done`, and what its `fault` is. At the end of the
input it puts the display out.
"""

from __future__ import annotations

import json
import os
import pickle
import select
import signal
import struct
import time
from dataclasses import dataclass
from typing import Any, Final

from controller.screens.keeper import Keeper
from display.device_kinds import DeviceSettings
from firmware_bridge import find_gpio

LENGTH: Final = struct.Struct(">I")
_NICE: Final = 10


@dataclass(frozen=True, slots=True)
class Order:
    """Which display to keep, and how often to set it up anew, in seconds (0 = never)."""

    device: DeviceSettings
    refresh_s: int


def frame(thing: object) -> bytes:
    """What goes over the pipe for an order or a scene."""
    data = pickle.dumps(thing)
    return LENGTH.pack(len(data)) + data


def main() -> int:
    """Keep a display until standard input ends; the value is the exit status."""
    # The table ends this process by closing the pipe; a signal may come to both at once.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.nice(_NICE)
    inward, outward = 0, os.dup(1)
    os.dup2(2, 1)  # whatever else prints must not speak on the pipe
    order = _read(inward)
    if order is None:
        return 0
    keeper = Keeper(lambda: _open(order.device), _draw, order.refresh_s)
    try:
        _keep(keeper, inward, outward)
    except BrokenPipeError:
        pass  # the table has gone
    finally:
        keeper.close()
    return 0


def _keep(keeper: Keeper, inward: int, outward: int) -> None:
    said = keeper.fault
    _say(outward, done=True, fault=said)
    while True:
        ready, _, _ = select.select([inward], [], [], keeper.due(time.monotonic()))
        if ready:
            scene = _read(inward)
            if scene is None:
                return
            keeper.show(scene, time.monotonic())
        else:
            keeper.tick(time.monotonic())
        if ready or keeper.fault != said:
            said = keeper.fault
            _say(outward, done=bool(ready), fault=said)


def _open(device: DeviceSettings) -> Any:
    from display.devices import open_display

    return open_display(device, lambda: find_gpio("this display"))


def _draw(*arguments: Any) -> Any:
    from display.drawing import draw_scene

    return draw_scene(*arguments)


def _say(outward: int, **message: object) -> None:
    os.write(outward, json.dumps(message).encode() + b"\n")


def _read(inward: int) -> Any:
    """The next frame; None at the end of the input."""
    head = _read_whole(inward, LENGTH.size)
    body = None if head is None else _read_whole(inward, LENGTH.unpack(head)[0])
    return None if body is None else pickle.loads(body)


def _read_whole(inward: int, count: int) -> bytes | None:
    data = b""
    while len(data) < count:
        more = os.read(inward, count - len(data))
        if not more:
            return None
        data += more
    return data
