"""A score die on a small picture."""

from __future__ import annotations

from display.bits import PanelLights
from display.inks import BLACK_PIP, DARK, IVORY, IVORY_EDGE, RED, WHITE
from display.plate import Plate


def draw_die(plate: Plate, panel: PanelLights, x: int, y: int, side: int) -> None:
    """Draw a die `side` pixels wide, 20 or more: round pips in a frame.

    In colours it is ivory with red and black pips. In black and white it is a dark die with lit
    pips from zero up, and a lit one with dark pips below zero; a pip that is red and black is half.
    """
    minus = any(panel.black)
    corner = max(2, side // 6)
    if plate.mono:
        plate.round_box(x, y, side, side, corner, WHITE if minus else DARK, WHITE)
    else:
        plate.round_box(x, y, side, side, corner, IVORY, IVORY_EDGE)
    pip = round(side * 0.2)
    for place in range(9):
        red, black = panel.red[place], panel.black[place]
        if not (red or black):
            continue
        row, column = divmod(place, 3)
        left = x + _place(side, pip, column)
        top = y + _place(side, pip, row)
        if plate.mono:
            plate.disc(left, top, pip, DARK if minus else WHITE)
            if red and black:
                inner = max(2, pip // 2)
                gap = (pip - inner) // 2
                plate.disc(left + gap, top + gap, inner, WHITE)
        else:
            plate.disc(left, top, pip, RED if red else BLACK_PIP)
            if red and black:
                plate.half_disc(left, top, pip, BLACK_PIP)


def _place(side: int, pip: int, step: int) -> int:
    """Where a pip begins, symmetrical to the pixel."""
    edge = round(side * 0.22) - pip // 2
    if step == 0:
        return edge
    return (side - pip) // 2 if step == 1 else side - edge - pip
