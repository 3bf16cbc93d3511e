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


def scene_of(screen: Screen, shows: str) -> Scene:
    """Pick out of a screen what a display shows; equal scenes look the same.

    Raises ValueError for a team that the screen does not have, or for what is none of the above.
    """
    seats = _seats(screen)
    if shows == PANEL:
        return Scene(screen.face, screen.panel_names, seats)
    if shows == SCREEN:
        brief = replace(screen, messages=screen.messages[-_LINES:], spoken=None)
        return Scene(screen.face, screen.panel_names, seats, brief)
    team = shows.removeprefix(TEAM)
    if not shows.startswith(TEAM) or team not in screen.panel_names:
        teams = ", ".join(f"{TEAM}{name}" for name in screen.panel_names)
        raise ValueError(f"shows {shows!r}: expected {PANEL}, {SCREEN}, {teams}")
    number = screen.panel_names.index(team)
    face = replace(screen.face, panels=(screen.face.panels[number],))
    return Scene(face, (team,), (seats[number],))


def _seats(screen: Screen) -> tuple[tuple[Seat, ...], ...]:
    by_team: list[list[Seat]] = [[] for _ in screen.face.panels]
    for number, seat in enumerate(screen.seats):
        if seat.team < len(by_team):
            by_team[seat.team].append(Seat(seat.name, number / len(screen.seats)))
    return tuple(tuple(seats) for seats in by_team)
