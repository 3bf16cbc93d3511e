"""Scoring a deal of Mendikot: pure functions of tens and tricks taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.cards import Mask, ranks_mask
from engine.court_piece.thirteen import TRICKS
from engine.seating import Ring

TENS: Final[Mask] = ranks_mask("T")
MENDI: Final = "mendi"
BY_TRICKS: Final = "tricks"
MENDIKOT: Final = "mendikot"
WHITEWASH: Final = "whitewash"
POINTS: Final = {MENDI: 1, BY_TRICKS: 1, MENDIKOT: 2, WHITEWASH: 3}
"""Result code → points for the team that won the deal."""
_TRICKS_TO_WIN: Final = 7


class Score(NamedTuple):
    """The team that wins a deal, and the result code."""

    winner: int
    code: str


def score(tens: Sequence[int], tricks: Sequence[int]) -> Score:
    """The score of a finished deal, from what each team has taken."""
    if tens[0] == tens[1]:
        return Score(0 if tricks[0] >= _TRICKS_TO_WIN else 1, BY_TRICKS)
    winner = 0 if tens[0] > tens[1] else 1
    if tricks[winner] == TRICKS:
        return Score(winner, WHITEWASH)
    return Score(winner, MENDIKOT if tens[winner] == 4 else MENDI)


def decided(tens: Sequence[int], tricks: Sequence[int]) -> Score | None:
    """The score, once neither winner nor points can change however the play goes on.

    The code is the one that stands now. None while something can change.
    """
    ends = {(end.winner, POINTS[end.code]) for end in _possible_ends(tens, tricks)}
    if len(ends) > 1:
        return None
    winner, points = ends.pop()
    if points == POINTS[MENDI]:
        return Score(winner, MENDI if tens[winner] == 3 else BY_TRICKS)
    return score(tens, tricks)


def _possible_ends(tens: Sequence[int], tricks: Sequence[int]) -> Iterator[Score]:
    tens_left, tricks_left = 4 - sum(tens), TRICKS - sum(tricks)
    for more in range(tricks_left + 1):
        # Who takes none of the tricks that are left takes none of the tens, and the reverse.
        fewest = tens_left if more == tricks_left else 0
        most = tens_left if more else 0
        for caught in range(fewest, most + 1):
            yield score(
                (tens[0] + caught, tens[1] + tens_left - caught),
                (tricks[0] + more, tricks[1] + tricks_left - more),
            )


def dealer_after(winner: int, code: str, dealer: int, dealers_team: int, ring: Ring) -> int:
    """Who deals next."""
    if winner == dealers_team:
        return ring.after[dealer]
    return ring.after[ring.after[dealer]] if code == WHITEWASH else dealer
