"""The controller's side of the bridge and a pretend bridge, on a cable, in a time of their own.

No port and no thread: what the port's keeper does is done here in one place, so that a run is the
same each time and takes no time.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from firmware_bridge import (
    BridgeEvent,
    BridgeTalk,
    ButtonEvent,
    HardwareFault,
    PortLost,
    PortOpened,
    ReaderEvent,
    TagGone,
    TagSeen,
    Wiring,
)
from hw_mocks.bridge import BridgeModel

PAUSE_S = 0.5
Event = ReaderEvent | ButtonEvent | BridgeEvent


def wiring(readers: int = 4, buttons: int = 1, panels: int = 2) -> Wiring:
    """Everything that such a bridge has, under its own numbers."""
    return Wiring({n: n for n in range(readers)}, {n: n for n in range(buttons)}, panels)


class Pair:
    """`run_to` lets time pass. `events` is what the table would hear, `sent` what was written.

    `opened` says whether the port is open now; it is opened again half a second after it was lost,
    if the cable is in.
    """

    def __init__(
        self,
        model: BridgeModel,
        wires: Wiring | None = None,
        sink: Callable[[Event], object] | None = None,
        url: str = "cable",
    ) -> None:
        self.model = model
        self.now = 0.0
        self.events: list[Event] = []
        self.sent: list[tuple[float, bytes]] = []
        self.opened = False
        self._cable = True
        self._open_at = 0.0
        self._ask_at = 0.0
        self.talk = BridgeTalk(url, wiring() if wires is None else wires, self._tell)
        self._sink = sink

    def _tell(self, event: Event) -> None:
        self.events.append(event)
        if self._sink is not None:
            self._sink(event)

    # What happens to the cable.

    def pull(self) -> None:
        """Pull the cable: what is on its way is lost, and the port is gone."""
        self._cable = False
        self.model.unsaid(self.now)
        if self.opened:
            self._lose("vanished")

    def plug(self) -> None:
        """Put the cable in again."""
        self._cable = True
        self._open_at = max(self._open_at, self.now)

    def _lose(self, reason: str) -> None:
        self.opened = False
        self._open_at = self.now + PAUSE_S
        self.talk.lost(reason, self.now)

    # Time.

    def run(self, seconds: float) -> None:
        """Let so much time pass."""
        self.run_to(self.now + seconds)

    def run_to(self, at: float) -> None:
        """Let time pass up to a moment."""
        while True:
            self._exchange()
            due = min(self._next(), at)
            if due >= at and self.now >= at:
                return
            self.now = max(due, self.now)

    def _next(self) -> float:
        dues = [self.model.next_due()]
        if self._cable:
            dues.append(self._ask_at if self.opened else self._open_at)
        return max(self.now + 0.0005, min(dues))

    def _exchange(self) -> None:
        if self._cable and not self.opened and self._open_at <= self.now:
            self.opened = True
            self._ask_at = self.now
            self.talk.opened(self.now)
        for _ in range(3):
            news = False
            for _, raw in self.model.advance(self.now):
                if self.opened:
                    self.talk.heard(raw, self.now)
                    news = True
            if self.opened and (news or self._ask_at <= self.now):
                self._ask()

    def _ask(self) -> None:
        try:
            ask = self.talk.ask(self.now)
        except HardwareFault as fault:
            self._lose(str(fault))
            return
        self._ask_at = self.now + (ask.wait_s or 0.0)
        if ask.send:
            self.sent.append((self.now, ask.send))
            self.model.receive(ask.send, self.now)

    def show(self, status: int, panels: tuple[int, ...]) -> None:
        """Have a picture shown, as soon as can be."""
        self.talk.protocol.show(status, panels)
        self._ask_at = self.now

    # What was heard.

    def heard(self) -> list[str]:
        """What happened on the bridge as the table hears it, `T 0 TAG`, `G 0 TAG`, `B 0`."""
        return [text for text in map(words, self.events) if text]

    def heard_by_boot(self) -> list[list[str]]:
        """The same, for each time that the bridge was met as one that had been reset."""
        found: list[list[str]] = []
        for event in self.events:
            if isinstance(event, BridgeEvent) and event.what == PortOpened():
                found.append([])
            elif words(event):
                found[-1].append(words(event))
        return found

    def openings(self) -> list[bool | str]:
        """Of the bridge itself: whether it was the same as before, or why it was lost."""
        return [
            event.what.resumed if isinstance(event.what, PortOpened) else event.what.reason
            for event in self.events
            if isinstance(event, BridgeEvent)
        ]


def words(event: Event) -> str:
    """An event in words; empty for a port that opens or is lost."""
    match event:
        case ButtonEvent(button):
            return f"B {button}"
        case ReaderEvent(reader, _, TagSeen(tag)):
            return f"T {reader} {tag}"
        case ReaderEvent(reader, _, TagGone(tag)):
            return f"G {reader} {tag}"
        case ReaderEvent(_, _, PortOpened() | PortLost()) | BridgeEvent():
            return ""
    raise AssertionError(event)


def felt(model: BridgeModel) -> dict[int, list[str]]:
    """What the bridge felt in each boot, in the words of `Pair.heard`."""
    found: dict[int, list[str]] = {}
    for boot, text in model.history:
        kind, _, place, what = text.split(" ")
        if kind != "B" or what == "1":
            found.setdefault(boot, []).append(
                f"B {place}" if kind == "B" else f"{kind} {place} {what}"
            )
    return found


class Mover:
    """Somebody who lays, lifts and presses at random; every tag is laid once at a time."""

    def __init__(self, model: BridgeModel, rng: random.Random) -> None:
        self._model = model
        self._rng = rng
        self._lying: list[tuple[int, str]] = []
        self._count = 0

    def move(self, at: float) -> None:
        """Do something."""
        what = self._rng.random()
        if what < 0.15:
            self._model.press(0, at)
            self._model.press(0, at, down=False)
        elif self._lying and what < 0.55:
            reader, tag = self._lying.pop(self._rng.randrange(len(self._lying)))
            self._model.lift(reader, at, tag)
        else:
            self._count += 1
            reader, tag = self._rng.randrange(4), f"{self._count:010X}"
            self._model.lay(reader, tag, at)
            self._lying.append((reader, tag))
