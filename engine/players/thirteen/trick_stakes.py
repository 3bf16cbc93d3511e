"""What is at stake where tricks count, and seven of them win the deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.cards import Card
from engine.court_piece.first_to_seven import TRICKS_TO_WIN
from engine.court_piece.rules import CourtPieceRules
from engine.players.thirteen.prizes import Prizes, prizes
from engine.players.thirteen.sides import by_seat, by_side
from engine.view import View


@lru_cache(maxsize=1 << 14)
def _first_to_seven(us: int, them: int, prize: Prizes) -> float:
    """The expected prize with so many tricks taken, the deal ending with a seventh."""
    if us == TRICKS_TO_WIN:
        return prize.win if them else prize.kot
    if them == TRICKS_TO_WIN:
        return -(prize.loss if us else prize.goon)
    won, lost = _first_to_seven(us + 1, them, prize), _first_to_seven(us, them + 1, prize)
    return (won + lost) / 2


class TrickStakes:
    """What is at stake where each trick counts by itself."""

    __slots__ = ("_prizes", "later")

    def __init__(self, seen: View, rules: CourtPieceRules, *, own: bool) -> None:
        us, them = by_side(seen, seen.tricks)
        prize = prizes(seen, rules, own=own)
        won, lost = _first_to_seven(us + 1, them, prize), _first_to_seven(us, them + 1, prize)
        self._prizes = by_seat(seen, won, lost)
        self.later = _later_trick(us, them, prize)

    def prizes(self, cards: Sequence[Card], best: Card, holder: int) -> Sequence[float]:
        """The same for every card."""
        return self._prizes


@lru_cache(maxsize=1 << 14)
def _later_trick(us: int, them: int, prize: Prizes) -> float:
    """What the next trick is worth, on average over how this one ends."""
    total = 0.0
    for our, their in ((us + 1, them), (us, them + 1)):
        if max(our, their) < TRICKS_TO_WIN:
            won = _first_to_seven(our + 1, their, prize)
            total += (won - _first_to_seven(our, their + 1, prize)) / 2
    return total
