"""Where the trials of a live check wait: for readers, for the keyboard, or for time to pass."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from typing import Final

from controller.keyboard import Typed
from controller.listening import Event as Heard
from firmware_bridge import Unwired

Event = Heard | Unwired | Typed
ENTER: Final = ""


class Desk:
    """One queue for all that happens, and a voice. `say` prints a line.

    `events` is where readers, the bridge and the keyboard put what they have to say.
    """

    def __init__(
        self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.say = say
        self.clock = clock
        self.attended = True
        """Whether there is anybody at the keyboard, as far as is known."""

    def until(self, end: float) -> Iterator[Event]:
        """What happens up to a moment of the clock, as it comes."""
        while (left := end - self.clock()) > 0:
            try:
                event = self.events.get(timeout=left)
            except queue.Empty:
                return
            if event == Typed(None):
                self.attended = False
            else:
                yield event

    def pause(self, seconds: float) -> bool:
        """Wait so long, or until somebody presses Enter; whether he did."""
        return any(isinstance(event, Typed) for event in self.until(self.clock() + seconds))

    def ask(self, question: str, seconds: float) -> str | None:
        """What somebody answers within so many seconds; None: nobody does."""
        if not self.attended:
            return None
        self.say(question)
        for event in self.until(self.clock() + seconds):
            if isinstance(event, Typed) and event.line is not None:
                return event.line.strip().lower()
        return None
