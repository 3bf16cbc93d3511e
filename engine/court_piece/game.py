"""What the four forms of Court Piece have in common as games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.actions import Verb
from engine.cards import FULL_PACK, SUITS, names_of
from engine.court_piece.first_to_seven import FirstToSeven
from engine.court_piece.result import CourtPieceResult
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.scoring import dealer_after
from engine.court_piece.standing import CourtPieceStanding
from engine.game import Game, Settled
from engine.seating import Ring, Seating

Needs = tuple[tuple[str, ...], ...]


class CourtPiece(Game):
    """A form of Court Piece; `make_deal` makes its deals, `make_unseen` those with unseen hands."""

    rules = CourtPieceRules
    has_draw = True
    make_deal: ClassVar[Callable[..., FirstToSeven]]
    make_unseen: ClassVar[Callable[..., FirstToSeven]]

    def opening(self, rules: CourtPieceRules, seating: Seating) -> CourtPieceStanding:
        """Both teams begin at zero."""
        return CourtPieceStanding(rules.count)

    def first_dealer(self, rules: CourtPieceRules, seating: Seating, highest: int) -> int:
        """The highest card picks the trump, so the seat before it deals."""
        return Ring.of(4, rules.direction).before(highest)

    def deal(
        self,
        rules: CourtPieceRules,
        seating: Seating,
        standing: CourtPieceStanding,
        dealer: int,
        *,
        unseen: bool,
    ) -> FirstToSeven:
        """A new deal."""
        make = self.make_unseen if unseen else self.make_deal
        return make(rules, seating, Ring.of(4, rules.direction), dealer, standing.fresh_used)

    def settle(
        self, deal: FirstToSeven, result: CourtPieceResult, standing: CourtPieceStanding
    ) -> Settled:
        """Add points, kots and bonus; the side that won the deal calls next."""
        callers = deal.seating.team_of[deal.caller]
        after, done = standing.with_fresh_by(deal.fresh_by).after(result, callers, deal.rules)
        dealer = dealer_after(result.code, deal.dealer, deal.ring)
        winners = [team for team, had in enumerate(after.counted) if had >= deal.rules.target]
        return Settled(after, done, dealer, tuple(winners) or None)

    def scores(self, standing: CourtPieceStanding) -> tuple[int, ...]:
        """What is counted: points or kots."""
        return standing.counted

    def scores_json(self, standing: CourtPieceStanding, seating: Seating) -> dict[str, object]:
        """Both, whichever is counted."""
        return {
            "scores": seating.by_team(standing.points),
            "kots": seating.by_team(standing.kots),
        }

    def facts(self, standing: CourtPieceStanding) -> Mapping[str, object]:
        """By team `match_points`, `kots`, `streaks`, `fresh_used`; `decides`: which one counts."""
        return {
            "decides": standing.decides,
            "match_points": standing.points,
            "kots": standing.kots,
            "streaks": standing.streaks,
            "fresh_used": standing.fresh_used,
        }

    def leaders(self, standing: CourtPieceStanding) -> tuple[int, ...]:
        """The higher score wins, equal ones share."""
        counted = standing.counted
        return tuple(team for team, had in enumerate(counted) if had == max(counted))

    def next_dealer(self, rules: Any, seating: Seating, last_dealer: int) -> int | None:
        """Every match begins with a draw."""
        return None

    def calls(self, rules: CourtPieceRules) -> Sequence[str]:
        """The calls of this form, as a deck file writes them."""
        return ()

    def needs(self, rules: CourtPieceRules) -> Needs:
        """Each card of the pack, and the calls of these rules."""
        fresh = (str(Verb.FRESH),) if rules.fresh_deal else ()
        return tuple((name,) for name in (*names_of(FULL_PACK), *self.calls(rules), *fresh))


def calls_of_named_trump(rules: CourtPieceRules) -> Sequence[str]:
    """The calls where a trump is named: each suit, a pass, and each change."""
    changes = [f"{Verb.CHANGE} {suit}" for suit in SUITS] if rules.change_trump else []
    return [f"{Verb.TRUMP} {suit}" for suit in SUITS] + [str(Verb.PASS)] + changes
