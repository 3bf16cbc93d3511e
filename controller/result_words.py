"""How deals end, in sentences; keyed by result code, so that games may share them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.words import by_team, card_text
from engine import parse_card

DealObject = Mapping[str, Any]
"""A deal object as records write it."""


def result_text(deal: DealObject) -> str:
    """How a deal ended, from its deal object."""
    code = str(deal["result"])
    sentence = _RESULTS.get(code)
    if sentence is None:
        return f"The deal is void: {_VOIDS.get(code, code)}."
    return sentence(deal)


_VOIDS: Final = {
    "void:no-points": "one of the first two hands had no point card",
    "void:all-pass": "everybody passed",
    "void:seventh": "the caller's hand is too poor for its seventh card",
    "void:trumpless": "the caller's opponents hold no trump",
    "void:unshown": "the trump was never shown",
    "void:director": "the director said so",
}


def _bid(deal: DealObject, how: str) -> str:
    return (
        f"{deal['caller']} {how} the bid of {deal['bid']} (target {deal['target']}, "
        f"points {by_team(deal['points'])}): {_moves(deal['change'])}."
    )


def _alone(deal: DealObject, call: str, how: str) -> str:
    return f"{deal['caller']} {how} the {call}: {_moves(deal['change'])}."


def _moves(change: Mapping[str, int]) -> str:
    moved = [f"{team} {value:+d}" for team, value in change.items() if value]
    return ", ".join(moved) if moved else "no score moves"


def _tricks(deal: DealObject, how: str) -> str:
    """A deal of Court Piece or Mendikot: who gained, by what, with how many tricks."""
    gained = deal["points"] if any(deal["points"].values()) else deal.get("kots", {})
    winner = max(gained, key=lambda team: int(gained[team]))
    kots = deal.get("kots", {})
    with_kots = f", kots {_moves(kots)}" if any(kots.values()) else ""
    bonus = f" {deal['bonus']} has the bonus of its streak." if deal.get("bonus") else ""
    return (
        f"{winner} {how} (tricks {by_team(deal['tricks'])}): "
        f"{_moves(deal['points'])}{with_kots}.{bonus}"
    )


def _hand(deal: DealObject) -> str:
    """A hand of Twenty-Two: who took the last trick, with what, and who is out."""
    kept = [
        f"{seat} keeps {card_text(parse_card(card))}"
        for seat, card in zip(deal["loser"], deal["kept"], strict=True)
    ]
    out = f" Out: {' '.join(deal['out'])}." if deal["out"] else ""
    return f"The last trick: {', '.join(kept)}.{out}"


_RESULTS: Final[Mapping[str, Callable[[DealObject], str]]] = {
    "made": lambda deal: _bid(deal, "made"),
    "failed": lambda deal: _bid(deal, "failed"),
    "single-made": lambda deal: _alone(deal, "single hand", "made"),
    "single-failed": lambda deal: _alone(deal, "single hand", "lost"),
    "tenny-made": lambda deal: _alone(deal, "tenny", "made"),
    "tenny-failed": lambda deal: _alone(deal, "tenny", "lost"),
    "won": lambda deal: _tricks(deal, "called and won the deal"),
    "set": lambda deal: _tricks(deal, "won against the callers"),
    "kot": lambda deal: _tricks(deal, "made a kot"),
    "goon-kot": lambda deal: _tricks(deal, "made a goon kot"),
    "fresh": lambda deal: "There is a new deal, as was asked for; the same dealer deals.",
    "mendi": lambda deal: _tricks(deal, "has three tens"),
    "tricks": lambda deal: _tricks(deal, "has two tens and seven tricks or more"),
    "mendikot": lambda deal: _tricks(deal, "has all four tens: mendikot"),
    "whitewash": lambda deal: _tricks(deal, "has all thirteen tricks: whitewash"),
    "hand": _hand,
}
