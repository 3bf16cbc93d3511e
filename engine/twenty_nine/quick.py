"""The commonest steps of a deal of Twenty-Nine by a short cut, in a fraction of the time.

Where every card is read as it is dealt, most steps are a card that may plainly be laid, or the
trump shown for one who cannot follow suit. They are done here at once: same rulings, same state,
same way back. All the rest, refusals among it, takes the long way through `TwentyNineDeal`, as
every step of a table with unseen hands does. A property test plays both ways side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Self

from engine.actions import Action, Verb
from engine.cards import SUIT_MASKS, SUIT_OF, Card, Mask, Suit
from engine.deal import NOBODY, Saved
from engine.holdings import Holding, holding
from engine.outcome import QUIET, Outcome, TrickDone
from engine.phases import Phase
from engine.seating import Ring, Seating
from engine.trump import NO_TRUMP, Trump, strength_tables
from engine.twenty_nine.deal import TRICKS, TwentyNineDeal
from engine.twenty_nine.pair import ROYALS
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.scoring import AT_ONCE, NEVER, POINTS, RANK_ORDER, enough

# By names of their own: a member of an enumeration takes ten times as long to look up.
_PLAY: Final = Phase.PLAY
_SHOW: Final = Verb.SHOW
_SHOWS: Final = tuple((Action(seat, Verb.SHOW),) for seat in range(4))
_PAIRS: Final = tuple((Action(seat, Verb.PAIR),) for seat in range(4))
_SUIT_OF: Final = (*SUIT_OF, Suit(0))
"""Like `SUIT_OF`, the joker included, of which nobody holds any."""
_LEAD: Final = 4
"""`follow` at a lead, when any suit will do."""
_ALL: Final = -2
"""`owing` while every seat that cannot follow suit has to have the trump shown."""
_TRUE: Final = -1
"""`hands_of` while `hands` are not made of `held`, but changed as they are."""
_PLAIN: Final = strength_tables(RANK_ORDER, NO_TRUMP)


def _afters(ring: Ring) -> tuple[tuple[int, ...], ...]:
    """By leader and seat, the seat after that one in a trick; NOBODY after the last one."""
    return tuple(
        tuple(NOBODY if ring.after[seat] == leader else ring.after[seat] for seat in range(4))
        for leader in range(4)
    )


_AFTER: Final = {
    ring.after: _afters(ring) for ring in (Ring.of(4, "clockwise"), Ring.of(4, "counterclockwise"))
}


def _any_of(row: list[Holding]) -> tuple[Action, ...]:
    """The `play` of every card in a hand."""
    spades, hearts, diamonds, clubs = row
    return spades.plays + hearts.plays + diamonds.plays + clubs.plays


class QuickTwentyNineDeal(TwentyNineDeal):
    """One deal of Twenty-Nine with scanned hands.

    What counts for the steps to come is kept ready; `_get_ready` works it out from the rest of the
    state whenever a step was no plain card. `follow` is the suit led, or `_LEAD`; None = the next
    step goes the long way. `held` are, by seat, its holdings of the four suits; `hands` is made of
    them when it is asked for, `hands_of` being the number of cards laid when that was last done.
    `after` has the seat after each in this trick, NOBODY after the last one. `marks` has the number
    of cards laid after each step of `trail`; every other step was a plain card that is in no trail.
    `powers` are the strengths by suit led, `royals` queen and king of trump where one hand has
    both and may still show them, `owing` the seat that may not lay just any card aside (`_ALL` for
    every seat), having had the trump shown or having to do so first, and `enough` the points by
    team from which on the bid may be decided.
    """

    __slots__ = (
        "_hands",
        "after",
        "afters",
        "ask",
        "enough",
        "follow",
        "hands_of",
        "held",
        "marks",
        "orders",
        "owing",
        "powers",
        "royals",
        "trumped",
        "trumps",
    )
    READY = frozenset(__slots__)
    FIXED = TwentyNineDeal.FIXED | READY - {"_hands"}
    LISTS = ("_hands", *(name for name in TwentyNineDeal.LISTS if name != "hands"))

    def __init__(self, rules: TwentyNineRules, seating: Seating, ring: Ring, dealer: int) -> None:
        self.hands_of = _TRUE
        super().__init__(rules, seating, ring, dealer)
        self.follow: int | None = None
        self.held: list[list[Holding]] = []
        self.ask = rules.ask
        self.marks: list[int] = []
        self.orders = ring.orders
        self.afters = _AFTER[ring.after]
        self.after: tuple[int, ...] = ()
        self.owing = NOBODY
        self.powers = self.trumped = _PLAIN
        self.trumps = 0
        self.royals: tuple[Card, ...] = ()
        self.enough = NEVER

    @property
    def hands(self) -> list[Mask]:
        """The cards in each hand."""
        self._know_hands()
        return self._hands

    @hands.setter
    def hands(self, hands: list[Mask]) -> None:
        self._hands = hands

    def _know_hands(self) -> None:
        if self.hands_of != len(self.laid) and self.hands_of != _TRUE:
            self.hands_of = len(self.laid)
            self._hands[:] = [sum(its.cards for its in row) for row in self.held]

    def save(self) -> Saved:
        """The whole state, to be handed to `restore`."""
        self._know_hands()
        return super().save()

    def copy(self) -> Self:
        """A deal that stands where this one stands and goes its own way from here."""
        twin = super().copy()
        twin.held = [row[:] for row in self.held]
        twin.marks = self.marks[:]
        return twin

    # What may be done.

    def legal(self, seat: int) -> Sequence[Action]:
        """Everything a seat may do now."""
        return self.choices() if seat == self.turn else super().legal(seat)

    def choices(self) -> Sequence[Action]:
        """Everything the seat on turn may do."""
        follow = self.follow
        if follow is None:
            return self._long_choices()
        row = self.held[self.turn]
        if self.royals and self._has_pair(row) and self._pair_timely(self.turn):
            return self._choices_with_pair(row, follow)
        if follow != _LEAD:
            return row[follow].plays or self._choices_aside(row)
        plays = _any_of(row)
        return plays or self._long_choices()  # a hand may have no card left but one face down

    def _choices_aside(self, row: list[Holding]) -> Sequence[Action]:
        """Everything the seat on turn may do, which cannot follow suit."""
        turn = self.turn
        if self.owing == turn and row[self.trumps].plays:
            return row[self.trumps].plays
        plays = _any_of(row)
        if not plays:
            return self._long_choices()
        if self.owing == _ALL:
            return _SHOWS[turn]
        return plays + _SHOWS[turn] if self.shown_in is None and self.ask == "optional" else plays

    def _choices_with_pair(self, row: list[Holding], follow: int) -> Sequence[Action]:
        """Everything the seat on turn may do, which may show its pair.

        The trump was shown in an earlier trick then: who cannot follow suit may lay anything.
        """
        pair = _PAIRS[self.turn]
        if follow != _LEAD and row[follow].plays:
            return row[follow].plays + pair
        return _any_of(row) + pair

    def _long_choices(self) -> Sequence[Action]:
        turn = self.turn
        return () if turn == NOBODY else super().legal(turn)

    def _has_pair(self, row: list[Holding]) -> bool:
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
            elif row[follow].plays or (self.owing != NOBODY and self._owes_other(row, suit)):
                return self._long_way(action)
        row[suit] = rest
        self.laid.append(card)
        if self.lying:
            self._pick_up(seat)
        turn = self.after[seat]
        if turn == NOBODY:
            return self._close(card)
        self.turn = turn
        return QUIET

    def _pick_up(self, seat: int) -> None:
        """A seat lays a card: one that it laid face down before may be tapped again from now on."""
        if seat == self.caller:  # nobody else lays any in this game
            self._keep(_lift_and_lie, self.lying)
            self.lying = ()

    def _keep(self, way: Callable[[Any, Any], None], kept: Any) -> None:
        """Keep how the step just done is taken back, if it was no plain card."""
        self.trail.append((way, kept))
        self.marks.append(len(self.laid))

    def _owes_other(self, row: list[Holding], suit: Suit) -> bool:
        """Whether the seat on turn, which cannot follow suit, may not lay a card of this suit."""
        if self.owing != self.turn:
            return self.owing == _ALL
        return suit != self.trumps and bool(row[self.trumps].plays)

    def _close(self, last: Card) -> Outcome:
        """The trick has its last card: who has won it, and whether the deal is over."""
        first, second, third, _ = self.laid[-4:]
        power = self.powers[SUIT_OF[first]]
        best, place = power[first], 0
        if power[second] > best:
            best, place = power[second], 1
        if power[third] > best:
            best, place = power[third], 2
        winner = self.orders[self.leaders[-1]][3 if power[last] > best else place]
        points = POINTS[first] + POINTS[second] + POINTS[third] + POINTS[last]
        self.tricks_done = number = self.tricks_done + 1
        self.begun = number * 4
        team = winner & 1
        self.tricks[team] += 1
        taken = self.points
        taken[team] += points
        self.turn = winner
        self.after = self.afters[winner]
        self.follow = _LEAD
        if self.owing >= 0:
            self.owing = NOBODY
        done = _won(number, winner, points)
        if number == TRICKS:
            taken[team] += self.rules.last_trick_bonus
        elif taken[team] < self.enough[team]:
            return done
        elif not self._is_decided():
            self.enough = AT_ONCE  # from now on anything may decide it, such as a king laid
            return done
        self.follow, self.turn = None, NOBODY
        code = self._bid_result()
        return Outcome(done.trick, None, self._result(code, self._change(code)))

    def _show_quickly(self, action: Action) -> Outcome:
        """The trump shown for one who cannot follow suit, as `ask` allows."""
        seat, follow = action.seat, self.follow
        if self.shown_in is not None or follow is None or follow == _LEAD:
            return self._long_way(action)
        if self.held[seat][follow].plays:
            return self._long_way(action)
        caller, seventh = self.caller, self.seventh
        self._keep(_hide_again, (self.asker, self.lying, seventh))
        if seventh is not None and caller is not None:  # it goes back to the hand
            row, suit = self.held[caller], SUIT_OF[seventh]
            row[suit] = holding(caller, row[suit].cards | 1 << seventh)
        if seat == caller:
            self.lying = ()
        self.asker = seat
        shown = self._show_trump()
        self._trump_counts()
        return _shown(shown)

    # The long way.

    def _long_from_here(self) -> None:
        """The next step goes the long way, for which `hands` has to be true."""
        self._know_hands()
        self.hands_of = _TRUE
        self.follow = None

    def _long_way(self, action: Action) -> Outcome:
        self._long_from_here()
        try:
            outcome = super().apply(action)
            self.marks.append(len(self.laid))
            return outcome
        finally:
            self._get_ready()

    def break_off(self, code: str | None) -> Outcome:
        """End the deal without a score, or (None) leave it as it stands; can be taken back."""
        self._long_from_here()
        self.marks.append(len(self.laid))
        return super().break_off(code)

    def undo(self) -> None:
        """Take back the last action that was done. Raises IndexError before the first."""
        self._long_from_here()
        if self.laid and (not self.marks or self.marks[-1] != len(self.laid)):
            _lift(self)
        else:
            self.marks.pop()
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
        leader = self.turn if begins else self.leaders[-1]
        self.after = self.afters[leader]
        trump = self.trump or NO_TRUMP
        self.trumps = 4 if trump.suit is None else trump.suit
        self.trumped = strength_tables(RANK_ORDER, trump)
        self._trump_counts()
        if self.ask != "after-trick" or self.shown_in is not None:
            self.follow = _LEAD if begins else self.led

    def _trump_counts(self) -> None:
        """Get ready what depends on the trump."""
        self.royals, self.owing = (), NOBODY
        if self.shown_in is None:
            self.powers, self.enough = _PLAIN, NEVER
            if self.ask == "must":
                self.owing = _ALL
            return
        self.powers = self.trumped
        suit = self.trumps
        if suit < 4 and self._pair_in_game():
            queen, king = royals = ROYALS[suit]
            for row in self.held:
                after = row[suit].after
                if after[queen] is not None and after[king] is not None:
                    self.royals = royals
        self.enough = self._enough()
        asker = self.asker
        if asker is not None and self._owes_trump(asker):
            self.owing = asker

    def _enough(self) -> tuple[int, int]:
        team = self.seating.team_of[self.caller or 0]
        one, two = enough(self.rules, team, self.target or 0)
        return AT_ONCE if self.points[0] >= one or self.points[1] >= two else (one, two)


@lru_cache(maxsize=1024)
def _won(number: int, winner: int, points: int) -> Outcome:
    return Outcome(trick=TrickDone(number, winner, points))


@lru_cache(maxsize=64)
def _shown(trump: Trump | None) -> Outcome:
    return Outcome(shown=trump)


def _lift(deal: QuickTwentyNineDeal) -> None:
    """Take back a plain card."""
    if not deal.in_trick:
        _reopen(deal)
    card = deal.laid.pop()
    leader = deal.leaders[-1]
    if not deal.in_trick:
        deal.leaders.pop()
    deal.turn = seat = deal.ring.orders[leader][deal.in_trick]
    deal.hands[seat] |= 1 << card


def _lift_and_lie(deal: Any, lying: tuple[tuple[int, Mask], ...]) -> None:
    """Take back a plain card of one who had laid another face down before."""
    _lift(deal)
    deal.lying = lying


def _reopen(deal: QuickTwentyNineDeal) -> None:
    """Take back that the last trick is over; each had four cards."""
    trick = deal.last_trick
    winner = trick.winner(deal.powers[trick.led])
    worth = sum(POINTS[card] for card in trick.cards)
    if deal.tricks_done == TRICKS:
        worth += deal.rules.last_trick_bonus
    deal.points[winner & 1] -= worth
    deal.tricks[winner & 1] -= 1
    deal.tricks_done -= 1
    deal.begun -= 4
    deal.result = None


def _hide_again(deal: Any, kept: tuple[Any, ...]) -> None:
    """Take back the showing of the trump."""
    deal.asker, deal.lying, deal.seventh = kept
    if deal.seventh is not None:
        deal.hands[deal.caller] &= ~(1 << deal.seventh)
    deal.shown_in, deal.tricks_before = None, ()
