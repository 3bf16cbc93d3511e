"""Tables whose wiring is drawn: some that are written down, and any there may be."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from controller.config import TableConfig, parse_config

FOLDER = Path("/srv/table")

MIXED = """\
[table]
game = "twenty-nine"
[[reader]]
seat = "S"
port = "/dev/serial/by-path/platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.1:1.0-port0"
protocol = "rdm6300"
[[reader]]
seat = "W"
port = "/dev/serial/by-path/platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.2:1.0-port0"
protocol = "id12la"
[[reader]]
seat = "N"
port = "/dev/serial0"
protocol = "rdm6300"
[[reader]]
seat = "E"
protocol = "bridge"
reader = 0
[bridge]
port = "/dev/ttyACM0"
[lights]
driver = "gpio"
buzzer = 18
[buttons.S]
pass = 5
raise = 6
[buttons.E]
pass = "bridge:3"
"""


def read(text: str) -> TableConfig:
    """The table that a table.toml describes."""
    return parse_config(text, FOLDER / "table.toml", with_deck=False)


def plain(seats: int = 4, driver: str = "gpio", more: str = "", pins: str = "") -> TableConfig:
    """A table of four with two panels, or one of Twenty-Two with a panel for each seat."""
    if seats == 4:
        names, lines = "SWNE", ["[table]", 'game = "mendikot"']
    else:
        names = "abcdef"[:seats]
        listed = ", ".join(f'"{name}"' for name in names)
        lines = ["[table]", 'game = "twenty-two"', f"seats = [{listed}]"]
    for number, seat in enumerate(names):
        port = f"/dev/serial/by-path/usb-0:1.{number}"
        lines += ["[[reader]]", f'seat = "{seat}"', f'port = "{port}"', 'protocol = "rdm6300"']
    return read("\n".join([*lines, "[lights]", f'driver = "{driver}"', pins, more]))


@st.composite
def tables(draw: st.DrawFn) -> TableConfig:
    """Any table: two to six seats, any pins, buttons, a buzzer, a reader on the header or none."""
    pins = draw(st.permutations(range(28)))
    seats = draw(st.sampled_from([2, 3, 4, 5, 6]))
    chain = zip(("data", "clock", "latch", "enable"), pins, strict=False)
    its_pins = "\n".join(f"{name} = {pin}" for name, pin in chain)
    used = 4
    if draw(st.booleans()):
        its_pins += f"\nbuzzer = {pins[used]}"
        used += 1
    calls = draw(st.lists(st.sampled_from(["pass", "done", "deal", "undo"]), unique=True))
    seat = "S" if seats == 4 else "a"
    buttons = [f"{call} = {pins[used + at]}" for at, call in enumerate(calls)]
    more = "\n".join([f"[buttons.{seat}]", *buttons]) if buttons else ""
    driver = draw(st.sampled_from(["gpio", "none"]))
    return plain(seats, driver, more, its_pins)
