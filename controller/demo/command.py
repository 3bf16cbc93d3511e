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
from pathlib import Path
from types import FrameType
from typing import Final

from controller.compose import Pretend, build, pretend_protocols, pretend_table
from controller.demo.people import SETTLE_S, PretendPeople
from controller.demo.time import AsItDoes, AtOnce, Passing
from controller.files import rules_beside
from controller.messages import ENGLISH, Messages
from controller.screens.thread import ScreenThread
from controller.table import Table
from controller.words import actions as words
from controller.words.results import result_text
from display import TerminalView
from display.terminal import encodable
from engine import Fault, Match, RuleSet, Seating, UnreadableError, find_game
from engine.game import Game
from engine.rule_names import find_rules

PATIENCE: Final = 100
"""So many times in a row nothing may come of what the people do."""
OPENING_S: Final = 10.0
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


class Company:
    """The people at a pretend table, playing a match as time passes there."""

    def __init__(
        self, parts: Pretend, table: Table, passing: Passing, rng: random.Random, *, fast: bool
    ) -> None:
        self._table = table
        self._passing = passing
        self._people = PretendPeople(parts, table, rng, fast=fast)
        self._look_s = 0.0 if fast else LOOK_S

    @property
    def taps(self) -> int:
        """How often they have laid a tag on a reader."""
        return self._people.taps

    def play_match(self) -> Iterator[str]:
        """Play until the match is over; says how each deal ended."""
        self._wait_for_ports()
        messages = self._table.session.wording
        told, idle = 0, 0
        while self._match.winner is None:
            before = len(self._match.actions()), self._table.session.waiting
            self._act()
            after = len(self._match.actions()), self._table.session.waiting
            idle = idle + 1 if before == after else 0
            if idle > PATIENCE:
                raise RuntimeError(f"nothing comes of {idle} attempts in {self._match.phase}")
            for deal in self._match.deals[told:]:
                told += 1
                ended = deal.as_json(self._match.seating, public=True)
                result = result_text(ended, messages)
                yield messages.text("demo.deal", number=told, result=result)

    @property
    def _match(self) -> Match:
        return self._table.session.match

    def _wait_for_ports(self) -> None:
        """Every reader has to be open, and a moment has to pass, before the first tap counts."""
        while not self._people.all_heard():
            self._table.handle(self._table.events.get(timeout=OPENING_S))
        self._passing.pass_to(self._passing.clock() + SETTLE_S, self._table)

    def _act(self) -> None:
        people, dealing = self._people, bool(self._match.wants())
        wishes = people.call_deal() if self._table.session.waiting else people.next_wishes()
        end = people.carry_out(wishes, self._passing.clock(), dealing=dealing)
        self._passing.pass_to(end + (0.0 if dealing else self._look_s), self._table)
