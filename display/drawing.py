"""The picture of a scene for a display, whatever its size: picks the way of drawing that fits."""

from __future__ import annotations

from PIL import Image

from display.bits import wire
from display.middle import draw_middle
from display.picture import draw_lights, scale_for
from display.plate import MONO, Plate
from display.scene import Scene, is_flat
from display.strip import draw_strip
from display.words_picture import draw_words

LEAST_SIDE = 8
"""The smallest width and height that can show a die, in pixels."""
_WORDS = (64, 24)
"""The least width and height for words."""
_LARGE_SCALE = 0.36
"""Below this many pixels a unit the signs of the large picture cannot be made out."""


def draw_scene(scene: Scene, size: tuple[int, int], mode: str) -> Image.Image:
    """Draw a scene for a display of `size` pixels; `mode` is "1", "RGB" or "RGBA".

    The picture has that size and mode. Raises ValueError for a size that is too small.
    """
    width, height = size
    if min(size) < LEAST_SIDE:
        raise ValueError(f"size {width} x {height}: expected {LEAST_SIDE} pixels each way or more")
    if scene.screen is None and mode != MONO and _is_large(scene, size):
        status, panels = wire(scene.face)
        seats = [[seat.name for seat in seats] for seats in scene.seats]
        turns = [[seat.turn for seat in seats] for seats in scene.seats]
        picture = draw_lights(status, panels, scene.names, seats, size=size, turns=turns)
    else:
        plate = Plate(size, mono=mode == MONO)
        if scene.screen is not None and width >= _WORDS[0] and height >= _WORDS[1]:
            draw_words(plate, scene.screen)
        elif is_flat(size):
            draw_strip(plate, scene)
        else:
            draw_middle(plate, scene)
        picture = plate.finished()
    return picture if picture.mode == mode else picture.convert(mode)


def _is_large(scene: Scene, size: tuple[int, int]) -> bool:
    return scale_for(len(scene.face.panels), size) >= _LARGE_SCALE
