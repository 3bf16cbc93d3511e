"""What the games of tricks with one card from each hand share."""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Verb
from engine.breaches import Breach, Claim, Claims
from engine.cards import SUIT_MASKS, SUIT_OF, Card, Mask, Suit, cards_in, mask_of
from engine.deal import Deal, R, TrickState
from engine.rulings import Code, Ruling
from engine.seating import Ring, Seating
from engine.trick import Trick

PLAYS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    tuple(Action(seat, Verb.PLAY, (Card(card),)) for card in range(52)) for seat in range(4)
)
"""Every `play` of four seats, made once: `PLAYS[seat][card]`."""


class TrickDeal(Deal[R]):
    """A deal of tricks to which every seat in play lays one card, following suit if it can.

    `laid` are all cards laid so far, in order; those of the trick going on begin at place `begun`.
    `leaders` are the seats that led, trick by trick. `tricks` and `points` are what each team has
    taken, `tricks_done` how many tricks are over.
    """

    __slots__ = ("begun", "laid", "leaders", "points", "tricks", "tricks_done")

    LISTS = (*Deal.LISTS, "laid", "leaders", "points", "tricks")

    def __init__(self, rules: R, seating: Seating, ring: Ring, dealer: int, pack: Mask) -> None:
        super().__init__(rules, seating, ring, dealer, pack)
        self.laid: list[Card] = []
        self.leaders: list[int] = []
        self.begun = 0
        self.tricks_done = 0
        self.tricks: list[int] = [0] * len(seating.teams)
        self.points: list[int] = [0] * len(seating.teams)

    @property
    def trick(self) -> Trick:
        """The trick going on."""
        cards = tuple(self.laid[self.begun :])
        return (
            Trick(self.playing_order(self.leaders[-1])[: len(cards)], cards) if cards else Trick()
        )

    @property
    def last_trick(self) -> Trick:
        """The trick before the one going on."""
        done = self.tricks_done
        if not done:
            return Trick()
        seats = self.playing_order(self.leaders[done - 1])
        return Trick(seats, tuple(self.laid[self.begun - len(seats) : self.begun]))

    def playing_order(self, leader: int) -> tuple[int, ...]:
        """The seats that play to a trick, in the order in which they do."""
        return self.ring.orders[leader]

    @property
    def in_trick(self) -> int:
        """How many cards the trick going on has."""
        return len(self.laid) - self.begun

    @property
    def led(self) -> Suit:
        """The suit led; only while the trick going on has a card."""
        return SUIT_OF[self.laid[self.begun]]

    @property
    def played(self) -> Mask:
        """All cards laid so far."""
        return mask_of(self.laid)

    def winning(self) -> int | None:
        """The seat that would win the trick as it lies; None before its first card."""
        raise NotImplementedError

    def trick_state(self) -> TrickState:
        """The tricks as they lie."""
        return TrickState(
            self.trick,
            self.winning(),
            self.last_trick,
            self.tricks_done,
            tuple(self.tricks),
            tuple(self.points),
            self.played,
        )

    def can_follow(self, seat: int) -> Mask:
        """The cards surely in a hand that are of the suit led."""
        return self.hands[seat] & SUIT_MASKS[self.led]

    # What a game adds to following suit.

    def has_to_show(self, seat: int) -> bool:
        """Whether a seat that does not follow suit has to show the trump first."""
        return False

    def trump_due(self, seat: int) -> Mask:
        """The trump suit of which the seat has to play a card if it can; 0 = no such duty."""
        return 0

    # What may be laid.

    def playable(self, seat: int) -> Mask:
        """The cards that the seat on turn may lay now.

        What it holds for sure binds it. A card lying face down may be laid when no other is left.
        """
        sure, may = self.hands[seat], self.may_hold(seat)
        if not may:
            down = self.face_down(seat)
            return 0 if down is None else 1 << down
        led = 0
        if self.in_trick:
            led = SUIT_MASKS[self.led]
            if sure & led or self.has_to_show(seat):
                return may & led
        due = self.trump_due(seat)
        return may & (due | led) if sure & due else may

    def plays(self, seat: int) -> list[Action]:
        """What the seat on turn may play, as `legal` lists it."""
        return [PLAYS[seat][card] for card in cards_in(self.playable(seat))]

    def check_play(self, seat: int, card: Card) -> None:
        """Refuse a card that may not be laid."""
        if self.playable(seat) >> card & 1:
            return
        self._check_held(seat, card)
        if self.in_trick and self.can_follow(seat):
            raise Ruling(Code.MUST_FOLLOW, led=self.led)
        if self.in_trick and self.has_to_show(seat):
            raise Ruling(Code.MUST_SHOW)
        raise Ruling(Code.MUST_TRUMP)

    def _check_held(self, seat: int, card: Card) -> None:
        """Refuse a card that the seat cannot lay: not in the pack, played, hidden, not held."""
        if not self.pack >> card & 1:
            raise Ruling(Code.NOT_IN_PACK, card=card)
        if card in self.laid:
            raise Ruling(Code.ALREADY_PLAYED, card=card)
        if card == self.face_down(seat):
            raise Ruling(Code.HIDDEN_CARD, card=card)
        if not self.may_hold(seat) >> card & 1:
            raise Ruling(Code.NOT_IN_HAND, card=card)

    def add_to_trick(self, action: Action) -> None:
        """Carry out a play that was found lawful."""
        seat, card = action.seat, action.cards[0]
        self.vouch(action)
        self.hands[seat] &= ~(1 << card)
        if not self.in_trick:
            self.leaders.append(seat)
        self.laid.append(card)

    def close_trick(self) -> None:
        """The trick going on has all its cards."""
        self.begun = len(self.laid)
        self.tricks_done += 1

    # What it says of a hand.

    def claims(self, action: Action) -> Claims:
        """A card says that its seat can neither follow suit nor trump, where it has to.

        Having the trump shown says that it cannot follow suit; when leading, nothing.
        """
        led = SUIT_MASKS[self.led] if self.in_trick else 0
        if action.verb is Verb.SHOW:
            return (self._without(Code.NO_SHOW, action.seat, led),)
        if action.verb is not Verb.PLAY or led >> action.cards[0] & 1:
            return ()
        due = self.trump_due(action.seat)
        trumps = 0 if due >> action.cards[0] & 1 else due
        missing = ((Code.MUST_FOLLOW, led), (Code.MUST_TRUMP, trumps))
        return tuple(self._without(code, action.seat, cards) for code, cards in missing if cards)

    def _without(self, code: Code, seat: int, cards: Mask) -> Claim:
        down = self.face_down(seat)
        held = cards if down is None else cards & ~(1 << down)
        return Claim(Breach(code.value, seat, self.tricks_done + 1), held)
