"""The commonest steps of a deal of Twenty-Nine by a short cut, in a fraction of the time.

Where every card is read as it is dealt, most steps are a card that may plainly be laid. They go
straight into the trick here: same rulings, same state, same way back. All the rest, refusals among
it, takes the long way through `TwentyNineDeal`, as every step of a table with unseen hands does. A
property test plays both ways side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from engine.actions import Action, Verb
from engine.cards import SUIT_MASKS, SUIT_OF, Mask
from engine.outcome import QUIET, Outcome, TrickDone
from engine.phases import Phase
from engine.seating import Ring, Seating
from engine.trick import Trick
from engine.trick_deal import plays_of
from engine.trump import NO_TRUMP, Trump, strength_tables
from engine.twenty_nine.deal import TRICKS, TwentyNineDeal
from engine.twenty_nine.pair import PAIRS
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.scoring import POINTS, RANK_ORDER

# By names of their own: a member of an enumeration takes ten times as long to look up.
_PLAY: Final = Phase.PLAY
_CARD: Final = Verb.PLAY
_SHOW: Final = Verb.SHOW
_LED: Final[tuple[Mask, ...]] = tuple(SUIT_MASKS[suit] for suit in SUIT_OF)
"""By card led, all cards of its suit."""
_SHOWS: Final = tuple((Action(seat, Verb.SHOW),) for seat in range(4))
_ALONE: Final = ((0,), (1,), (2,), (3,))
_NO_CARDS: Final = Trick()
_new: Final = tuple.__new__
"""Makes a named tuple in a third of the time that its class takes."""


@lru_cache(maxsize=1024)
def _won(number: int, winner: int, points: int) -> Outcome:
    return Outcome(trick=TrickDone(number, winner, points))


class QuickTwentyNineDeal(TwentyNineDeal):
    """One deal of Twenty-Nine with scanned hands.

    `may` are the cards that the seat on turn may lay, kept from `legal` to the next step; 0 = not
    worked out yet.
    """

    __slots__ = ("may",)
    FIXED = TwentyNineDeal.FIXED | {"may"}

    def __init__(self, rules: TwentyNineRules, seating: Seating, ring: Ring, dealer: int) -> None:
        super().__init__(rules, seating, ring, dealer)
        self.may: Mask = 0

    # What may be done.

    def legal(self, seat: int) -> Sequence[Action]:
        """Everything a seat may do now."""
        if seat != self.turn or self.phase is not _PLAY or self.alone is not None:
            return super().legal(seat)
        may = self.may or self._work_out(seat)
        if not may:
            return super().legal(seat)
        if self.shown_in is None:
            laid = self.trick[1]
            if laid and not may & _LED[laid[0]] and self.rules.ask != "after-trick":
                return plays_of(seat, may) + _SHOWS[seat]
        elif self._holds_pair(self.hands[seat]):
            return super().legal(seat)
        return plays_of(seat, may)

    def _work_out(self, seat: int) -> Mask:
        laid = self.trick[1]
        hand = self.hands[seat]
        may = hand & _LED[laid[0]] if laid else hand
        if not may and hand:  # with no hand but a card face down it goes the long way
            may = self.playable(seat)
        self.may = may
        return may

    def _holds_pair(self, hand: Mask) -> bool:
        trump = self.trump
        if trump is None or trump[0] is None or self.pair_by is not None:
            return False
        pair = PAIRS[trump[0]]
        return hand & pair == pair

    # What is done.

    def carry_out(self, action: Action) -> Outcome:
        """Do an action of a seat, such that it can be taken back. Raises `Ruling` as `do` does."""
        seat, verb, cards, _, _, _ = action
        if seat != self.turn or self.phase is not _PLAY or self.alone is not None:
            return self._long_way(action)
        if verb is not _CARD or len(cards) != 1:
            return self._show_quickly(action) if verb is _SHOW else self._long_way(action)
        card = cards[0]
        bit = 1 << card
        hand = self.hands[seat]
        if not (self.may or self._work_out(seat)) & hand & bit:
            return self._long_way(action)
        before = self.trick
        seats, laid = before
        trick: Trick = _new(Trick, (seats + _ALONE[seat], laid + cards))
        if len(laid) == 3:
            return self._lay_last(action, trick, bit)
        self.trail.append((_lift, (before, self.lying)))
        if self.lying and seat == self.caller:
            self.lying = ()  # only the caller of this game lays a card face down
        self.may = 0
        self.hands[seat] = hand ^ bit
        self.played |= bit
        self.trick = trick
        self.turn = self.ring.after[seat]
        return QUIET

    def take_back(self, action: Action) -> None:
        """Undo the last action that was carried out, which was this one."""
        self.may = 0
        super().take_back(action)

    def break_off(self, code: str | None) -> Outcome:
        """End the deal without a score, or (None) leave it as it stands; can be taken back."""
        self.may = 0
        return super().break_off(code)

    def _long_way(self, action: Action) -> Outcome:
        self.may = 0
        return super().carry_out(action)

    def _lay_last(self, action: Action, trick: Trick, bit: Mask) -> Outcome:
        """The last card of a trick, unless the deal may end with it or the trump turns up."""
        seats, laid = trick
        first, second, third, last = laid
        shown = self.shown_in is not None
        counts = self.trump if shown and self.trump else NO_TRUMP
        power = strength_tables(RANK_ORDER, counts)[SUIT_OF[first]]
        powers = (power[first], power[second], power[third], power[last])
        winner = seats[powers.index(max(powers))]
        points = POINTS[first] + POINTS[second] + POINTS[third] + POINTS[last]
        team = self.seating.team_of[winner]
        number = self.tricks_done + 1
        if not shown and (number == TRICKS or self.rules.ask == "after-trick"):
            return self._long_way(action)
        worth = points + self.rules.last_trick_bonus if number == TRICKS else points
        taken = self.last_trick, self.asker, self.won_since, self.won_by_trump, team, worth
        self.trail.append((_reopen, (self.trick, self.lying, *taken)))
        if self.lying and action[0] == self.caller:
            self.lying = ()
        self.may = 0
        self.hands[action[0]] ^= bit
        self.played |= bit
        self.trick = _NO_CARDS
        self.last_trick = trick
        self.tricks_done = number
        self.tricks[team] += 1
        self.points[team] += worth
        self.asker = None
        self.turn = winner
        done = _won(number, winner, points)
        if not shown:
            return done
        self._note_win(trick, winner, team, self._counting())
        code = self._deal_over(winner) if number == TRICKS or self._may_end() else None
        if code is None:
            return done
        return Outcome(done.trick, deal=self._result(code, self._change(code)))

    def _may_end(self) -> bool:
        """Whether it is worth asking if the bid is decided."""
        rules, target = self.rules, self.target or 0
        if not rules.stop_when_decided:
            return False
        ours = self.seating.team_of[self.caller or 0]
        got, lost = self.points[ours], self.points[1 - ours]
        return got >= target or rules.points_on_table - lost < target

    def _show_quickly(self, action: Action) -> Outcome:
        """The trump shown for one who cannot follow suit, as `ask` allows."""
        laid = self.trick[1]
        seat = action[0]
        down = self.seventh is not None
        if down or self.shown_in is not None or not laid or self.hands[seat] & _LED[laid[0]]:
            return self._long_way(action)
        if self.rules.ask == "after-trick":
            return self._long_way(action)
        self.trail.append((_hide_again, (self.asker, self.lying)))
        if self.lying and action[0] == self.caller:
            self.lying = ()
        self.may = 0
        self.asker = seat
        self.shown_in = self.tricks_done + 1
        return _shown(self.trump)


@lru_cache(maxsize=64)
def _shown(trump: Trump | None) -> Outcome:
    return Outcome(shown=trump)


def _lift(deal: Any, action: Action, kept: tuple[Any, ...]) -> None:
    """Take back a card in the middle of a trick."""
    seat, _, (card,), _, _, _ = action
    deal.trick, deal.lying = kept
    deal.hands[seat] |= 1 << card
    deal.played ^= 1 << card
    deal.turn = seat


def _reopen(deal: Any, action: Action, kept: tuple[Any, ...]) -> None:
    """Take back the last card of a trick."""
    trick, lying, deal.last_trick, deal.asker, deal.won_since, deal.won_by_trump = kept[:6]
    team, worth = kept[6:]
    _lift(deal, action, (trick, lying))
    deal.result = None
    deal.tricks_done -= 1
    deal.tricks[team] -= 1
    deal.points[team] -= worth


def _hide_again(deal: Any, action: Action, kept: tuple[Any, ...]) -> None:
    """Take back the showing of the trump."""
    deal.asker, deal.lying = kept
    deal.shown_in = None
