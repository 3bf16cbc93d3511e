"""Counting tens and tricks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.cards import mask_of
from engine.court_piece.thirteen import TRICKS, ThirteenDeal
from engine.mendikot.result import MendikotResult
from engine.mendikot.rules import MendikotRules
from engine.mendikot.scoring import POINTS, TENS, Score, decided, score
from engine.trick import Trick


class CountedTens(ThirteenDeal[MendikotRules]):
    """A deal decided by the tens: each ten taken is a card point, in `points` by team."""

    __slots__ = ()

    def count_trick(self, trick: Trick, winner: int) -> tuple[int | None, str | None]:
        """The trick and its tens go to the team of its winner."""
        team = self.seating.team_of[winner]
        self.tricks[team] += 1
        self.points[team] += (mask_of(trick.cards) & TENS).bit_count()
        ended = self._ended()
        return None, None if ended is None else ended.code

    def _ended(self) -> Score | None:
        if self.tricks_done == TRICKS:
            return score(self.points, self.tricks)
        return decided(self.points, self.tricks) if self.rules.stop_when_decided else None

    def result_of(self, code: str) -> MendikotResult:
        """The result; a code without points is one that nobody won."""
        ended = self._ended() if code in POINTS else None
        result = MendikotResult(
            code,
            self.dealer,
            self.trump,
            tuple(self.points),
            tuple(self.tricks),
            audit=self.audit(),
        )
        if ended is None:
            return result
        points = tuple(POINTS[code] if team == ended.winner else 0 for team in range(2))
        return replace(result, points=points, winner=ended.winner)

    def facts(self, viewer: int | None) -> Mapping[str, object]:
        """Also `tens`, those taken by team."""
        return {**super().facts(viewer), "tens": tuple(self.points)}
