"""What each light is called by those who wire and test it."""

from __future__ import annotations

from typing import Final

from display.bits import PANEL_BITS
from engine import Seating

STATUS_NAMES: Final = (
    "trump spades",
    "trump hearts",
    "trump diamonds",
    "trump clubs",
    "trump hidden",
    "no trump",
    "fault",
    "running",
)
"""The lights of the status register, from bit 0."""
_PLACES: Final = (
    *("top left", "top", "top right", "left", "centre", "right"),
    *("bottom left", "bottom", "bottom right"),
)
_REST: Final = ("alert", "winner", "ten", "twenty")


def panel_names(seats: tuple[str, ...]) -> tuple[str, ...]:
    """The lights of the panel of these seats, from bit 0; "" where the panel has none.

    >>> panel_names(("S", "N"))[17:20]
    ('black bottom right', 'turn S', 'turn N')
    """
    turns = [f"turn {seat}" for seat in seats[:2]]
    pips = [f"{colour} {place}" for colour in ("red", "black") for place in _PLACES]
    names = (*pips, *turns, *[""] * (2 - len(turns)), *_REST)
    if len(names) != PANEL_BITS:
        raise ValueError(f"seats: found {seats}, expected names for {PANEL_BITS} lights")
    return names


def team_names(seating: Seating) -> tuple[str, ...]:
    """What the panels are called: the seats of each team, such as `S N`."""
    return tuple(" ".join(seats_of(seating, team)) for team in range(len(seating.teams)))


def seats_of(seating: Seating, team: int) -> tuple[str, ...]:
    """The names of the seats of a team, in the order of its turn lights."""
    return tuple(seating.names[seat] for seat in seating.members(team))
