"""Keeps one picture display showing what it should: drawn on change, set up anew, opened again.

It has no clock and no thread: every moment is passed in, in seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from display.scene import Scene
from firmware_bridge import Pauses

if TYPE_CHECKING:
    from PIL import Image

LONGEST_PAUSE_S: Final = 30.0


class OpenDisplay(Protocol):
    """A display that is open; its methods raise whatever goes wrong."""

    size: tuple[int, int]
    mode: str

    def show(self, picture: Image.Image) -> None:
        """Show a picture."""

    def refresh(self, picture: Image.Image) -> None:
        """Set the display up anew and show a picture whole."""

    def close(self) -> None:
        """Put it out; raises nothing."""


Draw = Callable[[Scene, tuple[int, int], str], "Image.Image"]


class Keeper:
    """Keeps a display: `show` what is new, `tick` when `due` has passed.

    `opened` opens the display, `draw` draws a scene for a size and mode. It is set up anew every
    `refresh_s` seconds (0 = never) and after each failure, which is in `fault` while it lasts: then
    opening is tried again after growing pauses.
    """

    def __init__(self, opened: Callable[[], OpenDisplay], draw: Draw, refresh_s: float) -> None:
        self.fault: str | None = None
        self._open = opened
        self._draw = draw
        self._refresh_s = refresh_s
        self._pauses = Pauses(LONGEST_PAUSE_S)
        self._display: OpenDisplay | None = None
        self._scene: Scene | None = None
        self._shown: Image.Image | None = None
        self._next = 0.0  # when to open or to set up anew

    def show(self, scene: Scene, at: float) -> None:
        """Show a scene; only remembered while the display is out of order."""
        self._scene = scene
        if self._display is None and at < self._next:
            return
        self._attempt(at, anew=False)

    def tick(self, at: float) -> None:
        """Do what is due: open the display, or set it up anew."""
        if self.due(at) == 0:
            self._attempt(at, anew=True)

    def due(self, at: float) -> float | None:
        """In how many seconds `tick` has something to do; None: never."""
        if self._scene is None or (self._display is not None and not self._refresh_s):
            return None
        return max(0.0, self._next - at)

    def close(self) -> None:
        """Put the display out."""
        display, self._display = self._display, None
        if display is not None:
            display.close()

    def _attempt(self, at: float, *, anew: bool) -> None:
        try:
            self._bring(at, anew=anew)
        except Exception as error:  # luma, the bus and the pins raise anything
            self.close()
            self.fault = str(error) or repr(error)
            self._next = at + self._pauses.next()
        else:
            self.fault = None
            self._pauses.restart()

    def _bring(self, at: float, *, anew: bool) -> None:
        fresh = self._display is None
        if self._display is None:
            self._display = self._open()
        display = self._display
        if self._scene is None:
            return
        picture = self._draw(self._scene, display.size, display.mode)
        if anew and not fresh:
            display.refresh(picture)
        elif fresh or picture != self._shown:
            display.show(picture)
        self._shown = picture
        if fresh or anew:
            self._next = at + self._refresh_s
