"""`chhakka demo`: a whole match on pretend hardware.

Pretend players choose what to do, pretend people carry it out: they tap cards on pretend readers,
whose frames go through real pseudo-terminals into the same table that `chhakka run` runs.
"""

from __future__ import annotations

import random
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

from controller import words
from controller.compose import Pretend, build, pace, pretend_protocols, pretend_table
from controller.files import rules_beside
from controller.messages import ENGLISH, Messages
from controller.pretend_time import AsItDoes, AtOnce, Passing
from controller.result_words import result_text
from controller.screen_thread import ScreenThread
from controller.table import Table
from display import TerminalView
from display.terminal import encodable
from engine import Action, Fault, Match, RuleSet, Seating, UnreadableError, find_game
from engine.cards import names_of
from engine.game import Game
from engine.players import deal_cards, find_player
from engine.players.table_talk import has_plan, next_seat
from engine.record import find_rules
from engine.view import view
from firmware_bridge import PortOpened, ReaderEvent

PLAYER: Final = "sensible"
PATIENCE: Final = 100
"""So many times in a row nothing may come of what the people do."""
OPENING_S: Final = 10.0
SETTLE_S: Final = 0.6
"""After a port is opened, what is read for a moment lay there already."""
LOOK_S: Final = 0.4
"""How long people look at what has happened, when somebody watches."""


def demo(
    game_name: str,
    rules_name: str | None,
    *,
    fast: bool,
    seed: int | None,
    mistakes: float,
    seats: Sequence[str] | None = None,
    language: str = ENGLISH,
    reader: str | None = None,
    bridge: bool = False,
) -> int:
    """Play one match and tell of it; the value is the exit status.

    `reader` is what every seat's reader speaks. Raises `UnreadableError` for an unknown game, rules
    or reader, unfit seats, or `mistakes` out of 0 to 1.

    With `bridge` the readers and lights are on a bridge, whose line goes by the clock: then even
    a fast match takes some minutes.
    """
    game, rules, seating = known_rules(game_name, rules_name, seats, mistakes)
    protocols = known_reader(reader, seating)
    rng = random.Random(seed)
    with ending_as_on_ctrl_c(), tempfile.TemporaryDirectory(prefix="chhakka-") as folder:
        where = Path(folder)
        parts = pretend_table(
            game, rules, where, rng, mistakes, seating, language, protocols, bridge=bridge
        )
        try:
            _play(parts, rng, fast=fast)
        finally:
            parts.close()
    return 0


def known_rules(
    game_name: str, rules_name: str | None, seats: Sequence[str] | None, mistakes: float
) -> tuple[Game, RuleSet, Seating]:
    """The game, rules and seats that were asked for. Raises `UnreadableError` as `demo` does."""
    game = find_game(game_name)
    seating = game.seating(seats)
    rules = find_rules(rules_name, game, rules_beside(Path()))
    if not 0 <= mistakes <= 1:
        raise UnreadableError("--mistakes", [Fault("", str(mistakes), "a number from 0 to 1")])
    return game, rules, seating


def known_reader(reader: str | None, seating: Seating) -> list[str] | None:
    """What every seat's reader speaks. Raises `UnreadableError` for an unknown protocol."""
    kinds = pretend_protocols()
    if reader is not None and reader not in kinds:
        raise UnreadableError("--reader", [Fault("", reader, f"one of {', '.join(kinds)}")])
    return None if reader is None else [reader] * len(seating.names)


