"""The commonest steps of a deal of Twenty-Nine by a short cut, in a fraction of the time.

Where every card is read as it is dealt, most steps are a card that may plainly be laid, or the
trump shown for one who cannot follow suit. They are done here at once: same rulings, same state,
same way back. All the rest, refusals among it, takes the long way through `TwentyNineDeal`, as
every step of a table with unseen hands does. A property test plays both ways side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Self

from engine.actions import Action, Verb
from engine.cards import SUIT_MASKS, SUIT_OF, Card, Mask, Suit
from engine.deal import NOBODY
from engine.holdings import Holding, holding
from engine.outcome import QUIET, Outcome, TrickDone
from engine.phases import Phase
from engine.seating import Ring, Seating
from engine.trump import NO_TRUMP, Trump, strength_tables
from engine.twenty_nine.deal import TRICKS, TwentyNineDeal
from engine.twenty_nine.pair import ROYALS
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.scoring import POINTS, RANK_ORDER

# By names of their own: a member of an enumeration takes ten times as long to look up.
_PLAY: Final = Phase.PLAY
_SHOW: Final = Verb.SHOW
_SHOWS: Final = tuple((Action(seat, Verb.SHOW),) for seat in range(4))
_SUIT_OF: Final = (*SUIT_OF, Suit(0))
"""Like `SUIT_OF`, the joker included, of which nobody holds any."""
_LEAD: Final = 4
"""`follow` at a lead, when any suit will do."""
_TRUE: Final = -1
"""`hands_of` while `hands` are not made of `held`, but changed as they are."""
_NEVER: Final = (99, 99)
"""More points than there are."""
_AT_ONCE: Final = (0, 0)


class QuickTwentyNineDeal(TwentyNineDeal):
    """One deal of Twenty-Nine with scanned hands.

    What counts for the steps to come is kept ready; `_get_ready` works it out from the rest of the
    state whenever a step was no plain card. `follow` is the suit led, or `_LEAD`; None = the next
    step goes the long way. `held` are, by seat, its holdings of the four suits; `hands` is made of
    them when it is asked for, `hands_of` being the number of cards laid when that was last done.
    `order` are the seats in the order in which they play to this trick, `closer` the last of them.
    `powers` are the strengths by suit led, `royals` queen and king of trump where one hand has
    both and may still show them, `owing` the seat that has to trump in this trick, and `enough` the
    points by team from which on the bid may be decided.
    """

    __slots__ = (
        "_hands",
        "ask",
        "closer",
        "enough",
        "follow",
        "hands_of",
        "held",
        "order_now",
        "owing",
        "powers",
        "royals",
        "trumps",
    )
    READY = frozenset(__slots__)
    FIXED = TwentyNineDeal.FIXED | READY

    def __init__(self, rules: TwentyNineRules, seating: Seating, ring: Ring, dealer: int) -> None:
        self.hands_of = _TRUE
        super().__init__(rules, seating, ring, dealer)
        self.follow: int | None = None
        self.held: list[list[Holding]] = []
        self.ask = rules.ask
        self.order_now = self.order
        self.closer = self.owing = NOBODY
        self.powers = strength_tables(RANK_ORDER, NO_TRUMP)
        self.trumps = 0
        self.royals: tuple[Card, ...] = ()
        self.enough = _NEVER

    @property
    def hands(self) -> list[Mask]:
        """The cards in each hand."""
        if self.hands_of != len(self.laid) and self.hands_of != _TRUE:
            self.hands_of = len(self.laid)
            self._hands[:] = [sum(its.cards for its in row) for row in self.held]
        return self._hands

    @hands.setter
    def hands(self, hands: list[Mask]) -> None:
        self._hands = hands

    def copy(self) -> Self:
        """A deal that stands where this one stands and goes its own way from here."""
        twin = super().copy()
        twin.held = [row[:] for row in self.held]
        return twin

    # What may be done.

    def legal(self, seat: int) -> Sequence[Action]:
        """Everything a seat may do now."""
        follow = self.follow
        if follow is None or seat != self.turn:
            return super().legal(seat)
        row = self.held[seat]
        if self.royals and self._may_have_pair(row):
            return super().legal(seat)
        if follow != _LEAD:
            return row[follow].plays or self._legal_aside(seat)
        spades, hearts, diamonds, clubs = row
        plays = spades.plays + hearts.plays + diamonds.plays + clubs.plays
        return plays or super().legal(seat)  # a hand may have no card left but one face down

    def _legal_aside(self, seat: int) -> Sequence[Action]:
        """Everything a seat may do that cannot follow suit."""
        row = self.held[seat]
        spades, hearts, diamonds, clubs = row
        plays = spades.plays + hearts.plays + diamonds.plays + clubs.plays
        if self.shown_in is not None:
            return row[self.trumps].plays or plays if seat == self.owing else plays
        if self.ask == "must" or not plays:
            return super().legal(seat)
        return plays + _SHOWS[seat] if self.ask == "optional" else plays

    def _may_have_pair(self, row: list[Holding]) -> bool:
        queen, king = self.royals
        after = row[SUIT_OF[king]].after
        return after[king] is not None and after[queen] is not None

    # What is done.

    def apply(self, action: Action) -> Outcome:
        """Do an action of a seat, such that `undo` can take it back. Raises `Ruling` as `do` does.

        Nothing of the match is looked at: that it goes on, or what the deal is worth for it.
        """
        seat = action.seat
        follow = self.follow
        if follow is None or seat != self.turn:
            return self._long_way(action)
        card = action.played
        if card is None:
            return self._show_quickly(action) if action.verb is _SHOW else self._long_way(action)
        suit = _SUIT_OF[card]
        row = self.held[seat]
        rest = row[suit].after[card]
        if rest is None:
            return self._long_way(action)
        if suit != follow:
            if follow == _LEAD:
                self.follow = suit
                self.leaders.append(seat)
            elif row[follow].plays or not self._may_lay_aside(row, suit):
                return self._long_way(action)
        row[suit] = rest
        self.laid.append(card)
        if self.lying and seat == self.caller:  # only the caller of this game lays one face down
            self.trail.append((_lift, self.lying))
            self.lying = ()
        else:
            self.trail.append(_LIFT)
        if seat == self.closer:
            return self._close(card)
        self.turn = self.ring.after[seat]
        return QUIET

    def _may_lay_aside(self, row: list[Holding], suit: Suit) -> bool:
        """Whether a seat that cannot follow suit may lay a card of this suit."""
        if self.shown_in is None:
            return self.ask != "must"
        return self.turn != self.owing or suit == self.trumps or not row[self.trumps].plays

    def _close(self, last: Card) -> Outcome:
        """The trick has its last card: who has won it, and whether the deal is over."""
        first, second, third, _ = self.laid[-4:]
        power = self.powers[SUIT_OF[first]]
        best, place = power[first], 0
        if power[second] > best:
            best, place = power[second], 1
        if power[third] > best:
            best, place = power[third], 2
        winner = self.order_now[3 if power[last] > best else place]
        points = POINTS[first] + POINTS[second] + POINTS[third] + POINTS[last]
        self.tricks_done = number = self.tricks_done + 1
        self.begun += 4
        team = winner & 1
        self.tricks[team] += 1
        taken = self.points
        taken[team] += points
        self.turn = winner
        self._lead_on(winner)
        done = _WON[points << 5 | winner << 3 | number - 1]
        if number != TRICKS and taken[team] < self.enough[team]:
            return done
        if number == TRICKS:
            taken[team] += self.rules.last_trick_bonus
        code = self._deal_over(winner)
        if code is None:
            self.enough = _AT_ONCE  # from now on anything may decide it, such as a king laid
            return done
        self.follow = None
        return Outcome(done.trick, deal=self._result(code, self._change(code)))

    def _lead_on(self, leader: int) -> None:
        """A trick begins."""
        self.order_now = order = self.ring.orders[leader]
        self.closer = order[3]
        self.follow = _LEAD
        self.owing = NOBODY
        if self.ask == "after-trick" and self.shown_in is None:
            self.follow = None

    def _show_quickly(self, action: Action) -> Outcome:
        """The trump shown for one who cannot follow suit, as `ask` allows."""
        seat, follow = action.seat, self.follow
        if self.shown_in is not None or follow is None or follow == _LEAD:
            return self._long_way(action)
        if self.held[seat][follow].plays or self.seventh is not None:
            return self._long_way(action)
        self.trail.append((_hide_again, (self.asker, self.lying)))
        if seat == self.caller:
            self.lying = ()
        self.asker = seat
        shown = self._show_trump()
        self._trump_counts()
        return _shown(shown)

    # The long way.

    def _long_from_here(self) -> None:
        """The next step goes the long way, for which `hands` has to be true."""
        self.hands  # noqa: B018
        self.hands_of = _TRUE
        self.follow = None

    def _long_way(self, action: Action) -> Outcome:
        self._long_from_here()
        try:
            return super().apply(action)
        finally:
            self._get_ready()

    def break_off(self, code: str | None) -> Outcome:
        """End the deal without a score, or (None) leave it as it stands; can be taken back."""
        self._long_from_here()
        return super().break_off(code)

    def undo(self) -> None:
        """Take back the last action that was done. Raises IndexError before the first."""
        self._long_from_here()
        super().undo()
        self._get_ready()

    def _get_ready(self) -> None:
        if self.phase is not _PLAY or self.alone is not None or self.result is not None:
            return
        self.held = [
            [holding(seat, hand & suit) for suit in SUIT_MASKS]
            for seat, hand in enumerate(self.hands)
        ]
        self.hands_of = len(self.laid)
        begins = not self.in_trick
        self._lead_on(self.turn if begins else self.leaders[-1])
        self._trump_counts()
        if self.follow is not None and not begins:
            self.follow = self.led

    def _trump_counts(self) -> None:
        """Get ready what depends on the trump."""
        trump = self._counting()
        self.powers = strength_tables(RANK_ORDER, trump)
        suit = trump.suit
        self.royals = ()
        if suit is not None and self._pair_in_game():
            queen, king = ROYALS[suit]
            both = 1 << queen | 1 << king
            if any(row[suit].cards & both == both for row in self.held):
                self.royals = ROYALS[suit]
        self.enough = self._enough()
        self.trumps = suit or 0
        asker = self.asker
        self.owing = asker if asker is not None and self._owes_trump(asker) else NOBODY

    def _enough(self) -> tuple[int, int]:
        rules, target = self.rules, self.target or 0
        if self.shown_in is None or not rules.stop_when_decided:
            return _NEVER
        others = rules.points_on_table - target + 1
        enough = (target, others) if self.caller in (0, 2) else (others, target)
        passed = self.points[0] >= enough[0] or self.points[1] >= enough[1]
        return _AT_ONCE if passed else enough


class _Won(dict[int, Outcome]):
    """What is said of a trick: by points, winner and number less one in 5, 2 and 3 bits."""

    def __missing__(self, key: int) -> Outcome:
        outcome = self[key] = Outcome(trick=TrickDone((key & 7) + 1, key >> 3 & 3, key >> 5))
        return outcome


_WON: Final = _Won()


@lru_cache(maxsize=64)
def _shown(trump: Trump | None) -> Outcome:
    return Outcome(shown=trump)


def _lift(deal: Any, lying: tuple[tuple[int, Mask], ...]) -> None:
    """Take back a card."""
    if deal.begun == len(deal.laid):
        _reopen(deal)
    card = deal.laid.pop()
    leader = deal.leaders[-1]
    if not deal.in_trick:
        deal.leaders.pop()
    deal.turn = seat = deal.ring.orders[leader][deal.in_trick]
    deal.hands[seat] |= 1 << card
    deal.lying = lying or deal.lying


def _reopen(deal: Any) -> None:
    """Take back that the last trick is over; each had four cards."""
    winner, cards = deal.turn, deal.laid[-4:]
    worth = sum(POINTS[card] for card in cards)
    if deal.tricks_done == TRICKS:
        worth += deal.rules.last_trick_bonus
    deal.points[winner & 1] -= worth
    deal.tricks[winner & 1] -= 1
    deal.tricks_done -= 1
    deal.begun -= 4
    deal.result = None


_LIFT: Final = (_lift, ())


def _hide_again(deal: Any, kept: tuple[Any, ...]) -> None:
    """Take back the showing of the trump."""
    deal.asker, deal.lying = kept
    deal.shown_in, deal.tricks_before = None, ()
