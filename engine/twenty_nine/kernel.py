"""Playing a deal of Twenty-Nine out at random, for programs that think: many times, and fast.

No events, no way back, no rulings: the rules are folded into numbers and flags before the loop, and
the loops know small numbers and tuples of them only. Choices come in the order in which
`Deal.choices` lists them. One number of 30 random bits is drawn for each trick, and what is chosen
among `n` is its remainder by `n`, the quotient going on to the next choice: no way is likelier than
another by more than one in ten thousand. So the same numbers lead through the engine to the same
end, and a property test holds the two side by side. One thing is no choice here: a seat that may
show its pair does so at once, which never harms it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import RANK_OF, SUIT_MASKS, SUIT_OF, Card, cards_in
from engine.deal import NOBODY
from engine.phases import Phase
from engine.trump import NO_TRUMP
from engine.twenty_nine import pair
from engine.twenty_nine.deal import TRICKS, TwentyNineDeal
from engine.twenty_nine.scoring import AT_ONCE, POINTS, RANK_ORDER, bid_change, decided, enough

Value = int
"""A card as the loop has it, below 256: 32 times its strength in its suit, which is 0 to 7, plus 8
times the suit, plus its points."""
Held = tuple[tuple[Value, "Held"], ...]
"""The cards of one suit in a hand, lowest number first, each with what is held once it is laid. So
no hand has to be copied for a playout, nor changed."""
Bits = Callable[[int], int]
"""Gives a number of so many random bits, as `random.getrandbits` does."""
_BITS: Final = 30
"""As many as fit the smallest integers, and far more than four choices of nine each need."""
_STRONGEST: Final = len(RANK_ORDER) - 1
_WORTH: Final = tuple(value & 7 for value in range(256))
"""The points of a card, by value."""
_TRUMP: Final = 256
"""What a trump counts more than any card of another suit."""


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
    anywhere else, for a seventh card that lies face down, and for a single hand or tenny.
    """

    def __init__(self, deal: TwentyNineDeal) -> None:
        _check(deal)
        self.rules = deal.rules
        trump = deal.trump or NO_TRUMP
        self.trump = NOBODY if trump.suit is None else trump.suit
        self.turns = trump.reversed
        self.shown_in = deal.shown_in or 0
        ask = deal.rules.ask
        self.optional, self.must, self.after_trick = (
            ask == word for word in ("optional", "must", "after-trick")
        )
        self.asker_must_trump = deal.rules.asker_must_trump
        turned = self.turns and self.shown_in > 0
        self.hands = [
            [
                _held(tuple(_value(card, turned=turned) for card in cards_in(hand & suit)))
                for suit in SUIT_MASKS
            ]
            for hand in deal.hands
        ]
        self.points = deal.points[:]
        self.first, self.left = deal.turn, TRICKS - deal.tricks_done
        self.won_since = [deal.won_since(team) for team in (0, 1)]
        self.won_by_trump = deal.won_by_trump()
        self.after = [deal.ring.orders[seat][1:] for seat in range(4)]
        self.caller_team = deal.seating.team_of[deal.caller or 0]
        self.bid, self.target, self.value = deal.bid or 0, deal.target or 0, deal.value or 0
        in_game = self.rules.pair != "off" and deal.pair_by is None and trump.suit is not None
        cards = pair.ROYALS[trump.suit] if in_game and trump.suit is not None else ()
        self.royals = tuple(_value(card, turned=self.turns) for card in cards)
        both = (
            seat
            for seat in range(4)
            if cards and all(deal.hands[seat] >> card & 1 for card in cards)
        )
        self.holder = next(both, NOBODY)
        self.total = self.rules.points_on_table
        self.enough = enough(self.rules, self.caller_team, self.target)

    def run(self, bits: Bits) -> Ending:
        """Play the deal to its end."""
        at = _Course(self)
        if not at.shown_in:
            self._play_hidden(at, bits)
        if at.shown_in:
            self._play_shown(at, bits)
        return at.ending()

    def _play_hidden(self, at: _Course, bits: Bits) -> None:
        """Play until the trick is over in which the trump is shown, or to the end."""
        hands, points, after_of, first = at.hands, at.points, self.after, at.first
        worth_of, laid = _WORTH, [0] * 4
        optional, must, after_trick = self.optional, self.must, self.after_trick
        for left in range(at.left, 0, -1):
            chance, ways = bits(_BITS), left + optional
            place = chance % left
            chance //= left
            best = laid[first] = _take(hands[first], place)
            winner, led = first, best >> 3 & 3
            for seat in after_of[first]:
                row = hands[seat]
                held = row[led]
                if held:
                    count = len(held)
                    value, row[led] = held[chance % count]
                    chance //= count
                    laid[seat] = value
                    if value > best:
                        best, winner = value, seat
                    continue
                place = left if must else chance % ways
                if place == left:
                    must, ways = False, left
                    laid[seat], chance = at.ask(seat, laid, left, chance)
                    continue
                chance //= ways
                laid[seat] = _take(row, place)
            one, two, three, four = laid
            worth = worth_of[one] + worth_of[two] + worth_of[three] + worth_of[four]
            if at.shown_in or (after_trick and at.turns_up(first, laid, left)):
                at.left = left - 1
                at.first = winner = at.best_shown(first, laid)
                points[winner & 1] += worth
                return
            points[winner & 1] += worth
            first = winner
        at.first, at.left = first, 0

    def _play_shown(self, at: _Course, bits: Bits) -> None:
        """Play from the beginning of a trick on, the trump being shown."""
        hands, points, after_of, first = at.hands, at.points, self.after, at.first
        worth_of, trump, holder, limits = _WORTH, self.trump, self.holder, self.enough
        for left in range(at.left, 0, -1):
            # At the end of a trick, as the rules have it: not before the first one here.
            if left < self.left and (points[0] >= limits[0] or points[1] >= limits[1]):
                if at.is_decided():
                    at.left = left
                    return
                limits = AT_ONCE  # from now on anything may decide it, such as a king laid
            if holder >= 0:
                holder = at.show_pair(holder, first, left)
                limits = enough(self.rules, self.caller_team, at.target)
            chance = bits(_BITS)
            place = chance % left
            chance //= left
            best = _take(hands[first], place)
            winner, led, worth = first, best >> 3 & 3, worth_of[best]
            for seat in after_of[first]:
                row = hands[seat]
                held = row[led]
                if held:
                    count = len(held)
                    value, row[led] = held[chance % count]
                    chance //= count
                    worth += worth_of[value]
                    if value > best:
                        best, winner = value, seat
                    continue
                place = chance % left
                chance //= left
                value = _take(row, place)
                worth += worth_of[value]
                if value >> 3 & 3 == trump and value + _TRUMP > best:
                    best, winner = value + _TRUMP, seat
            points[winner & 1] += worth
            first = winner
            if holder >= 0:
                at.note_win(winner & 1, best)
        at.first, at.left = first, 0


