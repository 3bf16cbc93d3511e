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
    """What a card tapped on a reader means: a verb, at once or collected towards a set."""

    verb: Verb
    collects: bool = False


TAPS: Final[Mapping[Phase, Tap]] = {
    Phase.DRAW: Tap(Verb.DRAW),
    Phase.DEAL: Tap(Verb.TAKE),
    Phase.TRUMP: Tap(Verb.MARK),
    Phase.HIDE: Tap(Verb.HIDE),
}
"""The common meanings; in every phase not named here a card is played."""
