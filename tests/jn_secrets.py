"""Two whole tables that are tapped alike but for hidden cards, and all that each lets out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from random import Random

from ct_table import DECK, TAGS, meanings
from en_random import random_action
from un_random import SecretHands, random_try

from controller.config import ReaderConfig
from controller.journal.writing import MemoryJournal
from controller.session.session import Session
from controller.table import Table
from display import Screen, TerminalView, render
from engine import Action, Match, RuleSet, Ruling, Verb
from engine.cards import Card
from engine.game import Game
from engine.twenty_nine.markers import markers
from firmware_bridge import Presence, ReaderEvent, TagSeen

STEP_S = 0.75
DRAWN = 6
"""Every so many screens one is drawn: that takes its time, and alike screens look alike."""
_OPEN = frozenset({Verb.PLAY, Verb.TURN, Verb.DRAW})
"""Cards that are laid for all to see; a thrown one is seen by nobody."""
_PASSED_OVER = frozenset({Verb.TIMEOUT, Verb.FRESH})


class Terminal(io.StringIO):
    """A terminal on which screens are drawn in place."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class ShownTable:
    """A table from the readers' events to lights, terminal and log."""

    def __init__(self, match: Match) -> None:
        self.wire: list[tuple[int, ...]] = []
        """Every picture that was sent to the lights."""
        self.log = io.StringIO()
        self.terminal = Terminal()
        self.screens: list[Screen] = []
        self._log, self._terminal = TerminalView(self.log), TerminalView(self.terminal)
        self.session = Session(match, DECK, MemoryJournal(), wait=False)
        seats = range(len(match.seating.names))
        self.table = Table(
            self.session,
            [ReaderConfig(seat, f"/dev/{seat}", "rdm6300") for seat in seats],
            [Presence(0.4, DECK.__contains__) for _ in seats],
            self,
            self,
            lambda: self.now,
        )
        self.now = 0.0
        self.table.light()

    def show(self, *what: object) -> None:
        """Stands for the lights and for the screens."""
        if isinstance(what[0], Screen):
            self.screens.append(what[0])
            self._log.show(what[0])
            if len(self.screens) % DRAWN == 0:
                self._terminal.show(what[0])
        else:
            status, panels = what
            self.wire.append((status, *panels))  # type: ignore[arg-type, misc]

    def close(self) -> None:
        """There is nothing to close."""

    def tap(self, seat: int, meaning: str) -> None:
        self.now += STEP_S
        self.table.events.put(ReaderEvent(seat, self.now, TagSeen(TAGS[meaning])))
        self.table.step(0)

    def do(self, action: Action) -> None:
        taps = meanings(action.text().split())
        for meaning in taps:
            self.tap(action.seat, meaning)
        if self.session.collected:
            self.tap(action.seat, "done")

    def out(self) -> tuple[object, ...]:
        """All that has left the table up to now."""
        last = self.screens[-1:]
        drawn = [render(screen, width, True) for screen in last for width in (40, 132)]
        return (
            self.wire,
            self.log.getvalue(),
            self.terminal.getvalue(),
            self.screens,
            drawn,
            self.session.messages,
            self.session.alerts,
        )


def course(rng: Random, game: Game, rules: RuleSet, hands: str, wanted: int) -> list[Action]:
    """Some accepted actions from the start of a match, within its first deal."""
    match = Match(game, rules, None, 0, hands)
    secret = SecretHands(rng)
    actions: list[Action] = []
    for _ in range(3 * wanted):
        if len(actions) == wanted or match.deals:
            break
        if hands == "unseen":
            action = random_try(rng, match, secret, 0.95)
        else:
            action = random_action(rng, match)
        if action.verb in _PASSED_OVER:
            continue
        try:
            match.apply(action)
        except Ruling:
            continue
        actions.append(action)
    return actions


def otherwise(rng: Random, actions: Sequence[Action], match: Match) -> list[Action]:
    """The same in public, with other cards where nobody can see them."""
    public = {card for action in actions if action.verb in _OPEN for card in action.cards}
    hidden = [Card(n) for n in range(52) if match.deal.pack >> n & 1 and n not in public]
    moved = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    return [_moved(rng, action, moved, match) for action in actions]


def _moved(rng: Random, action: Action, moved: dict[Card, Card], match: Match) -> Action:
    if action.verb is Verb.MARK:
        return action.with_cards((rng.choice(list(markers(match.rules))),))  # type: ignore[arg-type]
    return action.with_cards(tuple(moved.get(card, card) for card in action.cards))


def public(match: Match, action: Action) -> tuple[object, ...]:
    """What an action brings about in the open; two tables where that differs do differ."""
    try:
        outcome = match.apply(action)
    except Ruling as ruling:
        return (ruling.code,)
    done = match.deals[-1].code if match.deals else None
    said = outcome.trick, outcome.shown, outcome.match, outcome.revoke
    return (match.phase, match.actors(), match.wants(), match.scores, done, *said)
