"""What a seat makes of its view: what is out and where it may be, what is trump, on whose side."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

from engine.cards import FULL_PACK, SUITS, Card, Mask, Suit, parse_card
from engine.view import View

_SUIT: Final = {letter: Suit(number) for number, letter in enumerate(SUITS)}


class Sight(NamedTuple):
    """A view, thought about.

    `unseen` are the cards that may be in the other hands, `voids` the suits that seats have shown
    to have none of, `left` how many cards each seat has. `counts` is the suit that is trump now,
    None while there is none; `known` the one that will be as far as this seat knows. `makes` says
    that the first card that does not follow suit will make the trump, `hidden` that one lies face
    down; `down` is that card, if it is this seat's own and known to it: it is not in `hand`. `own`
    says that the caller is this seat or its partner.
    """

    me: int
    hand: Mask
    unseen: Mask
    voids: tuple[Mask, ...]
    left: tuple[int, ...]
    counts: Suit | None
    known: Suit | None
    makes: bool
    hidden: bool
    down: Card | None
    own: bool

    @property
    def partner(self) -> int:
        """The seat opposite."""
        return (self.me + 2) % 4


def look(seen: View) -> Sight:
    """What the viewer's seat knows during play. Raises `ValueError` for everybody's view."""
    me, hand = seen.viewer, seen.hand
    if me is None or hand is None:
        raise ValueError("a player needs the view of its own seat")
    facts, trump = seen.facts, seen.trump
    counts = None if trump.suit is None else _SUIT[trump.suit]
    away = seen.played | hand
    known, down = counts, None
    name = cast("str | None", facts.get("hidden"))
    if name is not None:
        card = parse_card(name)
        known = _SUIT[name[-1]]
        away |= 1 << card
        down = card if facts["owner"] == me else None
    own = (cast(int, facts["caller"]) - me) % 2 == 0
    makes = counts is None and not trump.hidden
    unseen = FULL_PACK & ~away
    return Sight(
        me, hand, unseen, seen.voids, seen.cards, counts, known, makes, trump.hidden, down, own
    )
