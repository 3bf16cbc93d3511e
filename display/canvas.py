"""A Pillow picture to draw on in units of the layout, with smooth edges.

Pillow's own drawing has hard edges.  Each form is therefore drawn once as a mask four times too
large, shrunk, kept, and pasted with its colour.  Only whole numbers are computed with, so that a
picture is the same on every machine.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from display.fonts import fitting, font_for, writable
from display.shapes import Fill, Shape

Colour = tuple[int, int, int]

_FINE = 4
_FADE_STEPS = 48
_FULL = 255


class Canvas:
    """A picture `width` by `height` pixels, drawn on at `scale` pixels a unit.

    `left` and `top` are the pixels at which the unit coordinates begin.
    """

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        background: Colour,
        origin: tuple[int, int] = (0, 0),
    ) -> None:
        self.image = Image.new("RGB", size, background)
        self._scale = scale
        self._origin = origin

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a disc about `x`, `y`."""
        self._stamp(_disc(self._pixels(2 * radius)), x, y, colour)

    def half_disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill the right half of a disc about `x`, `y`."""
        self._stamp(_half_disc(self._pixels(2 * radius)), x, y, colour)

    def glow(self, x: float, y: float, radius: float, colour: Colour, strength: float) -> None:
        """Lay a glow about `x`, `y` that fades out at `radius`; `strength` is 0 to 1."""
        self._stamp(_glow(self._pixels(2 * radius), round(strength * _FULL)), x, y, colour)

    def box(
        self, x: float, y: float, width: float, height: float, corner: float, colour: Colour
    ) -> None:
        """Fill a box with round corners; `x`, `y` is its top left."""
        mask = _box(self._pixels(width), self._pixels(height), self._pixels(corner))
        self._stamp(mask, x + width / 2, y + height / 2, colour)

    def shadow(
        self, x: float, y: float, width: float, height: float, spread: float, colour: Colour
    ) -> None:
        """Lay a soft shadow under the box at `x`, `y`, reaching `spread` beyond it."""
        mask = _soft_box(
            self._pixels(width + 2 * spread),
            self._pixels(height + 2 * spread),
            self._pixels(2 * spread),
        )
        self._stamp(mask, x + width / 2, y + height / 2, colour)

    def shape(self, shape: Shape, x: float, y: float, size: float, colour: Colour) -> None:
        """Draw a shape `size` large about `x`, `y`."""
        self._stamp(_shape(shape, self._pixels(size)), x, y, colour)

    def text(
        self, text: str, x: float, y: float, size: float, colour: Colour, room: float, anchor: str
    ) -> None:
        """Write one line at `x`, `y`, cut with an ellipsis where it is wider than `room`.

        `anchor` is Pillow's: "mm" sets the middle at the point, "lm" the left end.  Letters that no
        font here has are left out.
        """
        font = font_for(text, size * self._scale)
        line = fitting(writable(text, font), font, room * self._scale)
        draw = ImageDraw.Draw(self.image)
        draw.text(self._point(x, y), line, fill=colour, font=font, anchor=anchor)

    def _pixels(self, units: float) -> int:
        return max(1, round(units * self._scale))

    def _point(self, x: float, y: float) -> tuple[int, int]:
        left, top = self._origin
        return left + round(x * self._scale), top + round(y * self._scale)

    def _stamp(self, mask: Image.Image, x: float, y: float, colour: Colour) -> None:
        middle_x, middle_y = self._point(x, y)
        corner = (middle_x - mask.width // 2, middle_y - mask.height // 2)
        self.image.paste(colour, corner, mask)


def _blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mask = Image.new("L", (width * _FINE, height * _FINE), 0)
    return mask, ImageDraw.Draw(mask)


@lru_cache(maxsize=64)
def _disc(size: int) -> Image.Image:
    mask, draw = _blank(size, size)
    draw.ellipse((0, 0, mask.width - 1, mask.height - 1), fill=_FULL)
    return mask.reduce(_FINE)


@lru_cache(maxsize=16)
def _half_disc(size: int) -> Image.Image:
    mask, draw = _blank(size, size)
    draw.pieslice((0, 0, mask.width - 1, mask.height - 1), -90, 90, fill=_FULL)
    return mask.reduce(_FINE)


@lru_cache(maxsize=32)
def _glow(size: int, strength: int) -> Image.Image:
    mask, draw = _blank(size, size)
    for step in range(_FADE_STEPS):
        inset = mask.width * step // (2 * _FADE_STEPS)
        level = strength * (step + 1) ** 2 // _FADE_STEPS**2
        draw.ellipse((inset, inset, mask.width - 1 - inset, mask.height - 1 - inset), fill=level)
    return mask.reduce(_FINE)


@lru_cache(maxsize=64)
def _box(width: int, height: int, corner: int) -> Image.Image:
    mask, draw = _blank(width, height)
    edge = (0, 0, mask.width - 1, mask.height - 1)
    draw.rounded_rectangle(edge, corner * _FINE, fill=_FULL)
    return mask.reduce(_FINE)


@lru_cache(maxsize=16)
def _soft_box(width: int, height: int, fade: int) -> Image.Image:
    mask, draw = _blank(width, height)
    for step in range(_FADE_STEPS):
        inset = min(fade * _FINE * step // _FADE_STEPS, (min(mask.size) - 1) // 2)
        edge = (inset, inset, mask.width - 1 - inset, mask.height - 1 - inset)
        corner = max(1, fade * _FINE - inset)
        level = _FULL * (step + 1) ** 2 // (2 * _FADE_STEPS**2)
        draw.rounded_rectangle(edge, corner, fill=level)
    return mask.reduce(_FINE)


@lru_cache(maxsize=128)
def _shape(shape: Shape, size: int) -> Image.Image:
    mask, draw = _blank(size, size)
    side = mask.width
    for part in shape:
        points = [(round(x * side), round(y * side)) for x, y in part.points]
        if isinstance(part, Fill):
            draw.polygon(points, fill=_FULL)
            continue
        width = max(1, round(part.width * side))
        draw.line(points, fill=_FULL, width=width, joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse(
                (x - width // 2, y - width // 2, x + width // 2, y + width // 2), fill=_FULL
            )
    return mask.reduce(_FINE)
