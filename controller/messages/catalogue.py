"""The messages of one language: sentences with facts in them, numbers, cards, names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from engine.cards import NAMES, RANK_OF, SUIT_OF, SUITS, Card, Suit
from engine.seating import DIRECTOR_NAME

if TYPE_CHECKING:
    from gettext import GNUTranslations

Direction = Literal["ltr", "rtl"]
FOLDER: Final = Path(__file__).parent
ENGLISH: Final = "en"
LANGUAGES: Final = (
    ENGLISH,
    *sorted(path.stem for path in FOLDER.glob("*.mo") if path.stem != ENGLISH),
)
"""Every language there is a compiled catalogue of, English first."""

_ISOLATE, _END_ISOLATE, _LEFT_TO_RIGHT = "\u2068", "\u2069", "\u200e"
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))


class Messages:
    """What is said in one language.

    `language` is its code, `direction` how it is written: "ltr" or "rtl". Facts are put into
    sentences by name: whole numbers in the digits of the language, everything else as text that is
    ready to be read (`card`, `suit`, `seat`, `team` and `name` make such text).

    A key or fact that is missing never stops a table: the English sentence stands in, and where
    there is none, the key.
    """

    def __init__(self, language: str, translations: GNUTranslations, english: Messages | None):
        self.language = language
        self._translations = translations
        self._english = english
        self.direction: Direction = "rtl" if self.text("language.direction") == "rtl" else "ltr"
        self._digits = str.maketrans(dict(zip("0123456789", self.digits, strict=False)))

    @property
    def digits(self) -> str:
        """The ten digits from 0 up."""
        return self._template("language.digits") or "0123456789"

    def has(self, key: str) -> bool:
        """Whether there is a message, in this language or in English."""
        return self._found(key) is not None

    def text(self, key: str, **facts: object) -> str:
        """A message with its facts."""
        said = self._filled(self._template(key), facts)
        if said is None and self._english is not None:
            said = self._filled(self._english._template(key), facts, self)
        return key if said is None else said

    def count(self, key: str, n: int, **facts: object) -> str:
        """A message in the form that goes with a number, which it may name as `{n}`."""
        facts["n"] = n
        said = self._filled(self._template(key, n), facts)
        if said is None and self._english is not None:
            said = self._filled(self._english._template(key, n), facts, self)
        return key if said is None else said

    def _template(self, key: str, n: int | None = None) -> str | None:
        its = self._translations
        found = its.gettext(key) if n is None else its.ngettext(key, key, abs(n))
        return None if found == key else found

    def _found(self, key: str) -> str | None:
        return self._template(key) or (self._english._template(key) if self._english else None)

    def _filled(
        self, template: str | None, facts: Mapping[str, object], put: Messages | None = None
    ) -> str | None:
        if template is None:
            return None
        texts = {name: (put or self)._fact(value) for name, value in facts.items()}
        try:
            return template.format_map(texts)
        except (LookupError, ValueError, AttributeError):
            return None

    def _fact(self, value: object) -> str:
        return self.number(value) if isinstance(value, int) else str(value)

    def number(self, n: int) -> str:
        """A whole number in the digits of the language."""
        return self._signed(str(int(n)))

    def in_digits(self, text: str) -> str:
        """A text such as a date with its digits in those of the language."""
        return text.translate(self._digits)

    def signed(self, n: int) -> str:
        """A number with its sign before it, also where it is plus."""
        return self._signed(f"{n:+d}")

    def _signed(self, number: str) -> str:
        # In right-to-left text the sign would go to the other end of the number.
        mark = _LEFT_TO_RIGHT if self.direction == "rtl" and number[0] in "+-" else ""
        return mark + self.in_digits(number)

    # Cards.

    def suit(self, suit: Suit | int) -> str:
        """The name of a suit, 0 to 3."""
        return self.text(f"suit.{SUITS[suit]}")

    def card(self, card: Card) -> str:
        """A card as it is said in a sentence."""
        if card >= len(SUIT_OF):
            return self.text(f"card.{NAMES[card]}")
        rank = self.text(f"rank.{RANK_OF[card]}")
        return self.text(f"card.{SUITS[SUIT_OF[card]]}", rank=rank)

    def card_sign(self, card: Card) -> str:
        """A card in few letters, for where there is little room: with the sign of its suit."""
        if card >= len(SUIT_OF):
            return self.text(f"sign.{NAMES[card]}")
        rank = self.text(f"rank-sign.{RANK_OF[card]}")
        return self.text(f"sign.{SUITS[SUIT_OF[card]]}", rank=rank)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in a row, in few letters where there are several."""
        cards = tuple(cards)
        if len(cards) == 1:
            return self.card(cards[0])
        return " ".join(map(self.card_sign, cards))

    # Names.

    def seat(self, name: str) -> str:
        """The name of a seat: the four winds, and the director, in words; others as they are."""
        if name == DIRECTOR_NAME:
            return self.text("seat.director")
        return self._found(f"seat.{name}") or self.name(name)

    def team(self, name: str) -> str:
        """The name of a team: two winds in words; that of a team of one seat is the seat's."""
        return self._found(f"team.{name}") or self.seat(name)

    def name(self, text: str) -> str:
        """A text that others wrote (a name, a port), kept from turning the sentence around it.

        Where its letters run the other way than the language, Unicode's isolating marks are set
        about it. A mere number is put in the digits of the language.
        """
        if text.isdecimal():
            return self.in_digits(text)
        ways = {unicodedata.bidirectional(letter) for letter in text}
        turned = bool(ways & _RIGHT_TO_LEFT)
        needs = turned if self.direction == "ltr" else not ways <= _RIGHT_TO_LEFT
        return f"{_ISOLATE}{text}{_END_ISOLATE}" if needs else text

    # Lists.

    def join(self, things: Iterable[str], key: str = "list.comma") -> str:
        """Things one after the other; with the key `list.and` the last joined on by a word."""
        things = tuple(things)
        if not things:
            return ""
        return reduce(lambda one, other: self.text(key, one=one, other=other), things)

    def by_team(self, values: Mapping[str, int]) -> str:
        """Values by the name of a team, in a line: `NS 3, EW -1`."""
        return self.join(
            self.text("list.team", team=self.team(team), value=value)
            for team, value in values.items()
        )


@lru_cache
def messages_for(language: str) -> Messages:
    """The messages of a language out of `LANGUAGES`. Raises ValueError for another."""
    from gettext import GNUTranslations

    if language not in LANGUAGES:
        raise ValueError(f"language {language!r}: expected one of {', '.join(LANGUAGES)}")
    english = None if language == ENGLISH else messages_for(ENGLISH)
    with (FOLDER / f"{language}.mo").open("rb") as file:
        return Messages(language, GNUTranslations(file), english)


def placeholders(template: str) -> frozenset[str]:
    """The names of the facts that a message wants. Raises ValueError for broken braces."""
    from string import Formatter

    found: set[Any] = {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    return frozenset(found)
