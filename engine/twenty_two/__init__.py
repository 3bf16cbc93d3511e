"""Twenty-Two: every player for itself, and nobody wants the last trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from engine.actions import Verb
from engine.cards import FULL_PACK, names_of
from engine.game import Game, Settled
from engine.parsing import Shape
from engine.seating import Ring, Seating
from engine.twenty_two.deal import TwentyTwoDeal
from engine.twenty_two.piles import Piles, winners
from engine.twenty_two.result import TwentyTwoResult
from engine.twenty_two.rules import TwentyTwoRules
from engine.twenty_two.unseen import UnseenTwentyTwoDeal

__all__ = ["GAME", "TwentyTwoDeal", "TwentyTwoResult", "TwentyTwoRules"]

USUAL_SEATS: Final = ("1", "2", "3", "4")


class TwentyTwo(Game):
    """The game of Twenty-Two; its standing are the score piles."""

    name = "twenty-two"
    rules = TwentyTwoRules
    say = "Keep out of the last trick: two to six players, 52 cards, the last one in wins."
    has_draw = True
    grammar: ClassVar[Mapping[Verb, Shape]] = {Verb.PLAY: Shape.CARDS}

    def seating(self, names: Sequence[str] | None) -> Seating:
        """Any two to six seats, each for itself."""
        return Seating.singles(USUAL_SEATS if names is None else names)

    def opening(self, rules: TwentyTwoRules, seating: Seating) -> Piles:
        """Nothing on the piles, everybody in."""
        seats = len(seating.names)
        return Piles((0,) * seats, (False,) * seats, rules.first_hand)

    def deal(
        self,
        rules: TwentyTwoRules,
        seating: Seating,
        standing: Piles,
        dealer: int,
        *,
        unseen: bool,
    ) -> TwentyTwoDeal:
        """A new hand."""
        make = UnseenTwentyTwoDeal if unseen else TwentyTwoDeal
        ring = Ring.of(len(seating.names), rules.direction)
        return make(rules, seating, ring, dealer, standing)

    def settle(self, deal: TwentyTwoDeal, result: TwentyTwoResult, standing: Piles) -> Settled:
        """Put the kept cards on the piles; who won the last trick deals next."""
        if result.last is None:
            # A void hand: the next player still in deals, and as many cards are called for.
            return Settled(standing, result, deal.order[0])
        after = standing.after(result.losers, result.kept, deal.rules.limit)
        gone = tuple(seat for seat in standing.players if after.out[seat])
        return Settled(after, replace(result, out=gone), result.last, winners(standing, after))

    def scores(self, standing: Piles) -> tuple[int, ...]:
        """What each pile comes to."""
        return standing.values

    def facts(self, standing: Piles) -> Mapping[str, object]:
        """By seat `piles`, the cards on each, and `out`, who has bowed out."""
        return {"piles": tuple(names_of(pile) for pile in standing.cards), "out": standing.out}

    def leaders(self, standing: Piles) -> tuple[int, ...]:
        """The lowest pile of those still in, equal ones share."""
        return standing.lowest_of(standing.players)

    def next_dealer(self, rules: Any, seating: Seating, last_dealer: int) -> int | None:
        """Every match begins with a draw."""
        return None

    def needs(self, rules: TwentyTwoRules) -> tuple[tuple[str, ...], ...]:
        """Each card of the pack, and what closes a lead or a throw."""
        return tuple((name,) for name in (*names_of(FULL_PACK), "done"))


GAME = TwentyTwo()