class _Course:
    """One playout as it goes: what its two loops share, and what is looked at seldom.

    `hands` are the cards by seat and suit; `left` is how many tricks are left, `shown_in` the
    number of the trick in which the trump was shown, or 0.
    """

    __slots__ = (
        "asked",
        "first",
        "hands",
        "left",
        "pair_shown",
        "points",
        "shown_in",
        "start",
        "target",
        "won_by_trump",
        "won_since",
    )

    def __init__(self, start: Playout) -> None:
        one, two, three, four = start.hands
        self.start = start
        self.hands = one[:], two[:], three[:], four[:]
        self.points = start.points[:]
        self.first, self.left, self.shown_in = start.first, start.left, start.shown_in
        self.target, self.asked, self.pair_shown = start.target, 0, False
        self.won_since, self.won_by_trump = start.won_since, start.won_by_trump

    # While the trump is hidden.

    def ask(self, seat: int, laid: list[Value], left: int, chance: int) -> tuple[Value, int]:
        """A seat has the trump shown and lays a card: it, and what is left of the chance."""
        start = self.start
        if start.optional:
            chance //= left + 1
        self.asked += 1
        self._show(laid, left)
        row = self.hands[seat]
        trumps = row[start.trump] if start.trump >= 0 else ()
        if trumps and start.asker_must_trump:
            count = len(trumps)
            value, row[start.trump] = trumps[chance % count]
            return value, chance // count
        return _take(row, chance % left), chance // left

    def _show(self, laid: list[Value], left: int) -> None:
        """The trump is shown, and may turn the ranks."""
        self.shown_in = TRICKS - left + 1
        if self.start.turns:
            laid[:] = map(_turned, laid)
            for row in self.hands:
                row[:] = (_held(tuple(_turned(value) for value, _ in held)) for held in row)

    def turns_up(self, first: int, laid: list[Value], left: int) -> bool:
        """Whether the trump turns up with a trick, and show it if so."""
        led = laid[first] >> 3 & 3
        if all(value >> 3 & 3 == led for value in laid):
            return False
        self._show(laid, left)
        return True

    def best_shown(self, first: int, laid: list[Value]) -> int:
        """Who has won a trick in which the trump was shown."""
        led, trump = laid[first] >> 3 & 3, self.start.trump
        best, winner = laid[first], first
        for seat in self.start.after[first]:
            value = laid[seat]
            suit = value >> 3 & 3
            if suit != led:
                value = value + _TRUMP if suit == trump else 0
            if value > best:
                best, winner = value, seat
        if self.start.holder >= 0:
            self.note_win(winner & 1, best)
        return winner

    # Once it is shown.

    def note_win(self, team: int, best: Value) -> None:
        """A trick was won; `best` is what its best card counted."""
        won = self.won_since[:]
        won[team] = True
        self.won_since, self.won_by_trump = won, best >= _TRUMP

    def show_pair(self, holder: int, first: int, left: int) -> int:
        """Show the pair in this trick if that may be; the holder of a pair not yet shown."""
        start = self.start
        held = [value for value, _ in self.hands[holder][start.trump]]
        if any(value not in held for value in start.royals):
            return NOBODY  # one of the two has been laid
        if not self._may_show(holder, first, left):
            return holder
        self.pair_shown = True
        if holder & 1 == start.caller_team:
            self.target = pair.target_after_own_pair(start.rules, start.bid, self.target)
        else:
            self.target = pair.target_after_other_pair(start.rules, self.target)
        return NOBODY

    def _may_show(self, holder: int, first: int, left: int) -> bool:
        # Whatever a trick brings before the turn of the holder, it changes none of this.
        rule = self.start.rules.pair
        if rule == "side-won":
            return self.won_since[holder & 1]
        if TRICKS - left < self.shown_in:
            return False
        leads = not (holder ^ first) & 1
        return rule == "own-turn" or (leads and (rule == "on-winning" or self.won_by_trump))

    def is_decided(self) -> bool:
        """Whether the bid is made or failed for certain, which it is as far as points go."""
        start, (ours, theirs) = self.start, self.points
        low = high = self.target
        if start.royals and not self.pair_shown and self._are_held():
            low, high = pair.possible_targets(start.rules, start.bid, self.target)
        got = theirs if start.caller_team else ours
        return decided(start.rules, start.bid, (low, high), got, start.total - ours - theirs)

    def _are_held(self) -> bool:
        found, royals = 0, self.start.royals
        for row in self.hands:
            for value, _ in row[self.start.trump]:
                found += value in royals
        return found == 2

    def ending(self) -> Ending:
        """The end, as it stands."""
        start, points = self.start, self.points
        if not self.left:
            points[self.first & 1] += start.rules.last_trick_bonus
        choices = 4 * (start.left - self.left) + self.asked
        if not self.shown_in:
            return Ending("void:unshown", tuple(points), 0, choices)
        got = points[start.caller_team]
        code = "made" if got >= self.target else "failed"
        change = bid_change(start.rules, start.bid, self.target, start.value, got)
        return Ending(code, tuple(points), change, choices)


