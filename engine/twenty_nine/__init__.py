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
        target = deal.rules.match_target
        (one, two), (by_one, by_two) = standing, result.change
        scores = capped(one, by_one, target), capped(two, by_two, target)
        moved = result._replace(change=(scores[0] - one, scores[1] - two))
        return Settled(scores, moved, deal.ring.after[deal.dealer], _winner(scores, target))

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
    for team, score in enumerate(scores):
        if score >= target:
            return (team,)
        if score <= -target:
            return (1 - team,)
    return None


GAME = TwentyNine()
