"""A table of the parts that its configuration names, and how it is started and ended.

Each part is found by its name in one table: games in `engine.GAMES`, reader protocols in
`firmware_bridge.READERS`, light drivers in `firmware_bridge.LIGHTS`.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from controller.config import BRIDGE, TableConfig, wiring_of
from controller.journal.writing import MemoryJournal
from controller.screens.thread import ScreenView
from controller.session.session import Session
from controller.session.sitting import begin_sitting
from controller.table import Event, Table
from firmware_bridge import (
    LIGHTS,
    READERS,
    Ear,
    GpioButtons,
    GpioModule,
    Lights,
    LightSettings,
    Presence,
    ReaderPort,
    Wiring,
    find_gpio,
)
from firmware_bridge.port_keeper import Rest, Wait

if TYPE_CHECKING:
    from controller.screens.displays import DisplayProcess
    from firmware_bridge import BridgePort, Buzzer

Clock = Callable[[], float]
SWITCH_S: Final = 0.0005
"""How long a thread may keep the interpreter while others want it, in seconds.

With the usual 5 ms two taps 5 ms apart may be stamped in the wrong order while Python computes.
"""


class Waits(Protocol):
    """How readers wait, where time does not pass as it usually does."""

    @property
    def rest(self) -> Rest:
        """Waits until something has come or is due."""

    @property
    def wait(self) -> Wait:
        """Waits before a lost port is opened again."""


class Part(Protocol):
    """What runs beside the table until it is closed."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """Ask it to end and return at once."""

    def close(self) -> None:
        """End it and wait for that."""


@dataclass(frozen=True, slots=True)
class Running:
    """A table with the ports that feed it, and the ear that keeps their taps in order.

    `parts` are its buttons, buzzer and picture displays.
    """

    table: Table
    ports: tuple[ReaderPort, ...]
    ear: Ear
    bridge: BridgePort | None = None
    parts: tuple[Part, ...] = ()

    def start(self) -> None:
        """Let every reader, those on the bridge too, and every other part begin."""
        for part in self._all():
            part.start()

    def close(self) -> None:
        """End the readers, all at once, then the table: its lights may need the bridge."""
        ending = [part for part in self._all() if part is not self.bridge]
        for part in ending:
            part.stop()
        for part in ending:
            part.close()
        self.table.close()
        if self.bridge is not None:
            self.bridge.close()
        self.ear.close()

    def _all(self) -> tuple[Part, ...]:
        bridge: tuple[Part, ...] = () if self.bridge is None else (self.bridge,)
        return (*self.ports, *bridge, *self.parts)


def build(
    config: TableConfig,
    *,
    session: Session | None = None,
    screens: ScreenView | None = None,
    clock: Clock = time.monotonic,
    waits: Waits | None = None,
    gpio: GpioModule | None = None,
    tidy: Callable[[], object] | None = None,
) -> Running:
    """Put a table together from its configuration.

    `session` is the sitting to go on with; left out, one begins that is kept nowhere. `waits` goes
    with a `clock` of its own; `gpio` stands in for the module RPi.GPIO, `tidy` is called when the
    table is quiet. Raises `firmware_bridge.HardwareFault` when the lights cannot be driven; a
    reader that is missing is no error, it is waited for.
    """
    sys.setswitchinterval(SWITCH_S)
    if session is None:
        session = begin_sitting(config, MemoryJournal(), clock())
    ear = Ear()
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    wait: Wait = threading.Event.wait if waits is None else waits.wait
    rest: Rest = threading.Condition.wait_for if waits is None else waits.rest
    bridge, wiring = None, wiring_of(config)
    if config.bridge is not None and wiring != Wiring():
        from firmware_bridge import BridgePort

        port = config.bridge.port
        bridge = BridgePort(port, wiring, events.put, clock, ear=ear, wait=wait, rest=rest)
    buzzer, buttons = _pins(config, events, clock, gpio)
    displays: tuple[DisplayProcess, ...] = ()
    if config.displays:
        displays, screens = _displays(config, events, clock, screens)
    table = Table(
        session,
        config.readers,
        presences_of(config),
        _lights(config, gpio, bridge),
        screens,
        clock,
        config.buttons,
        tidy=tidy,
        beep=None if buzzer is None else buzzer.beep,
        events=events,
    )
    ports = tuple(
        ReaderPort(
            number,
            reader.port,
            READERS[reader.protocol],
            events.put,
            clock,
            ear=ear,
            wait=wait,
            rest=rest,
        )
        for number, reader in enumerate(config.readers)
        if reader.protocol != BRIDGE
    )
    table.panels = len(config.seating.teams)
    table.faults_counted = lambda: _faults(ports, len(config.readers))
    pins: tuple[Part, ...] = (buttons,) if buzzer is None else (buttons, buzzer)
    return Running(table, ports, ear, bridge, (*pins, *displays))


def _faults(ports: Sequence[ReaderPort], readers: int) -> list[Mapping[str, int]]:
    """How often each reader's bytes had each fault; of those on a bridge nothing is counted."""
    counted = {port.number: port.faults for port in ports}
    return [counted.get(number, {}) for number in range(readers)]


def presences_of(config: TableConfig) -> list[Presence]:
    """The presence logic of each reader."""
    known = config.deck.__contains__
    return [
        Presence(config.gone_s, known, says_once=True, says_gone=True)
        if reader.protocol == BRIDGE
        else Presence(config.gone_s, known, READERS[reader.protocol].says_once)
        for reader in config.readers
    ]


def _pins(
    config: TableConfig,
    events: queue.SimpleQueue[Event],
    clock: Clock,
    gpio: GpioModule | None,
) -> tuple[Buzzer | None, GpioButtons]:
    """The buzzer and the buttons that hang on pins of the Pi itself.

    Their pins are set up by `Running.start`, after those of the lights: these come first, so that
    they are dark while nothing is latched.
    """
    find = find_gpio if gpio is None else lambda: gpio
    pins = {
        number: button.pin for number, button in enumerate(config.buttons) if button.pin is not None
    }
    buttons = GpioButtons(pins, events.put, clock, gpio=find)
    if config.buzzer is None:
        return None, buttons
    from firmware_bridge import Buzzer

    return Buzzer(config.buzzer, events.put, clock, gpio=find), buttons


def _displays(
    config: TableConfig,
    events: queue.SimpleQueue[Event],
    clock: Clock,
    screens: ScreenView | None,
) -> tuple[tuple[DisplayProcess, ...], ScreenView]:
    """The picture displays, and one view of them and of the screens there are besides."""
    from controller.screens.displays import DisplayProcess, Views

    displays = tuple(
        DisplayProcess(number, display, events.put, clock)
        for number, display in enumerate(config.displays, start=1)
    )
    return displays, Views(displays if screens is None else (screens, *displays))


def _lights(config: TableConfig, gpio: GpioModule | None, bridge: BridgePort | None) -> Lights:
    settings = LightSettings(len(config.seating.teams), config.pins, gpio, bridge)
    return LIGHTS[config.lights](settings)
