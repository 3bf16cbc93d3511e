"""Counting tricks: the first team to take seven wins the deal."""

from __future__ import annotations

from typing import Final

from engine.court_piece.result import CourtPieceResult
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.scoring import code_of
from engine.court_piece.thirteen import ThirteenDeal
from engine.trick import Trick

TRICKS_TO_WIN: Final = 7


class FirstToSeven(ThirteenDeal[CourtPieceRules]):
    """A deal that ends with a team's seventh trick; seven to none is a kot."""

    __slots__ = ()

    def count_trick(self, trick: Trick, winner: int) -> tuple[int | None, str | None]:
        """The trick goes to the team of its winner."""
        team = self.seating.team_of[winner]
        self.tricks[team] += 1
        if self.tricks[team] < TRICKS_TO_WIN:
            return None, None
        return None, self.code_for(team, kot=not self.tricks[1 - team])

    def code_for(self, team: int, *, kot: bool) -> str:
        """The result code of a deal that a team has won."""
        return code_of(callers=team == self.seating.team_of[self.caller], kot=kot)

    def result_of(self, code: str) -> CourtPieceResult:
        """The result, not yet put into the scores."""
        tricks = tuple(self.tricks)
        return CourtPieceResult(
            code, self.dealer, self.caller, self.trump, tricks, audit=self.audit()
        )
