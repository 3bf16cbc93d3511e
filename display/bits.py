"""Which light is which bit: a face as the numbers that go out on the wire, and back.

A panel is 24 bits, the status 8; bit 0 is the lowest.  The two directions are here together, so
that whatever draws a panel draws what the wire would light.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from display.face import SUITS, Face, Nine, Panel, Status, pips

PANEL_BITS = 24
STATUS_BITS = 8

RED = 0
"""Bit of the first red pip; nine in reading order."""
BLACK = 9
"""Bit of the first black pip; nine in reading order."""
TURN = (18, 19)
"""Bits of the turn lights of a team's first and second seat."""
ALERT = 20
WINNER = 21
TEN = 22
TWENTY = 23

TRUMP = 0
"""Bit of the first trump light: spades, hearts, diamonds, clubs."""
HIDDEN = 4
PLAIN = 5
FAULT = 6
RUNNING = 7


@dataclass(frozen=True, slots=True)
class PanelLights:
    """The lights of one panel, each on or off."""

    red: Nine
    black: Nine
    turn: tuple[bool, bool]
    alert: bool
    winner: bool
    ten: bool
    twenty: bool


@dataclass(frozen=True, slots=True)
class StatusLights:
    """The lights of the status register; `trump` in the order spades, hearts, diamonds, clubs."""

    trump: tuple[bool, bool, bool, bool]
    hidden: bool
    plain: bool
    fault: bool
    running: bool


def panel_bits(panel: Panel) -> int:
    """Return the 24 bits of a panel.

    >>> bin(panel_bits(Panel(score=2, alert=True)))
    '0b100000000000100000001'
    """
    shown = pips(panel.score)
    lights = (
        *shown.red,
        *shown.black,
        *panel.turn,
        panel.alert,
        panel.winner,
        shown.ten,
        shown.twenty,
    )
    return _number(lights)


def status_bits(status: Status) -> int:
    """Return the 8 bits of the status register.

    >>> bin(status_bits(Status(trump="h", plain=True, running=True)))
    '0b10100010'
    """
    trump = (status.trump == suit for suit in SUITS)
    return _number((*trump, status.hidden, status.plain, status.fault, status.running))


def wire(face: Face) -> tuple[int, tuple[int, ...]]:
    """Return the status bits and the panels' bits, first team first.

    In which order they are shifted out is the light driver's matter.
    """
    return status_bits(face.status), tuple(panel_bits(panel) for panel in face.panels)


def read_panel(bits: int) -> PanelLights:
    """Return the lights that are on in a panel's 24 bits.

    Any 24 bits are read, also those that no score makes (a lamp test lights all).  Raises
    ValueError outside 0 to 2**24 - 1.
    """
    _check(bits, PANEL_BITS, "panel")
    return PanelLights(
        red=_nine(bits, RED),
        black=_nine(bits, BLACK),
        turn=(_lit(bits, TURN[0]), _lit(bits, TURN[1])),
        alert=_lit(bits, ALERT),
        winner=_lit(bits, WINNER),
        ten=_lit(bits, TEN),
        twenty=_lit(bits, TWENTY),
    )


def read_status(bits: int) -> StatusLights:
    """Return the lights that are on in the status bits.

    Raises ValueError outside 0 to 255.
    """
    _check(bits, STATUS_BITS, "status")
    return StatusLights(
        trump=(_lit(bits, 0), _lit(bits, 1), _lit(bits, 2), _lit(bits, 3)),
        hidden=_lit(bits, HIDDEN),
        plain=_lit(bits, PLAIN),
        fault=_lit(bits, FAULT),
        running=_lit(bits, RUNNING),
    )


def _number(lights: Iterable[bool]) -> int:
    return sum(1 << bit for bit, lit in enumerate(lights) if lit)


def _lit(bits: int, bit: int) -> bool:
    return bool(bits >> bit & 1)


def _nine(bits: int, first: int) -> Nine:
    a, b, c, d, e, f, g, h, i = (_lit(bits, first + place) for place in range(9))
    return (a, b, c, d, e, f, g, h, i)


def _check(bits: int, count: int, what: str) -> None:
    if not 0 <= bits < 1 << count:
        raise ValueError(
            f"{what} bits {bits:#x}: expected {count} bits, 0 to {(1 << count) - 1:#x}"
        )
