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
from collections.abc import Callable, Collection, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from controller.config import ReaderConfig, TableConfig
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
    Buzzer,
    Ear,
    GpioButtons,
    GpioModule,
    Lights,
    LightSettings,
    Presence,
    ReaderPort,
    find_gpio,
)
from firmware_bridge.port import Rest, Wait

if TYPE_CHECKING:
    import random

    from controller.displays import DisplayProcess
    from hw_mocks.hand import Antenna, Move, Pace
    from hw_mocks.hands import Hands
    from hw_mocks.lockstep import Lockstep
    from hw_mocks.people import Person
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
    parts: tuple[Part, ...] = ()

    def start(self) -> None:
        """Let every reader and every other part begin."""
        for part in (*self.ports, *self.parts):
            part.start()

    def close(self) -> None:
        """End the readers and other parts, all at once, and then the table with its lights."""
        for part in (*self.ports, *self.parts):
            part.stop()
        for part in (*self.ports, *self.parts):
            part.close()
        self.ear.close()
        self.table.close()


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
    lights = _lights(config, gpio)
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    buzzer, buttons = _pins(config, events, clock, gpio)
    displays: tuple[DisplayProcess, ...] = ()
    if config.displays:
        displays, screens = _displays(config, events, clock, screens)
    table = Table(
        session,
        config.readers,
        _presences(config),
        lights,
        screens,
        clock,
        config.buttons,
        tidy=tidy,
        beep=None if buzzer is None else buzzer.beep,
        events=events,
    )
    ear = Ear()
    ports = tuple(
        ReaderPort(
            number,
            reader.port,
            READERS[reader.protocol],
            events.put,
            clock,
            ear=ear,
            wait=threading.Event.wait if waits is None else waits.wait,
            rest=threading.Condition.wait_for if waits is None else waits.rest,
        )
        for number, reader in enumerate(config.readers)
    )
    table.panels = len(config.seating.teams)
    table.faults_counted = lambda: [port.faults for port in ports]
    pins: tuple[Part, ...] = (buttons,) if buzzer is None else (buttons, buzzer)
    return Running(table, ports, ear, (*pins, *displays))


def _presences(config: TableConfig) -> list[Presence]:
    return [
        Presence(config.gone_s, config.deck.__contains__, READERS[reader.protocol].says_once)
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


def _lights(config: TableConfig, gpio: GpioModule | None) -> Lights:
    settings = LightSettings(panels=len(config.seating.teams), pins=config.pins, gpio=gpio)
    return LIGHTS[config.lights](settings)


@dataclass(frozen=True, slots=True)
class Pretend:
    """A whole pretend table: its configuration, its hardware, and people who move cards.

    `readers` and `people` are in the order of seats; `people` put their movements through `hands`.
    """

    config: TableConfig
    gpio: PretendGPIO
    chips: ShiftRegisters
    readers: tuple[PtyReader, ...]
    people: tuple[Person, ...]
    hands: Hands

    def real_time(self, clock: Clock = time.monotonic) -> RealTime:
        """What moves the hands and lets the readers speak on a clock."""
        from hw_mocks.real_time import RealTime

        return RealTime((self.hands, *self.readers), clock)

    def lockstep(self) -> Lockstep:
        """A clock that jumps, and moves the hands and lets the readers speak as it does."""
        from hw_mocks.lockstep import Lockstep

        return Lockstep(self.readers, self.hands)

    def close(self) -> None:
        """Unplug the readers."""
        for reader in self.readers:
            reader.close()


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
) -> Pretend:
    """Pretend hardware for a game: a reader per seat behind a pty in `folder`, pins and chips.

    `mistakes` is how often a person errs, 0 to 1; `seating` is the game's usual one when left out,
    `language` that of the screens. `protocols` is what each seat's reader speaks, in the order of
    seats; every card has a tag for each of them. Raises ValueError when it does not have one for
    each seat, or an unknown one.
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
    )
    sizes = sorted({KINDS[protocol].tag_bytes for protocol in spoken})
    config = TableConfig(
        game=game,
        rules=rules,
        seating=seating,
        dealer=None,
        hands="scanned",
        deck=parse_deck(deck_csv(*map(pretend_tags, sizes)), "deck.csv"),
        readers=tuple(
            ReaderConfig(seat, reader.path, protocol)
            for seat, (reader, protocol) in enumerate(zip(readers, spoken, strict=True))
        ),
        journal=folder / "journal.db",
        language=language,
        lights="gpio",
    )
    gpio = PretendGPIO()
    chips = ShiftRegisters(
        gpio.board, *astuple(config.pins), count=1 + 3 * len(seating.teams), rng=rng
    )
    people = _people(seating, spoken, readers, rng, mistakes)
    return Pretend(config, gpio, chips, readers, people, Hands())


def tap_moves(reader: Antenna, tag: str, at: float, rest_s: float) -> list[Move]:
    """The movements that lay a tag on a reader at a moment, and lift it again after `rest_s`."""
    from hw_mocks.hand import Move

    return [Move(at, "lay", tag, reader), Move(at + rest_s, "lift", tag, reader)]


def _people(
    seating: Seating,
    protocols: Sequence[str],
    readers: Sequence[PtyReader],
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

    seen_s = max(KINDS[protocol].seen_s for protocol in protocols)
    if fast:
        return Pace(rest=(seen_s, seen_s), gap=FAST.gap)
    if dealing:
        return Pace(rest=(max(0.1, seen_s), max(0.15, seen_s)), gap=(0.05, 0.1))
    return Pace(rest=(0.2, 0.35), gap=(0.25, 0.5))
