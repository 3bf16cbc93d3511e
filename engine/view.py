"""What may be known: of everybody, or of one seat.

This is the only place where a match is turned into something to be shown. What stands in a view
for everybody does not depend on a hidden card or marker, and a seat's own view adds only its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.actions import FACE_DOWN, Action, Verb
from engine.cards import Mask
from engine.deal import NOBODY, Deal, TrumpView
from engine.match import Match
from engine.phases import Phase
from engine.trick import Trick

_UNSAID: Final = frozenset({Verb.TAKE, Verb.PLAY, Verb.DRAW})
"""Cards that come and go; they are no calls."""


@dataclass(frozen=True, slots=True)
class View:
    """One match as a seat (`viewer`), or everybody (`viewer` None), may know it.

    Seats and teams are numbers in the order of `seats` and `teams`. `dealer` is None while the draw
    for the deal goes on. `cards` counts the cards each seat still holds, one lying face down
    included; `hand` is the viewer's own hand (with unseen hands, what the table knows of it);
    `laid_open` has a mask per seat of cards that
    everybody may see. Where several cards are laid at once `trick` names a seat once for each of
    its cards; `winning` is the seat that would win the trick as it lies. `voids` are, by seat, the
    suits it did not follow, as masks of all their cards; empty where the game does not note it.
    `said` are the calls of this deal, cards laid face down left out. `facts` is what the game adds;
    `last_deal` the last finished deal as a deal object without hidden things.
    """

    viewer: int | None
    game: str
    seats: tuple[str, ...]
    teams: tuple[str, ...]
    team_of: tuple[int, ...]
    phase: Phase
    actors: tuple[int, ...]
    dealer: int | None
    scores: tuple[int, ...]
    winner: tuple[int, ...] | None
    cards: tuple[int, ...]
    wanted: tuple[int, ...]
    hand: Mask | None
    laid_open: tuple[Mask, ...]
    trick: Trick
    winning: int | None
    last_trick: Trick
    tricks_done: int
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    played: Mask
    voids: tuple[Mask, ...]
    trump: TrumpView
    said: tuple[tuple[int, str], ...]
    facts: Mapping[str, object]
    deals: int
    last_deal: Mapping[str, object] | None


def view(match: Match, viewer: int | None = None) -> View:
    """What a seat, or (None) everybody, may know of a match."""
    deal: Deal[Any] = match.deal
    tricks = deal.trick_state()
    wants = match.wants()
    return View(
        viewer=viewer,
        game=match.game.name,
        seats=match.seating.names,
        teams=match.seating.teams,
        team_of=match.seating.team_of,
        phase=match.phase,
        actors=match.actors(),
        dealer=None if deal.dealer == NOBODY else deal.dealer,
        scores=match.scores,
        winner=match.winner,
        cards=deal.card_counts(),
        wanted=tuple(wants.get(seat, 0) for seat in range(len(match.seating.names))),
        hand=None if viewer is None else deal.hands[viewer],
        laid_open=deal.laid_open(),
        trick=tricks.trick,
        winning=tricks.winning,
        last_trick=tricks.last_trick,
        tricks_done=tricks.done,
        tricks=tricks.tricks,
        points=tricks.points,
        played=tricks.played,
        voids=tricks.voids,
        trump=TrumpView() if match.winner is not None else deal.trump_view(),
        said=tuple((action.seat, _aloud(action)) for action in _calls(match)),
        facts={**match.game.facts(match.standing), **deal.facts(viewer)},
        deals=len(match.deals),
        last_deal=match.deals[-1].as_json(match.seating, public=True) if match.deals else None,
    )


def _calls(match: Match) -> list[Action]:
    return [action for action in match.actions_of_deal() if action.verb not in _UNSAID]


def _aloud(action: Action) -> str:
    hidden = action.verb in FACE_DOWN and action.cards
    return str(action.verb) if hidden else action.text()
