"""Reading what a seat says or does from its words, as records and the director's line have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Final

from engine.actions import DIRECTOR_VERBS, Action, Verb
from engine.cards import parse_card, parse_suit
from engine.errors import Fault, UnreadableError
from engine.seating import DIRECTOR, DIRECTOR_NAME, Seating


class Shape(Enum):
    """What follows a verb."""

    NOTHING = "nothing"
    CARD = "one card"
    CARDS = "one card or more"
    NUMBER = "a number"
    SUIT = "a suit: s, h, d or c"
    SUIT_OR_CARD = "a suit or a card"
    WORDS = "any words"


_SHAPES: Final[Mapping[Verb, Shape]] = {
    Verb.DRAW: Shape.CARD,
    Verb.TAKE: Shape.CARDS,
    Verb.BID: Shape.NUMBER,
    Verb.MARK: Shape.CARD,
    Verb.TRUMP: Shape.SUIT,
    Verb.HIDE: Shape.CARD,
    Verb.TURN: Shape.CARD,
    Verb.CHANGE: Shape.SUIT_OR_CARD,
    Verb.THROW: Shape.CARDS,
    Verb.PLAY: Shape.CARD,
    Verb.VOID: Shape.WORDS,
}

Grammar = Mapping[Verb, Shape]
"""What a game says differently about the shape of some verbs."""

_VERBS: Final[dict[str, Verb]] = {verb.value: verb for verb in Verb}
_MOST_DIGITS: Final = 99


def parse_action(words: Sequence[str], seating: Seating, grammar: Grammar) -> Action:
    """Read `SEAT VERB [ARGUMENT …]`.

    Raises `UnreadableError` when the words are not an action: unknown seat or verb, missing or
    surplus argument, unreadable card; also for a director's verb of another seat and the reverse.
    """
    if not words:
        raise _unreadable("nothing", "a seat and a verb")
    seat = DIRECTOR if words[0] == DIRECTOR_NAME else seating.seat(words[0])
    if len(words) < 2:
        raise _unreadable("no verb", "a verb such as play")
    return parse_call(seat, words[1:], grammar)


def parse_call(seat: int, words: Sequence[str], grammar: Grammar) -> Action:
    """Read `VERB [ARGUMENT …]` for a seat. Raises `UnreadableError` as `parse_action` does."""
    verb = _VERBS.get(words[0])
    if verb is None:
        raise _unreadable(repr(words[0]), "a verb such as play")
    if (seat == DIRECTOR) != (verb in DIRECTOR_VERBS):
        whose = "the director" if verb in DIRECTOR_VERBS else "a seat"
        raise _unreadable(f"{verb} of another", f"{verb} of {whose}")
    shape = grammar.get(verb) or _SHAPES.get(verb, Shape.NOTHING)
    return _READ[shape](seat, verb, tuple(words[1:]))


def _unreadable(found: str, expected: str) -> UnreadableError:
    return UnreadableError("", [Fault("", found, expected)])


def _one(verb: Verb, words: tuple[str, ...], shape: Shape) -> str:
    if len(words) != 1:
        raise _unreadable(f"{len(words)} arguments of {verb}", shape.value)
    return words[0]


def _nothing(seat: int, verb: Verb, words: tuple[str, ...]) -> Action:
    if words:
        raise _unreadable(f"{verb} {' '.join(words)}", f"{verb} alone")
    return Action(seat, verb)


def _card(seat: int, verb: Verb, words: tuple[str, ...]) -> Action:
    return Action(seat, verb, (parse_card(_one(verb, words, Shape.CARD)),))


def _cards(seat: int, verb: Verb, words: tuple[str, ...]) -> Action:
    if not words:
        raise _unreadable(f"{verb} alone", Shape.CARDS.value)
    return Action(seat, verb, tuple(parse_card(word) for word in words))


def _number(seat: int, verb: Verb, words: tuple[str, ...]) -> Action:
    word = _one(verb, words, Shape.NUMBER)
    if not (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS):
        raise _unreadable(repr(word), Shape.NUMBER.value)
    return Action(seat, verb, number=int(word))


def _suit(seat: int, verb: Verb, words: tuple[str, ...]) -> Action:
    return Action(seat, verb, suit=parse_suit(_one(verb, words, Shape.SUIT)))


def _suit_or_card(seat: int, verb: Verb, words: tuple[str, ...]) -> Action:
    try:
        return _suit(seat, verb, words)
    except UnreadableError:
        return _card(seat, verb, words)


def _words(seat: int, verb: Verb, words: tuple[str, ...]) -> Action:
    return Action(seat, verb, words=" ".join(words))


_READ: Final[Mapping[Shape, Callable[[int, Verb, tuple[str, ...]], Action]]] = {
    Shape.NOTHING: _nothing,
    Shape.CARD: _card,
    Shape.CARDS: _cards,
    Shape.NUMBER: _number,
    Shape.SUIT: _suit,
    Shape.SUIT_OR_CARD: _suit_or_card,
    Shape.WORDS: _words,
}
