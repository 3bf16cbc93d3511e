"""The pins: which module drives them on this machine, may this user, and who else wants them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Final

from controller.config import TableConfig
from controller.live.console import CONFIGS
from controller.live.finding import Finding, fail, ok, warn
from controller.live.machine import Machine, first_text
from controller.live.model import is_new, model
from controller.live.ports import access_findings
from controller.screens.bus import own_lines_of

OLD: Final = "RPi.GPIO"
NEW: Final = "rpi-lgpio"
_GPIOMEM: Final = "/dev/gpiomem"
_CHIPS: Final = ("/dev/gpiochip0", "/dev/gpiochip4")
"""Where a Pi has its header: 0, and on a Pi 5 with an older kernel 4."""
_SPI: Final = frozenset(range(7, 12))
_I2C: Final = frozenset((2, 3))
_UART: Final = frozenset((14, 15))
_ID: Final = frozenset((0, 1))
_ONE_WIRE: Final = re.compile(r"^\s*dtoverlay=w1-gpio(?!\S*gpiopin=(?!4\b))", re.MULTILINE)


def used_pins(config: TableConfig) -> dict[int, str]:
    """What each pin of the header is used for, by its BCM number."""
    pins = {}
    if config.lights == "gpio":
        pins = {pin: f"lights.{name}" for name, pin in asdict(config.pins).items()}
    if config.buzzer is not None:
        pins[config.buzzer] = "lights.buzzer"
    for button in config.buttons:
        if button.pin is not None:
            seat = config.seating.names[button.seat]
            pins[button.pin] = f"buttons.{seat}.{button.call}"
    for number, display in enumerate(config.displays, start=1):
        its = {pin: f"display[{number}] {line}" for line, pin in own_lines_of(display).items()}
        pins.update(its)
    return pins


def pin_findings(machine: Machine, config: TableConfig) -> Iterator[Finding]:
    """All there is to say of the pins that the table uses; nothing when it uses none."""
    pins = used_pins(config)
    if not pins:
        return
    name = model(machine)
    if not name:
        yield fail(
            f"pins: {len(pins)} are used ({', '.join(pins.values())}), and this is no Raspberry Pi",
            'run it on one, or set driver = "none" and take the buttons out',
        )
        return
    yield from _module(machine, new=is_new(name))
    yield from _conflicts(machine, config, pins)


def _module(machine: Machine, *, new: bool) -> Iterator[Finding]:
    old_there, new_there = machine.package(OLD), machine.package(NEW)
    extra = "chhakka[pi5]" if new else "chhakka[pi]"
    if old_there and new_there:
        yield fail(
            f"pins: {OLD} {old_there} and {NEW} {new_there} are installed, in each other's way",
            f"pip uninstall {OLD} {NEW}, then pip install '{extra}'",
        )
    elif new and old_there:
        yield fail(
            f"pins: {OLD} {old_there} does not know this machine",
            f"pip uninstall {OLD}, then pip install '{extra}'",
        )
    elif not old_there and not new_there:
        yield fail("pins: the module RPi.GPIO is missing", f"pip install '{extra}'")
    else:
        yield ok(f"pins: {f'{NEW} {new_there}' if new_there else f'{OLD} {old_there}'} fits")
    device = _GPIOMEM if old_there and not new_there and not new else _chip(machine)
    if not machine.exists(device):
        yield fail(f"pins: no {device}", "update the system: sudo apt full-upgrade, and restart")
    else:
        yield from access_findings(machine, "pins", device)


def _chip(machine: Machine) -> str:
    return next((chip for chip in _CHIPS if machine.exists(chip)), _CHIPS[0])


def _conflicts(machine: Machine, config: TableConfig, pins: Mapping[int, str]) -> Iterator[Finding]:
    config_name, text = first_text(machine, *CONFIGS)
    ports = {reader.port for reader in config.readers}
    if config.bridge is not None:
        ports.add(config.bridge.port)
    serial = {machine.real(port) for port in ports if "://" not in port}
    if machine.exists("/dev/serial0") and machine.real("/dev/serial0") in serial:
        yield from _taken(pins, _UART, "a serial port that is used is on it", "take another pin")
    if any(name.startswith("/dev/spidev0.") for name in machine.names("/dev")):
        off = "take another pin, or sudo raspi-config nonint do_spi 1"
        yield from _taken(pins, _SPI, "SPI is on, and has it", off)
    if machine.exists("/dev/i2c-1"):
        off = "take another pin, or sudo raspi-config nonint do_i2c 1"
        yield from _taken(pins, _I2C, "I2C is on, and has it", off)
    if _ONE_WIRE.search(text):
        off = f"take another pin, or take dtoverlay=w1-gpio out of {config_name}"
        yield from _taken(pins, frozenset((4,)), "1-Wire is on, and has it", off)
    for pin in sorted(_ID & set(pins)):
        yield warn(
            f"pins: {pins[pin]} is pin {pin}, which the Pi asks for the name of a HAT at its start",
            "take another pin",
        )


def _taken(pins: Mapping[int, str], by: frozenset[int], why: str, do: str) -> Iterator[Finding]:
    for pin in sorted(by & set(pins)):
        yield fail(f"pins: {pins[pin]} is pin {pin}; {why}", do)
