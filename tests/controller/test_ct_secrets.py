"""Two tables that differ only in hidden cards show the same: lights, screens, messages, alerts."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from ct_table import DECK, TAGS, meanings
from en_random import random_action

from controller.journal.writing import MemoryJournal
from controller.screens.showing import face_of, screen_of
from controller.session.session import Session
from display import Face, Screen
from engine import Action, Match, RuleSet, Ruling, Verb, find_game
from engine.cards import NAMES, Card
from engine.game import Game
from engine.twenty_nine.markers import markers

Shown = tuple[Face, Screen, tuple[str, ...], frozenset[int]]

TABLES = [
    ("twenty-nine", "nepali", {}),
    ("twenty-nine", "bangladesh", {"void_no_points": False, "void_trumpless": False}),
    ("twenty-nine", "standard", {"ask": "optional", "set": True}),
    ("twenty-nine", "lucknow", {"tenny": 0, "ask": "after-trick", "single_partner": "closed"}),
    ("twenty-nine", "delhi-hostel", {"ask": "optional"}),
    ("hidden-trump", None, {"change_trump": True}),
    ("single-sir", None, {}),
    ("mendikot", None, {"trump_mode": "band"}),
    ("twenty-two", None, {}),
]


class Shadow:
    """One table, driven by actions; every step gives what is to be seen."""

    def __init__(self, game: Game, rules: RuleSet) -> None:
        self.session = Session(Match(game, rules, None, 0), DECK, MemoryJournal(), wait=False)
        self.now = 0.0
        self._beside = Match(game, rules, None, 0)

    def do(self, action: Action) -> Iterator[Shown]:
        taps = meanings(action.text().split())
        if action.verb in (Verb.PLAY, Verb.THROW) and self.session.match.deal.tap().collects:
            taps.append("done")  # closes a lead; a follow is closed by its last card
        for meaning in taps:
            self.now += 1.0
            if meaning != "done" or self.session.collected:
                self.session.tap(action.seat, TAGS[meaning], self.now)
                yield self.shown()

    def shown(self) -> Shown:
        session = self.session
        screen = screen_of(session, (), session.clock.left(self.now))
        return face_of(session), screen, tuple(session.messages), frozenset(session.alerts)

    def public(self, action: Action) -> tuple[object, ...]:
        """What an action brings about in the open; two tables where that differs do differ."""
        match = self._beside
        try:
            outcome = match.apply(action)
        except Ruling as ruling:
            return (ruling.code,)
        done = match.deals[-1].code if match.deals else None
        said = outcome.trick, outcome.shown, outcome.match
        return (match.phase, match.actors(), match.wants(), match.scores, done, *said)


def course(rng: random.Random, game: Game, rules: RuleSet) -> list[Action]:
    """Some actions from the start of a match, within its first deal."""
    match = Match(game, rules, None, 0)
    wanted = rng.randint(8, 70)
    actions: list[Action] = []
    while len(actions) < wanted and not match.deals:
        action = random_action(rng, match)
        if action.verb not in (Verb.TIMEOUT, Verb.FRESH):
            match.apply(action)
            actions.append(action)
    return actions


def other_cards(rng: random.Random, actions: list[Action], match: Match) -> list[Action]:
    """The same in public, with other cards where nobody can see them."""
    public = {card for action in actions for card in _open_cards(action)}
    hidden = [Card(n) for n in range(52) if match.deal.pack >> n & 1 and n not in public]
    moved = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    return [_moved(rng, action, moved, match) for action in actions]


def _open_cards(action: Action) -> tuple[Card, ...]:
    return action.cards if action.verb in (Verb.PLAY, Verb.TURN, Verb.DRAW) else ()


def _moved(rng: random.Random, action: Action, moved: dict[Card, Card], match: Match) -> Action:
    if action.verb is Verb.MARK:
        return action.with_cards((rng.choice(list(markers(match.rules))),))  # type: ignore[arg-type]
    return action.with_cards(tuple(moved.get(card, card) for card in action.cards))


@pytest.mark.parametrize(("game", "preset", "options"), TABLES)
def test_hidden_cards_are_never_shown(game: str, preset: str | None, options: object) -> None:
    found = find_game(game)
    rules = found.rules.preset(preset).with_options(options)  # type: ignore[arg-type]
    differing = compared = tricks = 0
    for seed in range(12):
        rng = random.Random(f"{game} {preset} {seed}")
        actions = course(rng, found, rules)
        others = other_cards(rng, actions, Match(found, rules, None, 0))
        one, other = Shadow(found, rules), Shadow(found, rules)
        for mine, its in zip(actions, others, strict=True):
            if one.public(mine) != other.public(its):
                break  # the other cards led the game another way
            assert list(one.do(mine)) == list(other.do(its)), (mine.text(), its.text(), seed)
            differing += mine != its
            compared += 1
        tricks = max(tricks, one.session.match.deal.trick_state().done)
    # Enough of them got somewhere for this to say anything.
    assert differing > 60
    assert compared > differing + 20
    assert tricks > 0


@pytest.mark.parametrize("marker", ["2h", "3h", "5s", "4c"])
def test_a_marker_is_in_no_message_screen_or_light(marker: str) -> None:
    table = Shadow(find_game("twenty-nine"), find_game("twenty-nine").rules.preset("nepali"))
    rng = random.Random(5)
    while table.session.match.phase != "trump":
        list(table.do(random_action(rng, table.session.match)))
    caller = table.session.match.actors()[0]
    table.session.tap(caller, TAGS[marker], table.now)
    table.session.tap(caller, TAGS[marker], table.now + 1)  # again: refused, and in no hand
    face, screen, messages, _ = table.shown()
    assert face.status.hidden
    assert face.status.trump is None
    text = repr(screen) + " ".join(messages)
    sign = "♠♥♦♣"["shdc".index(marker[1])]
    assert marker not in text
    assert marker[0] + sign not in text


def test_a_void_deal_keeps_its_trump_to_itself() -> None:
    shown = []
    for marker in ("2h", "4c"):
        rules = find_game("twenty-nine").rules.preset("nepali")
        table = Shadow(find_game("twenty-nine"), rules)
        rng = random.Random(5)
        while table.session.match.phase != "trump":
            list(table.do(random_action(rng, table.session.match)))
        table.session.tap(table.session.match.actors()[0], TAGS[marker], table.now)
        table.session.tap(0, TAGS["void"], table.now + 1)
        shown.append(table.shown())
    assert shown[0] == shown[1]


def test_a_refused_card_is_not_named() -> None:
    """It has just been laid for all to see, but whose it is is not said."""
    table = Shadow(find_game("twenty-nine"), find_game("twenty-nine").rules.preset("nepali"))
    rng = random.Random(9)
    while table.session.match.phase != "play":
        list(table.do(random_action(rng, table.session.match)))
    (turn,) = table.session.match.actors()
    hands = table.session.match.deal.hands
    foreign = next(n for n in range(52) if hands[(turn + 1) % 4] >> n & 1)
    table.session.tap(turn, TAGS[NAMES[foreign]], table.now)
    name = table.session.match.seating.names[turn]
    assert table.session.messages[-1] == f"{name}: That card is not in this hand."
