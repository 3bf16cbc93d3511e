"""A whole pretend table, bytes in and lit LEDs out, driven at once with a clock of its own.

The readers are pretend modules behind real pseudo-terminals, the table is what `chhakka run` runs,
and what it lights is read off pretend shift registers on pretend pins.
"""

from __future__ import annotations

import contextlib
import queue
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from controller.compose import Pretend, Running, build, pretend_table
from controller.journal.writing import Entry, Journal, MatchHeader
from controller.session.session import Session
from engine import Action, Match, RuleSet, find_game
from engine.cards import names_of
from engine.players import deal_cards, find_player
from engine.view import view
from firmware_bridge import READERS, PortLost, PortOpened, ReaderEvent, TagSeen
from hw_mocks.hand import FAST, Pace
from hw_mocks.people import Mistake
from hw_mocks.shift_register import Lit

SOON_S = 20.0
"""No event is waited for so long unless a test fails."""
READ_S = 0.03
"""A frame is on its line for half of that."""
SETTLE_S = 0.6
"""What is read for `gone_ms` after a port's opening lay there already."""


class Noting:
    """Keeps what is journalled, and hands it on to the table's own journal."""

    def __init__(self, journal: Journal) -> None:
        self.entries: list[Entry] = []
        self._journal = journal

    def begin(self, header: MatchHeader, *entries: Entry) -> None:
        self._journal.begin(header, *entries)
        self.entries.extend(entries)

    def write(self, *entries: Entry) -> None:
        self._journal.write(*entries)
        self.entries.extend(entries)


