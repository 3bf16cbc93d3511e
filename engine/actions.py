"""What a seat may say or do."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.cards import NAMES, SUITS, Card, Suit
from engine.seating import DIRECTOR


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


_PLAY: Final = Verb.PLAY
"""By a name of its own: a member of an enumeration takes ten times as long to look up."""


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
        is_card = verb == _PLAY and len(cards) == 1 and seat != DIRECTOR
        self.played: Card | None = cards[0] if is_card else None

    def _all(self) -> tuple[object, ...]:
        return self.seat, self.verb, self.cards, self.number, self.suit, self.words

    def __eq__(self, other: object) -> bool:
        return self._all() == other._all() if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __reduce__(self) -> tuple[object, ...]:
        return Action, self._all()

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
