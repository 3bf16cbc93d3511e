"""Sittings driven by any taps at all: never an error, and the journal replays to the match."""

from __future__ import annotations

import random

import pytest
from ct_table import DECK, TAGS, Sitting, meanings, replayed, standing
from en_random import random_action, random_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.journal.writing import MemoryJournal
from controller.screens.showing import face_of, screen_of
from controller.session.session import Session
from controller.words.account import Account
from display import render, wire
from engine import GAMES, Match, Verb, find_game
from engine.cards import NAMES, names_of
from hw_mocks.deck import FOB

CORRECTIONS = ("undo", "undo", "undo", "void", "redeal", "pause")
MEANINGS = tuple(TAGS)


class Crowd:
    """People at a table who mostly do what can be done, and now and then anything."""

    def __init__(self, rng: random.Random, game: str) -> None:
        found = find_game(game)
        self.rng = rng
        self.seats = len(found.seating(None).names)
        rules = random_rules(rng, found)
        dealer = rng.choice([None, rng.randrange(self.seats)])
        self.first = Match(found, rules, None, dealer)
        self.journal = MemoryJournal()
        match = Match(found, rules, None, dealer)
        self.session = Session(match, DECK, self.journal, wait=rng.random() < 0.5)
        self.now = 0.0

    def act(self) -> None:
        """One thing that happens: a sensible tap, any tap, an unknown tag, or time that passes."""
        rng, session = self.rng, self.session
        self.now += rng.choice((0.1, 0.7, 3.0))
        luck = rng.random()
        if luck < 0.02:
            session.unknown(rng.randrange(self.seats), FOB, self.now)
        elif luck < 0.05:
            self.now += 30.0
        elif luck < 0.15:
            self.tap(rng.randrange(self.seats), rng.choice(MEANINGS))
        elif luck < 0.18:
            self.tap(rng.randrange(self.seats), rng.choice(CORRECTIONS))
        elif luck < 0.22:
            self.tap(rng.randrange(self.seats), "drop")
            seen = names_of(session.match.deal.seen)
            self.tap(rng.randrange(self.seats), rng.choice(seen or NAMES))
        elif luck < 0.23 or session.waiting:
            self.tap(rng.randrange(self.seats), rng.choice(("deal", "deal", "deal", "end")))
        elif session.match.winner is None:
            action = random_action(rng, session.match)
            words = [str(action.verb)] if action.verb is Verb.VOID else action.text().split()
            for meaning in meanings(words):
                if meaning in TAGS:
                    self.tap(action.seat, meaning)
            if session.collected:
                self.tap(action.seat, "done")
        session.tick(self.now)

    def tap(self, seat: int, meaning: str) -> None:
        self.session.tap(seat, TAGS[meaning], self.now)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_sitting(game: str, seed: int) -> None:
    rng = random.Random(seed)
    crowd = Crowd(rng, game)
    for step in range(200):
        crowd.act()
        if step % 7 == 0:
            wire(face_of(crowd.session))
            screen_of(crowd.session)
    render(screen_of(crowd.session), 80, False)
    session = crowd.session
    again = replayed(crowd.journal.entries, crowd.first)
    assert standing(again) == standing(session.match)
    assert all(message.strip() for message in session.messages)
    list(Account(session.match, session.wording).closing())


def test_a_crowd_gets_somewhere() -> None:
    """The driver of the property really ends deals and matches, undoes and is refused."""
    ended = undone = refused = dropped = 0
    for seed in range(8):
        crowd = Crowd(random.Random(seed), "twenty-nine")
        for _ in range(300):
            crowd.act()
        ended += len(crowd.session.match.deals)
        for entry in crowd.journal.entries:
            undone += entry.action is not None and entry.action.verb is Verb.UNDO
            refused += entry.ruling is not None
        dropped += sum(message.startswith("One card") for message in crowd.session.messages)
    assert min(ended, undone, refused, dropped) > 5


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("SWNE"), st.sampled_from(MEANINGS)), max_size=60))
def test_taps_out_of_the_blue(taps: list[tuple[str, str]]) -> None:
    """No sense in it at all; hypothesis may shrink it to what breaks."""
    table = Sitting(wait=False)
    for seat, meaning in taps:
        table.tap(seat, meaning)
    match = table.match
    again = replayed(table.journal.entries, Match(match.game, match.rules, match.seating, 0))
    assert standing(again) == standing(match)


def test_every_card_has_a_tag() -> None:
    assert set(NAMES) <= TAGS.keys()