class Rig:
    """The parts, the running table, and the present moment of both.

    `check` is called after every event that the table has handled. Frames that are damaged on
    their way are not waited for.
    """

    def __init__(
        self,
        folder: Path,
        rules: RuleSet,
        *,
        game: str = "twenty-nine",
        seats: Sequence[str] | None = None,
        seed: int = 1,
        mistakes: float = 0.0,
        check: Callable[[Rig], None] | None = None,
    ) -> None:
        self.rng = random.Random(seed)
        self.now = 0.0
        self.check = check
        found = find_game(game)
        self.parts: Pretend = pretend_table(
            found, rules, folder, self.rng, mistakes, found.seating(seats)
        )
        self.running: Running = build(
            self.parts.config, clock=lambda: self.now, gpio=self.parts.gpio
        )
        self.journal = Noting(self.session._journal)
        self.session._journal = self.journal
        # What each reader puts on its line, read a second time, tells how much will be heard.
        self._ears = [READERS[each.protocol].decoder() for each in self.parts.config.readers]
        self._due = [0] * len(self.parts.readers)
        for number in range(len(self.parts.readers)):
            self._listen_in(number)

    def _listen_in(self, number: int) -> None:
        line, write = self.parts.readers[number].line, self.parts.readers[number].line.write

        def tell(raw: bytes) -> int:
            taken = write(raw)
            if taken:
                self._due[number] += len(self._ears[number].feed(raw))
            return taken

        line.write = tell  # type: ignore[method-assign]

    # How it stands.

    @property
    def session(self) -> Session:
        return self.running.table.session

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def lit(self) -> Lit:
        """What is to be seen."""
        return self.parts.chips.lit

    def entries(self) -> list[Entry]:
        """All that was journalled but tags that are in no deck."""
        return [entry for entry in self.journal.entries if entry.call != "unknown"]

    # Time.

    def start(self) -> None:
        """Open the ports and wait until what lies on the readers would have been said."""
        self.running.table.light()
        self.running.start()
        for _ in self.parts.readers:
            self.hear_port(PortOpened)
        self.pass_to(self.now + SETTLE_S)

    def hear_port(self, kind: type[PortOpened | PortLost]) -> ReaderEvent:
        """Let the table hear events until a port is opened or lost."""
        while True:
            event = self._hear_one()
            if isinstance(event.what, kind):
                return event

    def pass_to(self, at: float) -> None:
        """Jump from moment to moment up to `at`; all that is said is heard before the next."""
        while (due := self._next_due()) is not None and due <= at:
            self.now = max(self.now, due)
            self.parts.hands.advance(self.now)
            for number, reader in enumerate(self.parts.readers):
                reader.advance(self.now)
                while self._due[number]:
                    self._hear_one()
        self.now = max(self.now, at)

    def _next_due(self) -> float | None:
        moments = [self.parts.hands.next_due()]
        moments += [reader.next_due() for reader in self.parts.readers]
        return min((due for due in moments if due is not None), default=None)

    def _hear_one(self) -> ReaderEvent:
        try:
            event = self.running.table.events.get(timeout=SOON_S)
        except queue.Empty as error:
            raise AssertionError(f"still to be heard: {self._due}") from error
        if not isinstance(event, ReaderEvent):
            raise AssertionError(f"heard {event}")
        if isinstance(event.what, TagSeen):
            self._due[event.reader] -= 1
        self.running.table.handle(event)
        if self.check is not None:
            self.check(self)
        return event

    # What the people do.

    def carry_out(
        self,
        seat: int,
        words: Sequence[str],
        mistake: Mistake | None = None,
        hand: bool = True,
        pace: Pace = FAST,
    ) -> None:
        """A person taps what these words say, perhaps with a mistake."""
        cards = names_of(self.match.deal.hands[seat]) if hand else ()
        person = self.parts.people[seat]
        moves = person.plan(words, self.now, hand=cards, pace=pace, mistake=mistake)
        self.parts.hands.plan(moves)
        # What is left lying in the end is still to be read.
        self.pass_to(max(self.now, *(move.at for move in moves)) + READ_S)

    def unplug(self, seat: int) -> None:
        """Pull the plug of a seat's reader; the table hears of it."""
        self.parts.readers[seat].unplug(self.now)
        self.hear_port(PortLost)

    def plug(self, seat: int) -> None:
        """Put the plug in again, and let the moment pass in which nothing counts as a tap."""
        self._ears[seat] = READERS[self.parts.config.readers[seat].protocol].decoder()
        self.parts.readers[seat].plug(self.now)
        self.hear_port(PortOpened)
        self.pass_to(self.now + SETTLE_S)

    def act(self, player: str = "random") -> None:
        """The next thing in a match: `deal`, the cards of a stage, or what somebody chooses."""
        if self.session.waiting:
            self.carry_out(self.rng.randrange(len(self.parts.people)), ["deal"], hand=False)
        elif self.match.wants():
            deal = self.match.deal
            for take in deal_cards(self.rng, deal.pack, deal.seen, self.match.wants()):
                self.carry_out(take.seat, take.text().split(), hand=False)
        else:
            action = self.choose(player)
            meant = self.match.deal.tap()
            self.carry_out(action.seat, action.text().split())
            if meant.collects and action.cards and len(action.cards) != meant.size:
                self.carry_out(action.seat, ["done"])

    def choose(self, player: str) -> Action:
        """What a pretend player says: one that merely may do something comes first."""
        legal = self.match.legal()
        seat = min(legal, key=lambda seat: (seat in self.match.actors(), seat))
        return find_player(player)(view(self.match, seat), legal[seat], self.match.rules, self.rng)

    def play(self, player: str = "random", most: int = 5000) -> None:
        """Play until the match is over. Raises AssertionError when it never is."""
        for _ in range(most):
            if self.match.winner is not None:
                return
            self.act(player)
        raise AssertionError(f"no end after {most} actions: {self.match.phase}")

    def close(self) -> None:
        """End the table and unplug the readers."""
        self.running.close()
        self.parts.close()


@contextlib.contextmanager
def rig(
    folder: Path,
    preset: str,
    *,
    game: str = "twenty-nine",
    seats: Sequence[str] | None = None,
    seed: int = 1,
    mistakes: float = 0.0,
    check: Callable[[Rig], None] | None = None,
    **options: object,
) -> Iterator[Rig]:
    """A table that has been started, while the block lasts."""
    rules = find_game(game).rules.preset(preset).with_options(options)
    table = Rig(folder, rules, game=game, seats=seats, seed=seed, mistakes=mistakes, check=check)
    try:
        table.start()
        yield table
    finally:
        table.close()
