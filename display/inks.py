"""The colours of small pictures."""

from __future__ import annotations

from typing import Final

from display.canvas import Colour

DARK: Final[Colour] = (0, 0, 0)
WHITE: Final[Colour] = (240, 240, 236)
DIM: Final[Colour] = (150, 160, 156)
RED: Final[Colour] = (230, 24, 32)
VIOLET: Final[Colour] = (92, 96, 255)
"""What black pips are on lights that cannot be black."""
IVORY: Final[Colour] = (247, 242, 229)
IVORY_EDGE: Final[Colour] = (204, 193, 168)
BLACK_PIP: Final[Colour] = (24, 21, 34)
GREEN: Final[Colour] = (64, 220, 120)
AMBER: Final[Colour] = (255, 180, 48)
GOLD: Final[Colour] = (255, 208, 72)
ALARM: Final[Colour] = (255, 60, 40)
SKY: Final[Colour] = (120, 186, 255)
SUIT_INKS: Final[tuple[Colour, ...]] = (WHITE, RED, RED, WHITE)
