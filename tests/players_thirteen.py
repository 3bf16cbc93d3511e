"""Hand-made states of the games of thirteen cards, and what the sensible player does in them."""

from __future__ import annotations

from random import Random
from typing import Any

from gm_table import GameTable, Hands
from players_table import SENSIBLE, ask

from engine.cards import NAMES


def filled(**named: str) -> Hands:
    """Four hands of thirteen: the cards named first, then the rest of the pack dealt out in order.

    A word such as `AK7s` names several cards of a suit.
    """
    hands = {seat: cards_of(named.get(seat, "")) for seat in "ENWS"}
    taken = [card for hand in hands.values() for card in hand]
    if len(set(taken)) < len(taken) or max(map(len, hands.values())) > 13:
        raise AssertionError(f"a card twice, or too many: {named}")
    rest = [card for card in NAMES[:52] if card not in taken]
    for hand in hands.values():
        while len(hand) < 13:
            hand.append(rest.pop(0))
    return hands


def cards_of(text: str) -> list[str]:
    """The cards of some words such as `AK7s`."""
    return [rank + word[-1] for word in text.split() for rank in word[:-1]]


def called_on(game: str, calls: str = "", **setup: Any) -> GameTable:
    """A table where the first five cards are dealt, S being the dealer, and some calls are made.

    `setup` are hands by seat, as for `filled`, and options.
    """
    hands = {key: setup.pop(key) for key in "ENWS" if key in setup}
    table = GameTable(game, **setup)
    table.deal(filled(**hands))
    table.do(calls)
    return table


def at_play(game: str, plays: str = "", calls: str = "", **setup: Any) -> GameTable:
    """A table in the play after some cards, E having led first."""
    hands = {key: setup.pop(key) for key in "ENWS" if key in setup}
    table = GameTable(game, **setup)
    table.to_play(filled(**hands), *filter(None, calls.split("\n")))
    table.plays(plays)
    return table


def does(table: GameTable, seat: str, seed: int = 13) -> str:
    """What the sensible player does at a seat, in words."""
    return ask(table.match, SENSIBLE, table.match.seating.seat(seat), Random(seed)).text()