@contextmanager
def ending_as_on_ctrl_c() -> Iterator[None]:
    """Let other ways of ending do as Ctrl-C does, so that terminal and folder are left as found."""
    before = {number: signal.signal(number, _stop) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _play(parts: Pretend, rng: random.Random, *, fast: bool) -> None:
    at_once = fast and parts.bridge is None
    passing: Passing = AtOnce(parts) if at_once else AsItDoes(parts)
    screens = None if fast else ScreenThread(TerminalView(sys.stdout))
    running = build(
        parts.config, screens=screens, clock=passing.clock, waits=passing.waits, gpio=parts.gpio
    )
    try:
        running.start()
        passing.attend(running)
        with passing:
            company = Company(parts, running.table, passing, rng, fast=fast)
            for sentence in company.play_match():
                if fast:
                    _print(sentence)
    finally:
        running.close()
    session = running.table.session
    _farewell(session.match, session.wording, company.taps, parts.pictures)


def _farewell(match: Match, messages: Messages, taps: int, pictures: int) -> None:
    scores = messages.by_team(match.seating.by_team(match.scores))
    winner = words.winner_text(match, messages)
    deals = messages.count("count.deals", len(match.deals))
    _print(messages.text("account.won", winner=winner, scores=scores))
    _print(messages.text("demo.closing", deals=deals, taps=taps, latches=pictures))


def _print(line: str) -> None:
    if sys.stdout is not None:
        print(encodable(line, sys.stdout.encoding))


@dataclass(slots=True)
class Company:
    """Four people at a pretend table, and what they have in mind."""

    parts: Pretend
    table: Table
    passing: Passing
    rng: random.Random
    fast: bool
    taps: int = 0

    def play_match(self) -> Iterator[str]:
        """Play until the match is over; says how each deal ended."""
        self._wait_for_ports()
        messages = self.table.session.wording
        told, idle = 0, 0
        while self._match.winner is None:
            before = len(self._match.actions()), self.table.session.waiting
            self._act()
            after = len(self._match.actions()), self.table.session.waiting
            idle = idle + 1 if before == after else 0
            if idle > PATIENCE:
                raise RuntimeError(f"nothing comes of {idle} attempts in {self._match.phase}")
            for deal in self._match.deals[told:]:
                told += 1
                ended = deal.as_json(self._match.seating, public=True)
                result = result_text(ended, messages)
                yield messages.text("demo.deal", number=told, result=result)

    @property
    def _protocols(self) -> set[str]:
        return {reader.protocol for reader in self.parts.config.readers}

    @property
    def _match(self) -> Match:
        return self.table.session.match

    def _wait_for_ports(self) -> None:
        """Every reader has to be open, and a moment has to pass, before the first tap counts."""
        missing = len(self.parts.config.readers)
        while missing:
            event = self.table.events.get(timeout=OPENING_S)
            self.table.handle(event)
            missing -= isinstance(event, ReaderEvent) and isinstance(event.what, PortOpened)
        self.passing.pass_to(self.passing.clock() + SETTLE_S, self.table)

    def _act(self) -> None:
        session = self.table.session
        if session.waiting:
            # Before a draw there is no dealer yet: anybody may call.
            self._carry_out([(max(0, self._match.deal.dealer), ["deal"])])
        elif self._match.wants():
            deal = self._match.deal
            takes = deal_cards(self.rng, deal.pack, deal.seen, self._match.wants())
            self._carry_out([(take.seat, take.text().split()) for take in takes])
        else:
            action = self._choose()
            meant = self._match.deal.tap()
            open_set = meant.collects and action.cards and len(action.cards) != meant.size
            close = [(action.seat, ["done"])] if open_set else []
            self._carry_out([(action.seat, action.text().split()), *close])

    def _choose(self) -> Action:
        match, player = self._match, find_player(PLAYER)
        legal = match.legal()
        planning = list(legal) if has_plan(player, match.game.name) else []
        seat = next_seat(legal, match.actors(), planning, self.rng)
        return player(view(match, seat), legal[seat], match.rules, self.rng)

    def _carry_out(self, wishes: Sequence[tuple[int, list[str]]]) -> None:
        end = self.passing.clock()
        dealing = bool(self._match.wants())
        for seat, phrase in wishes:
            moves = self.parts.people[seat].plan(
                phrase,
                self.passing.clock(),
                hand=() if dealing else names_of(self._match.deal.hands[seat]),
                pace=pace(self._protocols, fast=self.fast, dealing=dealing),
            )
            self.parts.hands.plan(moves)
            self.taps += sum(move.do == "lay" for move in moves)
            end = max(end, *(move.at for move in moves))
        self.passing.pass_to(end + (0.0 if self.fast or dealing else LOOK_S), self.table)
