"""What Twenty-Nine adds to a view: bid, trump, target, and what each side needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.cards import NAMES
from engine.phases import Phase

if TYPE_CHECKING:
    from engine.twenty_nine.state import TwentyNineState


def facts(deal: TwentyNineState, viewer: int | None) -> Mapping[str, object]:
    """Facts by name, for a seat or (None) for everybody; seats are numbers.

    `standing` and `holder` are the bid so far; `caller`, `bid`, `target` and `value` are there once
    the bidding is over, `needs` and `breaks` (what the caller's side still needs, what the others
    need in all) once the trump is chosen. Only the caller's own view has `marker` and `seventh`,
    and `chosen` (the trump word), before the trump is shown.
    """
    public: dict[str, object] = {
        "standing": deal.auction.number if deal.auction else None,
        "holder": deal.auction.holder if deal.auction else None,
        "caller": deal.caller,
        "bid": deal.bid,
        "target": deal.target,
        "value": deal.value,
        "alone": deal.alone,
        "alone_call": None if deal.alone_call is None else str(deal.alone_call),
        "seventh_called": deal.seventh_called,
        "pair_by": deal.pair_by,
    }
    if deal.target is not None and deal.caller is not None and _trump_chosen(deal):
        got = deal.points[deal.seating.team_of[deal.caller]]
        public["needs"] = max(0, deal.target - got)
        public["breaks"] = deal.rules.points_on_table - deal.target + 1
    if viewer is not None and viewer == deal.caller:
        # The seventh card may be looked at once all are dealt, not as it comes.
        unseen = deal.seventh_called and deal.phase is Phase.DEAL
        public["marker"] = None if deal.marker is None else NAMES[deal.marker]
        public["seventh"] = None if deal.seventh is None or unseen else NAMES[deal.seventh]
        public["chosen"] = None if deal.trump is None or unseen else deal.trump.word
    return public


def _trump_chosen(deal: TwentyNineState) -> bool:
    return deal.trump is not None or deal.seventh_called
