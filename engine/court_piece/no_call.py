"""No Call: nobody calls a trump; the first card that cannot follow suit makes it."""

from __future__ import annotations

from engine.court_piece.first_to_seven import FirstToSeven
from engine.court_piece.game import CourtPiece
from engine.court_piece.made_trump import MadeTrumpDeal
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.unseen import UnseenThirteen


class NoCallDeal(FirstToSeven, MadeTrumpDeal[CourtPieceRules]):
    """One deal of No Call."""

    __slots__ = ()


class UnseenNoCallDeal(UnseenThirteen[CourtPieceRules], NoCallDeal):
    """One deal of No Call with unseen hands."""

    __slots__ = ()


class NoCall(CourtPiece):
    """The game of No Call."""

    name = "no-call"
    say = "Court Piece without a call: the first card that does not follow suit makes the trump."
    make_deal = NoCallDeal
    make_unseen = UnseenNoCallDeal


GAME = NoCall()
