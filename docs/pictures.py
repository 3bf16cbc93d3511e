"""Draws the pictures of the documents: `python docs/pictures.py`."""

from pathlib import Path

from PIL import Image, ImageDraw

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

_GROUND = (58, 60, 66)
_BOARD = (16, 18, 22)
_GAP = 24


def leds(picture: Image.Image, pitch: int) -> Image.Image:
    """A picture as round lights on a board."""
    colours = picture.convert("RGB")
    size = (picture.width * pitch, picture.height * pitch)
    board = Image.new("RGB", (4 * size[0], 4 * size[1]), _BOARD)
    draw = ImageDraw.Draw(board)
    for x in range(picture.width):
        for y in range(picture.height):
            red, green, blue = colours.getpixel((x, y))  # type: ignore[misc]
            lit = (red, green, blue) if red + green + blue else (38, 40, 46)
            corner = (4 * pitch * x + pitch // 2, 4 * pitch * y + pitch // 2)
            draw.ellipse((*corner, corner[0] + 3 * pitch, corner[1] + 3 * pitch), fill=lit)
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


if __name__ == "__main__":
    save_png(FACE, IMAGES / "panels.png", TEAMS, SEATS)
    displays().save(IMAGES / "displays.png", optimize=True)
