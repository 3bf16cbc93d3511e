"""Playing a deal of Twenty-Nine out at random, for programs that think: many times, and fast.

No events, no way back, no rulings: the rules are folded into tables and flags before the loop, and
the loop knows lists of cards and small numbers only. Choices come in the order in which
`Match.choices` lists them, and one random number is drawn for each that has an alternative. So the
same random numbers lead through the engine to the same end, and a property test holds the two side
by side. One thing is no choice here: a seat that may show its pair does so at once, which never
harms it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.cards import SUIT_OF, Card, Mask, Suit, cards_in
from engine.phases import Phase
from engine.trump import NO_TRUMP, strength_tables
from engine.twenty_nine import pair
from engine.twenty_nine.deal import TRICKS, TwentyNineDeal
from engine.twenty_nine.scoring import POINTS, RANK_ORDER, bid_change, decided

Hand = list[list[Card]]
"""The cards of a seat, by suit, lowest number first."""
Draw = Callable[[], float]
"""Gives a number from 0 to below 1, as `random.random` does."""
_HIGHEST_PLAIN: Final = len(RANK_ORDER)
"""A card stronger than this won as a trump (see `strengths`)."""
_NOBODY: Final = -1
_AT_A_LEAD: Final = ("on-winning", "on-trump-win")


class Ending(NamedTuple):
    """How a deal played out: code, points by team, change for the caller's side, choices made."""

    code: str
    points: tuple[int, ...]
    change: int
    choices: int


class NotCovered(ValueError):
    """A position that these playouts do not cover; the message says what was found."""


class Playout:
    """A dealt deal of Twenty-Nine, ready to be played out any number of times.

    Covers every rule set, from the beginning of any trick with all hands known; raises `NotCovered`
    for a seventh card that lies face down and for a single hand or tenny.
    """

    def __init__(self, deal: TwentyNineDeal) -> None:
        _check(deal)
        rules = deal.rules
        self._rules = rules
        self._held = [cards for hand in deal.hands for cards in _by_suit(hand)]
        self._points = deal.points[:]
        self._first, self._done, self._shown_in = deal.turn, deal.tricks_done, deal.shown_in or 0
        self._won = [deal.won_since(team) for team in (0, 1)], deal.won_by_trump()
        self._after = [deal.ring.order(seat)[1:] for seat in range(4)]
        self._caller_team = deal.seating.team_of[deal.caller or 0]
        self._bid, self._target, self._value = deal.bid or 0, deal.target or 0, deal.value or 0
        trump = deal.trump or NO_TRUMP
        self._suit = trump.suit
        self._plain = strength_tables(RANK_ORDER, NO_TRUMP)
        self._trumped = strength_tables(RANK_ORDER, trump)
        in_game = rules.pair != "off" and deal.pair_by is None and trump.suit is not None
        self._pair = _pair_of(trump.suit) if in_game else ()

    def run(self, draw: Draw) -> Ending:
        """Play the deal to its end."""
        after_of, points_of, suit_of, trumped = self._after, POINTS, SUIT_OF, self._trumped
        held = [cards[:] for cards in self._held]
        hands = [held[:4], held[4:8], held[8:12], held[12:]]
        suits = [held[0::4], held[1::4], held[2::4], held[3::4]]
        points, shown, first, choices = self._points[:], self._shown_in, self._first, 0
        at = _Course(self, hands, points)
        tables, holder = (trumped, at.holder()) if shown else (self._plain, _NOBODY)
        ask = self._rules.ask
        asks, optional, must = ask != "after-trick", ask == "optional", ask == "must"
        ours, all_points = self._caller_team, self._rules.points_on_table
        stops = self._rules.stop_when_decided
        for done in range(self._done, TRICKS):
            left = TRICKS - done
            choices += 4
            if holder >= 0:
                holder = at.pair_at_lead(holder, first, done)
            place = int(draw() * left) if left > 1 else 0
            for cards in hands[first]:
                if place < len(cards):
                    break
                place -= len(cards)
            card = cards.pop(place)
            led, aside = suit_of[card], False
            power, laid, in_suit = tables[led], [card], suits[led]
            best, winner, worth = power[card], first, points_of[card]
            for seat in after_of[first]:
                if seat == holder:
                    holder = at.pair_in_turn(seat, done)
                cards = in_suit[seat]
                count = len(cards)
                if count > 1:
                    card = cards.pop(int(draw() * count))
                elif count:
                    card = cards.pop()
                else:
                    aside, hand = True, hands[seat]
                    ways = left + optional if not shown else left
                    place = int(draw() * ways) if ways > 1 and (shown or not must) else 0
                    if shown or not asks or (optional and place < left):
                        for cards in hand:
                            if place < len(cards):
                                break
                            place -= len(cards)
                        card = cards.pop(place)
                    else:
                        choices += 1
                        shown, tables, power = done + 1, trumped, trumped[led]
                        holder = at.show(shown)
                        best, winner = _best(laid, power, (first, *after_of[first]))
                        card = self._after_asking(hand, draw, left)
                laid.append(card)
                worth += points_of[card]
                if power[card] > best:
                    best, winner = power[card], seat
            if aside and not shown and not asks:
                shown, tables = done + 1, trumped
                holder = at.show(shown)
                best, winner = _best(laid, trumped[led], (first, *after_of[first]))
            points[winner & 1] += worth
            if shown:
                if holder >= 0:
                    at.note_win(winner, led, best)
                # The quick look first: a pair, or half of the bid, may still matter.
                looks = stops and not points[ours] < at.target <= all_points - points[1 - ours]
                if looks and left > 1 and at.is_decided():
                    return at.ending(shown, choices)
            first = winner
        points[first & 1] += self._rules.last_trick_bonus
        return at.ending(shown, choices)

    def _after_asking(self, hand: Hand, draw: Draw, left: int) -> Card:
        """The card of the seat that had the trump shown: a trump, where it owes one."""
        trumps = hand[self._suit] if self._suit is not None else []
        if trumps and self._rules.asker_must_trump:
            return trumps.pop(int(draw() * len(trumps)) if len(trumps) > 1 else 0)
        return _take(hand, int(draw() * left) if left > 1 else 0)


