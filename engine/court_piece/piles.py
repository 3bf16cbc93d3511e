"""The pile of tricks in the middle of Double Sir: who takes it, and when."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cards import Card, Suit, card_of, ranks_mask
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.thirteen import TRICKS

_ACES: Final = ranks_mask("A")
_LATE: Final = (11, 12)


class Won(NamedTuple):
    """A finished trick: its number from 1, the seat that won it, and with which card."""

    number: int
    winner: int
    card: Card

    @property
    def with_ace(self) -> bool:
        """Whether an ace won the trick."""
        return bool(_ACES >> self.card & 1)


class Pile(NamedTuple):
    """The tricks lying in the middle, and the last trick (None before the first).

    `taken` says that the last trick took the pile.
    """

    tricks: int = 0
    last: Won | None = None
    taken: bool = False

    def after(self, won: Won, trump: Suit | None, rules: CourtPieceRules) -> tuple[Pile, int]:
        """The pile after one more trick, and how many tricks that trick took."""
        here = self.tricks + 1
        taken = self._is_second(won) and not self._blocked(won, trump, rules)
        if taken or won.number == TRICKS:
            return Pile(0, won, taken=True), here
        return Pile(here, won), 0

    def _is_second(self, won: Won) -> bool:
        """Whether the same player won the trick before this one, which took no pile itself."""
        return self.last is not None and self.last.winner == won.winner and not self.taken

    def _blocked(self, won: Won, trump: Suit | None, rules: CourtPieceRules) -> bool:
        if not rules.late_piles and won.number in _LATE:
            return True
        if rules.trump_ace_seals and trump is not None and won.card == card_of("A", trump):
            return True
        aces = won.with_ace and self.last is not None and self.last.with_ace
        return rules.ace_over_ace and aces
