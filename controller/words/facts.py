"""The facts of a game that screens show, in words; keyed by fact, so that games may share them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from controller.messages import Messages
from engine.view import View

Show = Callable[[Any, View, Messages], str]
"""Makes text of the value of a fact."""


def fact_lines(view: View, messages: Messages) -> list[tuple[str, str]]:
    """Label and value of each fact that a screen shows, in the order shown."""
    lines = []
    for name, show in FACTS.items():
        value = view.facts.get(name)
        text = "" if value is None else show(value, view, messages)
        if text:
            lines.append((messages.text(f"fact.{name}"), text))
    return lines


def _number(value: int, view: View, messages: Messages) -> str:
    return messages.number(value)


def _seat(value: int, view: View, messages: Messages) -> str:
    return messages.seat(view.seats[value])


def _bid_so_far(value: int, view: View, messages: Messages) -> str:
    """While the bidding lasts; then the caller and its bid say it."""
    return messages.number(value) if view.facts.get("caller") is None else ""


def _holder(value: int, view: View, messages: Messages) -> str:
    return _seat(value, view, messages) if view.facts.get("caller") is None else ""


def _by_team(values: Sequence[int], view: View, messages: Messages) -> str:
    """By team, left out while there is nothing to tell."""
    pairs = zip(view.teams, values, strict=True)
    return messages.by_team(dict(pairs)) if any(values) else ""


def _which(flags: Sequence[bool], view: View, messages: Messages) -> str:
    """The teams of which something is so."""
    teams = zip(view.teams, flags, strict=True)
    return " ".join(messages.team(team) for team, flag in teams if flag)


FACTS: Final[Mapping[str, Show]] = {
    "standing": _bid_so_far,
    "holder": _holder,
    "caller": _seat,
    "bid": _number,
    "target": _number,
    "value": _number,
    "needs": _number,
    "breaks": _number,
    "alone": _seat,
    "pair_by": _seat,
    "owner": _seat,
    "pile": _number,
    "running": _seat,
    "tens": _by_team,
    "match_points": _by_team,
    "kots": _by_team,
    "streaks": _by_team,
    "fresh_used": _which,
    "cards_each": _number,
    "to_play": _number,
    "stock": _number,
    "out": _which,
}
"""Every fact that screens show, in the order shown."""
