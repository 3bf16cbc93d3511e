"""The controller's side of the bridge's line protocol, version 1: bytes in and out, no port.

A bridge is one microcontroller with several readers, buttons and lights. `docs/bridge.md` has the
whole protocol from the side of whoever writes its firmware.

**When an event is acknowledged.** At once, when it was heard in its turn and is handed to the
table's queue; not only after it was journalled. The `A` says that the controller answers for the
event from now on, and that is all it can say in time: a repeat is due after 200 ms, an SD card
may take longer to write, and many an event comes to nothing that is written down. It also fails
in the right direction. A controller killed between the `A` and the journal loses a tap in flight,
which no light has answered, so the player taps again. If it acknowledged after the journal, one
killed between the two would be told of the same tap again by a bridge that went on running, and,
its memory of numbers gone with it, would count it twice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from firmware_bridge.bridge_lateness import CALM_S, Lateness
from firmware_bridge.bridge_lines import LineReader, framed
from firmware_bridge.bridge_messages import (
    ALIVE,
    MOST_PANELS,
    VERSION,
    WHO,
    Button,
    Came,
    Event,
    Hello,
    OtherVersion,
    acknowledgement,
    lights,
    read_message,
)
from firmware_bridge.bridge_news import Met, Needs, News, OnReader, Pressed
from firmware_bridge.bridge_order import PATIENCE_S, EventOrder, Turn
from firmware_bridge.decoding import Ask
from firmware_bridge.errors import HardwareFault
from firmware_bridge.panel_bits import chain_word
from firmware_bridge.tags import TagGone, TagSeen

BAUD: Final = 115200
ALIVE_S: Final = 2.0
"""`K` is said so often."""
HELLO_S: Final = 3.0
"""Opening the port may reset the microcontroller: so long its hello is waited for."""
SILENCE_S: Final = 10.0
"""A bridge of which no line is heard for so long is lost."""
_ASK_EACH_S: Final = 0.5  # before the first hello
_ASK_AGAIN_S: Final = 0.2  # after it, at the soonest
_SURE_S: Final = 1.0  # so long after a hello that was wanted it surely is the same boot
_LIFE_SIGN_S: Final = 3.0  # an idle bridge says nothing unless it is asked: every other `K`
_MOST_ACKS: Final = 256

SILENT: Final = f"silent: no line for {SILENCE_S:.0f} s"
_NO_HELLO: Final = f"no hello for {HELLO_S:.0f} s, expected a bridge at {BAUD} baud"
NOTHING_SAID: Final = f"silent: {_NO_HELLO}"
NO_HELLO: Final = f"something is said, but {_NO_HELLO}"

UNKNOWN_LINE: Final = "unknown line"
BAD_EVENT: Final = "bad event"
GAP: Final = "gap"

Picture = tuple[int, tuple[int, ...]]


class BridgeProtocol:
    """What is said and heard on the line of one bridge, over all openings of its port.

    `opened` when the port is open, `feed` what comes, and `ask` what to send: at first, whenever
    something came or is to be shown, and when the time it named is over. Times are seconds of
    one clock and in order. Only `ask` raises, and that only HardwareFault.

    Which events were taken is remembered beyond a closed port: as long as the bridge's `boot`
    stays the same, each event counts once, in its order. Counted faults besides those of
    `LineReader`:

    - `unknown line`: a right check, but no line of this protocol;
    - `bad event`: its number can be read and the rest not, it is of a reader or button that the
      bridge does not have, or its number was another event's before. It is acknowledged, or it
      would hold up all others;
    - `gap`: numbers that were waited for in vain.
    """

    def __init__(self, needs: Needs) -> None:
        self._needs = needs
        self._lines = LineReader()
        self._faults = dict.fromkeys((UNKNOWN_LINE, BAD_EVENT, GAP), 0)
        self._order = EventOrder()
        self._boot: int | None = None
        self._picture: Picture | None = None
        self._lateness = Lateness()
        self.opened(0.0)

    @property
    def faults(self) -> Mapping[str, int]:
        """How often each fault has happened. All names are there from the start, at 0."""
        return {**self._lines.faults, **self._faults}

    @property
    def hello(self) -> Hello | None:
        """What the bridge has said of itself since the port was opened; None until it fits."""
        return self._hello

    @property
    def there(self) -> bool:
        """Whether the bridge has said hello since the port was opened, and fits."""
        return self._hello is not None

    @property
    def unlit(self) -> bool:
        """Whether a picture is still to be sent."""
        return self._picture is not None and self._picture != self._lit

    def opened(self, at: float) -> None:
        """The port is open: whoever is at its other end has still to say hello."""
        self._lines.reset()
        self._hello: Hello | None = None
        self._wrong = ""
        self._spoke = False
        self._doubt = False
        self._sure_until = -math.inf
        self._missed_at = -math.inf
        self._acks: dict[int, None] = {}
        self._lit: Picture | None = None
        self._said: Picture | None = None
        self._again = False  # there is no answer to a picture: a new one is said twice
        self._opened_at = self._met_at = self._asked_at = self._hello_at = self._tick_at = at
        self._ask_at: float | None = at

    def show(self, status: int, panels: Sequence[int]) -> None:
        """Have a picture shown as soon as the bridge is there.

        Raises ValueError unless it is 8 bits, and 24 for each panel that is needed.
        """
        chain_word(status, panels, self._needs.panels)
        self._picture = status, tuple(panels)

    # Heard.

    def feed(self, data: bytes, at: float) -> list[News]:
        """Take what has come and return what is new, in its order."""
        self._spoke = self._spoke or bool(data)
        news = [self._line(text, at) for text in self._lines.feed(data)]
        return [each for each in news if each is not None]

    def _line(self, text: str | None, at: float) -> News | None:
        if text is None:
            self._missed_at = at
            self._lateness.trouble(at)
            self._want_hello(at)  # it may have been the hello after a reset
            return None
        message = read_message(text)
        found: News | None = None
        match message:
            case None:
                self._faults[UNKNOWN_LINE] += 1
            case OtherVersion(version):
                self._wrong = f"speaks version {version[:9]} of its protocol, expected {VERSION}"
            case Hello():
                self._wrong = self._lacking(message)
                if not self._wrong:
                    found = self._greeted(message, at)
            case Event():
                if self._hello is None:
                    # It is not known which counting it belongs to. It will come again.
                    self._missed_at = at
                    self._order.leave(message.number)
                elif not self._wrong:
                    found = self._event(message, self._hello, at)
        if self._hello is not None:
            self._lateness.heard(at)
        return found

    def _lacking(self, hello: Hello) -> str:
        needs = self._needs
        lacking = [
            f"{found} {what}, expected at least {needed}"
            for what, found, needed in (
                ("readers", hello.readers, needs.readers),
                ("buttons", hello.buttons, needs.buttons),
                ("panels", hello.panels, needs.panels),
            )
            if found < needed
        ]
        return f"the bridge {hello.name} has {', and '.join(lacking)}" if lacking else ""

    def _greeted(self, hello: Hello, at: float) -> Met | None:
        resumed, first = hello.boot == self._boot, self._hello is None
        if not resumed:
            if self._boot is not None:
                self._order.begin_anew()
            self._lateness.clear()
            self._acks.clear()
        elif first:
            self._lateness.trouble(at)  # what happened meanwhile is said only now
        self._boot, self._hello, self._hello_at = hello.boot, hello, at
        if self._doubt:
            self._sure_until = at + _SURE_S
        self._doubt = False
        self._ask_at = self._lit = None
        if first:
            self._order.resume()
            self._met_at, self._tick_at = at, at + ALIVE_S
        return Met(resumed) if first or not resumed else None

    def _event(self, event: Event, hello: Hello, at: float) -> News | None:
        if self._first_is_missing(at):
            self._order.leave(event.number)
            return None
        if self._doubt:
            self._want_hello(at)
            return None
        turn = self._order.turn(event.number, event.text, at)
        if turn is Turn.STRANGE and not self._is_sure(event, at):
            self._doubt = True  # perhaps it was reset unheard: until that is known nothing counts
            self._want_hello(at)
        if turn is Turn.EARLY or self._doubt:
            self._lateness.trouble(at)
            return None
        if len(self._acks) < _MOST_ACKS:  # one left out will be asked for again
            self._acks[event.number] = None
        if turn is Turn.REPEAT or (turn is Turn.STRANGE and not self._take_late(event, at)):
            self._lateness.trouble(at)
            return None
        self._faults[GAP] += turn is Turn.AFTER_GAP
        return self._taken(event, hello, self._lateness.since(at))

    def _is_sure(self, event: Event, at: float) -> bool:
        """Whether a strange event belongs to the counting that is known all the same."""
        if at <= self._sure_until:
            return True
        met_now = at - self._met_at <= _SURE_S
        return met_now and self._order.has(event.number, event.text)

    def _take_late(self, event: Event, at: float) -> bool:
        if self._order.has(event.number, event.text):
            return False
        late = self._order.take_late(event.number, event.text, at)
        self._faults[BAD_EVENT] += not late
        return late

    def _first_is_missing(self, at: float) -> bool:
        """Whether the first event of all may be one that was just missed.

        Where the counting stands is not known then, and the next event would be taken for the
        first. Left alone, all of them are soon said again.
        """
        if self._order.begun or at - self._met_at >= PATIENCE_S:
            return False
        return at - self._missed_at < CALM_S

    def _taken(self, event: Event, hello: Hello, since: float) -> OnReader | Pressed | None:
        places = hello.buttons if isinstance(event.what, Button) else hello.readers
        if event.what is None or event.place >= places:
            self._faults[BAD_EVENT] += 1
            return None
        if isinstance(event.what, Button):
            return Pressed(event.place) if event.what.pressed else None
        tag = event.what.tag
        came = isinstance(event.what, Came)
        return OnReader(event.place, TagSeen(tag) if came else TagGone(tag, since))

    def _want_hello(self, at: float) -> None:
        if self._ask_at is None:
            self._ask_at = max(at, self._asked_at + _ASK_AGAIN_S)

    # Said.

    def ask(self, at: float) -> Ask:
        """Return what to send now, and how long then to wait for something to come.

        Raises HardwareFault when the bridge does not fit, has not said hello in time or is silent:
        the port is then to be closed and opened again.
        """
        self._check(at)
        texts: list[str] = []
        if self._hello is not None and at >= self._tick_at:
            self._tick(at)
            texts.append(ALIVE)
        if self._ask_at is not None and at >= self._ask_at:
            texts.append(WHO)
            self._asked_at = at
            self._ask_at = at + _ASK_EACH_S if self._hello is None else None
        texts += map(acknowledgement, self._acks)
        self._acks.clear()
        if self._hello is not None and self._picture is not None and self.unlit:
            texts.append(self._lights(self._picture, self._hello))
        return Ask(b"".join(map(framed, texts)), max(0.0, self._next_due() - at))

    def _check(self, at: float) -> None:
        if self._wrong:
            raise HardwareFault(self._wrong)
        if self._hello is not None:
            if at - self._lateness.heard_at >= SILENCE_S:
                raise HardwareFault(SILENT)
        elif at - self._opened_at >= HELLO_S:
            raise HardwareFault(NO_HELLO if self._spoke else NOTHING_SAID)

    def _tick(self, at: float) -> None:
        """Every two seconds: what was shown is shown once more, and now and then asked for."""
        self._tick_at += ALIVE_S
        if self._tick_at <= at:
            self._tick_at = at + ALIVE_S
        if self._again:
            self._lit = None
        if self._asked_at > self._lateness.heard_at:
            self._lateness.trouble(at)  # not answered
        if at - self._hello_at >= _LIFE_SIGN_S:
            self._want_hello(at)

    def _lights(self, picture: Picture, hello: Hello) -> str:
        """All lights that the bridge has; those of no team are off."""
        status, panels = self._lit = picture
        self._again, self._said = picture != self._said, picture
        spare = min(hello.panels, MOST_PANELS) - len(panels)
        return lights(status, (*panels, *(0,) * spare))

    def _next_due(self) -> float:
        if self._hello is None:
            dues = [self._opened_at + HELLO_S]
        else:
            dues = [self._tick_at, self._lateness.heard_at + SILENCE_S]
        if self._ask_at is not None:
            dues.append(self._ask_at)
        return min(dues)
