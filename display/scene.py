"""What one picture display shows of a screen: everything, all panels, or one team's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from display.face import Face
from display.screen import Screen

PANEL: Final = "panel"
SCREEN: Final = "screen"
TEAM: Final = "team "
"""What a display may show: `panel` all lights, `screen` the words too, `team NS` one team's."""
_STRIP_HEIGHT: Final = 40
_STRIP_WIDTH: Final = 60
_STRIP_SHAPE: Final = 3
_LINES: Final = 24
"""More sentences than fit on any display."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A turn light: the seat's name, and where it sits in turns clockwise from the bottom."""

    name: str
    turn: float


@dataclass(frozen=True, slots=True)
class Scene:
    """What a display shows: the lights, with the name and the seats of each panel.

    `screen` is there where the words are shown too.
    """

    face: Face
    names: tuple[str, ...]
    seats: tuple[tuple[Seat, ...], ...]
    screen: Screen | None = None


def is_flat(size: tuple[int, int]) -> bool:
    """Whether a display of that size has room for one row of dice only, eight pixels each."""
    width, height = size
    return height < _STRIP_HEIGHT or width < _STRIP_WIDTH or width >= _STRIP_SHAPE * height


def scene_of(screen: Screen, shows: str, team: int | None = None) -> Scene:
    """Pick out of a screen what a display shows; equal scenes look the same.

    With a team, given by the number of its panel, it is that panel only, whatever `shows` says: the
    names on a screen are in the language of the table. Raises ValueError for a panel that the
    screen does not have, and for another `shows` than `panel` or `screen` without a team.
    """
    seats = _seats(screen)
    if team is not None:
        if not 0 <= team < len(screen.face.panels):
            raise ValueError(f"panel {team}: expected 0 to {len(screen.face.panels) - 1}")
        face = replace(screen.face, panels=(screen.face.panels[team],))
        return Scene(face, screen.panel_names[team : team + 1], (seats[team],))
    if shows == PANEL:
        return Scene(screen.face, screen.panel_names, seats)
    if shows == SCREEN:
        brief = replace(screen, messages=screen.messages[-_LINES:], spoken=None)
        return Scene(screen.face, screen.panel_names, seats, brief)
    raise ValueError(f"shows {shows!r}: expected {PANEL} or {SCREEN}")


def _seats(screen: Screen) -> tuple[tuple[Seat, ...], ...]:
    by_team: list[list[Seat]] = [[] for _ in screen.face.panels]
    for number, seat in enumerate(screen.seats):
        if seat.team < len(by_team):
            by_team[seat.team].append(Seat(seat.name, number / len(screen.seats)))
    return tuple(tuple(seats) for seats in by_team)
