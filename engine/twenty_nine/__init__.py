"""Twenty-Nine: its rules, parts and the course of its deals."""

from __future__ import annotations

from engine.game import Game, Settled
from engine.seating import Ring, Seating
from engine.twenty_nine.deal import TwentyNineDeal
from engine.twenty_nine.needs import needs
from engine.twenty_nine.quick import QuickTwentyNineDeal
from engine.twenty_nine.result import TwentyNineResult
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.scoring import capped
from engine.twenty_nine.unseen import UnseenTwentyNineDeal

__all__ = ["GAME", "TwentyNineDeal", "TwentyNineResult", "TwentyNineRules"]


class TwentyNine(Game):
    """The game of Twenty-Nine; its standing is the score of each team."""

    name = "twenty-nine"
    rules = TwentyNineRules
    say = "Bid for points with a hidden trump: four players, two teams, 32 cards."

    def opening(self, rules: TwentyNineRules, seating: Seating) -> tuple[int, ...]:
        """Both teams begin at zero."""
        return (0,) * len(seating.teams)

    def deal(
        self,
        rules: TwentyNineRules,
        seating: Seating,
        standing: tuple[int, ...],
        dealer: int,
        *,
        unseen: bool,
    ) -> TwentyNineDeal:
        """A new deal."""
        make = UnseenTwentyNineDeal if unseen else QuickTwentyNineDeal
        return make(rules, seating, Ring.of(4, rules.direction), dealer)

    def settle(
        self, deal: TwentyNineDeal, result: TwentyNineResult, standing: tuple[int, ...]
    ) -> Settled:
        """Add the change, within the limits; the deal always passes on."""
        limit = deal.rules.match_target
        (one, two), change = standing, result.change
        scores = capped(one, change[0], limit), capped(two, change[1], limit)
        moved = scores[0] - one, scores[1] - two
        if moved != change:
            result = result._replace(change=moved)
        return Settled(scores, result, deal.ring.after[deal.dealer], _winner(scores, limit))

    def scores(self, standing: tuple[int, ...]) -> tuple[int, ...]:
        """The scores are all there is."""
        return standing

    def leaders(self, standing: tuple[int, ...]) -> tuple[int, ...]:
        """The higher score wins, equal ones share."""
        return tuple(team for team, score in enumerate(standing) if score == max(standing))

    def next_dealer(self, rules: TwentyNineRules, seating: Seating, last_dealer: int) -> int:
        """The deal passes on from match to match."""
        return Ring.of(4, rules.direction).after[last_dealer]

    def needs(self, rules: TwentyNineRules) -> tuple[tuple[str, ...], ...]:
        """See `engine.twenty_nine.needs`."""
        return needs(rules)

    def win_weight(self, rules: TwentyNineRules) -> int:
        """The `win_weight` of the rules."""
        return rules.win_weight


def _winner(scores: tuple[int, ...], target: int) -> tuple[int, ...] | None:
    one, two = scores
    if one >= target or two <= -target:
        return (0,)
    return (1,) if two >= target or one <= -target else None


GAME = TwentyNine()
