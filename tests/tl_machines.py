"""Machines laid out as files: what a Pi 4, 5, Zero and a PC have in /proc, /dev and /boot."""

from __future__ import annotations

import os
from pathlib import Path

from controller.config import TableConfig, parse_config
from controller.live.machine import Machine

USER = 12345
"""No user of this machine, so that the mode of files for their owner does not count."""
ADAPTER = "/dev/serial/by-path/platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.{}:1.0-port0"
_TABLE = "/srv/table"


class Box:
    """A machine under `root` that can be changed; `machine` looks at it as a user."""

    def __init__(self, root: Path, model: str = "", adapters: int = 4) -> None:
        self.root = root
        self.packages: dict[str, str] = {}
        self.groups: set[int] = {os.getgid()}
        self.file("/proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
        self.file("/proc/cmdline", "console=tty1 root=/dev/mmcblk0p2 rootwait\n")
        self.file("/etc/passwd", f"root:x:0:0::/root:/bin/sh\nasha:x:{USER}:{USER}::/:/bin/sh\n")
        self.file("/etc/group", f"users:x:100:\ndialout:x:{os.getgid()}:\n")
        self.file("/run/systemd/timesync/synchronized", "")
        self.file("/dev/rtc0", "")
        self.folder(_TABLE, 0o770)
        if model:
            self.file("/proc/device-tree/model", f"{model}\0")
        for number in range(adapters):
            self.file(f"/dev/ttyUSB{number}", "", 0o660)
            self.link(ADAPTER.format(number + 1), f"../../ttyUSB{number}")

    @property
    def machine(self) -> Machine:
        packages = tuple(self.packages.items())
        return Machine(self.root, USER, frozenset(self.groups), 1, packages)

    def file(self, name: str, text: str, mode: int = 0o644) -> None:
        path = self.root / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def folder(self, name: str, mode: int = 0o755) -> None:
        path = self.root / name.lstrip("/")
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(mode)

    def link(self, name: str, target: str) -> None:
        path = self.root / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)

    def gone(self, name: str) -> None:
        (self.root / name.lstrip("/")).unlink()

    def runs(self, process: int, command: str, *open_files: str) -> None:
        """A process with files open."""
        self.file(f"/proc/{process}/cmdline", command.replace(" ", "\0") + "\0")
        self.file(f"/proc/{process}/comm", f"{command.split()[0]}\n")
        self.folder(f"/proc/{process}/fd")
        for number, name in enumerate(open_files):
            self.link(f"/proc/{process}/fd/{number}", name)


def pi4(root: Path) -> Box:
    """A Pi 4 with Raspberry Pi OS as it comes: Bluetooth on the good port, a console on none."""
    box = Box(root, "Raspberry Pi 4 Model B Rev 1.4")
    box.packages["RPi.GPIO"] = "0.7.1"
    for name in ("/dev/gpiomem", "/dev/gpiochip0", "/dev/ttyAMA0", "/dev/ttyS0"):
        box.file(name, "", 0o660)
    box.link("/dev/serial0", "ttyS0")
    box.link("/dev/serial1", "ttyAMA0")
    box.file("/boot/firmware/config.txt", "enable_uart=1\n")
    box.file("/boot/firmware/cmdline.txt", "console=tty1 root=PARTUUID=1 rootwait\n")
    return box


def pi5(root: Path) -> Box:
    """A Pi 5 with an older kernel, whose header is gpiochip4."""
    box = Box(root, "Raspberry Pi 5 Model B Rev 1.0")
    box.packages["rpi-lgpio"] = "0.6"
    for name in ("/dev/gpiochip4", "/dev/ttyAMA0", "/dev/ttyAMA10"):
        box.file(name, "", 0o660)
    box.link("/dev/serial0", "ttyAMA10")
    return box


def pi_zero(root: Path) -> Box:
    """A Pi Zero without a network, with an older system that has its console on the header."""
    box = Box(root, "Raspberry Pi Zero Rev 1.3", adapters=3)
    box.packages["RPi.GPIO"] = "0.7.1"
    for name in ("/dev/gpiomem", "/dev/ttyAMA0"):
        box.file(name, "", 0o660)
    box.link("/dev/serial0", "ttyAMA0")
    box.gone("/run/systemd/timesync/synchronized")
    box.gone("/dev/rtc0")
    box.file("/proc/cmdline", "console=ttyAMA0,115200 console=tty1 root=/dev/mmcblk0p2\n")
    box.file("/boot/cmdline.txt", "console=serial0,115200 console=tty1 root=/dev/mmcblk0p2\n")
    box.runs(300, "/sbin/agetty -o -p -- \\u --keep-baud 115200 ttyAMA0 vt220", "/dev/ttyAMA0")
    box.link(
        "/etc/systemd/system/getty.target.wants/serial-getty@ttyAMA0.service",
        "/lib/systemd/system/serial-getty@.service",
    )
    return box


def table(ports: str = "", lights: str = 'driver = "gpio"', more: str = "") -> TableConfig:
    """A table whose readers are on the four adapters, or on the ports named, in order."""
    names = [ADAPTER.format(number) for number in range(1, 5)]
    names[: len(ports.split())] = ports.split()
    lines = ["[table]", 'game = "twenty-nine"']
    for seat, port in zip("SWNE", names, strict=True):
        lines += ["[[reader]]", f'seat = "{seat}"', f'port = "{port}"', 'protocol = "rdm6300"']
    text = "\n".join([*lines, "[lights]", lights, more])
    return parse_config(text, Path(_TABLE) / "table.toml", with_deck=False)
