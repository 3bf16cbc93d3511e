"""What the games of tricks with one card from each hand share."""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Verb
from engine.breaches import Breach, Claim, Claims
from engine.cards import SUIT_MASKS, Card, Mask, cards_in
from engine.deal import Deal, R, TrickState
from engine.rulings import Code, Ruling
from engine.seating import Ring, Seating
from engine.trick import Trick

PLAYS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    tuple(Action(seat, Verb.PLAY, (Card(card),)) for card in range(52)) for seat in range(4)
)
"""Every `play` of four seats, made once: `PLAYS[seat][card]`."""


_KEPT: Final[tuple[dict[Mask, tuple[Action, ...]], ...]] = ({}, {}, {}, {})
"""By seat, the plays of hands, and of the suits in them, that came up lately."""
_MOST_KEPT: Final = 1 << 14


def plays_of(seat: int, cards: Mask) -> tuple[Action, ...]:
    """The `play` of each of some cards, lowest number first."""
    kept = _KEPT[seat]
    plays = kept.get(cards)
    if plays is None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        plays = ()
        for suit in SUIT_MASKS:
            some = cards & suit
            if some:
                of_suit = kept.get(some)
                if of_suit is None:
                    of_suit = kept[some] = tuple(PLAYS[seat][card] for card in cards_in(some))
                plays += of_suit
        kept[cards] = plays
    return plays


class TrickDeal(Deal[R]):
    """A deal of tricks to which every seat in play lays one card, following suit if it can.

    `trick` is the trick going on, `last_trick` the one before, `played` all cards laid so far,
    `tricks` and `points` what each team has taken, `tricks_done` how many tricks are over.
    """

    __slots__ = ("last_trick", "played", "points", "trick", "tricks", "tricks_done")

    LISTS = (*Deal.LISTS, "points", "tricks")

    def __init__(self, rules: R, seating: Seating, ring: Ring, dealer: int, pack: Mask) -> None:
        super().__init__(rules, seating, ring, dealer, pack)
        self.trick = Trick()
        self.last_trick = Trick()
        self.played: Mask = 0
        self.tricks_done = 0
        self.tricks: list[int] = [0] * len(seating.teams)
        self.points: list[int] = [0] * len(seating.teams)

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
        return self.hands[seat] & SUIT_MASKS[self.trick.led]

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
        if self.trick.cards:
            led = SUIT_MASKS[self.trick.led]
            if sure & led or self.has_to_show(seat):
                return may & led
        due = self.trump_due(seat)
        return may & (due | led) if sure & due else may

    def plays(self, seat: int) -> list[Action]:
        """What the seat on turn may play, as `legal` lists it."""
        return list(plays_of(seat, self.playable(seat)))

    def check_play(self, seat: int, card: Card) -> None:
        """Refuse a card that may not be laid."""
        if self.playable(seat) >> card & 1:
            return
        self._check_held(seat, card)
        if self.trick.cards and self.can_follow(seat):
            raise Ruling(Code.MUST_FOLLOW, led=self.trick.led)
        if self.trick.cards and self.has_to_show(seat):
            raise Ruling(Code.MUST_SHOW)
        raise Ruling(Code.MUST_TRUMP)

    def _check_held(self, seat: int, card: Card) -> None:
        """Refuse a card that the seat cannot lay: not in the pack, played, hidden, not held."""
        if not self.pack >> card & 1:
            raise Ruling(Code.NOT_IN_PACK, card=card)
        if self.played >> card & 1:
            raise Ruling(Code.ALREADY_PLAYED, card=card)
        if card == self.face_down(seat):
            raise Ruling(Code.HIDDEN_CARD, card=card)
        if not self.may_hold(seat) >> card & 1:
            raise Ruling(Code.NOT_IN_HAND, card=card)

    def add_to_trick(self, action: Action) -> Trick:
        """Carry out a play that was found lawful; the trick with its card."""
        seat, card = action.seat, action.cards[0]
        self.vouch(action)
        self.hands[seat] &= ~(1 << card)
        self.played |= 1 << card
        self.trick = trick = self.trick.plus(seat, card)
        return trick

    # What it says of a hand.

    def claims(self, action: Action) -> Claims:
        """A card says that its seat can neither follow suit nor trump, where it has to.

        Having the trump shown says that it cannot follow suit; when leading, nothing.
        """
        led = SUIT_MASKS[self.trick.led] if self.trick.cards else 0
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