class _Course:
    """What of one playout is looked at seldom: the pair, and whether the bid is decided."""

    def __init__(self, start: Playout, hands: list[Hand], points: list[int]) -> None:
        self._start = start
        self._hands = hands
        self._points = points
        self.target = start._target
        self._pair = start._pair
        self._shown_in = start._shown_in
        self._won_since, self._won_by_trump = start._won[0][:], start._won[1]

    def show(self, number: int) -> int:
        """The trump is shown in this trick, counted from 1; who then holds its pair."""
        self._shown_in = number
        return self.holder()

    def holder(self) -> int:
        """The seat that holds the pair and has not shown it, or -1."""
        if self._pair:
            queen, king = self._pair
            suit = SUIT_OF[king]
            for seat, hand in enumerate(self._hands):
                if king in hand[suit] and queen in hand[suit]:
                    return seat
        return _NOBODY

    def pair_at_lead(self, holder: int, first: int, done: int) -> int:
        """Show the pair before this lead if that may be; the holder of a pair not yet shown."""
        rule = self._start._rules.pair
        if rule not in _AT_A_LEAD:
            return self.pair_in_turn(holder, done) if holder == first else holder
        timely = rule == "on-winning" or self._won_by_trump
        return self._show_pair(holder, timely and not (holder ^ first) & 1 and self._late(done))

    def pair_in_turn(self, holder: int, done: int) -> int:
        """Show the pair before this card if that may be; the holder of a pair not yet shown."""
        rule = self._start._rules.pair
        if rule in _AT_A_LEAD:
            return holder
        own_turn = rule == "own-turn" and self._late(done)
        return self._show_pair(holder, own_turn or (rule == "side-won" and self._won(holder)))

    def _late(self, done: int) -> bool:
        return done >= self._shown_in

    def _won(self, seat: int) -> bool:
        return self._won_since[seat & 1]

    def _show_pair(self, holder: int, may: bool) -> int:
        if self.holder() != holder:
            return _NOBODY  # one of the two has been laid
        if not may:
            return holder
        start, self._pair = self._start, ()
        if holder & 1 == start._caller_team:
            self.target = pair.target_after_own_pair(start._rules, start._bid, self.target)
        else:
            self.target = pair.target_after_other_pair(start._rules, self.target)
        return _NOBODY

    def note_win(self, winner: int, led: Suit, best: int) -> None:
        """A trick was won, the trump being shown; `best` is how strong the best card was."""
        self._won_since[winner & 1] = True
        self._won_by_trump = best > _HIGHEST_PLAIN and led != self._start._suit

    def is_decided(self) -> bool:
        """Whether the bid is made or failed for certain, which it is as far as points go."""
        start, points = self._start, self._points
        rules, team = start._rules, start._caller_team
        if not self._pair and not rules.under_half:
            return True
        got = points[team]
        left = rules.points_on_table - points[0] - points[1]
        in_hands = bool(self._pair) and self._are_held(*self._pair)
        target, bid = self.target, start._bid
        targets = pair.possible_targets(rules, bid, target) if in_hands else (target, target)
        return decided(rules, start._bid, targets, got, left)

    def _are_held(self, queen: Card, king: Card) -> bool:
        suit, found = SUIT_OF[king], 0
        for hand in self._hands:
            cards = hand[suit]
            found += (king in cards) + (queen in cards)
        return found == 2

    def ending(self, shown: int, choices: int) -> Ending:
        """The end, as it stands."""
        start = self._start
        got = self._points[start._caller_team]
        if not shown:
            return Ending("void:unshown", tuple(self._points), 0, choices)
        code = "made" if got >= self.target else "failed"
        change = bid_change(start._rules, start._bid, self.target, start._value, got)
        return Ending(code, tuple(self._points), change, choices)


def _check(deal: TwentyNineDeal) -> None:
    _require(deal.phase is Phase.PLAY and not deal.in_trick, deal.phase, "a trick to begin")
    _require(deal.alone is None, "a seat that plays alone", "two sides")
    _require(deal.seventh is None, "a seventh card face down", "a trump that is in no such place")
    known = all(hand.bit_count() == TRICKS - deal.tricks_done for hand in deal.hands)
    _require(known, "hands that are not all known", "every card read")


def _require(fits: bool, found: str, expected: str) -> None:
    if not fits:
        raise NotCovered(f"playout: found {found}, expected {expected}")


def _pair_of(suit: Suit | None) -> tuple[Card, ...]:
    return () if suit is None else cards_in(pair.PAIRS[suit])


def _by_suit(hand: Mask) -> Hand:
    return [[card for card in cards_in(hand) if SUIT_OF[card] == suit] for suit in range(4)]


def _take(hand: Hand, place: int) -> Card:
    """Take the card at a place, counted through the suits, out of a hand."""
    for cards in hand:
        if place < len(cards):
            return cards.pop(place)
        place -= len(cards)
    raise IndexError(place)


def _best(laid: Sequence[Card], power: Sequence[int], seats: Sequence[int]) -> tuple[int, int]:
    """How strong the best card is, and whose it is."""
    powers = [power[card] for card in laid]
    best = max(powers)
    return best, seats[powers.index(best)]
