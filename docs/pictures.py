"""Draws the pictures of the README and the guide: `python docs/pictures.py`."""

from pathlib import Path

from controller.config import TableConfig, parse_config
from controller.wiring.netlist import wiring_of
from controller.wiring.png import to_image
from controller.wiring.sheet import draw
from controller.wiring.svg import to_svg
from display import Face, Panel, Status
from display.picture import save_png

FACE = Face(
    Status(trump="h", running=True),
    (Panel(score=4, turn=(False, True)), Panel(score=-3, alert=True)),
)
TEAMS = ("North & South", "West & East")
SEATS = (("South", "North"), ("West", "East"))

IMAGES = Path(__file__).parent / "images"
PORT = "/dev/serial/by-path/platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.{}:1.0-port0"
FOUR = f"""\
[table]
game = "twenty-nine"

[[reader]]
seat = "S"
port = "{PORT.format(1)}"
protocol = "rdm6300"

[[reader]]
seat = "W"
port = "{PORT.format(2)}"
protocol = "rdm6300"

[[reader]]
seat = "N"
port = "/dev/serial0"
protocol = "rdm6300"

[[reader]]
seat = "E"
port = "{PORT.format(3)}"
protocol = "id12la"

[lights]
driver = "gpio"
buzzer = 18

[buttons.S]
pass = 5
raise = 6
"""
SIX = "\n".join(
    [
        '[table]\ngame = "twenty-two"\nseats = ["1", "2", "3", "4", "5", "6"]',
        *(
            f'[[reader]]\nseat = "{seat}"\nport = "{PORT.format(seat)}"\nprotocol = "rdm6300"'
            for seat in range(1, 7)
        ),
        '[lights]\ndriver = "gpio"\n',
    ]
)


def table(text: str) -> TableConfig:
    """A table.toml, read without its deck."""
    return parse_config(text, Path("/srv/table/table.toml"), with_deck=False)


if __name__ == "__main__":
    save_png(FACE, IMAGES / "panels.png", TEAMS, SEATS)
    four = draw(wiring_of(table(FOUR)))
    to_image(four).save(IMAGES / "wiring.png", optimize=True)
    (IMAGES / "wiring.svg").write_text(to_svg(four))
    (IMAGES / "wiring-six.svg").write_text(to_svg(draw(wiring_of(table(SIX)))))
