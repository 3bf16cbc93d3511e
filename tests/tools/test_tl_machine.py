"""What a check finds of a machine: its ports, pins, console, buses, clock and disk, as files."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tl_displays import display
from tl_machines import ADAPTER, USER, Box, pi4, pi5, pi_zero, table

from controller.config import TableConfig
from controller.live.command import still_findings
from controller.live.machine import Machine

FIRST = ADAPTER.format(1)


def found(box: Box, config: TableConfig | None = None, *, only: str = "") -> list[str]:
    """The findings that are not `ok`, or all of those that begin with a word."""
    lines = [str(finding) for finding in still_findings(box.machine, config or table())]
    if only:
        return [line for line in lines if line[5:].startswith(only)]
    return [line for line in lines if not line.startswith("ok")]


def test_a_pi_4_as_it_should_be(tmp_path: Path) -> None:
    config = table()
    lines = [str(finding) for finding in still_findings(pi4(tmp_path).machine, config)]
    assert lines == [
        "ok   machine: Raspberry Pi 4 Model B Rev 1.4",
        *(
            f"ok   reader of {seat}: {ADAPTER.format(n + 1)} (/dev/ttyUSB{n}) is there, free and "
            "allowed"
            for n, seat in enumerate("SWNE")
        ),
        "ok   pins: RPi.GPIO 0.7.1 fits",
        "ok   clock: set from the network",
        "ok   journal: /srv/table is on a disk (ext4)",
    ]


@pytest.mark.parametrize("make", [pi4, pi5])
def test_nothing_to_mend(tmp_path: Path, make: Callable[[Path], Box]) -> None:
    assert found(make(tmp_path)) == []


def test_a_pi_zero_with_its_console_on_the_header(tmp_path: Path) -> None:
    box = pi_zero(tmp_path)
    lines = found(
        box, table(f"{ADAPTER.format(1)} {ADAPTER.format(2)} {ADAPTER.format(3)} /dev/serial0")
    )
    off = (
        "Do: sudo raspi-config, Interface Options, Serial Port: no login shell, but the hardware "
        "on; then restart."
    )
    assert lines == [
        "fail reader of E: the kernel's messages go to it (console=ttyAMA0 in /proc/cmdline). "
        + off,
        "fail reader of E: the kernel's messages go to it (console=serial0 in /boot/cmdline.txt). "
        + off,
        "fail reader of E: a login waits on it (process 300: /sbin/agetty). "
        "Do: sudo systemctl disable --now serial-getty@ttyAMA0.service.",
        "warn clock: none of its own, and not set from the network: the journal will have wrong "
        "times (no ruling depends on them). "
        "Do: give it a network at its start, or a clock such as a DS3231.",
    ]
    # Stopped for now, the login is back after the next start.
    for name in ("cmdline", "comm"):
        box.gone(f"/proc/300/{name}")
    assert any("a login will wait on it" in line for line in found(box, table("/dev/serial0")))


def test_a_pc(tmp_path: Path) -> None:
    box = Box(tmp_path)
    assert found(box) == [
        "fail pins: 4 are used (lights.data, lights.clock, lights.latch, lights.enable), and this "
        'is no Raspberry Pi. Do: run it on one, or set driver = "none" and take the buttons out.'
    ]
    assert found(box, table(lights='driver = "none"')) == []
    assert "ok   machine: not a Raspberry Pi" in found(box, only="machine")


# Ports.


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    box = pi4(tmp_path)
    gone = "/dev/serial/by-path/gone"
    there = ", ".join(ADAPTER.format(n) for n in range(1, 5))
    assert found(box, table(gone)) == [
        f"fail reader of S: no port {gone}. Do: use one that is there: {there}."
    ]
    empty = Box(tmp_path / "empty", adapters=0)
    assert found(empty, table(gone, 'driver = "none"'))[0] == (
        f"fail reader of S: no port {gone}. "
        "Do: plug it in, and see `dmesg | tail` for what the kernel says."
    )


def test_a_name_that_may_change(tmp_path: Path) -> None:
    box = pi4(tmp_path)
    assert found(box, table("/dev/ttyUSB0")) == [
        "warn reader of S: /dev/ttyUSB0 may be another adapter after the next start. "
        f'Do: port = "{FIRST}".'
    ]
    by_id = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"
    box.link(by_id, "../../ttyUSB0")
    assert found(box, table(by_id)) == [
        "warn reader of S: adapters without a serial number of their own share one name in "
        f'/dev/serial/by-id. Do: port = "{FIRST}".'
    ]


def test_ports_reached_through_pyserial(tmp_path: Path) -> None:
    assert found(pi4(tmp_path), table("socket://127.0.0.1:7000"), only="reader of S") == [
        "ok   reader of S: socket://127.0.0.1:7000 is reached through pyserial"
    ]


def test_a_group_that_is_missing(tmp_path: Path) -> None:
    box = pi4(tmp_path)
    box.groups.clear()
    assert found(box, table(lights='driver = "none"'))[0] == (
        f"fail reader of S: {FIRST} may not be opened by this user. "
        "Do: sudo usermod -aG dialout $USER, then log out and in again."
    )
    box.file("/etc/group", f"dialout:x:{os.getgid()}:root,asha\n")
    assert found(box)[0] == (
        f"fail reader of S: {FIRST} may not be opened by this user. Do: log out and in again: you "
        "are in the group dialout since, but this login is not."
    )
    box.file("/etc/group", f"root:x:{os.getgid()}:\n")
    assert "install the udev rules of `chhakka service`" in found(box)[0]


def test_a_busy_port(tmp_path: Path) -> None:
    box = pi4(tmp_path)
    box.runs(77, "/usr/bin/brltty -P", "/dev/null", "/dev/ttyUSB0")
    box.runs(1, "this very check", "/dev/ttyUSB0")
    assert found(box) == [
        f"fail reader of S: {FIRST} is held by /usr/bin/brltty -P (process 77). "
        "Do: end it: kill 77."
    ]


def test_bluetooth(tmp_path: Path) -> None:
    box = pi4(tmp_path)
    assert found(box, table("/dev/ttyAMA0")) == [
        "fail reader of S: Bluetooth has it (/dev/serial1 leads there). Do: use /dev/serial0, or "
        "put dtoverlay=disable-bt into /boot/firmware/config.txt, sudo systemctl disable hciuart, "
        "and restart."
    ]
    assert found(box, table("/dev/serial0")) == []


def test_the_debug_port_of_a_pi_5(tmp_path: Path) -> None:
    box = pi5(tmp_path)
    assert found(box, table("/dev/serial0")) == [
        "warn reader of S: /dev/ttyAMA10 is the plug between the HDMI sockets, not the header. "
        "Do: for the header put dtparam=uart0=on into /boot/firmware/config.txt, restart, and use "
        "/dev/ttyAMA0."
    ]
    assert found(box, table("/dev/ttyAMA0")) == []


# Pins.


def test_the_module_has_to_fit_the_machine(tmp_path: Path) -> None:
    four, five = pi4(tmp_path / "4"), pi5(tmp_path / "5")
    four.packages = {"RPi.GPIO": "0.7.1", "rpi-lgpio": "0.6"}
    assert found(four) == [
        "fail pins: RPi.GPIO 0.7.1 and rpi-lgpio 0.6 are installed, in each other's way. "
        "Do: pip uninstall RPi.GPIO rpi-lgpio, then pip install 'chhakka[pi]'."
    ]
    four.packages = {"rpi-lgpio": "0.6"}
    assert found(four) == []
    four.packages = {}
    assert found(four) == [
        "fail pins: the module RPi.GPIO is missing. Do: pip install 'chhakka[pi]'."
    ]
    five.packages = {"RPi.GPIO": "0.7.1"}
    assert found(five) == [
        "fail pins: RPi.GPIO 0.7.1 does not know this machine. "
        "Do: pip uninstall RPi.GPIO, then pip install 'chhakka[pi5]'."
    ]
    five.packages = {}
    assert "chhakka[pi5]" in found(five)[0]


@pytest.mark.parametrize(
    ("model", "new"),
    [
        ("Raspberry Pi 500 Rev 1.0", True),
        ("Raspberry Pi Compute Module 5 Rev 1.0", True),
        ("Raspberry Pi 400 Rev 1.0", False),
        ("Raspberry Pi Compute Module 4 Rev 1.0", False),
        ("Raspberry Pi Zero 2 W Rev 1.0", False),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", False),
    ],
)
def test_which_module_fits_which_model(tmp_path: Path, model: str, new: bool) -> None:
    box = pi4(tmp_path)
    box.file("/proc/device-tree/model", f"{model}\0")
    assert ("does not know this machine" in "".join(found(box))) == new


def test_devices_of_the_pins(tmp_path: Path) -> None:
    four, five = pi4(tmp_path / "4"), pi5(tmp_path / "5")
    four.gone("/dev/gpiomem")
    assert "no /dev/gpiomem" in found(four)[0]
    five.gone("/dev/gpiochip4")
    assert "no /dev/gpiochip0" in found(five)[0]
    five.file("/dev/gpiochip0", "", 0o600)
    assert found(five)[0].startswith("fail pins: /dev/gpiochip0 may not be opened by this user")


def test_pins_that_others_want(tmp_path: Path) -> None:
    box = pi4(tmp_path)
    more = "[buttons.S]\npass = 14\nraise = 3\nshow = 0\npair = 4"
    box.link("/dev/serial/by-path/platform-fe215040.serial", "../../ttyS0")
    port = "/dev/serial/by-path/platform-fe215040.serial"
    config = table(port, 'driver = "gpio"\ndata = 10\nbuzzer = 8', more)
    assert found(box, config, only="pins") == [
        "ok   pins: RPi.GPIO 0.7.1 fits",
        "fail pins: buttons.S.pass is pin 14; a serial port that is used is on it. "
        "Do: take another pin.",
        "warn pins: buttons.S.show is pin 0, which the Pi asks for the name of a HAT at its "
        "start. Do: take another pin.",
    ]
    for name in ("/dev/spidev0.0", "/dev/i2c-1"):
        box.file(name, "", 0o660)
    box.file("/boot/firmware/config.txt", "# a thermometer\ndtoverlay=w1-gpio\n")
    found_now = "\n".join(found(box, config, only="pins"))
    for taken in ("lights.data is pin 10; SPI is on", "lights.buzzer is pin 8; SPI is on"):
        assert taken in found_now
    assert "buttons.S.raise is pin 3; I2C is on" in found_now
    assert "buttons.S.pair is pin 4; 1-Wire is on" in found_now
    box.file("/boot/firmware/config.txt", "dtoverlay=w1-gpio,gpiopin=21\n")
    assert "1-Wire" not in "\n".join(found(box, config))


# Everything else.


def test_displays(tmp_path: Path) -> None:
    box = pi4(tmp_path)
    displays = (display("max7219"), display("sh1106", interface="spi"))
    config = replace(table(), displays=displays)
    assert found(box, config) == [
        "fail displays: SPI is off (no /dev/spidev*). "
        "Do: sudo raspi-config nonint do_spi 0, then restart."
    ]
    box.file("/dev/spidev0.0", "", 0o600)
    assert "displays: /dev/spidev0.0 may not be opened" in found(box, config)[0]
    config = replace(table(), displays=(display("ssd1306"), display("linux_framebuffer")))
    assert "fail displays: I2C is off (no /dev/i2c-*)" in found(box, config)[0]
    box.file("/dev/i2c-1", "", 0o660)
    assert found(box, config, only="displays") == ["ok   displays: I2C is on (/dev/i2c-1)"]


def test_clocks(tmp_path: Path) -> None:
    box = pi4(tmp_path)
    box.gone("/run/systemd/timesync/synchronized")
    assert found(box, only="clock") == ["ok   clock: this machine has one of its own"]


@pytest.mark.parametrize(
    ("mounts", "finding"),
    [
        ("overlay / overlay rw 0 0", "fail journal: /srv/table is on overlay: what is written"),
        ("/dev/x / ext4 rw 0 0\ntmpfs /srv tmpfs rw 0 0", "fail journal: /srv/table is on tmpfs"),
        (
            "/dev/x / ext4 rw 0 0\n/dev/y /srv/table vfat rw 0 0",
            "fail journal: /srv/table is on ",
        ),
        ("/dev/x / ext4 rw 0 0\nnas:/t /srv nfs4 rw 0 0", "fail journal: /srv/table is on nfs4"),
        ("/dev/x / ext4 rw 0 0\ntmpfs /srv/tab tmpfs rw 0 0", "ok   journal: /srv/table is on a"),
        ("", "ok   journal: /srv/table is on a disk (of a kind that is not known)"),
        ("nonsense", "ok   journal"),
    ],
)
def test_where_the_journal_is(tmp_path: Path, mounts: str, finding: str) -> None:
    box = pi4(tmp_path)
    box.file("/proc/mounts", f"{mounts}\n")
    assert found(box, only="journal")[0].startswith(finding)


def test_a_journal_that_may_not_be_written(tmp_path: Path) -> None:
    box = pi4(tmp_path)
    box.folder("/srv/table", 0o750)
    assert "fail journal: /srv/table may not be written" in found(box, only="journal")[0]
    box.folder("/srv/table", 0o770)
    box.file("/srv/table/journal.db", "", 0o600)
    assert "journal.db belongs to another user" in found(box, only="journal")[0]
    config = replace(table(), journal=Path("/none/journal.db"))
    assert found(box, config, only="journal") == [
        "fail journal: /none is not there. Do: mkdir -p /none."
    ]


def test_links_are_followed_as_they_are_meant(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.link("/dev/a", "/dev/b")
    box.link("/dev/b", "../dev/./ttyUSB0")
    box.link("/dev/loop", "loop")
    machine = box.machine
    assert machine.real("/dev/a") == "/dev/ttyUSB0"
    assert machine.real(FIRST) == "/dev/ttyUSB0"
    assert machine.real("/../../dev//x/..") == "/dev"
    assert machine.real("/dev/loop") == "/dev/loop"
    assert not machine.exists("/dev/loop")
    assert not machine.exists("/dev/a\0")


def test_rights_by_mode(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.file("/x", "", 0o640)
    machine = box.machine
    assert machine.may("/x", 4)
    assert not machine.may("/x", 6)
    assert not replace(machine, groups=frozenset()).may("/x", 4)
    assert replace(machine, user=os.getuid()).may("/x", 6)
    assert replace(machine, user=0).may("/x", 6)
    assert not machine.may("/none", 4)
    assert os.getuid() != USER


def test_this_very_machine() -> None:
    machine = Machine.this()
    assert machine.exists("/proc/self/cmdline")
    assert machine.package("pyserial") is not None
    assert machine.package("no-such-thing-as-this") is None
    with open(os.devnull) as null:
        holders = replace(machine, process=-1).holders(os.devnull)
        assert os.getpid() in [holder.process for holder in holders], null
    list(still_findings(machine, table()))


NAMES = st.sampled_from(
    ["/proc/mounts", "/proc/cmdline", "/etc/passwd", "/etc/group", "/proc/device-tree/model"]
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(NAMES, st.text(max_size=40)), max_size=4))
def test_whatever_is_in_the_files_there_is_no_traceback(
    tmp_path_factory: pytest.TempPathFactory, files: list[tuple[str, str]]
) -> None:
    box = pi4(tmp_path_factory.mktemp("box"))
    for name, text in files:
        (box.root / name.lstrip("/")).write_bytes(text.encode("utf-8", "surrogatepass"))
    assert all(str(finding) for finding in still_findings(box.machine, table("/dev/serial0")))
