"""What a table shows: light faces, their bits, pictures of them, and the terminal's screen.

It knows no game: plain data in; bits, pictures and text out.

- `Face`, `Panel`, `Status`, `pips`: what the lights say.
- `wire`, `panel_bits`, `status_bits` and back `read_panel`, `read_status`: light by bit.
- `sketch`, `sketch_status`: bits as a few letters.
- `Screen`, `SeatLine`, `Labels`: a screen in words; `render`, `TerminalView`: on a terminal.
- `display.picture` draws the lights with Pillow.  It is not imported here, so that a table without
  pictures doesn't load Pillow.
- `display.scene` picks what one small display shows of a screen, `display.drawing` draws it at any
  size, `display.devices` brings it onto displays through luma.
"""

from typing import TYPE_CHECKING

from display.bits import (
    PanelLights,
    StatusLights,
    panel_bits,
    read_panel,
    read_status,
    status_bits,
    wire,
)
from display.face import MOST, SUITS, Face, Panel, Pips, Status, pips
from display.screen import Labels, Screen, SeatLine
from display.sketch import sketch, sketch_status
from display.terminal import TerminalView

if TYPE_CHECKING:
    from display.rendering import render

__all__ = [
    "MOST",
    "SUITS",
    "Face",
    "Labels",
    "Panel",
    "PanelLights",
    "Pips",
    "Screen",
    "SeatLine",
    "Status",
    "StatusLights",
    "TerminalView",
    "panel_bits",
    "pips",
    "read_panel",
    "read_status",
    "render",
    "sketch",
    "sketch_status",
    "status_bits",
    "wire",
]


def __getattr__(name: str) -> object:
    """Nothing is drawn where no terminal can show it: that module comes when it is asked for."""
    if name != "render":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from display.rendering import render

    return render
