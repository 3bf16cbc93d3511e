"""What the games of tricks with one card from each hand share."""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Verb
from engine.cards import SUIT_MASKS, Card, Mask
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
        """The cards of a hand that are of the suit led."""
        return self.hands[seat] & SUIT_MASKS[self.trick.led]

    def check_held(self, seat: int, card: Card, face_down: Card | None) -> None:
        """Refuse a card that the seat cannot lay: not in the pack, played, hidden, not held."""
        if not self.pack >> card & 1:
            raise Ruling(Code.NOT_IN_PACK, card=card)
        if self.played >> card & 1:
            raise Ruling(Code.ALREADY_PLAYED, card=card)
        if card == face_down:
            raise Ruling(Code.HIDDEN_CARD, card=card)
        if not self.hands[seat] >> card & 1:
            raise Ruling(Code.NOT_IN_HAND, card=card)
