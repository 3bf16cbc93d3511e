"""Scoring a deal of Court Piece: pure functions of the result code."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.court_piece.rules import CourtPieceRules
from engine.seating import Ring

WON: Final = "won"
SET: Final = "set"
KOT: Final = "kot"
GOON_KOT: Final = "goon-kot"


class Gain(NamedTuple):
    """What a result is worth to the team that won the deal."""

    points: int
    kots: int


GAINS: Final = {
    WON: Gain(1, 0),
    SET: Gain(2, 0),
    KOT: Gain(3, 1),
    GOON_KOT: Gain(4, 3),
}
"""Result code → gain; a code that is not here (void, fresh) scores nothing."""
STREAK_BONUS: Final = {"points": Gain(2, 0), "kots": Gain(0, 1)}
"""What a streak brings, by what is counted."""
NO_STREAKS: Final = (0, 0)


def code_of(*, callers: bool, kot: bool) -> str:
    """The result code, by whether the caller's team won the deal and whether with a kot."""
    if callers:
        return KOT if kot else WON
    return GOON_KOT if kot else SET


def winning_team(code: str, callers_team: int) -> int | None:
    """The team that won a deal; None when nobody did."""
    if code not in GAINS:
        return None
    return callers_team if code in (WON, KOT) else 1 - callers_team


def streaks_after(streaks: tuple[int, ...], code: str, winner: int) -> tuple[int, ...]:
    """How many deals each team has won running, after one more; a kot wipes them all out."""
    if code in (KOT, GOON_KOT):
        return NO_STREAKS
    return tuple(streak + 1 if team == winner else 0 for team, streak in enumerate(streaks))


def bonus_for(rules: CourtPieceRules, streaks: tuple[int, ...]) -> int | None:
    """The team whose streak is complete; None when there is none."""
    full = [team for team, streak in enumerate(streaks) if 0 < rules.streak == streak]
    return full[0] if full else None


def dealer_after(code: str, dealer: int, ring: Ring) -> int:
    """Who deals next, so that the side that won the deal calls the next trump."""
    if code in (SET, GOON_KOT):
        return ring.after[dealer]
    return ring.after[ring.after[dealer]] if code == KOT else dealer
