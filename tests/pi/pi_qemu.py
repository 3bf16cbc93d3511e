"""How QEMU is told to pretend a Raspberry Pi 3B with a card and four serial adapters."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pi_image import Image
from pi_needs import tool
from pi_pins import TRACED

SEAT_PORTS: Final = 4


def by_path(number: int) -> str:
    """The name that an adapter has in the guest by the socket it is in, from 0."""
    return f"/dev/serial/by-path/platform-3f980000.usb-usb-0:1.{number + 1}:1.0-port0"


@dataclass(frozen=True, slots=True)
class Fittings:
    """How a Pi is fitted out.

    `card` is the image of its SD card, `memory_mb` what the kernel may use of the board's
    1024 MB. `files` are laid over the guest's root: the path there, and what to copy.
    """

    card: Path
    memory_mb: int = 1024
    files: dict[str, Path | bytes] = field(default_factory=dict)


def qemu_command(image: Image, fittings: Fittings, folder: Path) -> list[str]:
    """The command line of QEMU; its sockets are in `folder`, stopped before the first instruction.

    QEMU waits for a reader of the trace, a pipe, and stops when it is full: nothing gets lost.
    """
    words = f"console=ttyS1,115200 quiet loglevel=1 iomem=relaxed panic=-1 maxcpus=1 \
mem={fittings.memory_mb}M"
    # Should this process be killed, QEMU is too.
    command = [tool("setpriv"), "--pdeathsig", "KILL", tool("qemu-system-aarch64")]
    command += ["-M", "raspi3b", "-accel", "tcg,thread=single"]
    command += ["-display", "none", "-no-reboot", "-S", "-msg", "timestamp=on"]
    command += ["-kernel", str(image.kernel), "-dtb", str(image.board)]
    command += ["-initrd", str(folder / "root.cpio"), "-append", words]
    # What the guest has flushed is in the file as soon as QEMU has written it. Nobody cuts the
    # power of this machine, so that it need not reach a disk here too.
    command += ["-drive", f"if=sd,format=raw,file={fittings.card},cache=unsafe"]
    # The first serial line is the header's, the second the one that the kernel has its console on.
    command += ["-serial", "null", *_socket(folder, "console"), "-serial", "chardev:console"]
    command += [*_socket(folder, "monitor"), "-mon", "chardev=monitor,mode=control"]
    command += ["-qtest", f"unix:{folder}/probe,server=on,wait=off", "-qtest-log", os.devnull]
    command += ["-trace", TRACED, "-D", str(folder / "trace")]
    command += ["-device", "usb-hub,id=hub,port=1"]
    for number in range(SEAT_PORTS):
        name = f"adapter{number}"
        device = ",".join(f"{key}={value}" for key, value in adapter(number).items())
        command += [*_socket(folder, name), "-device", device.removeprefix("driver=")]
    return command


def adapter(number: int) -> dict[str, str | bool]:
    """A USB serial adapter, as QEMU wants it described; in socket `number` of the hub, from 0."""
    return {
        "driver": "usb-serial",
        "id": f"reader{number}",
        "chardev": f"adapter{number}",
        "port": f"1.{number + 1}",
        "serial": f"READER{number}",
    }


def _socket(folder: Path, name: str) -> list[str]:
    return ["-chardev", f"socket,id={name},path={folder / name},server=on,wait=off"]
