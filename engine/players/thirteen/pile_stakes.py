"""What is at stake where tricks lie on a pile until one player wins two running."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, cast

from engine.cards import SUIT_OF, SUITS, Card, ranks_mask
from engine.court_piece.first_to_seven import TRICKS_TO_WIN
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.thirteen import TRICKS
from engine.players.thirteen.prizes import Prizes, prizes
from engine.players.thirteen.sides import by_seat, by_side
from engine.view import View

_STAYS: Final = 0.62
"""The chance that a pile left lying goes to the side that won the last trick."""
_LATER: Final = 1.6
"""How much more a later trick is worth, because of what lies beside it, than a trick alone."""
_ACES: Final = ranks_mask("A")


@lru_cache(maxsize=1 << 14)
def _seven_of_thirteen(us: int, them: int, left: int, prize: Prizes) -> float:
    """The expected prize with so many tricks taken and so many still to be, one by one."""
    if us >= TRICKS_TO_WIN and (them or not left):
        return prize.win if them else prize.kot
    if them >= TRICKS_TO_WIN and (us or not left):
        return -(prize.loss if us else prize.goon)
    if not left:
        return 0.0
    won = _seven_of_thirteen(us + 1, them, left - 1, prize)
    return (won + _seven_of_thirteen(us, them + 1, left - 1, prize)) / 2


class PileStakes:
    """What is at stake where a second trick won running takes a pile."""

    __slots__ = (
        "_goes",
        "_lies",
        "_now",
        "_prize",
        "_rules",
        "_running",
        "_seen",
        "_stays",
        "_taken",
        "later",
    )

    def __init__(self, seen: View, rules: CourtPieceRules, *, own: bool) -> None:
        self._seen, self._rules = seen, rules
        self._prize = prizes(seen, rules, own=own)
        self._taken = us, them = by_side(seen, seen.tricks)
        self._lies = cast(int, seen.facts["pile"]) + 1
        self._running = cast("int | None", seen.facts["running"])
        self._now = seen.tricks_done + 1
        ours, theirs = self._if_goes(ours=True), self._if_goes(ours=False)
        self._goes = by_seat(seen, ours, theirs)
        self._stays = tuple(
            _STAYS * goes + (1 - _STAYS) * (ours + theirs - goes) for goes in self._goes
        )
        left = TRICKS - us - them
        won = _seven_of_thirteen(us + 1, them, left - 1, self._prize)
        self.later = won - _seven_of_thirteen(us, them + 1, left - 1, self._prize)
        self.later *= _LATER

    def prizes(self, cards: Sequence[Card], best: Card, holder: int) -> Sequence[float]:
        """More for the seat that takes the pile by winning once more, if nothing blocks that."""
        if self._now == TRICKS:
            return self._goes
        by_seat = list(self._stays)
        seat = self._running
        if seat is not None and not self._blocked(best if holder == seat else None):
            by_seat[seat] = self._goes[seat]
        return by_seat

    def _if_goes(self, *, ours: bool) -> float:
        us, them = self._taken
        left = TRICKS - us - them - self._lies
        if ours:
            return _seven_of_thirteen(us + self._lies, them, left, self._prize)
        return _seven_of_thirteen(us, them + self._lies, left, self._prize)

    def _blocked(self, best: Card | None) -> bool:
        """Whether a house rule leaves the pile lying."""
        rules, seen = self._rules, self._seen
        if not rules.late_piles and self._now in (TRICKS - 2, TRICKS - 1):
            return True
        if best is None or not _ACES >> best & 1:
            return False
        trump = seen.trump.suit
        if rules.trump_ace_seals and trump is not None and SUITS[SUIT_OF[best]] == trump:
            return True
        last = seen.last_trick
        before = last.cards[last.seats.index(cast(int, self._running))]
        return rules.ace_over_ace and bool(_ACES >> before & 1)
