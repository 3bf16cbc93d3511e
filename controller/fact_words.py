"""The facts of a game that screens show, in words; keyed by fact, so that games may share them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.view import View

TAGS: Final = {"dealer": "dealer", "caller": "caller"}
"""Short words beside a seat."""


class FactWords(NamedTuple):
    """How a fact is put: its label, and its value from what the view says."""

    label: str
    show: Callable[[Any, View], str]


def fact_lines(view: View) -> list[tuple[str, str]]:
    """Label and value of each fact that a screen shows, in the order shown."""
    lines = []
    for name, (label, show) in FACTS.items():
        value = view.facts.get(name)
        text = "" if value is None else show(value, view)
        if text:
            lines.append((label, text))
    return lines


def _plain(value: Any, view: View) -> str:
    return str(value)


def _seat(value: Any, view: View) -> str:
    return str(view.seats[value])


def _bid_so_far(value: Any, view: View) -> str:
    """While the bidding lasts; then the caller and its bid say it."""
    return "" if view.facts.get("caller") is not None else str(value)


def _holder(value: Any, view: View) -> str:
    return _bid_so_far(view.seats[value], view)


def _by_team(values: Sequence[Any], view: View) -> str:
    """By team, left out while there is nothing to tell."""
    pairs = zip(view.teams, values, strict=True)
    return ", ".join(f"{team} {value}" for team, value in pairs) if any(values) else ""


def _which(flags: Sequence[bool], view: View) -> str:
    """The teams of which something is so."""
    return " ".join(team for team, flag in zip(view.teams, flags, strict=True) if flag)


FACTS: Final[Mapping[str, FactWords]] = {
    "standing": FactWords("standing bid", _bid_so_far),
    "holder": FactWords("bid held by", _holder),
    "caller": FactWords("caller", _seat),
    "bid": FactWords("bid", _plain),
    "target": FactWords("target", _plain),
    "value": FactWords("deal value", _plain),
    "needs": FactWords("caller's side needs", _plain),
    "breaks": FactWords("others need", _plain),
    "alone": FactWords("plays alone", _seat),
    "pair_by": FactWords("pair shown by", _seat),
    "owner": FactWords("hidden card of", _seat),
    "pile": FactWords("tricks in the middle", _plain),
    "running": FactWords("takes them by winning next", _seat),
    "tens": FactWords("tens", _by_team),
    "match_points": FactWords("points", _by_team),
    "kots": FactWords("kots", _by_team),
    "streaks": FactWords("deals won running", _by_team),
    "fresh_used": FactWords("has asked for a new deal", _which),
    "cards_each": FactWords("cards dealt to each", _plain),
    "to_play": FactWords("cards to play", _plain),
    "stock": FactWords("cards in the stock", _plain),
    "out": FactWords("out", _which),
}
"""Every fact that screens show, in the order shown."""
