"""The running table: events from the readers in, lights and screens out.

One thread handles everything in the order in which it happened; the readers' threads only put
events on its queue. Lights come before screens, and a screen is drawn only when nothing waits.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from controller.config import ButtonConfig, ReaderConfig
from controller.director_line import DirectorCall
from controller.journal.writing import JournalFault
from controller.pages.feed import PagesBack, PagesLost
from controller.pages.state import PageState, PageStates, Place
from controller.screens.showing import face_of, screen_of
from controller.screens.thread import ScreenView
from controller.session.desk import DESK, Faults, Hearing, desk_of
from controller.session.session import Answer, Session
from controller.watchdog import Watchdog
from controller.words.faults import part_text, reason_text
from display import Face, Screen, wire
from firmware_bridge import (
    BridgeEvent,
    ButtonEvent,
    LightFault,
    Lights,
    PartState,
    PortLost,
    PortOpened,
    Presence,
    ReaderEvent,
    TagGone,
    TagSeen,
    Tap,
    UnknownTag,
)

LIGHTS_OUT = "lights"
JOURNAL = "journal"
PAGES = "pages"
TICK_S = 1.0
"""How often the screens show a clock that runs."""
QUIET_S = 0.25
"""When nothing has come for so long, it is time to tidy up."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Put on the queue to end the table."""


class Pages(Protocol):
    """What shows the newest state on the pages; must not block."""

    def show(self, state: PageState) -> None:
        """Show one."""


Event = (
    ReaderEvent
    | ButtonEvent
    | BridgeEvent
    | PartState
    | DirectorCall
    | PagesLost
    | PagesBack
    | Stop
)
Heard = ReaderEvent | ButtonEvent | BridgeEvent | PartState
"""What comes from the hardware."""


