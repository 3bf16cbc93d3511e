"""A whole table whose readers and lights are on a bridge, in a time of its own.

Everything is there but the port: the pretend bridge's bytes go straight into the protocol, what
that finds into the table, and what the table shows back over the same cable.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from br_pair import Pair
from e2e_lights import expected

from controller.compose import presences_of
from controller.config import BRIDGE, BridgeConfig, ReaderConfig, TableConfig, wiring_of
from controller.deck import parse_deck
from controller.journal.writing import MemoryJournal
from controller.session.session import Session
from controller.session.sitting import begin_sitting
from controller.table import Table
from engine import Action, Match, find_game
from engine.cards import names_of
from engine.players import deal_cards, find_player
from engine.view import view
from firmware_bridge import LightFault
from hw_mocks.bridge import BridgeModel
from hw_mocks.deck import deck_csv, pretend_tags
from hw_mocks.hand import FAST
from hw_mocks.people import Person

PORT = "/dev/ttyACM0"
SETTLE_S = 0.6
"""What is read for `gone_ms` after the bridge was met lay there already."""
HEALED_S = 7.0
"""A picture that was lost on the line is right again by then."""


class PairLights:
    """The lights of a pair, as `BridgeLights` are those of a port."""

    def __init__(self, pair: Callable[[], Pair]) -> None:
        self._pair = pair

    def show(self, status: int, panels: Sequence[int]) -> None:
        self._pair().show(status, tuple(panels))
        if self._pair().talk.away:
            raise LightFault(self._pair().talk.away)

    def close(self) -> None:
        self.show(0, [0] * len(self._pair().model.panels))


class Antenna:
    """One reader of a model."""

    def __init__(self, model: BridgeModel, number: int) -> None:
        self._model, self._number = model, number

    def lay(self, tag: str, at: float) -> None:
        self._model.lay(self._number, tag, at)

    def lift(self, at: float, tag: str | None = None) -> None:
        self._model.lift(self._number, at, tag)


def bridge_config(
    game: str = "twenty-nine",
    rules: str | None = None,
    seats: Sequence[str] | None = None,
    *,
    lights: str = BRIDGE,
    **options: object,
) -> TableConfig:
    """A table with all readers on a bridge."""
    found = find_game(game)
    seating = found.seating(seats)
    return TableConfig(
        game=found,
        rules=found.rules.preset(rules).with_options(options),
        seating=seating,
        dealer=None,
        hands="scanned",
        deck=parse_deck(deck_csv(pretend_tags()), "deck.csv"),
        readers=tuple(
            ReaderConfig(seat, PORT, BRIDGE, number=seat) for seat in range(len(seating.names))
        ),
        journal=Path("journal.db"),
        lights=lights,
        bridge=BridgeConfig(PORT),
    )


class BridgeTable:
    """The table, its bridge and its people. Nobody makes a mistake, but the cable may."""

    def __init__(self, config: TableConfig, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        seats, teams = len(config.seating.names), len(config.seating.teams)
        self.model = BridgeModel(seats, 2, teams, rng=random.Random(seed))
        self.journal = MemoryJournal()
        session = begin_sitting(config, self.journal, 0.0)
        self.table = Table(
            session,
            config.readers,
            presences_of(config),
            PairLights(lambda: self.pair),
            clock=lambda: self.pair.now,
            buttons=config.buttons,
        )
        self.pair = Pair(self.model, wiring_of(config), self.table.handle, PORT)
        self.taps = 0
        self.mischief: Callable[[], None] = lambda: None
        tags = pretend_tags()
        self.people = [
            Person(name, Antenna(self.model, seat), tags, random.Random(seat))
            for seat, name in enumerate(config.seating.names)
        ]
        self.table.light()
        self.pair.run(SETTLE_S)

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def match(self) -> Match:
        return self.session.match

    def wanted(self) -> tuple[int, ...]:
        """What ought to be lit, worked out from what everybody may know."""
        session = self.session
        fault = bool(self.table.faults)
        known = view(session.match)
        return expected(known, session.messages, waiting=session.waiting, fault=fault)

    def lit(self) -> tuple[int, ...]:
        return (self.model.status, *self.model.panels)

    def check_lights(self, patience_s: float = 0.0) -> None:
        """Raises AssertionError when a light is wrong, and still is after so long."""
        until = self.pair.now + patience_s
        while self.lit() != self.wanted() and self.pair.now < until:
            self.pair.run(0.05)
        if self.lit() != self.wanted():
            raise AssertionError(f"lit {self.lit()}, wanted {self.wanted()}")

    def carry_out(self, seat: int, words: Sequence[str]) -> None:
        """A person taps what these words say; mischief may happen at every movement."""
        cards = names_of(self.match.deal.hands[seat])
        for move in self.people[seat].plan(words, self.pair.now, hand=cards, pace=FAST):
            self.pair.run_to(max(self.pair.now, move.at))
            self.mischief()
            # Mischief may take time: then the hand is late.
            if move.do == "lay":
                self.taps += 1
                move.reader.lay(move.tag, self.pair.now)
            else:
                move.reader.lift(self.pair.now, move.tag)
        self.pair.run(0.03)

    def all_heard(self) -> None:
        """Let time pass until the bridge has said all it has to say."""
        self.pair.plug()
        until = self.pair.now + 30
        while self.model.waiting:
            if self.pair.now > until:
                raise AssertionError(f"{self.model.waiting} events are still waiting")
            self.pair.run(0.05)

    def act(self, player: str = "sensible") -> None:
        """The next thing in a match; raises AssertionError unless just that is what it comes to."""
        before = len(self.match.actions())
        wishes = list(self._wishes(player))
        for seat, words in wishes:
            self.carry_out(seat, words)
        self.all_heard()
        refused = [entry for entry in self.journal.entries if entry.ruling is not None]
        done = [action.text() for action in self.match.actions()[before:]]
        meant = [" ".join(words) for _, words in wishes if words not in (["deal"], ["done"])]
        if refused or sorted(_cards(done)) != sorted(_cards(meant)):
            raise AssertionError(f"meant {meant}, done {done}, refused {refused}")

    def _wishes(self, player: str) -> Iterator[tuple[int, list[str]]]:
        if self.session.waiting:
            yield max(0, self.match.deal.dealer), ["deal"]
        elif self.match.wants():
            deal = self.match.deal
            for take in deal_cards(self.rng, deal.pack, deal.seen, self.match.wants()):
                yield take.seat, take.text().split()
        else:
            action = self._choose(player)
            meant = self.match.deal.tap()
            yield action.seat, action.text().split()
            if meant.collects and action.cards and len(action.cards) != meant.size:
                yield action.seat, ["done"]

    def _choose(self, player: str) -> Action:
        legal = self.match.legal()
        seat = min(legal, key=lambda seat: (seat in self.match.actors(), seat))
        return find_player(player)(view(self.match, seat), legal[seat], self.match.rules, self.rng)


def _cards(texts: Sequence[str]) -> list[str]:
    """Several cards taken at once are as many takes."""
    found = []
    for text in texts:
        verb, *rest = text.split()
        found += [f"{verb} {card}" for card in rest] if verb in ("take", "draw") else [text]
    return found
