"""What is tapped at a pretend table, and whether the lights should change with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from controller.config import read_config
from controller.journal.writing import MemoryJournal
from controller.screens.showing import face_of
from controller.session.sitting import begin_sitting
from engine import Action, Match
from engine.cards import NAMES
from engine.players import deal_cards
from hw_mocks.deck import pretend_tags


class Tap(NamedTuple):
    """A tag laid at a seat; `lit`: the lights change with it; `rest`: cards are shuffled first."""

    seat: int
    tag: str
    lit: bool
    rest: bool


def taps(table: Path, seed: int) -> Iterator[Tap]:
    """Random play of whole matches, one after another, at the table of a `table.toml`.

    One tap in twenty is a card that nobody wants there now: the alert light comes on.
    """
    rng = random.Random(seed)
    config = read_config(table)
    tags = pretend_tags()
    session = begin_sitting(config, MemoryJournal(), 0.0)
    face = face_of(session)
    rest = True
    while True:
        if session.waiting:
            wanted = [(0, "deal")]
        elif rng.random() < 0.05:
            wanted = [(rng.randrange(4), rng.choice(("2s", "redouble", "ditto")))]
        else:
            wanted = _chosen(session.match, rng)
        deal = session.match.deal
        for seat, meaning in wanted:
            session.tap(seat, tags[meaning], 0.0)
            before, face = face, face_of(session)
            yield Tap(seat, tags[meaning], face != before, rest)
            rest = session.match.deal is not deal


def _chosen(match: Match, rng: random.Random) -> list[tuple[int, str]]:
    """Seats and what they tap, for the next thing that happens in a match."""
    if match.wants():
        takes = deal_cards(rng, match.deal.pack, match.deal.seen, match.wants())
        return [(take.seat, NAMES[card]) for take in takes for card in take.cards]
    listed = [action for actions in match.legal().values() for action in actions]
    action: Action = rng.choice(listed)
    return [(action.seat, NAMES[action.cards[0]] if action.cards else action.text())]
