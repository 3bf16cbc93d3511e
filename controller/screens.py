"""From what may be known of a match to the lights and the screen.

Nothing here looks at a hand: screens come from the public view, lights from the same public parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from controller import words
from controller.fact_words import TAGS, fact_lines
from controller.session import Session
from display import Face, Panel, Screen, SeatLine, Status
from engine.cards import SUITS, Card, cards_in
from engine.deal import NOBODY
from engine.view import View, view

MESSAGES_SHOWN: Final = 60
"""Enough for a terminal, and for what is said while one screen is being drawn."""


def face_of(session: Session, *, fault: bool = False) -> Face:
    """The lights as they should be now; `fault` says that something of the hardware is lost."""
    # Not through `engine.view`: a tap waits for this, and a view has much more than lights show.
    match = session.match
    dark = session.waiting or match.winner is not None
    trump = None if dark else match.deal.trump_view()
    status = Status(
        trump=trump.suit if trump else None,
        hidden=bool(trump and trump.hidden),
        plain=bool(trump and trump.plain),
        fault=fault,
        running=True,
    )
    acting = acting_seats(session)
    panels = tuple(_panel(session, team, acting) for team in range(len(match.seating.teams)))
    return Face(status, panels)


def acting_seats(session: Session) -> tuple[int, ...]:
    """Who is lit: between deals only the next dealer, otherwise whoever is to act."""
    match = session.match
    if not session.waiting:
        return match.actors()
    if match.winner is not None or match.deal.dealer == NOBODY:
        return ()
    return (match.deal.dealer,)


def _panel(session: Session, team: int, acting: tuple[int, ...]) -> Panel:
    match = session.match
    members = match.seating.members(team)
    lit = [seat in acting for seat in members]
    return Panel(
        score=match.scores[team],
        turn=(lit[0], lit[1] if len(lit) > 1 else False),
        alert=any(seat in session.alerts for seat in members),
        winner=match.winner is not None and team in match.winner,
    )


def screen_of(
    session: Session, faults: Sequence[str] = (), clock_left: float | None = None
) -> Screen:
    """The whole screen as it should be now.

    `faults` are sentences about lost hardware, `clock_left` are the seconds left on a call clock.
    """
    public = view(session.match)
    acting = acting_seats(session)
    return Screen(
        title=_title(session, public),
        phase=_phase(session, public),
        facts=(*_clock_fact(session, clock_left), *_facts(session, public)),
        seats=tuple(_seat(public, seat, acting) for seat in range(len(public.seats))),
        panel_names=public.teams,
        face=face_of(session, fault=bool(faults)),
        messages=tuple(session.messages[-MESSAGES_SHOWN:]),
        faults=tuple(faults),
        spoken=session.said,
    )


def _clock_fact(session: Session, left: float | None) -> tuple[tuple[str, str], ...]:
    if left is None:
        return ()
    seconds = str(math.ceil(left)) + (" (paused)" if session.clock.paused else "")
    return (("seconds left", seconds),)


def _title(session: Session, public: View) -> str:
    number = public.deals + (0 if public.winner is not None else 1)
    return f"{public.game} · deal {number}"


def _phase(session: Session, public: View) -> str:
    if session.waiting and public.winner is None:
        dealer = "" if public.dealer is None else f": {public.seats[public.dealer]}"
        return f"waiting for the call deal{dealer}"
    return words.PHASE_NAMES[public.phase]


def _seat(public: View, seat: int, acting: tuple[int, ...]) -> SeatLine:
    tags = [TAGS["dealer"]] if seat == public.dealer else []
    if public.facts.get("caller") == seat:
        tags.append(TAGS["caller"])
    trick = zip(public.trick.seats, public.trick.cards, strict=True)
    played = _cards_text([card for its, card in trick if its == seat])
    said = [text for its, text in public.said if its == seat]
    return SeatLine(
        name=public.seats[seat],
        team=public.team_of[seat],
        cards=public.cards[seat],
        on_turn=seat in acting,
        tags=tuple(tags),
        played=" ".join(played) or None,
        winning=public.winning == seat,
        open_hand=_cards_text(cards_in(public.laid_open[seat])),
        said=said[-1] if said else None,
    )


def _cards_text(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(words.card_text(card) for card in cards)


def _facts(session: Session, public: View) -> list[tuple[str, str]]:
    facts = _trump(public) if not session.waiting else []
    if not session.waiting:
        facts += fact_lines(public)
    facts += [
        (f"tricks {team}", str(count))
        for team, count in zip(public.teams, public.tricks, strict=False)
        if any(public.tricks)
    ]
    tally = session.tally()
    if any(tally):
        facts.append(("sitting", words.by_team(dict(zip(public.teams, tally, strict=True)))))
    return facts


def _trump(public: View) -> list[tuple[str, str]]:
    """What everybody may know of the trump; nothing while none is chosen."""
    trump = public.trump
    if trump.hidden:
        return [("trump", "hidden")]
    if trump.suit is None and not trump.none:
        return []
    suit = "none" if trump.suit is None else words.SUIT_NAMES[SUITS.index(trump.suit)]
    return [("trump", f"{suit}, ranks reversed" if trump.turned else suit)]
