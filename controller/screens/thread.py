"""Screens on a thread of their own, so that a slow or stopped one never holds up a tap."""

from __future__ import annotations

import threading
from typing import Protocol

from display import Screen

LAST_LOOK_S = 1.0
"""So long the last screen may take when the table closes."""


class ScreenView(Protocol):
    """What shows screens to people, as slowly as it likes."""

    def show(self, screen: Screen) -> None:
        """Show one."""

    def close(self) -> None:
        """Leave things as they were before."""


class ScreenThread:
    """Shows the newest screen; those that came while one was being shown are passed over.

    A view that fails is closed and left alone: the game goes on without it, and `failure` says why.
    """

    def __init__(self, view: ScreenView) -> None:
        self.failure: str | None = None
        self._view = view
        self._newest: Screen | None = None
        self._closing = False
        self._changed = threading.Condition()
        # A daemon, so that a terminal that stopped for good does not keep the program alive.
        self._thread = threading.Thread(target=self._run, name="screens", daemon=True)
        self._thread.start()

    def show(self, screen: Screen) -> None:
        """Show a screen as soon as the view can; returns at once."""
        with self._changed:
            self._newest = screen
            self._changed.notify()

    def close(self) -> None:
        """Show what is still to be shown, close the view, and wait a moment for both."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(LAST_LOOK_S)

    def _run(self) -> None:
        try:
            while (screen := self._next()) is not None:
                self._view.show(screen)
        except Exception as error:  # a broken screen must not end the game
            self.failure = f"the screen has failed: {error}"
        finally:
            self._view.close()

    def _next(self) -> Screen | None:
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._closing)
            screen, self._newest = self._newest, None
            return screen
