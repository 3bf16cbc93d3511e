"""What a table needs of the machine beside ports and pins: displays, a clock, a disk, a deck."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.config import TableConfig
from controller.live.finding import Finding, fail, ok, warn
from controller.live.machine import ENTER, READ, WRITE, Machine
from controller.live.model import model
from controller.live.ports import access_findings
from controller.screens.bus import bus_of

_BUSES: Final = {
    "i2c": ("/dev/i2c-", "sudo raspi-config nonint do_i2c 0"),
    "spi": ("/dev/spidev", "sudo raspi-config nonint do_spi 0"),
}
"""Where each bus is, and how it is turned on."""
_FORGETS: Final = frozenset(("tmpfs", "ramfs", "overlay", "squashfs"))
_FAR: Final = frozenset(("nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs"))
_NO_OWNERS: Final = frozenset(("vfat", "exfat", "msdos", "ntfs", "ntfs3", "fuseblk"))
_LEAST_FREE: Final = 20 << 20
"""Bytes; a match takes some 100 kB."""


def machine_findings(machine: Machine) -> Iterator[Finding]:
    """What it is."""
    yield ok(f"machine: {model(machine) or 'not a Raspberry Pi'}")


def display_findings(machine: Machine, config: TableConfig) -> Iterator[Finding]:
    """Whether the buses of the displays are turned on, and may be used."""
    for bus in sorted({bus_of(display) for display in config.displays} - {""}):
        begin, on = _BUSES[bus]
        devices = [name for name in machine.names("/dev") if name.startswith(begin)]
        if not devices:
            yield fail(f"displays: {bus.upper()} is off (no {begin}*)", f"{on}, then restart")
            continue
        found = list(access_findings(machine, "displays", devices[0]))
        yield from found or [ok(f"displays: {bus.upper()} is on ({', '.join(devices)})")]


def clock_findings(machine: Machine) -> Iterator[Finding]:
    """Whether the time of day can be believed."""
    if machine.exists("/run/systemd/timesync/synchronized"):
        yield ok("clock: set from the network")
    elif machine.exists("/dev/rtc0"):
        yield ok("clock: this machine has one of its own")
    else:
        yield warn(
            "clock: none of its own, and not set from the network: the journal will have wrong "
            "times (no ruling depends on them)",
            "give it a network at its start, or a clock such as a DS3231",
        )


def journal_findings(machine: Machine, config: TableConfig) -> Iterator[Finding]:
    """Whether the journal can be kept where it is to be."""
    folder = config.journal.parent
    where = f"journal: {folder}"
    if not machine.exists(folder):
        yield fail(f"{where} is not there", f"mkdir -p {folder}")
        return
    if not machine.may(folder, READ | WRITE | ENTER):
        yield fail(f"{where} may not be written by this user", f"sudo chown $USER {folder}")
    elif machine.exists(config.journal) and not machine.may(config.journal, READ | WRITE):
        yield fail(
            f"journal: {config.journal} belongs to another user",
            f"run the table as that user, or sudo chown $USER {config.journal}*",
        )
    kind = _file_system(machine, machine.real(folder))
    if kind in _FORGETS:
        yield fail(
            f"{where} is on {kind}: what is written there is gone after a restart",
            "put it on a real disk, or sudo raspi-config, Performance Options: no overlay",
        )
    elif kind in _FAR:
        yield fail(f"{where} is on {kind}: a journal needs a disk of this machine", "move it")
    elif kind in _NO_OWNERS:
        yield fail(f"{where} is on {kind}, where everybody may read it", "use ext4")
    else:
        yield ok(f"{where} is on a disk ({kind or 'of a kind that is not known'})")
    yield from _room(machine, folder)


def _file_system(machine: Machine, folder: str) -> str:
    found, kind = -1, ""
    for line in machine.text("/proc/mounts").splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        place = fields[1].replace("\\040", " ").rstrip("/")
        inside = folder == place or folder.startswith(f"{place}/")
        if inside and len(place) >= found:
            found, kind = len(place), fields[2]
    return kind


def _room(machine: Machine, folder: Path) -> Iterator[Finding]:
    with suppress(OSError):
        its = os.statvfs(machine.path(folder))
        free = its.f_bavail * its.f_frsize
        if free < _LEAST_FREE:
            yield fail(f"journal: {free >> 20} MB are free in {folder}", "make room")
