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

from engine.actions import Action, Verb
from engine.cards import parse_card
from engine.errors import Fault, UnreadableError
from engine.games import GAMES, find_game
from engine.match import Match
from engine.outcome import Outcome
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.seating import DIRECTOR, Seating

if TYPE_CHECKING:
    from engine.options import RuleSet
    from engine.parsing import parse_action
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


_LATER = {
    "Record": "engine.record",
    "RuleSet": "engine.options",
    "parse_action": "engine.parsing",
    "read_record": "engine.record",
    "write_record": "engine.record",
}
"""What few programs need, and the module that it comes from when it is asked for."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)
