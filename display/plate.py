"""A small picture to draw on pixel by pixel, in colours or in black and white only.

Unlike `Canvas` it has no soft edges where there are no half tones: a mask is cut at one half.
"""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from display.canvas import Colour, disc_mask, half_disc_mask, shape_mask
from display.cells import clusters
from display.dots import Dots
from display.fonts import Font, font_for, writable
from display.shapes import SUIT_SHAPES, Shape

MONO = "1"
_HALF = 128
_SUIT_SIGNS = "♠♥♦♣"
_RED_SIGNS = "♥♦"

BLACK: Colour = (0, 0, 0)


class Plate:
    """A picture of `size` pixels, all dark; `mono` has black and white only.

    All places and lengths are whole pixels. With `mono` any colour but black is white.
    """

    def __init__(self, size: tuple[int, int], *, mono: bool) -> None:
        self.image = Image.new("L" if mono else "RGB", size, 0)
        self.mono = mono
        self._draw = ImageDraw.Draw(self.image)
        self._draw.fontmode = "1" if mono else "L"

    def finished(self) -> Image.Image:
        """The picture, of mode 1 or RGB."""
        return self.image.convert(MONO, dither=Image.Dither.NONE) if self.mono else self.image

    def block(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Fill a box."""
        if width > 0 and height > 0:
            self._draw.rectangle((x, y, x + width - 1, y + height - 1), fill=self._ink(colour))

    def round_box(
        self, x: int, y: int, width: int, height: int, corner: int, fill: Colour, edge: Colour
    ) -> None:
        """Fill a box with round corners and an edge one pixel wide."""
        self._draw.rounded_rectangle(
            (x, y, x + width - 1, y + height - 1),
            corner,
            fill=self._ink(fill),
            outline=self._ink(edge),
        )

    def dots(self, dots: Dots, x: int, y: int, unit: int, colour: Colour) -> None:
        """Draw dots, each `unit` pixels large, from their top left."""
        for row, line in enumerate(dots):
            for column, mark in enumerate(line):
                if mark == "#":
                    self.block(x + column * unit, y + row * unit, unit, unit, colour)

    def disc(self, x: int, y: int, size: int, colour: Colour) -> None:
        """Fill a disc `size` pixels wide whose box begins at `x`, `y`."""
        if size > 0:
            self._stamp(disc_mask(size), x, y, colour)

    def half_disc(self, x: int, y: int, size: int, colour: Colour) -> None:
        """Fill the right half of such a disc."""
        if size > 0:
            self._stamp(half_disc_mask(size), x, y, colour)

    def shape(self, shape: Shape, x: int, y: int, size: int, colour: Colour) -> None:
        """Draw a shape in the square of `size` pixels that begins at `x`, `y`."""
        if size > 0:
            self._stamp(shape_mask(shape, size), x, y, colour)

    def text(
        self,
        text: str,
        x: int,
        y: int,
        size: int,
        colour: Colour,
        room: int,
        red: Colour | None = None,
    ) -> int:
        """Write one line about `size` high from its top left, cut at `room`; its width in pixels.

        Suits are drawn as shapes, hearts and diamonds in the colour `red` if there is one.
        """
        left, end = x, x + room
        for piece in _pieces(text):
            if piece in _SUIT_SIGNS:
                sign = _suit_size(size)
                if x + sign > end:
                    break
                shape = SUIT_SHAPES[_SUIT_SIGNS.index(piece)]
                ink = red if red is not None and piece in _RED_SIGNS else colour
                self.shape(shape, x, y + max(0, (size - sign + 1) // 2), sign, ink)
                x += sign + 1
                continue
            font = font_for(piece, size)
            whole = _spaced(piece, font)
            line = self._fitting(whole, font, end - x)
            self._draw.text((x, y), line, fill=self._ink(colour), font=font)
            x += self._length(line, font)
            if line != whole:
                break
        return x - left

    def width(self, text: str, size: int) -> int:
        """How wide a text would be, in pixels."""
        return sum(
            _suit_size(size) + 1 if piece in _SUIT_SIGNS else self._width(piece, size)
            for piece in _pieces(text)
        )

    def _width(self, piece: str, size: int) -> int:
        font = font_for(piece, size)
        return self._length(_spaced(piece, font), font)

    def _length(self, text: str, font: Font) -> int:
        # Without half tones the letters stand farther apart.
        return math.ceil(font.getlength(text, MONO if self.mono else "L"))

    def _fitting(self, text: str, font: Font, room: int) -> str:
        """The text, cut with an ellipsis where it is wider than `room` pixels."""
        line, parts = text, clusters(text)
        while line and self._length(line, font) > room:
            parts.pop()
            text = "".join(parts).rstrip()
            line = text + "…" if text else ""
        return line

    def _ink(self, colour: Colour) -> int | Colour:
        if not self.mono:
            return colour
        return 0 if colour == BLACK else 255

    def _stamp(self, mask: Image.Image, x: int, y: int, colour: Colour) -> None:
        if self.mono:
            mask = mask.point([0] * _HALF + [255] * _HALF)
        self.image.paste(self._ink(colour), (x, y), mask)


def _suit_size(size: int) -> int:
    return max(5, round(size * 0.8))


def _pieces(text: str) -> list[str]:
    """Cut a text so that every suit stands alone."""
    for sign in _SUIT_SIGNS:
        text = text.replace(sign, f"\0{sign}\0")
    return [piece for piece in text.split("\0") if piece]


def _spaced(text: str, font: Font) -> str:
    """What the font can write of a text, with the spaces at its ends."""
    inner = writable(text, font)
    before = " " * (len(text) - len(text.lstrip()))
    after = " " * (len(text) - len(text.rstrip())) if inner else ""
    return before + inner + after
