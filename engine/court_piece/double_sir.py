"""Double Sir: tricks lie in the middle until one player wins two running and takes them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.actions import Verb
from engine.court_piece.first_to_seven import TRICKS_TO_WIN, FirstToSeven
from engine.court_piece.game import CourtPiece, calls_of_named_trump
from engine.court_piece.named_trump import NamedTrumpDeal
from engine.court_piece.piles import Pile, Won
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.thirteen import TRICKS
from engine.court_piece.unseen import UnseenThirteen
from engine.parsing import Shape
from engine.seating import Ring, Seating
from engine.trick import Trick


class DoubleSirDeal(FirstToSeven, NamedTrumpDeal):
    """One deal of Double Sir; `tricks` are those taken from piles, `pile` lies in the middle."""

    __slots__ = ("pile",)

    def __init__(
        self,
        rules: CourtPieceRules,
        seating: Seating,
        ring: Ring,
        dealer: int,
        fresh_used: tuple[bool, ...],
    ) -> None:
        super().__init__(rules, seating, ring, dealer, fresh_used)
        self.pile = Pile()

    def count_trick(self, trick: Trick, winner: int) -> tuple[int | None, str | None]:
        """The trick goes onto the pile, which may be taken with it."""
        won = Won(self.tricks_done, winner, trick.cards[trick.seats.index(winner)])
        self.pile, taken = self.pile.after(won, self.trump, self.rules)
        self.tricks[self.seating.team_of[winner]] += taken
        return taken, self._code()

    def _code(self) -> str | None:
        """The result code once a team has seven tricks and the other one some, or all are done."""
        team = 0 if self.tricks[0] >= TRICKS_TO_WIN else 1
        if self.tricks[team] < TRICKS_TO_WIN:
            return None
        if not self.tricks[1 - team] and self.tricks_done < TRICKS:
            return None
        return self.code_for(team, kot=self.tricks[team] == TRICKS)

    def facts(self, viewer: int | None) -> Mapping[str, object]:
        """Also `pile`, the tricks in the middle, and `running`, who takes them by winning next."""
        last = self.pile.last
        running = None if last is None or self.pile.taken else last.winner
        return {**super().facts(viewer), "pile": self.pile.tricks, "running": running}


class UnseenDoubleSirDeal(UnseenThirteen[CourtPieceRules], DoubleSirDeal):
    """One deal of Double Sir with unseen hands."""

    __slots__ = ()


class DoubleSir(CourtPiece):
    """The game of Double Sir."""

    name = "double-sir"
    say = "Court Piece in which two tricks won running take all the tricks in the middle."
    grammar: ClassVar[Mapping[Verb, Shape]] = {Verb.CHANGE: Shape.SUIT}
    make_deal = DoubleSirDeal
    make_unseen = UnseenDoubleSirDeal

    def calls(self, rules: CourtPieceRules) -> Sequence[str]:
        """Naming the trump."""
        return calls_of_named_trump(rules)


GAME = DoubleSir()
