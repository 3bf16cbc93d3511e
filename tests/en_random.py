"""Random matches of random rule sets, reproducible from a seed, for any game.

The driver knows of a game only what `Match.legal` and `Match.wants` say, and which cards of the
pack have not come up.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from engine.actions import DIRECTOR_VERBS, Action, Verb
from engine.cards import NAMES, SUITS, cards_in
from engine.errors import UnreadableError
from engine.game import Game
from engine.match import Match
from engine.options import Choice, Flag, Option, RuleSet, SeatList, Whole
from engine.outcome import Outcome
from engine.parsing import parse_call
from engine.phases import Phase
from engine.seating import COMPASS, DIRECTOR
from engine.twenty_nine.quick import QuickTwentyNineDeal

_SELDOM: Final = {Verb.SINGLE: 0.15, Verb.TENNY: 0.1, Verb.TIMEOUT: 0.2, Verb.FRESH: 0.05}
"""Verbs that would cut most deals short if they were said as often as others."""


def random_rules(rng: Random, game: Game, changes: int = 6) -> RuleSet:
    """A preset of a game with some options changed at random, such that it can be played."""
    preset = game.rules.preset(rng.choice(list(game.rules.PRESETS)))
    options = game.rules.options()
    while True:
        some = rng.sample(options, min(len(options), rng.randint(0, changes)))
        try:
            return preset.with_options({opt.name: random_value(rng, opt) for opt in some})
        except UnreadableError:
            continue


def random_value(rng: Random, opt: Option) -> object:
    """A value that an option takes; small numbers come more often than large ones."""
    match opt.kind:
        case Choice(words):
            return rng.choice(words)
        case Flag():
            return rng.random() < 0.5
        case Whole(low, high):
            near = min(high, low + 4)
            return rng.randint(low, near if rng.random() < 0.5 else high)
        case SeatList():
            return rng.sample(COMPASS, rng.randint(0, len(COMPASS)))


def random_match(rng: Random, game: Game, rules: RuleSet | None = None) -> Match:
    """A match of a game under random rules (or those given), at its start."""
    rules = random_rules(rng, game) if rules is None else rules
    seats = len(game.seating(None).names)
    dealer = None if game.has_draw and rng.random() < 0.5 else rng.randrange(seats)
    return Match(game, rules, dealer=dealer)


def random_action(rng: Random, match: Match) -> Action:
    """An action that is accepted now; of an open match only."""
    listed = [action for actions in match.legal().values() for action in actions]
    if match.wants() and (not listed or rng.random() < 0.7):
        return _random_take(rng, match)
    verbs = sorted({action.verb for action in listed})
    verb = rng.choices(verbs, [_SELDOM.get(verb, 1.0) for verb in verbs])[0]
    fitting = [action for action in listed if action.verb is verb]
    if verb is Verb.BID and rng.random() < 0.7:
        return min(fitting, key=lambda action: action.number)
    chosen = rng.choice(fitting)
    return _random_throw(rng, match, chosen) if verb is Verb.THROW else chosen


def _random_take(rng: Random, match: Match) -> Action:
    seat, wanted = rng.choice(sorted(match.wants().items()))
    unseen = cards_in(match.deal.pack & ~match.deal.seen)
    count = wanted if rng.random() < 0.6 else rng.randint(1, wanted)
    if rng.random() < 0.3:
        # Neighbours in suit: long suits and voids, which even chance brings too seldom.
        first = rng.randint(0, len(unseen) - count)
        return Action(seat, Verb.TAKE, unseen[first : first + count])
    return Action(seat, Verb.TAKE, tuple(rng.sample(unseen, count)))


def _random_throw(rng: Random, match: Match, listed: Action) -> Action:
    """Some of a hand: a `throw` is listed with the most cards that may be thrown."""
    hand = cards_in(match.deal.hands[listed.seat])
    count = rng.randint(1, min(len(hand), listed.number))
    return Action(listed.seat, listed.verb, tuple(rng.sample(hand, count)))


def direct(rng: Random, match: Match) -> Action:
    """Something the director may do now; `end` seldom."""
    if not match.actions() or match.winner is not None:
        return Action(DIRECTOR, Verb.UNDO if match.actions() else Verb.END)
    verbs = [Verb.UNDO, Verb.UNDO, Verb.UNDO, Verb.END]
    if match.phase is not Phase.DRAW:
        verbs += [Verb.VOID, Verb.VOID]
    return Action(DIRECTOR, rng.choice(verbs))


def drive(
    rng: Random, match: Match, steps: int, *, directing: float = 0.0
) -> Iterator[tuple[Action, Outcome]]:
    """Play up to `steps` accepted actions, each with what it brought about.

    With probability `directing` a step is the director's, whose `undo` may reopen a match that is
    over; without that it stops at the end of the match.
    """
    for _ in range(steps):
        if rng.random() < directing:
            action = direct(rng, match)
        elif match.winner is None:
            action = random_action(rng, match)
        elif directing and rng.random() < 0.5:
            action = Action(DIRECTOR, Verb.UNDO)
        else:
            return
        yield action, match.apply(action)


# Every action there is.

_ARGUMENTS: Final = ("", *SUITS, *NAMES, *(str(number) for number in range(32)))


def every_action(game: Game, seat: int) -> list[Action]:
    """Every verb with every argument it reads (one card where several may stand) of a seat."""
    found: list[Action] = []
    for verb in Verb:
        if (verb in DIRECTOR_VERBS) != (seat == DIRECTOR):
            continue
        for argument in _ARGUMENTS if seat != DIRECTOR else _ARGUMENTS[:1]:
            try:
                found.append(parse_call(seat, [verb, *argument.split()], game.grammar))
            except UnreadableError:
                continue
    return found


# Everything a match remembers.


def state_of(match: Match) -> dict[str, object]:
    """All slots of a match and of its deal, lists as tuples: equal exactly if nothing differs."""
    return _slots(match, "match") | _slots(match.deal, "deal")


_SLOTS: Final[dict[type[Any], tuple[str, ...]]] = {}
"""The slots of classes looked at before: states are compared by the ten thousand."""

_WORKED_OUT: Final = QuickTwentyNineDeal.READY | {"_deal", "_dealer"}
"""Slots with what was worked out from the others; whether it is there yet makes no difference."""


def _slots(thing: Any, name: str) -> dict[str, object]:
    cls = type(thing)
    if cls not in _SLOTS:
        slots = [slot for base in cls.__mro__ for slot in getattr(base, "__slots__", ())]
        _SLOTS[cls] = tuple(slot for slot in slots if slot not in _WORKED_OUT)
    values = [(slot, getattr(thing, slot)) for slot in _SLOTS[cls]]
    return {
        f"{name}.{slot}": tuple(value) if isinstance(value, list) else value
        for slot, value in values
    }
