"""What stands in a match of Court Piece from deal to deal, and what a deal adds to it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.court_piece.result import CourtPieceResult
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.scoring import (
    GAINS,
    STREAK_BONUS,
    Gain,
    bonus_for,
    streaks_after,
    winning_team,
)


class CourtPieceStanding(NamedTuple):
    """Points, kots, deals won running and fresh deals asked for, each by team.

    `decides` is what decides the match: "points" or "kots".
    """

    decides: str
    points: tuple[int, ...] = (0, 0)
    kots: tuple[int, ...] = (0, 0)
    streaks: tuple[int, ...] = (0, 0)
    fresh_used: tuple[bool, ...] = (False, False)

    @property
    def counted(self) -> tuple[int, ...]:
        """What decides the match, by team."""
        return self.points if self.decides == "points" else self.kots

    def with_fresh_by(self, team: int | None) -> CourtPieceStanding:
        """The standing after a team (None = neither) has asked for a new deal."""
        used = tuple(was or its == team for its, was in enumerate(self.fresh_used))
        return self._replace(fresh_used=used)

    def after(
        self, result: CourtPieceResult, callers_team: int, rules: CourtPieceRules
    ) -> tuple[CourtPieceStanding, CourtPieceResult]:
        """The standing after a deal, and the deal's result with what it brought."""
        team = winning_team(result.code, callers_team)
        if team is None:
            return self, result
        streaks = streaks_after(self.streaks, result.code, team)
        bonus = bonus_for(rules, streaks)
        gains = [GAINS[result.code]]
        if bonus is not None:
            gains.append(STREAK_BONUS[rules.count])
            streaks = tuple(0 if its == bonus else streak for its, streak in enumerate(streaks))
        gained = Gain(sum(gain.points for gain in gains), sum(gain.kots for gain in gains))
        done = replace(
            result,
            points=_for(team, gained.points),
            kots=_for(team, gained.kots),
            bonus=bonus,
        )
        standing = self._replace(
            points=_sum(self.points, done.points),
            kots=_sum(self.kots, done.kots),
            streaks=streaks,
        )
        return standing, done


def _for(team: int, amount: int) -> tuple[int, ...]:
    return tuple(amount if its == team else 0 for its in range(2))


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))
