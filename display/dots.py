"""Signs and digits as single lights, for displays whose every pixel can be seen."""

from __future__ import annotations

from typing import Final

Dots = tuple[str, ...]
"""Rows from the top; `#` is lit."""

SPADE: Final[Dots] = (
    "...##...",
    "..####..",
    ".######.",
    "########",
    "########",
    ".##..##.",
    "...##...",
    "..####..",
)
HEART: Final[Dots] = (
    ".##..##.",
    "########",
    "########",
    "########",
    ".######.",
    "..####..",
    "...##...",
    "........",
)
DIAMOND: Final[Dots] = (
    "...##...",
    "..####..",
    ".######.",
    "########",
    ".######.",
    "..####..",
    "...##...",
    "........",
)
CLUB: Final[Dots] = (
    "...##...",
    "..####..",
    "...##...",
    ".##..##.",
    "########",
    ".##..##.",
    "...##...",
    "..####..",
)
SUIT_DOTS: Final = (SPADE, HEART, DIAMOND, CLUB)
"""In the order of the lights."""
HIDDEN: Final[Dots] = (
    "..####..",
    ".##..##.",
    ".....##.",
    "....##..",
    "...##...",
    "........",
    "...##...",
    "...##...",
)
PLAIN: Final[Dots] = (
    "..####..",
    ".#....#.",
    "#....#.#",
    "#...#..#",
    "#..#...#",
    "#.#....#",
    ".#....#.",
    "..####..",
)
FAULT: Final[Dots] = (
    "....##..",
    "...##...",
    "..##....",
    ".######.",
    "....##..",
    "...##...",
    "..##....",
    "........",
)
ALERT: Final[Dots] = (
    "...##...",
    "...##...",
    "...##...",
    "...##...",
    "...##...",
    "........",
    "...##...",
    "...##...",
)
CROWN: Final[Dots] = (
    "#..##..#",
    "########",
)
"""Two rows high, for under a score."""

_LOW = """
###  #  ### ### # # ### ### ### ### ###
# # ##    #   # # # #   #     # # # # #
# #  #  ### ### ### ### ###   # ### ###
# #  #  #     #   #   # # #   # # #   #
### ### ### ###   # ### ###   # ### ###
"""
_TALL = """
###  #  ### ### # # ### ### ### ### ###
# # ##    #   # # # #   #     # # # # #
# #  #    #   # # # #   #     # # # # #
# #  #  ### ### ### ### ###   # ### ###
# #  #  #     #   #   # # #   # # #   #
# #  #  #     #   #   # # #   # # #   #
### ### ### ###   # ### ###   # ### ###
"""


def _digits(font: str) -> tuple[Dots, ...]:
    rows = [row.ljust(39).replace(" ", ".") for row in font.strip("\n").split("\n")]
    return tuple(tuple(row[4 * n : 4 * n + 3] for row in rows) for n in range(10))


LOW_DIGITS: Final = _digits(_LOW)
"""0 to 9, three lights wide and five high."""
TALL_DIGITS: Final = _digits(_TALL)
"""0 to 9, three lights wide and seven high."""


def number_dots(number: int, digits: tuple[Dots, ...]) -> Dots:
    """The digits of a whole number of two digits side by side, one column between them."""
    left, right = divmod(number, 10)
    return tuple(f"{one}.{two}" for one, two in zip(digits[left], digits[right], strict=True))
