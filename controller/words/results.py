"""How deals end, in sentences; keyed by result code, so that games may share them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.messages import Messages
from engine import parse_card

DealObject = Mapping[str, Any]
"""A deal object as records write it."""


def result_text(deal: DealObject, messages: Messages) -> str:
    """How a deal ended, from its deal object."""
    code = str(deal["result"])
    if code not in RESULTS:
        return messages.text("result-more.void", why=messages.text(f"why.{code}"))
    return RESULTS[code](deal, f"result.{code}", messages)


def _bid(deal: DealObject, key: str, messages: Messages) -> str:
    return messages.text(
        key,
        caller=messages.seat(deal["caller"]),
        bid=deal["bid"],
        target=deal["target"],
        points=messages.by_team(deal["points"]),
        change=_moves(deal["change"], messages),
    )


def _alone(deal: DealObject, key: str, messages: Messages) -> str:
    change = _moves(deal["change"], messages)
    return messages.text(key, caller=messages.seat(deal["caller"]), change=change)


def _moves(change: Mapping[str, int], messages: Messages) -> str:
    moved = [
        messages.text("list.team", team=messages.team(team), value=messages.signed(value))
        for team, value in change.items()
        if value
    ]
    return messages.join(moved) or messages.text("result-more.unmoved")


def _tricks(deal: DealObject, key: str, messages: Messages) -> str:
    """A deal of Court Piece or Mendikot: who gained, by what, with how many tricks."""
    gained = deal["points"] if any(deal["points"].values()) else deal.get("kots", {})
    winner = max(gained, key=lambda team: int(gained[team]))
    change = _moves(deal["points"], messages)
    kots = deal.get("kots", {})
    if any(kots.values()):
        change = messages.text("result-more.kots", change=change, kots=_moves(kots, messages))
    tricks = messages.by_team(deal["tricks"])
    said = messages.text(key, team=messages.team(winner), tricks=tricks, change=change)
    if not deal.get("bonus"):
        return said
    return f"{said} {messages.text('result-more.bonus', team=messages.team(deal['bonus']))}"


def _fresh(deal: DealObject, key: str, messages: Messages) -> str:
    return messages.text(key)


def _hand(deal: DealObject, key: str, messages: Messages) -> str:
    """A hand of Twenty-Two: who took the last trick, with what, and who is out."""
    kept = messages.join(
        messages.text(
            "result-more.kept", seat=messages.seat(seat), card=messages.card(parse_card(card))
        )
        for seat, card in zip(deal["loser"], deal["kept"], strict=True)
    )
    said = messages.text(key, kept=kept)
    if not deal["out"]:
        return said
    out = " ".join(map(messages.seat, deal["out"]))
    return f"{said} {messages.text('result-more.out', seats=out)}"


RESULTS: Final[Mapping[str, Callable[[DealObject, str, Messages], str]]] = {
    "made": _bid,
    "failed": _bid,
    "single-made": _alone,
    "single-failed": _alone,
    "tenny-made": _alone,
    "tenny-failed": _alone,
    "won": _tricks,
    "set": _tricks,
    "kot": _tricks,
    "goon-kot": _tricks,
    "fresh": _fresh,
    "mendi": _tricks,
    "tricks": _tricks,
    "mendikot": _tricks,
    "whitewash": _tricks,
    "hand": _hand,
}
"""How each result is told, but for deals that are void; its sentence has its code in its key."""
