"""Single Sir: the caller names the trump, and seven tricks win the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.actions import Verb
from engine.court_piece.first_to_seven import FirstToSeven
from engine.court_piece.game import CourtPiece, calls_of_named_trump
from engine.court_piece.named_trump import NamedTrumpDeal
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.unseen import UnseenThirteen
from engine.parsing import Shape


class SingleSirDeal(FirstToSeven, NamedTrumpDeal):
    """One deal of Single Sir."""

    __slots__ = ()


class UnseenSingleSirDeal(UnseenThirteen[CourtPieceRules], SingleSirDeal):
    """One deal of Single Sir with unseen hands."""

    __slots__ = ()


class SingleSir(CourtPiece):
    """The game of Single Sir."""

    name = "single-sir"
    say = "Court Piece with a trump named from five cards: the first team to seven tricks wins."
    grammar: ClassVar[Mapping[Verb, Shape]] = {Verb.CHANGE: Shape.SUIT}
    make_deal = SingleSirDeal
    make_unseen = UnseenSingleSirDeal

    def calls(self, rules: CourtPieceRules) -> Sequence[str]:
        """Naming the trump."""
        return calls_of_named_trump(rules)


GAME = SingleSir()
