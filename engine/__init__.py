"""The rules of the games: pure, without clock, input or output, and without chance of its own.

Begin with a game and a match, and put actions to it:

>>> from engine import Action, Match, Ruling, Verb, find_game, parse_card
>>> match = Match(find_game("twenty-nine"), dealer=0)
>>> outcome = match.apply(Action(3, Verb.TAKE, (parse_card("Jh"), parse_card("9h"))))
>>> outcome.trick is None and outcome.deal is None
True
>>> try:
...     match.apply(Action(3, Verb.TAKE, (parse_card("Jh"),)))
... except Ruling as ruling:
...     print(ruling.code)
card-twice
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action, Verb, parse_action
from engine.cards import parse_card
from engine.errors import Fault, UnreadableError
from engine.games import GAMES, find_game
from engine.match import Match
from engine.options import RuleSet
from engine.outcome import Outcome
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.seating import DIRECTOR, Seating

if TYPE_CHECKING:
    from engine.record import Record, read_record, write_record

__all__ = [
    "DIRECTOR",
    "GAMES",
    "Action",
    "Code",
    "Fault",
    "Match",
    "Outcome",
    "Phase",
    "Record",
    "RuleSet",
    "Ruling",
    "Seating",
    "UnreadableError",
    "Verb",
    "find_game",
    "parse_action",
    "parse_card",
    "read_record",
    "write_record",
]


def __getattr__(name: str) -> object:
    """Records are read by few programs: their module comes when it is asked for."""
    if name not in ("Record", "read_record", "write_record"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engine import record

    return getattr(record, name)
