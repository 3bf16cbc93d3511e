"""Draws the pictures of the documents: `python docs/pictures.py`."""

from pathlib import Path

from PIL import Image, ImageDraw

from controller.config import TableConfig, parse_config
from controller.wiring.netlist import wiring_of
from controller.wiring.png import to_image
from controller.wiring.sheet import draw
from controller.wiring.svg import to_svg
from display import Face, Panel, Status
from display.drawing import draw_scene
from display.picture import save_png
from display.scene import Scene, Seat

FACE = Face(
    Status(trump="h", running=True),
    (Panel(score=4, turn=(False, True)), Panel(score=-3, alert=True)),
)
CALM = Face(Status(trump="h", running=True), (Panel(score=4, turn=(False, True)), Panel(score=-3)))
TEAMS = ("North & South", "West & East")
SEATS = (("South", "North"), ("West", "East"))
SCENE = Scene(
    CALM, ("NS", "WE"), ((Seat("S", 0), Seat("N", 0.5)), (Seat("W", 0.25), Seat("E", 0.75)))
)
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

_GROUND = (58, 60, 66)
_BOARD = (16, 18, 22)
_GAP = 24


def leds(picture: Image.Image, pitch: int) -> Image.Image:
    """A picture as round lights on a board."""
    colours = picture.convert("RGB")
    size = (picture.width * pitch, picture.height * pitch)
    board = Image.new("RGB", (4 * size[0], 4 * size[1]), _BOARD)
    pen = ImageDraw.Draw(board)
    for x in range(picture.width):
        for y in range(picture.height):
            red, green, blue = colours.getpixel((x, y))  # type: ignore[misc]
            lit = (red, green, blue) if red + green + blue else (38, 40, 46)
            corner = (4 * pitch * x + pitch // 2, 4 * pitch * y + pitch // 2)
            pen.ellipse((*corner, corner[0] + 3 * pitch, corner[1] + 3 * pitch), fill=lit)
    return board.reduce(4)


def pixels(picture: Image.Image, pitch: int) -> Image.Image:
    """A picture with larger pixels."""
    size = (picture.width * pitch, picture.height * pitch)
    return picture.convert("RGB").resize(size, Image.Resampling.NEAREST)


def displays() -> Image.Image:
    """The same lights on four displays."""
    grey = draw_scene(SCENE, (32, 8), "1").convert("L")
    red = Image.merge("RGB", [grey.point([0] * 255 + [top]) for top in (255, 40, 30)])
    rows = [
        [leds(red, 11), leds(draw_scene(SCENE, (32, 8), "RGB"), 11)],
        [
            pixels(draw_scene(SCENE, (128, 64), "1"), 2),
            pixels(draw_scene(SCENE, (160, 128), "RGB"), 2),
        ],
    ]
    rows[1].insert(1, pixels(draw_scene(SCENE, (64, 48), "1"), 2))
    width = max(sum(one.width for one in row) + _GAP * (len(row) + 1) for row in rows)
    height = sum(max(one.height for one in row) for row in rows) + _GAP * (len(rows) + 1)
    whole = Image.new("RGB", (width, height), _GROUND)
    y = _GAP
    for row in rows:
        high = max(one.height for one in row)
        space = (width - sum(one.width for one in row)) // (len(row) + 1)
        x = space
        for one in row:
            whole.paste(one, (x, y + (high - one.height) // 2))
            x += one.width + space
        y += high + _GAP
    return whole


def table(text: str) -> TableConfig:
    """A table.toml, read without its deck."""
    return parse_config(text, Path("/srv/table/table.toml"), with_deck=False)


if __name__ == "__main__":
    save_png(FACE, IMAGES / "panels.png", TEAMS, SEATS)
    displays().save(IMAGES / "displays.png", optimize=True)
    four = draw(wiring_of(table(FOUR)))
    to_image(four).save(IMAGES / "wiring.png", optimize=True)
    (IMAGES / "wiring.svg").write_text(to_svg(four))
    (IMAGES / "wiring-six.svg").write_text(to_svg(draw(wiring_of(table(SIX)))))
