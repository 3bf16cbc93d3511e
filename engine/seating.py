"""Seats, teams, and the direction of play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeVar

from engine.errors import Fault, UnreadableError

Direction = Literal["clockwise", "counterclockwise"]
_Value = TypeVar("_Value")

DIRECTOR: Final = -1
"""The seat number of the director, who sits at no seat."""
DIRECTOR_NAME: Final = "director"
COMPASS: Final = ("S", "W", "N", "E")
_TEAM_NAMES: Final = ("NS", "EW")


def _is_plain(name: str) -> bool:
    return bool(name) and name[-1] != ":" and "#" not in name and not any(map(str.isspace, name))


class Seating(NamedTuple):
    """Who sits where: seat names clockwise, and the team of each seat.

    Seats are numbered 0 … n-1 clockwise in the order of `names`; teams in the order of `teams`.
    """

    names: tuple[str, ...]
    teams: tuple[str, ...]
    team_of: tuple[int, ...]

    @classmethod
    def partners(cls, names: Sequence[str] = COMPASS) -> Seating:
        """Four seats S W N E, beginning with any of them, partners face to face.

        The team of the first seat comes first. Raises `UnreadableError` for other names.

        >>> Seating.partners(["W", "N", "E", "S"]).teams
        ('EW', 'NS')
        """
        turned = [COMPASS[n:] + COMPASS[:n] for n in range(4)]
        if tuple(names) not in turned:
            expected = "the seats S W N E clockwise, beginning with any of them"
            raise UnreadableError("", [Fault("seats", repr(" ".join(names)), expected)])
        first = _TEAM_NAMES if names[0] in _TEAM_NAMES[0] else _TEAM_NAMES[::-1]
        return cls(tuple(names), first, (0, 1, 0, 1))

    @classmethod
    def singles(cls, names: Sequence[str]) -> Seating:
        """Two to six seats of any names, every seat a team of its own.

        Raises `UnreadableError` for another number of seats, a name twice, the director's name,
        and a name that a record could not tell from something else: one with a blank or a `#` in
        it, or a colon at its end.

        >>> Seating.singles(["1", "2", "3"]).team_of
        (0, 1, 2)
        """
        unfit = DIRECTOR_NAME in names or not all(map(_is_plain, names))
        if unfit or not 2 <= len(names) <= 6 or len(set(names)) < len(names):
            expected = f"two to six different words clockwise, none of them {DIRECTOR_NAME}"
            raise UnreadableError("", [Fault("seats", repr(" ".join(names)), expected)])
        return cls(tuple(names), tuple(names), tuple(range(len(names))))

    def members(self, team: int) -> tuple[int, ...]:
        """The seats of a team, in the order of seats."""
        return tuple(seat for seat, its in enumerate(self.team_of) if its == team)

    def seat(self, name: str) -> int:
        """The number of a seat. Raises `UnreadableError` when there is none of that name."""
        if name not in self.names:
            raise UnreadableError("", [Fault("", repr(name), f"a seat: {' '.join(self.names)}")])
        return self.names.index(name)

    def name(self, seat: int) -> str:
        """The name of a seat, the director's included."""
        return DIRECTOR_NAME if seat == DIRECTOR else self.names[seat]

    def by_team(self, values: Sequence[_Value]) -> dict[str, _Value]:
        """Values in the order of teams, keyed by the teams' names."""
        return dict(zip(self.teams, values, strict=True))


class Ring(NamedTuple):
    """The seats in playing order: who comes after whom.

    `after[seat]` is the next seat in playing direction, `orders[seat]` are all seats in playing
    order, beginning with that one.
    """

    after: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...]

    @staticmethod
    @lru_cache(maxsize=16)
    def of(count: int, direction: str) -> Ring:
        """The ring of `count` seats numbered clockwise, turning in a direction.

        >>> Ring.of(4, "counterclockwise").orders[0]
        (0, 3, 2, 1)
        """
        step = 1 if direction == "clockwise" else -1
        seats = range(count)
        orders = tuple(tuple((first + step * n) % count for n in seats) for first in seats)
        return Ring(tuple(order[1] for order in orders), orders)

    def before(self, seat: int) -> int:
        """The seat whose next seat in playing direction this is."""
        return self.after.index(seat)
