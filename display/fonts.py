"""Which font writes on pictures: the one place where that is chosen."""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@lru_cache(maxsize=32)
def font_for(size: float) -> Font:
    """Return the font for lines about `size` pixels high, at least 1.

    It is Pillow's own, which has Latin letters only. It stays legible without half tones from 9
    pixels up.
    """
    return ImageFont.load_default(max(1.0, size))