class Table:
    """A table with its readers, lights and screens; `beep` is called at each new alert.

    `events` is where the readers and all other parts put what they have to say; `handle` takes one
    event; `run` takes them until told to stop. `faults` has a sentence for each reader, light or
    other part that is lost; `halted` says that the journal cannot be written, so that the game has
    stopped. `tidy` is called once the table is quiet after something has happened; until then it is
    put off. `pages` is where the state goes whenever a screen is drawn; `hearing` is what was heard
    of each reader, `faults_counted` tells of the readers' bytes; `panels` is how many there are.
    """

    def __init__(
        self,
        session: Session,
        readers: Sequence[ReaderConfig],
        presences: Sequence[Presence],
        lights: Lights,
        screens: ScreenView | None = None,
        clock: Callable[[], float] = time.monotonic,
        buttons: Sequence[ButtonConfig] = (),
        tidy: Callable[[], object] | None = None,
        beep: Callable[[], object] | None = None,
        events: queue.SimpleQueue[Event] | None = None,
    ) -> None:
        self.session = session
        self.events: queue.SimpleQueue[Event] = events or queue.SimpleQueue()
        self.faults: dict[str, str] = {}
        self._readers = readers
        self._buttons = buttons
        self._beep = beep
        self._alarms = session.alarms
        self._presences = presences
        self._lights = lights
        self._screens = screens
        self._clock = clock
        self._tidy = tidy
        self._untidy = tidy is not None
        self.halted = False
        self.pages: Pages | None = None
        self.panels = len(session.match.seating.teams)
        self.faults_counted: Faults | None = None
        self.hearing = Hearing()
        self._states = PageStates()
        self._page: PageState | None = None
        self._shown: Face | None = None
        self._screen = Screen(title="")
        self._drawn = False

    def handle(self, event: Event) -> bool:
        """Take one event; False when it says that the table is to stop."""
        if isinstance(event, Stop):
            return False
        if isinstance(event, PagesLost | PagesBack):
            self._hear_pages(event)
        elif isinstance(event, DirectorCall) and event.words == DESK:
            event.answers.put(Answer(True, self._desk()))
        elif not self.halted:
            self._attend(event)
        elif isinstance(event, DirectorCall):
            event.answers.put(Answer(False, self.faults[JOURNAL]))
        return True

    def _attend(self, event: Heard | DirectorCall) -> None:
        at = self._clock() if isinstance(event, DirectorCall) else event.at
        try:
            # A clock that ran out before this happened comes first, however late this is heard.
            ran_out = self.session.tick(at)
            if isinstance(event, DirectorCall):
                answer = self.session.direct(event.words, at)
                self.light()
                event.answers.put(answer)
            elif self._hear(event) or ran_out:
                self.light()
            else:
                return
        except JournalFault as fault:
            self._halt(fault)
            if isinstance(event, DirectorCall):
                event.answers.put(Answer(False, str(fault)))
        self._drawn = False

    def _desk(self) -> str:
        session, hearing, counted = self.session, self.hearing, self.faults_counted
        return desk_of(session, self._readers, hearing, counted, self._clock())

    def _hear_pages(self, event: PagesLost | PagesBack) -> None:
        if isinstance(event, PagesLost):
            self.faults[PAGES] = event.reason
        else:
            self.faults.pop(PAGES, None)
        if not self.halted:
            self.light()
        self._drawn = False

    def _halt(self, fault: JournalFault) -> None:
        """Stop the game: what cannot be written down is not answered.

        The lights and the screen stay as they last were, with the fault on them.
        """
        self.halted = True
        self.faults[JOURNAL] = self.session.wording.text("says.halted", fault=fault)
        if self._shown is not None:
            self._show(_with_fault(self._shown))

    def run(self, watchdog: Watchdog | None = None) -> None:
        """Take events as they come until one says stop; a watchdog is fed by this thread."""
        watchdog = watchdog or Watchdog()
        self.light()
        self.draw()
        watchdog.ready(self.status())
        while self.step(watchdog.pause_s):
            if watchdog.listens:  # else nobody reads how it stands
                watchdog.feed(self.status())
        watchdog.stopping()

    def step(self, timeout: float | None) -> bool:
        """Wait for one event and take it; False when it says stop.

        With a timeout (seconds) nothing may come, and then nothing happens. A call clock that runs
        is looked after meanwhile, and the screens show how it runs down.
        """
        stands = self.halted or self.session.clock.paused
        left = None if stands else self.session.clock.left(self._clock())
        if left is not None:
            # The next full second, so that the screens count with the clock.
            until = left % TICK_S or min(left, TICK_S)
            timeout = until if timeout is None else min(timeout, until)
        if self._untidy:
            timeout = QUIET_S if timeout is None else min(timeout, QUIET_S)
        try:
            goes_on = self.handle(self.events.get(timeout=timeout))
            self._untidy = self._tidy is not None
        except queue.Empty:
            goes_on = True
            self._tick()
            self._rest()
        if left is not None:
            self._drawn = False
        if not self._drawn and self.events.empty():
            self.draw()
        return goes_on

    def _hear(self, event: Heard) -> bool:
        """Take what a reader, a button or another part says; False when it was nothing new."""
        if isinstance(event, PartState):
            self._note_part(event)
            return True
        if isinstance(event, BridgeEvent):
            self._bridge(event)
            return True
        if isinstance(event, ButtonEvent):
            button = self._buttons[event.button]
            self.session.press(button.seat, button.call, event.at)
            return True
        reader, presence = self._readers[event.reader], self._presences[event.reader]
        match event.what:
            case TagSeen(tag):
                self.hearing.heard[event.reader] = event.at
                return self._tag(reader, presence.seen(tag, event.at), event.at)
            case TagGone(tag, since):
                presence.gone(tag, since)
                return False
            case PortOpened(resumed):
                (presence.resumed if resumed else presence.opened)(event.at)
                self.hearing.open.add(event.reader)
                self.hearing.lost.pop(event.reader, None)
                self.faults.pop(self._place(reader), None)
            case PortLost(reason):
                presence.lost(event.at)
                self.hearing.open.discard(event.reader)
                self.hearing.lost[event.reader] = reason
                self.faults[self._place(reader)] = reason_text(reason, self.session.wording)
        return True

    def _note_part(self, state: PartState) -> None:
        wording = self.session.wording
        place = part_text(state.part, wording)
        if state.fault is None:
            self.faults.pop(place, None)
        else:
            self.faults[place] = reason_text(state.fault, wording)

    def _bridge(self, event: BridgeEvent) -> None:
        """The bridge has come or is lost; what its readers have said of that is not said twice."""
        wording = self.session.wording
        place = wording.text("place.bridge", port=wording.name(event.port))
        if isinstance(event.what, PortOpened):
            self.faults.pop(place, None)
        elif all(reader.number is None for reader in self._readers):
            self.faults[place] = reason_text(event.what.reason, wording)
        self._shown = None  # the lights may be on it

    def _tag(self, reader: ReaderConfig, seen: Tap | UnknownTag | None, at: float) -> bool:
        if seen is None or (reader.phases and self.session.match.phase not in reader.phases):
            return False
        if isinstance(seen, Tap):
            self.session.tap(reader.seat, seen.tag, at)
        else:
            self.session.unknown(reader.seat, seen.tag, at)
        return True

    def _place(self, reader: ReaderConfig) -> str:
        wording, names = self.session.wording, self.session.match.seating.names
        port = wording.name(reader.port)
        return wording.text("place.reader", seat=wording.seat(names[reader.seat]), port=port)

    def _tick(self) -> None:
        try:
            if not self.halted and self.session.tick(self._clock()):
                self.light()
        except JournalFault as fault:
            self._halt(fault)

    def _rest(self) -> None:
        if self._tidy is not None and self._untidy and not self.halted:
            self._tidy()
        self._untidy = False

    def light(self) -> None:
        """Bring the lights up to date; a light that fails is a fault, not the end of the game."""
        self._show(face_of(self.session, fault=bool(self.faults)))
        if self.session.alarms != self._alarms:
            self._alarms = self.session.alarms
            if self._beep is not None:
                self._beep()
        if self._shown is not None and self.faults.pop(LIGHTS_OUT, None) is not None:
            self.light()  # mended: the fault light goes out

    def _show(self, face: Face) -> None:
        if face == self._shown:
            return
        self._shown = None
        status, panels = wire(face)
        try:
            # A match of fewer sides than the table has panels leaves the others dark.
            self._lights.show(status, (*panels, *[0] * (self.panels - len(panels))))
        except LightFault as fault:
            self.faults[LIGHTS_OUT] = str(fault)
        else:
            self._shown = face

    def draw(self) -> None:
        """Bring the screens up to date."""
        self._drawn = True
        if self.pages is not None:
            self._draw_pages(self.pages)
        if self._screens is None:
            return
        if self.halted:
            face = _with_fault(self._screen.face)
            self._screen = replace(self._screen, face=face, faults=self.fault_texts())
        else:
            left = self.session.clock.left(self._clock())
            self._screen = screen_of(self.session, self.fault_texts(), left)
        self._screens.show(self._screen)

    def _draw_pages(self, pages: Pages) -> None:
        if not self.halted:
            left = self.session.clock.left(self._clock())
            self._page = self._states.of(self.session, self.lost(), left)
        elif self._page is not None:
            # What could not be written down is not shown.
            self._page = {**self._page, "lost": self.lost()}
        if self._page is not None:
            pages.show(self._page)

    def lost(self) -> list[Place]:
        """What is lost, and of which seat."""
        seats = {self._place(reader): reader.seat for reader in self._readers}
        known = (LIGHTS_OUT, JOURNAL, PAGES)
        return [
            ("reader", seats[its]) if its in seats else (its if its in known else "other", None)
            for its in self.faults
        ]

    def status(self) -> str:
        """How the table stands, in a line."""
        match = self.session.match
        waits = self.session.waiting and not self.halted
        stands = "waits for the call deal" if waits else f"{match.phase.value}"
        return "; ".join([f"{match.game.name}: {stands}", *self.fault_texts()])

    def fault_texts(self) -> tuple[str, ...]:
        """A sentence for each fault that holds now."""
        wording = self.session.wording
        named = {place: wording.text(f"place.{place}") for place in (LIGHTS_OUT, JOURNAL, PAGES)}
        return tuple(f"{named.get(place, place)}: {why}" for place, why in self.faults.items())

    def close(self) -> None:
        """Put the lights out and leave the screen."""
        if self._screens is not None:
            self._screens.close()
        try:
            self._lights.close()
        except LightFault as fault:
            self.faults[LIGHTS_OUT] = str(fault)


def _with_fault(face: Face) -> Face:
    return replace(face, status=replace(face.status, fault=True))
