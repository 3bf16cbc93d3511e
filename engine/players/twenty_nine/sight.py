"""What a seat of Twenty-Nine makes of its view: whose side it is on, what is out, what is trump."""

from __future__ import annotations

from typing import NamedTuple, cast

from engine.cards import SUITS, Card, Mask, Suit, parse_card
from engine.players.twenty_nine.cardtables import TRUMPS
from engine.trump import NO_TRUMP, Trump
from engine.twenty_nine.scoring import PACK
from engine.view import View


class Sight(NamedTuple):
    """A view, thought about.

    `unseen` are the cards that may be in the other hands, `counts` is the trump that counts now,
    `known` the one that will count as far as this seat knows (None: it does not), `own` says that
    the caller is this seat or its partner. `seventh` is this seat's own seventh card while it lies
    face down; it is not in `hand`.
    """

    me: int
    hand: Mask
    unseen: Mask
    counts: Trump
    known: Trump | None
    shown: bool
    own: bool
    seventh: Card | None

    @property
    def partner(self) -> int:
        """The seat opposite."""
        return (self.me + 2) % 4


def look(seen: View) -> Sight:
    """What the viewer's seat knows during play. Raises `ValueError` for everybody's view."""
    me, hand = seen.viewer, seen.hand
    if me is None or hand is None:
        raise ValueError("a player needs the view of its own seat")
    facts, opened = seen.facts, seen.laid_open
    caller = cast(int, facts["caller"])
    away = seen.played | hand | opened[0] | opened[1] | opened[2] | opened[3]
    shown = not seen.trump.hidden
    counts = shown_trump(seen) if shown else NO_TRUMP
    known: Trump | None = counts if shown else None
    seventh: Card | None = None
    if me == caller and not shown:
        known = TRUMPS[facts["chosen"]]
        if facts["seventh"] is not None:
            seventh = parse_card(cast(str, facts["seventh"]))
            away |= 1 << seventh
    own = (caller - me) % 2 == 0
    return Sight(me, hand, PACK & ~away, counts, known, shown, own, seventh)


def shown_trump(seen: View) -> Trump:
    """The trump that has been shown."""
    suit = seen.trump.suit
    return Trump(None if suit is None else Suit(SUITS.index(suit)), seen.trump.turned)
