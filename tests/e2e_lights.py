"""What ought to be lit, worked out from what everybody may know, bit by bit from the wiring list.

Written for itself, without the program's own faces and bits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.view import View

# Status register, bit by bit.
SPADES, HEARTS, DIAMONDS, CLUBS, HIDDEN, PLAIN, FAULT, RUNNING = (1 << bit for bit in range(8))
TRUMPS = {"s": SPADES, "h": HEARTS, "d": DIAMONDS, "c": CLUBS}
# Of a panel; bits 0 to 8 are the red pips and 9 to 17 the black ones, in reading order.
FIRST, SECOND, ALERT, WINNER, TEN, TWENTY = (1 << bit for bit in range(18, 24))
CENTRE = 4
DOMINO = {
    0: (),
    1: (4,),
    2: (0, 8),
    3: (0, 4, 8),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
    7: (0, 2, 3, 4, 5, 6, 8),
    8: (0, 1, 2, 3, 5, 6, 7, 8),
    9: (0, 1, 2, 3, 4, 5, 6, 7, 8),
}
"""Places of a 3×3 face in reading order, top left is 0 and bottom right 8."""
_REFUSED = re.compile(r"([SWNE1-6]): ")
_UNKNOWN = re.compile(r"A tag that is not in the deck was read at ([SWNE1-6])\.")


def score_bits(score: int) -> int:
    """The pips and the lights `ten` and `twenty` of a score."""
    shown = min(abs(score), 39)
    tens, ones = shown // 10, shown % 10
    bits = (TEN if tens in (1, 3) else 0) | (TWENTY if tens in (2, 3) else 0)
    if score < 0 and ones == 0:
        return bits | 1 << CENTRE | 1 << 9 + CENTRE
    first = 9 if score < 0 else 0
    return bits | sum(1 << first + place for place in DOMINO[ones])


def alerts(messages: Sequence[str]) -> set[str]:
    """The seats whose alert is on, by all that was said: on by a refusal, off by anything else."""
    on: set[str] = set()
    for message in messages:
        unknown = _UNKNOWN.fullmatch(message)
        if unknown:
            on.add(unknown[1])
        elif _REFUSED.match(message):
            on.add(message[0])
        else:
            on.clear()
    return on


def expected(seen: View, messages: Sequence[str], *, waiting: bool, fault: bool) -> tuple[int, ...]:
    """Status and panels as they have to be lit; `seen` is what everybody may know."""
    status = RUNNING | (FAULT if fault else 0)
    in_deal = not waiting and seen.winner is None
    if in_deal and seen.trump.hidden:
        status |= HIDDEN
    if in_deal and seen.trump.suit is not None:
        status |= TRUMPS[seen.trump.suit]
    if in_deal and seen.trump.plain:
        status |= PLAIN
    if seen.winner is not None:
        acting: tuple[int | None, ...] = ()
    else:
        acting = (seen.dealer,) if waiting else seen.actors
    on = {seen.seats.index(name) for name in alerts(messages)}
    panels = []
    for team, score in enumerate(seen.scores):
        first, *others = (seat for seat, its in enumerate(seen.team_of) if its == team)
        second = others[0] if others else None
        panels.append(
            score_bits(score)
            | (FIRST if first in acting else 0)
            | (SECOND if second is not None and second in acting else 0)
            | (ALERT if on & {first, second} else 0)
            | (WINNER if seen.winner is not None and team in seen.winner else 0)
        )
    return status, *panels
