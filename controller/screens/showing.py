"""From what may be known of a match to the lights and the screen.

Nothing here looks at a hand: screens come from the public view, lights from the same public parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from controller.messages import Messages
from controller.session.session import Session
from controller.words import actions as words
from controller.words.facts import fact_lines
from display import Face, Labels, Panel, Screen, SeatLine, Status
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
    messages = session.wording
    acting = acting_seats(session)
    return Screen(
        title=_title(public, messages),
        phase=_phase(session, public),
        facts=(*_clock_fact(session, clock_left), *_facts(session, public)),
        seats=tuple(_seat(public, seat, acting, messages) for seat in range(len(public.seats))),
        panel_names=tuple(map(messages.team, public.teams)),
        face=face_of(session, fault=bool(faults)),
        messages=tuple(session.messages[-MESSAGES_SHOWN:]),
        faults=tuple(faults),
        spoken=session.said,
        labels=labels_of(messages),
    )


@lru_cache
def labels_of(messages: Messages) -> Labels:
    """The words of the views themselves."""
    return Labels(
        hidden=messages.text("light.hidden"),
        plain=messages.text("light.plain"),
        fault=messages.text("light.fault"),
        mended=messages.text("light.mended"),
        running=messages.text("light.running"),
        alert=messages.text("light.alert"),
        winner=messages.text("light.winner"),
        digits=messages.digits,
    )


def _clock_fact(session: Session, left: float | None) -> tuple[tuple[str, str], ...]:
    if left is None:
        return ()
    messages = session.wording
    seconds = messages.number(math.ceil(left))
    if session.clock.paused:
        seconds = messages.text("screen.paused", seconds=seconds)
    return ((messages.text("screen.seconds"), seconds),)


def _title(public: View, messages: Messages) -> str:
    number = public.deals + (0 if public.winner is not None else 1)
    game = messages.text(f"game.{public.game}")
    return messages.text("screen.title", game=game, number=number)


def _phase(session: Session, public: View) -> str:
    messages = session.wording
    if not session.waiting or public.winner is not None:
        return messages.text(f"phase.{public.phase}")
    if public.dealer is None:
        return messages.text("screen.waiting")
    return messages.text("screen.waiting-dealer", seat=messages.seat(public.seats[public.dealer]))


def _seat(public: View, seat: int, acting: tuple[int, ...], messages: Messages) -> SeatLine:
    tags = [messages.text("tag.dealer")] if seat == public.dealer else []
    if public.facts.get("caller") == seat:
        tags.append(messages.text("tag.caller"))
    trick = zip(public.trick.seats, public.trick.cards, strict=True)
    played = _cards_text([card for its, card in trick if its == seat], messages)
    said = [text for its, text in public.said if its == seat]
    return SeatLine(
        name=messages.seat(public.seats[seat]),
        team=public.team_of[seat],
        cards=messages.count("count.cards", public.cards[seat]),
        on_turn=seat in acting,
        tags=tuple(tags),
        played=" ".join(played) or None,
        winning=public.winning == seat,
        open_hand=_cards_text(cards_in(public.laid_open[seat]), messages),
        said=words.call_text(said[-1], messages) if said else None,
    )


def _cards_text(cards: Sequence[Card], messages: Messages) -> tuple[str, ...]:
    return tuple(map(messages.card_sign, cards))


def _facts(session: Session, public: View) -> list[tuple[str, str]]:
    messages = session.wording
    facts = [] if session.waiting else _trump(public, messages) + fact_lines(public, messages)
    if any(public.tricks):
        facts += [
            (messages.text("screen.tricks", team=messages.team(team)), messages.number(count))
            for team, count in zip(public.teams, public.tricks, strict=False)
        ]
    tally = session.tally()
    if any(tally):
        by_team = dict(zip(public.teams, tally, strict=True))
        facts.append((messages.text("screen.sitting"), messages.by_team(by_team)))
    return facts


def _trump(public: View, messages: Messages) -> list[tuple[str, str]]:
    """What everybody may know of the trump; nothing while none is chosen."""
    trump = public.trump
    label = messages.text("screen.trump")
    if trump.hidden:
        return [(label, messages.text("trump.hidden"))]
    if trump.suit is not None:
        said = messages.suit(SUITS.index(trump.suit))
    elif trump.none:
        said = messages.text("trump.none")
    else:
        return []
    return [(label, messages.text("trump.turned", trump=said) if trump.turned else said)]
