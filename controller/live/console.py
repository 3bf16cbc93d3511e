"""The serial port on the header, and who else on a Raspberry Pi wants it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from controller.live.finding import Finding, fail, warn
from controller.live.machine import Machine, first_text
from controller.live.model import is_new, model

CMDLINES: Final = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt")
CONFIGS: Final = ("/boot/firmware/config.txt", "/boot/config.txt")
_CONSOLE: Final = re.compile(r"(?:^|\s)console=([A-Za-z0-9]+)", re.ASCII)
_DEBUG_PORT: Final = "/dev/ttyAMA10"
"""Of a Pi 5, where /dev/serial0 leads."""
_WANTS: Final = "/etc/systemd/system/getty.target.wants"
_OFF: Final = (
    "sudo raspi-config, Interface Options, Serial Port: no login shell, but the hardware on; "
    "then restart"
)


def console_findings(machine: Machine, where: str, real: str) -> Iterator[Finding]:
    """Who else uses the serial port `real` (such as /dev/ttyS0): kernel, getty, Bluetooth."""
    for name, text in ((name, machine.text(name)) for name in ("/proc/cmdline", *CMDLINES)):
        for console in _CONSOLE.findall(text):
            if machine.real(f"/dev/{console}") == real:
                said = f"console={console} in {name}"
                yield fail(f"{where}: the kernel's messages go to it ({said})", _OFF)
    yield from _gettys(machine, where, real)
    if real == _DEBUG_PORT and is_new(model(machine)):
        config = first_text(machine, *CONFIGS)[0] or CONFIGS[0]
        yield warn(
            f"{where}: {real} is the plug between the HDMI sockets, not the header",
            f"for the header put dtparam=uart0=on into {config}, restart, and use /dev/ttyAMA0",
        )
    if machine.exists("/dev/serial1") and machine.real("/dev/serial1") == real:
        config = first_text(machine, *CONFIGS)[0] or CONFIGS[0]
        yield fail(
            f"{where}: Bluetooth has it (/dev/serial1 leads there)",
            f"use /dev/serial0, or put dtoverlay=disable-bt into {config}, "
            "sudo systemctl disable hciuart, and restart",
        )


def _gettys(machine: Machine, where: str, real: str) -> Iterator[Finding]:
    tty = real.rsplit("/", 1)[1]
    for process in machine.processes():
        words = machine.command(process).split()
        if is_getty(" ".join(words)) and tty in words:
            yield fail(
                f"{where}: a login waits on it (process {process}: {words[0]})",
                f"sudo systemctl disable --now serial-getty@{tty}.service",
            )
            return
    unit = f"serial-getty@{tty}.service"
    if f"{_WANTS}/{unit}" in machine.names(_WANTS):
        yield fail(
            f"{where}: a login will wait on it after the next start",
            f"sudo systemctl disable --now {unit}",
        )


def is_getty(command: str) -> bool:
    """Whether a command line is that of a program that waits for logins."""
    return command.split(" ")[0].endswith("getty")