@lru_cache(maxsize=1 << 12)
def _held(values: tuple[Value, ...]) -> Held:
    return tuple(
        (value, _held(values[:place] + values[place + 1 :])) for place, value in enumerate(values)
    )


def _take(row: list[Held], place: int) -> Value:
    """Lay the card at a place of a hand, counted through the suits."""
    for held in row:
        if place < len(held):
            break
        place -= len(held)
    value, rest = held[place]
    row[value >> 3 & 3] = rest
    return value


def _value(card: Card, *, turned: bool) -> Value:
    strength = _STRONGEST - RANK_ORDER.index(RANK_OF[card])
    value = strength << 5 | SUIT_OF[card] << 3 | POINTS[card]
    return _turned(value) if turned else value


def _turned(value: Value) -> Value:
    """A card with its ranks turned upside down."""
    return (_STRONGEST - (value >> 5)) << 5 | value & 0x1F


def _check(deal: TwentyNineDeal) -> None:
    _require(deal.phase is Phase.PLAY and not deal.in_trick, deal.phase, "a trick to begin")
    _require(deal.result is None, "a deal that is over", "one that goes on")
    _require(deal.alone is None, "a seat that plays alone", "two sides")
    _require(deal.seventh is None, "a seventh card face down", "a trump that is in no such place")
    known = all(hand.bit_count() == TRICKS - deal.tricks_done for hand in deal.hands)
    _require(known, "hands that are not all known", "every card read")


def _require(fits: bool, found: str, expected: str) -> None:
    if not fits:
        raise NotCovered(f"playout: found {found}, expected {expected}")
