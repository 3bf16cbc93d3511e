"""Mendikot: thirteen cards each, and the tens decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.actions import Verb
from engine.cards import FULL_PACK, names_of
from engine.game import Game, Settled
from engine.mendikot.band import BandDeal, UnseenBandDeal
from engine.mendikot.katte import KatteDeal, UnseenKatteDeal
from engine.mendikot.result import MendikotResult
from engine.mendikot.rules import MendikotRules
from engine.mendikot.scoring import dealer_after
from engine.seating import Ring, Seating

__all__ = ["GAME", "BandDeal", "KatteDeal", "MendikotResult", "MendikotRules"]


class MendikotStanding(NamedTuple):
    """Points, and fresh deals asked for, by team."""

    points: tuple[int, ...] = (0, 0)
    fresh_used: tuple[bool, ...] = (False, False)


class Mendikot(Game):
    """The game of Mendikot."""

    name = "mendikot"
    rules = MendikotRules
    say = "Catch the tens: four players, two teams, 52 cards."
    has_draw = True

    def opening(self, rules: MendikotRules, seating: Seating) -> MendikotStanding:
        """Both teams begin at zero."""
        return MendikotStanding()

    def first_dealer(self, rules: MendikotRules, seating: Seating, highest: int) -> int:
        """The seat before the one that drew the highest card."""
        return Ring.of(4, rules.direction).before(highest)

    def deal(
        self,
        rules: MendikotRules,
        seating: Seating,
        standing: MendikotStanding,
        dealer: int,
        *,
        unseen: bool,
    ) -> KatteDeal | BandDeal:
        """A new deal."""
        make: type[KatteDeal] | type[BandDeal]
        if rules.trump_mode == "band":
            make = UnseenBandDeal if unseen else BandDeal
        else:
            make = UnseenKatteDeal if unseen else KatteDeal
        return make(rules, seating, Ring.of(4, rules.direction), dealer, standing.fresh_used)

    def settle(
        self, deal: KatteDeal | BandDeal, result: MendikotResult, standing: MendikotStanding
    ) -> Settled:
        """Add the points."""
        points = tuple(a + b for a, b in zip(standing.points, result.points, strict=True))
        used = tuple(was or team == deal.fresh_by for team, was in enumerate(standing.fresh_used))
        dealer = deal.dealer
        if result.winner is not None:
            dealers = deal.seating.team_of[dealer]
            dealer = dealer_after(result.winner, result.code, dealer, dealers, deal.ring)
        winners = [team for team, had in enumerate(points) if had >= deal.rules.target]
        return Settled(MendikotStanding(points, used), result, dealer, tuple(winners) or None)

    def scores(self, standing: MendikotStanding) -> tuple[int, ...]:
        """The points."""
        return standing.points

    def facts(self, standing: MendikotStanding) -> Mapping[str, object]:
        """`fresh_used` by team."""
        return {"fresh_used": standing.fresh_used}

    def leaders(self, standing: MendikotStanding) -> tuple[int, ...]:
        """The higher score wins, equal ones share."""
        points = standing.points
        return tuple(team for team, had in enumerate(points) if had == max(points))

    def next_dealer(self, rules: Any, seating: Seating, last_dealer: int) -> int | None:
        """Every match begins with a draw."""
        return None

    def needs(self, rules: MendikotRules) -> tuple[tuple[str, ...], ...]:
        """Each card of the pack, and the calls of these rules."""
        show = (str(Verb.SHOW),) if rules.trump_mode == "band" else ()
        fresh = (str(Verb.FRESH),) if rules.fresh_deal else ()
        return tuple((name,) for name in (*names_of(FULL_PACK), *show, *fresh))


GAME = Mendikot()
