"""What a seat may say or do, and the words for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, StrEnum
from typing import Final

from engine.cards import NAMES, SUITS, Card, Suit, parse_card, parse_suit
from engine.errors import Fault, UnreadableError
from engine.seating import DIRECTOR, DIRECTOR_NAME, Seating


class Verb(StrEnum):
    """The verbs of all games, and the director's."""

    DRAW = "draw"
    TAKE = "take"
    BID = "bid"
    PASS = "pass"
    DITTO = "ditto"
    DOUBLE = "double"
    REDOUBLE = "redouble"
    SET = "set"
    SINGLE = "single"
    TENNY = "tenny"
    SEVENTH = "seventh"
    PAIR = "pair"
    MARK = "mark"
    SHOW = "show"
    TRUMP = "trump"
    HIDE = "hide"
    TURN = "turn"
    TIMEOUT = "timeout"
    CHANGE = "change"
    FRESH = "fresh"
    THROW = "throw"
    PLAY = "play"
    UNDO = "undo"
    VOID = "void"
    END = "end"


DIRECTOR_VERBS: Final = frozenset({Verb.UNDO, Verb.VOID, Verb.END})
FACE_DOWN: Final = frozenset({Verb.MARK, Verb.HIDE, Verb.THROW, Verb.CHANGE})
"""Verbs whose cards, where they name any, are laid face down."""


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

_PLAY: Final = Verb.PLAY
"""By a name of its own: a member of an enumeration takes ten times as long to look up."""
Grammar = Mapping[Verb, Shape]
"""What a game says differently about the shape of some verbs."""


class Action:
    """One thing a seat (or the director, seat -1) does. A value: it is never changed.

    Only the field that the verb's shape calls for is filled: `cards` as they were named, `number`
    of a bid, `suit`, or the director's `words`. `played` follows from these: the card of a `play`
    of one card by a seat, None for anything else.
    """

    __slots__ = ("cards", "number", "played", "seat", "suit", "verb", "words")

    # Written out, since `dataclasses` would be half of what it takes to import the engine.
    def __init__(
        self,
        seat: int,
        verb: Verb,
        cards: tuple[Card, ...] = (),
        number: int = 0,
        suit: Suit | None = None,
        words: str = "",
    ) -> None:
        self.seat = seat
        self.verb = verb
        self.cards = cards
        self.number = number
        self.suit = suit
        self.words = words
        is_card = verb is _PLAY and len(cards) == 1 and seat != DIRECTOR
        self.played: Card | None = cards[0] if is_card else None

    def _all(self) -> tuple[object, ...]:
        return self.seat, self.verb, self.cards, self.number, self.suit, self.words

    def __eq__(self, other: object) -> bool:
        return self._all() == other._all() if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        names = ("seat", "verb", "cards", "number", "suit", "words")
        told = (f"{name}={value!r}" for name, value in zip(names, self._all(), strict=True))
        return f"Action({', '.join(told)})"

    def with_cards(self, cards: tuple[Card, ...]) -> Action:
        """The same with other cards."""
        return Action(self.seat, self.verb, cards, self.number, self.suit, self.words)

    def text(self) -> str:
        """Verb and arguments in their plain form, as records write them.

        >>> Action(0, Verb.TAKE, (Card(10), Card(21))).text()
        'take Qs Th'
        """
        if self.cards:
            return " ".join((self.verb, *(NAMES[card] for card in self.cards)))
        if self.verb is Verb.BID:
            return f"bid {self.number}"
        if self.suit is not None:
            return f"{self.verb} {SUITS[self.suit]}"
        return f"{self.verb} {self.words}" if self.words else str(self.verb)


_VERBS: Final[dict[str, Verb]] = {verb.value: verb for verb in Verb}
_NUMBER: Final = re.compile(r"[0-9]{1,99}", re.ASCII)


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
    if not _NUMBER.fullmatch(word):
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
