"""The composition root: the one place where the parts of a table are picked and put together.

Each part is found by its name in one table: games in `engine.GAMES`, reader protocols in
`firmware_bridge.READERS`, light drivers in `firmware_bridge.LIGHTS`. Only here are pretend parts
made, and only when a demo asks for them: a real table never falls back to a pretend part.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from controller.config import BRIDGE, BridgeConfig, ReaderConfig, TableConfig, wiring_of
from controller.deck import parse_deck
from controller.journal import MemoryJournal
from controller.messages import ENGLISH
from controller.screen_thread import ScreenView
from controller.session import Session
from controller.sitting import begin_sitting
from controller.table import Event, Table
from engine import RuleSet, Seating
from engine.game import Game
from firmware_bridge import (
    LIGHTS,
    READERS,
    BridgePort,
    Buzzer,
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
    import random

    from controller.displays import DisplayProcess
    from hw_mocks.hand import Antenna, Move, Pace
    from hw_mocks.hands import Hands
    from hw_mocks.lockstep import Lockstep
    from hw_mocks.people import Person
    from hw_mocks.pty_bridge import PtyBridge
    from hw_mocks.pty_reader import PtyReader
    from hw_mocks.real_time import RealTime
    from hw_mocks.rpi_gpio import PretendGPIO
    from hw_mocks.shift_register import ShiftRegisters

Clock = Callable[[], float]
SWITCH_S: Final = 0.0005
"""How long a thread may keep the interpreter while others want it, in seconds.

