"""Serial ports before anybody opens them: are they there, stable, free, and allowed?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from controller.live.console import console_findings, is_getty
from controller.live.finding import Finding, fail, ok, warn
from controller.live.machine import READ, WRITE, Machine

BY_PATH: Final = "/dev/serial/by-path"
BY_ID: Final = "/dev/serial/by-id"
_COUNTED: Final = re.compile(r"/dev/tty(USB|ACM)[0-9]+", re.ASCII)
_UART: Final = re.compile(r"/dev/tty(AMA|S)[0-9]+", re.ASCII)


def port_findings(machine: Machine, where: str, port: str) -> Iterator[Finding]:
    """What there is to say of the port of `where`, such as `reader of S`."""
    if "://" in port:
        yield ok(f"{where}: {port} is reached through pyserial")
        return
    if not machine.exists(port):
        yield fail(f"{where}: no port {port}", _where_it_may_be(machine))
        return
    real = machine.real(port)
    yield from _name(machine, where, port, real)
    may = list(access_findings(machine, where, port))
    holders = [each for each in machine.holders(port) if not is_getty(each.command)]
    for holder in holders:
        command = holder.command or "a process"
        yield fail(
            f"{where}: {port} is held by {command} (process {holder.process})",
            f"end it: kill {holder.process}",
        )
    yield from may
    if _UART.fullmatch(real):
        yield from console_findings(machine, where, real)
    if not holders and not may:
        yield ok(f"{where}: {_both(port, real)} is there, free and allowed")


def access_findings(machine: Machine, where: str, name: str) -> Iterator[Finding]:
    """Whether the user may read and write a device, and what would let him."""
    if machine.may(name, READ | WRITE):
        return
    group = machine.group_of(name)
    if group in ("", "root"):
        do = "install the udev rules of `chhakka service`, or ask whoever set this machine up"
    elif machine.is_listed_in(group):
        do = f"log out and in again: you are in the group {group} since, but this login is not"
    else:
        do = f"sudo usermod -aG {group} $USER, then log out and in again"
    yield fail(f"{where}: {name} may not be opened by this user", do)


def _name(machine: Machine, where: str, port: str, real: str) -> Iterator[Finding]:
    stable = _stable_name(machine, real)
    use = f'port = "{stable}"' if stable else f"use its name in {BY_PATH}"
    if _COUNTED.fullmatch(port):
        yield warn(f"{where}: {port} may be another adapter after the next start", use)
    elif port.startswith(f"{BY_ID}/"):
        yield warn(
            f"{where}: adapters without a serial number of their own share one name in {BY_ID}", use
        )


def _stable_name(machine: Machine, real: str) -> str:
    return next((name for name in machine.names(BY_PATH) if machine.real(name) == real), "")


def _where_it_may_be(machine: Machine) -> str:
    there = [name for name in machine.names(BY_PATH) if "-port" in name or name.count(":")]
    if there:
        return f"use one that is there: {', '.join(there)}"
    return "plug it in, and see `dmesg | tail` for what the kernel says"


def _both(port: str, real: str) -> str:
    return port if port == real else f"{port} ({real})"
