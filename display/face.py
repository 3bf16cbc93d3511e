"""What the lights of a table say, as plain data.

A `Face` is all that a table shows by light: one `Status` for the whole table and one `Panel` for
each team (for each seat where every seat plays for itself).  It knows neither a game nor a wire:
scores in, and `pips` says which dots of a die stand for a score.
"""

from __future__ import annotations

from dataclasses import dataclass

SUITS = "shdc"
"""The letters of spades, hearts, diamonds and clubs, in the order of their lights."""

MOST = 39
"""The highest score, above or below zero, that a panel can show: 30 by lights and 9 by pips."""

Nine = tuple[bool, bool, bool, bool, bool, bool, bool, bool, bool]
"""The nine places of a die face in reading order, top left to bottom right."""

# The domino patterns for 0 to 9, three rows each.
_PATTERNS = (
    "... ... ...",
    "... .o. ...",
    "o.. ... ..o",
    "o.. .o. ..o",
    "o.o ... o.o",
    "o.o .o. o.o",
    "o.o o.o o.o",
    "o.o ooo o.o",
    "ooo o.o ooo",
    "ooo ooo ooo",
)


@dataclass(frozen=True, slots=True)
class Panel:
    """What one team's panel says.

    `score` is any whole number; `turn` tells for the team's first and second seat whether it is
    to act now (a team of one seat uses the first); `alert` is on after a refused tap; `winner`
    while the match is over and this team has won it.
    """

    score: int = 0
    turn: tuple[bool, bool] = (False, False)
    alert: bool = False
    winner: bool = False


@dataclass(frozen=True, slots=True)
class Status:
    """What the status lights of the whole table say.

    `trump` is one of "s", "h", "d", "c" once it is public, else None; `hidden` is on while a trump
    is chosen that is not public; `plain` when there is no trump or the ranks are reversed (it may
    be on together with a trump suit); `fault` while something of the hardware is lost; `running`
    while the table runs.  Raises ValueError for another trump, and for a trump that is public and
    hidden at once.
    """

    trump: str | None = None
    hidden: bool = False
    plain: bool = False
    fault: bool = False
    running: bool = False

    def __post_init__(self) -> None:
        if self.trump is not None and (len(self.trump) != 1 or self.trump not in SUITS):
            raise ValueError(f"trump {self.trump!r}: expected one of s, h, d, c or None")
        if self.trump is not None and self.hidden:
            raise ValueError(f"trump {self.trump!r} is public: it can't be hidden too")


@dataclass(frozen=True, slots=True)
class Face:
    """All the lights of a table: the status and the panels, first team first."""

    status: Status = Status()
    panels: tuple[Panel, ...] = ()


@dataclass(frozen=True, slots=True)
class Pips:
    """How a score is lit: nine red and nine black dots, and the lights worth ten and twenty."""

    red: Nine
    black: Nine
    ten: bool
    twenty: bool


def _pattern(row_text: str) -> Nine:
    a, b, c, d, e, f, g, h, i = (mark == "o" for mark in row_text.replace(" ", ""))
    return (a, b, c, d, e, f, g, h, i)


_DOTS = tuple(_pattern(text) for text in _PATTERNS)


def pips(score: int) -> Pips:
    """Return how `score` is lit.

    The dots are the last digit, red from zero up and black below; the lights "ten" and "twenty"
    add 10 and 20.  Beyond 39 either way, 39 is shown.  A whole ten has no dot that could say
    minus, so below zero it lights the red and the black centre together.

    >>> pips(14).red == pips(4).red, pips(14).ten
    (True, True)
    >>> pips(-20).red == pips(-20).black == pips(1).red
    True
    """
    tens, ones = divmod(min(abs(score), MOST), 10)
    ten, twenty = tens in (1, 3), tens in (2, 3)
    dark, dots = _DOTS[0], _DOTS[ones]
    if score >= 0:
        return Pips(dots, dark, ten, twenty)
    if ones == 0:
        return Pips(_DOTS[1], _DOTS[1], ten, twenty)
    return Pips(dark, dots, ten, twenty)
