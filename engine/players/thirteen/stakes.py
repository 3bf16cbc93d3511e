"""What is at stake in a trick: the deal's expected prize for our side with it, and without it.

All that comes after the trick is left to the toss of a coin.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb
from typing import Final, Protocol, cast

from engine.cards import FULL_PACK, SUIT_OF, Card, Mask, mask_of, ranks_mask
from engine.court_piece.first_to_seven import TRICKS_TO_WIN
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.thirteen import TRICKS
from engine.mendikot.rules import MendikotRules
from engine.mendikot.scoring import POINTS, TENS, score
from engine.players.thirteen.prizes import Prizes, needed, prizes
from engine.view import View

_PILE_STAYS: Final = 0.62
"""The chance that a pile left lying goes to the side that won the last trick."""
_TENS_COME: Final = 1.0
"""How likely a seat still to play lays a ten, against one that plays any card of its hand."""
_LATER_PILE: Final = 1.6
"""How much more a later trick is worth, because of what lies beside it, than a trick alone."""
_ACES: Final = ranks_mask("A")


class Stakes(Protocol):
    """What is at stake in the trick going on, and in a later one."""

    later: float
    """What winning instead of losing a later trick is worth."""

    def prizes(self, cards: Sequence[Card], best: Card, holder: int) -> Sequence[float]:
        """By seat, the prize that may be expected once it has won the trick.

        `cards` are those of the trick that are known, `best` is the best of them, of `holder`.
        """
        ...


def stakes(seen: View, rules: object, *, own: bool) -> Stakes:
    """What is at stake in the game of these rules."""
    if isinstance(rules, MendikotRules):
        return _TenStakes(seen, rules)
    court = cast(CourtPieceRules, rules)
    if "pile" in seen.facts:
        return _PileStakes(seen, court, own=own)
    return _TrickStakes(seen, court, own=own)


def _by_side(seen: View, counted: Sequence[int]) -> tuple[int, int]:
    ours = seen.team_of[cast(int, seen.viewer)]
    return counted[ours], counted[1 - ours]


def _by_seat(seen: View, ours: float, theirs: float) -> tuple[float, float, float, float]:
    return (
        (ours, theirs, ours, theirs)
        if cast(int, seen.viewer) % 2 == 0
        else (theirs, ours, theirs, ours)
    )


# Tricks alone.


@lru_cache(maxsize=1 << 14)
def _first_to_seven(us: int, them: int, prize: Prizes) -> float:
    """The expected prize with so many tricks taken, the deal ending with a seventh."""
    if us == TRICKS_TO_WIN:
        return prize.win if them else prize.kot
    if them == TRICKS_TO_WIN:
        return -(prize.loss if us else prize.goon)
    won, lost = _first_to_seven(us + 1, them, prize), _first_to_seven(us, them + 1, prize)
    return (won + lost) / 2


class _TrickStakes:
    __slots__ = ("_prizes", "later")

    def __init__(self, seen: View, rules: CourtPieceRules, *, own: bool) -> None:
        us, them = _by_side(seen, seen.tricks)
        prize = prizes(seen, rules, own=own)
        won, lost = _first_to_seven(us + 1, them, prize), _first_to_seven(us, them + 1, prize)
        self._prizes = _by_seat(seen, won, lost)
        self.later = _later_trick(us, them, prize)

    def prizes(self, cards: Sequence[Card], best: Card, holder: int) -> Sequence[float]:
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


# Piles.


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


class _PileStakes:
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
        self._taken = us, them = _by_side(seen, seen.tricks)
        self._lies = cast(int, seen.facts["pile"]) + 1
        self._running = cast("int | None", seen.facts["running"])
        self._now = seen.tricks_done + 1
        ours, theirs = self._if_goes(ours=True), self._if_goes(ours=False)
        self._goes = _by_seat(seen, ours, theirs)
        self._stays = tuple(
            _PILE_STAYS * goes + (1 - _PILE_STAYS) * (ours + theirs - goes) for goes in self._goes
        )
        left = TRICKS - us - them
        won = _seven_of_thirteen(us + 1, them, left - 1, self._prize)
        self.later = won - _seven_of_thirteen(us, them + 1, left - 1, self._prize)
        self.later *= _LATER_PILE

    def prizes(self, cards: Sequence[Card], best: Card, holder: int) -> Sequence[float]:
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
        if rules.trump_ace_seals and trump is not None and "shdc"[SUIT_OF[best]] == trump:
            return True
        last = seen.last_trick
        before = last.cards[last.seats.index(cast(int, self._running))]
        return rules.ace_over_ace and bool(_ACES >> before & 1)


# Tens.


@cache
def _tens_decide(tens: tuple[int, int], tricks: tuple[int, int], need: tuple[int, int]) -> float:
    """The expected points of a deal of Mendikot, ours less theirs, each up to what is needed."""
    out, left = 4 - sum(tens), TRICKS - sum(tricks)
    total = 0.0
    for more in range(left + 1):
        for caught in range(out + 1):
            likely = comb(left, more) * comb(out, caught) / 2 ** (left + out)
            end = score(
                (tens[0] + caught, tens[1] + out - caught),
                (tricks[0] + more, tricks[1] + left - more),
            )
            worth = min(POINTS[end.code], need[end.winner]) + 0.1
            total += likely * (worth if end.winner == 0 else -worth)
    return total


class _TenStakes:
    __slots__ = ("_need", "_prizes", "_seen", "_tens", "_tricks", "later")

    def __init__(self, seen: View, rules: MendikotRules) -> None:
        self._seen = seen
        self._need = needed(seen, rules)
        self._tens = _by_side(seen, seen.points)
        self._tricks = _by_side(seen, seen.tricks)
        self._prizes: dict[int, Sequence[float]] = {}
        left, out = TRICKS - sum(self._tricks), 4 - sum(self._tens)
        self.later = 0.0
        if left > 1:
            self.later = self._swing(0)
            if out:
                self.later += (self._swing(1) - self.later) * min(1.0, out / left)

    def _ends(self, tens: int) -> tuple[float, float]:
        """The prize with a trick of so many tens, and without it."""
        (our, their), (us, them) = self._tens, self._tricks
        won = _tens_decide((our + tens, their), (us + 1, them), self._need)
        return won, _tens_decide((our, their + tens), (us, them + 1), self._need)

    def _swing(self, tens: int) -> float:
        won, lost = self._ends(tens)
        return won - lost

    def prizes(self, cards: Sequence[Card], best: Card, holder: int) -> Sequence[float]:
        tens = (mask_of(cards) & TENS).bit_count()
        if tens not in self._prizes:
            (won, lost), more = self._ends(tens), self._more(cards)
            if more:
                one, other = self._ends(tens + 1)
                won, lost = won + more * (one - won), lost + more * (other - lost)
            self._prizes[tens] = _by_seat(self._seen, won, lost)
        return self._prizes[tens]

    def _more(self, cards: Sequence[Card]) -> float:
        """The chance that seats still to play lay a ten."""
        seen = self._seen
        unseen = FULL_PACK & ~(seen.played | cast(Mask, seen.hand))
        if not unseen & TENS:
            return 0.0
        share = (unseen & TENS).bit_count() / unseen.bit_count()
        return min(1.0, _TENS_COME * share * (4 - len(cards)))
