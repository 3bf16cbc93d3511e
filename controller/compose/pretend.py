"""A whole pretend table: hardware that behaves as real parts do, and people who move cards on it.

Only here are pretend parts made, and only when a demo asks for them: a real table never falls back
to a pretend part.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.compose.real import Clock
from controller.config import BRIDGE, BridgeConfig, ReaderConfig, TableConfig
from controller.deck import parse_deck
from controller.messages import ENGLISH
from engine import RuleSet, Seating
from engine.game import Game

if TYPE_CHECKING:
    import random

    from hw_mocks.hand import Antenna, Move, Pace
    from hw_mocks.hands import Hands
    from hw_mocks.lockstep import Lockstep
    from hw_mocks.people import Person
    from hw_mocks.pty_bridge import PtyBridge
    from hw_mocks.pty_reader import PtyReader
    from hw_mocks.real_time import RealTime
    from hw_mocks.rpi_gpio import PretendGPIO
    from hw_mocks.shift_register import ShiftRegisters

PROTOCOL: Final = "rdm6300"
"""What pretend readers speak unless they are told otherwise."""


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
