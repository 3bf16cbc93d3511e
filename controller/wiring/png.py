"""A scene as a picture file, drawn by Pillow, which is loaded only when it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from controller.wiring.scene import Anchor, Box, Disc, Line, Point, Polygon, Scene, Shape, Text

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

_FINE: Final = 2
"""So many times too large it is drawn, and then shrunk: Pillow's edges are hard."""
_ANCHORS: Final = {Anchor.START: "lm", Anchor.MIDDLE: "mm", Anchor.END: "rm"}


def to_image(scene: Scene, scale: int = 1) -> Image.Image:
    """The picture, `scale` pixels a unit.

    Pillow's own font is used, which has Latin letters only: others are left out.
    """
    from PIL import Image, ImageDraw

    fine = scale * _FINE
    image = Image.new("RGB", (scene.width * fine, scene.height * fine), "#ffffff")
    pen = _Pen(ImageDraw.Draw(image), fine)
    for shape in scene.shapes:
        pen.draw(shape)
    return image.reduce(_FINE)


class _Pen:
    def __init__(self, draw: ImageDraw.ImageDraw, scale: int) -> None:
        self._draw = draw
        self._scale = scale

    def draw(self, shape: Shape) -> None:
        match shape:
            case Line(points, colour, width):
                places = self._places(points)
                self._draw.line(places, colour, width * self._scale, joint="curve")
            case Box():
                self._box(shape)
            case Polygon(points, fill, edge):
                self._draw.polygon(self._places(points), fill, edge, self._scale)
            case Disc(x, y, radius, fill, edge):
                x, y, radius = x * self._scale, y * self._scale, radius * self._scale
                round_it = (x - radius, y - radius, x + radius, y + radius)
                self._draw.ellipse(round_it, fill, edge or None, self._scale)
            case Text():
                self._text(shape)

    def _box(self, box: Box) -> None:
        places = self._places([(box.x, box.y), (box.x + box.width, box.y + box.height)])
        corner = box.corner * self._scale
        self._draw.rounded_rectangle(
            places, corner, box.fill or None, box.edge or None, self._scale
        )

    def _text(self, text: Text) -> None:
        from PIL import ImageFont

        font = ImageFont.load_default(text.size * self._scale)
        unknown = bytes(font.getmask("\uffff"))
        known = (each for each in text.text if bytes(font.getmask(each)) != unknown)
        line = "".join(known)
        place = (text.x * self._scale, text.y * self._scale)
        # Pillow's font comes in one weight only: a thin outline makes it bold.
        weight = self._scale // 4 + 1 if text.bold else 0
        self._draw.text(
            place,
            line,
            text.colour,
            font,
            _ANCHORS[text.anchor],
            stroke_width=weight / 2,
            stroke_fill=text.colour,
        )

    def _places(self, points: Sequence[Point]) -> list[tuple[int, int]]:
        return [(x * self._scale, y * self._scale) for x, y in points]
