"""The tally of a sitting: matches won times their weight, minus matches lost, by team."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import Match

Tally = Mapping[str, int]
"""By the name of a team."""


def tally_of(matches: Iterable[Match]) -> dict[str, int]:
    """What some matches come to; the teams of open ones are named with 0."""
    tally: dict[str, int] = {}
    for match in matches:
        weight = match.game.win_weight(match.rules)
        for team, name in enumerate(match.seating.teams):
            won = 0 if match.winner is None else weight if team in match.winner else -1
            tally[name] = tally.get(name, 0) + won
    return tally


def together(one: Tally, other: Tally) -> dict[str, int]:
    """Two tallies added up."""
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}


@dataclass(frozen=True, slots=True)
class Past:
    """A match that is over: its game, scores by team, the teams that won, and how many deals."""

    game: str
    scores: Mapping[str, int]
    winner: tuple[str, ...]
    deals: int


def past_of(match: Match) -> Past:
    """What remains to be told of a match that is over."""
    seating = match.seating
    winner = tuple(seating.teams[team] for team in match.winner or ())
    return Past(match.game.name, seating.by_team(match.scores), winner, len(match.deals))
