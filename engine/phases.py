"""The phases of a deal, and what a tapped card means in each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from engine.actions import Verb


class Phase(StrEnum):
    """Where a deal stands. Redoubling and setting are in `double`."""

    DRAW = "draw"
    DEAL = "deal"
    TENNY = "tenny"
    BID = "bid"
    TRUMP = "trump"
    DOUBLE = "double"
    SINGLE = "single"
    CALL = "call"
    HIDE = "hide"
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


class Tap(NamedTuple):
    """What a card tapped on a reader means: a verb, at once or collected towards a set.

    A set (`collects`) is closed by the call tag `done`, by itself once it has `size` cards, or by
    a tap of the seat `closed_by`; only the seats that are to act collect, a card of another seat is
    put to the referee at once. `empty` is what `done` means while nothing is collected, None =
    nothing. `awaited` are verbs whose call tag, tapped alone, waits for that seat's next card.
    """

    verb: Verb
    collects: bool = False
    size: int | None = None
    closed_by: int | None = None
    empty: Verb | None = None
    awaited: tuple[Verb, ...] = ()


TAPS: Final[Mapping[Phase, Tap]] = {
    Phase.DRAW: Tap(Verb.DRAW),
    Phase.DEAL: Tap(Verb.TAKE),
    Phase.TRUMP: Tap(Verb.MARK),
    Phase.HIDE: Tap(Verb.HIDE),
}
"""The common meanings; in every phase not named here a card is played."""
