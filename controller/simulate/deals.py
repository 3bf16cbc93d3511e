"""Counts one finished deal from its deal object, whatever the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from controller.simulate.tally import Tally
from engine import Seating, Verb

DEALER_SIDE: Final = "dealer"
OTHER_SIDE: Final = "other"
_UNSAID: Final = frozenset({Verb.TAKE, Verb.PLAY, Verb.DRAW})
"""Cards that come and go in every deal; to count them would tell nothing."""


def count_deal(
    tally: Tally, deal: Mapping[str, object], seating: Seating, verbs: Collection[Verb]
) -> None:
    """Add a deal object, and the verbs that were accepted in the deal, to a tally.

    What a field is, its value tells: numbers and words are counted as they are, with the result
    code; names of seats and teams, and numbers by team, by whether they are of the dealer's side.
    Lists are counted if they name seats. What is null was not there.
    """
    code = str(deal["result"])
    dealers = seating.team_of[seating.seat(str(deal["dealer"]))]
    tally["result", code] += 1
    for verb in verbs:
        if verb not in _UNSAID:
            tally["said", str(verb)] += 1
    for field, value in deal.items():
        if field in ("result", "dealer"):
            continue
        match value:
            case dict():
                tally["with", field] += 1
                for team, count in value.items():
                    tally["sum", field, _side(team, dealers, seating)] += count
            case list():
                for seat in value:
                    if seat in seating.names:
                        tally["side", field, _side(seat, dealers, seating)] += 1
            case str() if value in seating.names or value in seating.teams:
                tally["side", field, _side(value, dealers, seating)] += 1
            case str() | int():
                tally["value", field, str(value), code] += 1


def _side(name: str, dealers: int, seating: Seating) -> str:
    """Whether a seat or team is of the dealer's team, `dealers`."""
    if name in seating.teams:
        team = seating.teams.index(name)
    else:
        team = seating.team_of[seating.names.index(name)]
    return DEALER_SIDE if team == dealers else OTHER_SIDE
