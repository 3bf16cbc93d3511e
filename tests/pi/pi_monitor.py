"""QEMU's own ends: the monitor, which plugs and pulls devices, and the test port, which sees pins.

The monitor speaks QMP: JSON, a line each. The test port reads and writes the guest's memory: a
level written to the GPIO block while a pin is an input is a level from outside.
"""

from __future__ import annotations

import json
import socket
from typing import Any, Final

from pi_pins import GPIO_BASE

_TIMEOUT_S: Final = 30.0
_SET, _CLEAR, _LEVEL = 0x1C, 0x28, 0x34


class MonitorError(Exception):
    """QEMU refused something, or its socket was closed."""


class Monitor:
    """QEMU's monitor on a connected socket."""

    def __init__(self, line: socket.socket) -> None:
        line.settimeout(_TIMEOUT_S)
        self._line = line
        self._replies = line.makefile("rb")
        self._next()  # its greeting
        self.call("qmp_capabilities")

    def call(self, command: str, /, **arguments: Any) -> Any:
        """Carry out a command; what it returns. Raises MonitorError when it is refused."""
        self._line.sendall(
            json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n"
        )
        while True:
            reply = self._next()
            if "error" in reply:
                raise MonitorError(f"{command}: {reply['error']['desc']}")
            if "return" in reply:
                return reply["return"]

    def close(self) -> None:
        """Hang up."""
        self._replies.close()
        self._line.close()

    def _next(self) -> dict[str, Any]:
        line = self._replies.readline()
        if not line:
            raise MonitorError("the monitor was closed")
        reply: dict[str, Any] = json.loads(line)
        return reply


class Probe:
    """QEMU's test port on a connected socket: the pins as a meter and a wire would meet them."""

    def __init__(self, line: socket.socket) -> None:
        line.settimeout(_TIMEOUT_S)
        self._line = line
        self._replies = line.makefile("rb")

    def level(self, bcm: int) -> int:
        """The level of a pin (0 to 31)."""
        return int(self._ask(f"readl {GPIO_BASE + _LEVEL:#x}"), 16) >> bcm & 1

    def drive(self, bcm: int, level: int) -> None:
        """Hold an input (0 to 31) at a level from outside."""
        self._ask(f"writel {GPIO_BASE + (_SET if level else _CLEAR):#x} {1 << bcm:#x}")

    def close(self) -> None:
        """Hang up."""
        self._replies.close()
        self._line.close()

    def _ask(self, what: str) -> str:
        self._line.sendall(what.encode() + b"\n")
        status, _, value = self._replies.readline().decode().partition(" ")
        if status.strip() != "OK":
            raise MonitorError(f"{what}: {status} {value}")
        return value.strip()
