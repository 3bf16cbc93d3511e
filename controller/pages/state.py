"""What the pages show of a table, as plain data: the public view, and the public parts around it.

This is the only place where something goes to the pages. Nothing here looks at a hand: the match
comes from the view for everybody, the rest is what screens and lights show too. Two tables that
differ only in hidden cards give the same data.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.screens.showing import acting_seats, face_of
from controller.session.session import Session
from engine.deal import TrumpView
from engine.outcome import DealResult
from engine.phases import Phase
from engine.trick import Trick
from engine.view import View, view

DEALS_SENT: Final = 40
"""The newest; a match may have hundreds."""
MATCHES_SENT: Final = 20
PageState = Mapping[str, Any]
"""What `PageStates.of` makes; see there."""
Place = tuple[str, int | None]
"""What is lost: `reader`, `lights`, `journal` or the like, and whose it is where it is a seat's."""


class PageStates:
    """Makes the state of the pages, again and again; remembers deals that are over."""

    def __init__(self) -> None:
        self._told: list[tuple[DealResult, Mapping[str, object]]] = []

    def of(
        self, session: Session, lost: Sequence[Place] = (), clock_left: float | None = None
    ) -> PageState:
        """The state now; `lost` names lost hardware, `clock_left` are seconds of a call clock.

        `view` has the fields of `engine.view.View`; `face` those of `display.Face`; seats and teams
        are numbers. `deals` are the newest deal objects of this match, `first` the number of the
        first of them; `matches` the newest of this sitting that are over; `messages` the last
        sentences, by language; `players` the names of people, by the name of their seat.
        """
        deals = self._deals(session)
        clock = None
        if clock_left is not None:
            clock = {"left": clock_left, "paused": session.clock.paused}
        return {
            "view": {
                **_plain(view(session.match)),
                "last_deal": deals[-1] if deals else None,
            },
            "wait": session.waiting,
            "acting": acting_seats(session),
            "alerts": sorted(session.alerts),
            "face": dataclasses.asdict(face_of(session, fault=bool(lost))),
            "said": session.said,
            "messages": list(session.spoken),
            "clock": clock,
            "tally": session.tally(),
            "players": dict(session.players),
            "matches": [dataclasses.asdict(past) for past in session.past[-MATCHES_SENT:]],
            "lost": list(lost),
            "deals": deals,
            "first": len(session.match.deals) - len(deals) + 1,
        }

    def _deals(self, session: Session) -> list[Mapping[str, object]]:
        newest = session.match.deals[-DEALS_SENT:]
        known = {id(deal): (deal, told) for deal, told in self._told}
        seating = session.match.seating
        self._told = [
            known.get(id(deal)) or (deal, deal.as_json(seating, public=True)) for deal in newest
        ]
        return [told for _, told in self._told]


def _plain(public: View) -> dict[str, Any]:
    if public.viewer is not None:
        raise ValueError("a view of one seat is not for the pages")
    fields = {field.name: getattr(public, field.name) for field in dataclasses.fields(public)}
    return {
        **fields,
        "trump": public.trump._asdict(),
        "trick": public.trick._asdict(),
        "last_trick": public.last_trick._asdict(),
    }


def view_in(state: PageState) -> View:
    """The view in a state that has come as JSON. Raises KeyError, TypeError, ValueError."""
    found = dict(state["view"])
    return View(
        **{
            **found,
            "phase": Phase(found["phase"]),
            "trump": TrumpView(**found["trump"]),
            "trick": _trick(found["trick"]),
            "last_trick": _trick(found["last_trick"]),
        }
    )


def _trick(found: Mapping[str, Any]) -> Trick:
    return Trick(tuple(found["seats"]), tuple(found["cards"]))
