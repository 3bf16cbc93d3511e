"""Katte: the first card that does not follow suit makes the trump."""

from __future__ import annotations

from engine.court_piece.made_trump import MadeTrumpDeal
from engine.court_piece.unseen import UnseenThirteen
from engine.mendikot.rules import MendikotRules
from engine.mendikot.tens import CountedTens


class KatteDeal(CountedTens, MadeTrumpDeal[MendikotRules]):
    """One deal with a trump made in play."""

    __slots__ = ()


class UnseenKatteDeal(UnseenThirteen[MendikotRules], KatteDeal):
    """One deal with a trump made in play, with unseen hands."""

    __slots__ = ()
