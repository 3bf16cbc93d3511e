"""The state of a hand of Twenty-Two, and how it is seen."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import FULL_PACK, Card, Mask
from engine.deal import Deal, TrickState
from engine.outcome import Outcome
from engine.phases import Phase
from engine.seating import Ring, Seating
from engine.trick import Trick
from engine.twenty_two.piles import Piles
from engine.twenty_two.result import TwentyTwoResult
from engine.twenty_two.rules import TwentyTwoRules


class TwentyTwoState(Deal[TwentyTwoRules]):
    """What a hand of Twenty-Two remembers.

    `order` are the players still in, in playing order, beginning after the dealer; `cards_each` how
    many cards each of them was dealt. `asked` are the seats still to exchange, the next one first;
    `thrown` how many cards each seat has thrown away. `best` are the best cards of the trick so
    far, low to high, and `best_seat` who laid them; `laid_by` counts the players who have laid.
    """

    __slots__ = (
        "asked",
        "best",
        "best_seat",
        "cards_each",
        "laid_by",
        "last_trick",
        "order",
        "played",
        "thrown",
        "trick",
        "tricks_done",
    )
    FIXED = Deal.FIXED | {"cards_each", "order"}

    def __init__(
        self, rules: TwentyTwoRules, seating: Seating, ring: Ring, dealer: int, piles: Piles
    ) -> None:
        in_piles = 0
        for pile in piles.cards:
            in_piles |= pile
        super().__init__(rules, seating, ring, dealer, FULL_PACK & ~in_piles)
        players = set(piles.players)
        self.order = tuple(seat for seat in ring.orders[ring.after[dealer]] if seat in players)
        self.cards_each = min(piles.called_for, self.pack.bit_count() // len(self.order))
        self.asked: tuple[int, ...] = ()
        self.thrown: tuple[int, ...] = (0,) * len(seating.names)
        self.best: tuple[Card, ...] = ()
        self.best_seat: int | None = None
        self.laid_by = 0
        self.trick = Trick()
        self.last_trick = Trick()
        self.played: Mask = 0
        self.tricks_done = 0
        seats = range(len(seating.names))
        self.open_stage([self.cards_each if seat in players else 0 for seat in seats])

    def stock(self) -> int:
        """How many cards are in no hand and have been in none."""
        return (self.pack & ~self.seen).bit_count()

    def next_player(self, seat: int) -> int:
        """The player after a seat that is still in."""
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    def void(self, code: str) -> Outcome:
        """End the hand with nobody keeping a card."""
        result = TwentyTwoResult(code, self.dealer, self.cards_each, audit=self.audit())
        self.result = result
        return Outcome(deal=result)

    # How it is seen.

    def trick_state(self) -> TrickState:
        """The tricks as they lie."""
        return TrickState(
            self.trick,
            self.best_seat,
            self.last_trick,
            self.tricks_done,
            played=self.played,
        )

    def facts(self, viewer: int | None) -> Mapping[str, object]:
        """`cards_each` dealt, `to_play`: how many cards the seat on turn is to play (None when it
        leads as many as it likes), `stock` left, and `thrown`: how many cards, by seat.
        """
        return {
            "cards_each": self.cards_each,
            "to_play": self.to_play(),
            "stock": self.stock(),
            "thrown": self.thrown,
        }

    def to_play(self) -> int | None:
        """How many cards the seat on turn is to play; None when it may choose, or nobody plays."""
        if self.phase is not Phase.PLAY:
            return None
        if self.trick.cards:
            return len(self.best)
        return 1 if self.cards_left(self.turn) == 1 else None
