"""Who of a table acts next, and on what.

Every seat may be free to do something at once: the one on turn, one that may put a word in, four
that draw for the deal. Whoever lets pretend players play needs an order that is fair to all of
them and brings a match to its end.

>>> from random import Random
>>> from engine import Match, find_game
>>> match = Match(find_game("mendikot"))
>>> next_seat(match.legal(), match.actors(), (), Random(29)) in match.actors()
True
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Final

from engine.actions import Action, Verb
from engine.players.player import Player
from engine.players.sensible import STRATEGIES, play_sensibly

_CAN_WAIT: Final = frozenset({Verb.CHANGE, Verb.FRESH})
"""What nobody is made to say: out of turn it may be all that is legal."""


def has_plan(player: Player, game: str) -> bool:
    """Whether a player has a strategy for a game, and does not play it by chance."""
    return player is play_sensibly and game in STRATEGIES


def in_time(legal: Sequence[Action]) -> Sequence[Action]:
    """What a seat may do that does not let its clock run out: a pretend player needs no time."""
    kept = [action for action in legal if action.verb is not Verb.TIMEOUT]
    return kept or legal


def must_be_said(legal: Sequence[Action]) -> bool:
    """Whether there is something among it that is now or never out of turn."""
    return any(action.verb not in _CAN_WAIT for action in legal)


def next_seat(
    legal: Mapping[int, Sequence[Action]],
    actors: Collection[int],
    planning: Collection[int],
    rng: Random,
) -> int:
    """The seat that acts, out of those with something to do.

    `legal` is as `Match.legal` has it, not empty; `actors` are the seats on turn; `planning` those
    whose player has a plan (`has_plan`). Such a player says what it may say out of turn as soon as
    it may, for it is now or never; but for another trump or a new deal it waits until it is on
    turn, when it can also let it be. For the rest every legal action at the table is as likely to
    be the next to be thought of.
    """
    if len(legal) == 1:
        return next(iter(legal))
    seats = []
    for seat, actions in legal.items():
        if seat in actors or seat not in planning:
            seats.append(seat)
        elif must_be_said(actions):
            return seat
    seats = seats or list(legal)
    return rng.choices(seats, [len(legal[seat]) for seat in seats])[0]