With the usual 5 ms two taps 5 ms apart may be stamped in the wrong order while Python computes.
"""
PROTOCOL: Final = "rdm6300"
"""What pretend readers speak unless they are told otherwise."""


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
    return Buzzer(config.buzzer, events.put, clock, gpio=find), buttons


def _displays(
    config: TableConfig,
    events: queue.SimpleQueue[Event],
    clock: Clock,
    screens: ScreenView | None,
) -> tuple[tuple[DisplayProcess, ...], ScreenView]:
    """The picture displays, and one view of them and of the screens there are besides."""
    from controller.displays import DisplayProcess, Views

    displays = tuple(
        DisplayProcess(number, display, events.put, clock)
        for number, display in enumerate(config.displays, start=1)
    )
    return displays, Views(displays if screens is None else (screens, *displays))


def _lights(config: TableConfig, gpio: GpioModule | None, bridge: BridgePort | None) -> Lights:
    settings = LightSettings(len(config.seating.teams), config.pins, gpio, bridge)
    return LIGHTS[config.lights](settings)


@dataclass(frozen=True, slots=True)
class Pretend:
    """A whole pretend table: its configuration, its hardware, and people who move cards.

    `readers` and `people` are in the order of seats; `people` put their movements through `hands`.
    With a `bridge` there are no other `readers`, and the lights are on it instead of the `chips`.
    """

    config: TableConfig
    gpio: PretendGPIO
    chips: ShiftRegisters
    readers: tuple[PtyReader, ...]
    people: tuple[Person, ...]
    hands: Hands
    bridge: PtyBridge | None = None

    @property
    def pictures(self) -> int:
        """How many pictures were shown on the lights."""
        return self.chips.latches if self.bridge is None else self.bridge.model.pictures

    def real_time(self, clock: Clock = time.monotonic) -> RealTime:
        """What moves the hands and lets the readers speak on a clock."""
        from hw_mocks.real_time import RealTime

        bridges = () if self.bridge is None else (self.bridge,)
        return RealTime((self.hands, *self.readers, *bridges), clock)

    def lockstep(self) -> Lockstep:
        """A clock that jumps, and moves the hands and lets the readers speak as it does."""
        from hw_mocks.lockstep import Lockstep

        return Lockstep(self.readers, self.hands)

    def close(self) -> None:
        """Unplug the readers."""
        for reader in self.readers:
            reader.close()
        if self.bridge is not None:
            self.bridge.close()


def pretend_protocols() -> tuple[str, ...]:
    """The protocols that pretend readers can speak."""
    from hw_mocks.kinds import KINDS

    return tuple(KINDS)


def pretend_table(
    game: Game,
    rules: RuleSet,
    folder: Path,
    rng: random.Random,
    mistakes: float = 0.0,
    seating: Seating | None = None,
    language: str = ENGLISH,
    protocols: Sequence[str] | None = None,
    *,
    bridge: bool = False,
) -> Pretend:
    """Pretend hardware for a game: a reader per seat behind a pty in `folder`, pins and chips.

    `mistakes` is how often a person errs, 0 to 1; `seating` is the game's usual one when left out,
    `language` that of the screens. `protocols` is what each seat's reader speaks, in the order of
    seats; every card has a tag for each of them. Raises ValueError when it does not have one for
    each seat, or an unknown one. With `bridge` all readers and the lights are on one bridge.
    """
    from hw_mocks.deck import deck_csv, pretend_tags
    from hw_mocks.hands import Hands
    from hw_mocks.kinds import KINDS
    from hw_mocks.pty_reader import PtyReader
    from hw_mocks.rpi_gpio import PretendGPIO
    from hw_mocks.shift_register import ShiftRegisters

    seating = game.seating(None) if seating is None else seating
    spoken = [PROTOCOL] * len(seating.names) if protocols is None else list(protocols)
    if len(spoken) != len(seating.names) or not set(spoken) <= set(KINDS):
        raise ValueError(
            f"protocols {spoken}: expected one of {', '.join(KINDS)} for each of {seating.names}"
        )
    readers = tuple(
        PtyReader(KINDS[protocol].module(), folder / f"reader-{seat}")
        for seat, protocol in enumerate(spoken)
        if not bridge
    )
    on_bridge = _pretend_bridge(seating, folder, rng) if bridge else None
    sizes = sorted({KINDS[protocol].tag_bytes for protocol in spoken})
    config = TableConfig(
        game=game,
        rules=rules,
        seating=seating,
        dealer=None,
        hands="scanned",
        deck=parse_deck(deck_csv(*map(pretend_tags, sizes)), "deck.csv"),
        readers=_reader_configs(readers, spoken, on_bridge),
        journal=folder / "journal.db",
        language=language,
        lights="gpio" if on_bridge is None else BRIDGE,
        bridge=None if on_bridge is None else BridgeConfig(on_bridge.path),
    )
    gpio = PretendGPIO()
    chips = ShiftRegisters(
        gpio.board, *astuple(config.pins), count=1 + 3 * len(seating.teams), rng=rng
    )
    seats = range(len(seating.names))
    antennas = readers if on_bridge is None else tuple(map(on_bridge.reader, seats))
    people = _people(seating, spoken, antennas, rng, mistakes)
    return Pretend(config, gpio, chips, readers, people, Hands(), on_bridge)


def _reader_configs(
    readers: Sequence[PtyReader], protocols: Sequence[str], bridge: PtyBridge | None
) -> tuple[ReaderConfig, ...]:
    if bridge is None:
        return tuple(
            ReaderConfig(seat, reader.path, protocol)
            for seat, (reader, protocol) in enumerate(zip(readers, protocols, strict=True))
        )
    return tuple(
        ReaderConfig(seat, bridge.path, BRIDGE, number=seat) for seat in range(len(protocols))
    )


def _pretend_bridge(seating: Seating, folder: Path, rng: random.Random) -> PtyBridge:
    import random

    from hw_mocks.bridge import BridgeModel
    from hw_mocks.pty_bridge import PtyBridge

    chance = random.Random(rng.getrandbits(64))
    model = BridgeModel(len(seating.names), panels=len(seating.teams), rng=chance)
    return PtyBridge(model, folder / "bridge")


def tap_moves(reader: Antenna, tag: str, at: float, rest_s: float) -> list[Move]:
    """The movements that lay a tag on a reader at a moment, and lift it again after `rest_s`."""
    from hw_mocks.hand import Move

    return [Move(at, "lay", tag, reader), Move(at + rest_s, "lift", tag, reader)]


def _people(
    seating: Seating,
    protocols: Sequence[str],
    readers: Sequence[Antenna],
    rng: random.Random,
    mistakes: float,
) -> tuple[Person, ...]:
    import random

    from hw_mocks.deck import fob, pretend_tags
    from hw_mocks.kinds import KINDS
    from hw_mocks.people import Person

    people = []
    for seat, name in enumerate(seating.names):
        size = KINDS[protocols[seat]].tag_bytes
        neighbour = (seat + 1) % len(readers)
        # A hand names a card by one of its tags, which another kind of reader would not feel.
        beside = readers[neighbour] if KINDS[protocols[neighbour]].tag_bytes == size else None
        dice = random.Random(rng.getrandbits(64))
        people.append(
            Person(
                name,
                readers[seat],
                pretend_tags(size),
                dice,
                mistakes,
                neighbour=beside,
                fob=fob(size),
            )
        )
    return tuple(people)


def pace(protocols: Collection[str] = (PROTOCOL,), *, fast: bool, dealing: bool) -> Pace:
    """How quickly people move: as fast as these readers can follow, or so that one can watch."""
    from hw_mocks.hand import FAST, Pace
    from hw_mocks.kinds import KINDS

    # On a bridge a tag is felt as soon as it is laid.
    seen_s = max((KINDS[each].seen_s for each in protocols if each != BRIDGE), default=FAST.rest[0])
    if fast:
        return Pace(rest=(seen_s, seen_s), gap=FAST.gap)
    if dealing:
        return Pace(rest=(max(0.1, seen_s), max(0.15, seen_s)), gap=(0.05, 0.1))
    return Pace(rest=(0.2, 0.35), gap=(0.25, 0.5))
