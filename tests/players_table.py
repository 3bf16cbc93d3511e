"""Pretend players at one table: who is asked when, and what one does in a hand-made state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from en_table import Hands, Table, hands_of

from engine.actions import Action
from engine.cards import NAMES, mask_of, parse_card
from engine.match import Match
from engine.players import PLAYERS, Player, deal_cards
from engine.players.table_talk import has_plan, next_seat
from engine.twenty_nine.scoring import PACK
from engine.view import view

SENSIBLE = PLAYERS["sensible"]
RANDOM = PLAYERS["random"]


def ask(match: Match, player: Player, seat: int, rng: Random) -> Action:
    """What a player does at a seat that may do something now."""
    return player(view(match, seat), match.legal()[seat], match.rules, rng)


def next_actions(match: Match, players: Sequence[Player], rng: Random) -> list[Action]:
    """The takes of a stage of the deal, or what one seat does."""
    if match.wants():
        return deal_cards(rng, match.deal.pack, match.deal.seen, match.wants())
    planning = [seat for seat, its in enumerate(players) if has_plan(its, match.game.name)]
    seat = next_seat(match.legal(), match.actors(), planning, rng)
    return [ask(match, players[seat], seat, rng)]


def play(match: Match, players: Sequence[Player], rng: Random, deals: int) -> Iterator[Action]:
    """Play until the match or some number of deals is over; every action once it is accepted."""
    while match.winner is None and len(match.deals) < deals:
        for action in next_actions(match, players, rng):
            match.apply(action)
            yield action


# Hand-made states of Twenty-Nine.


def mask(text: str) -> int:
    """The mask of some cards named in a line."""
    return mask_of(parse_card(word) for word in text.split())


def filled(**named: str) -> Hands:
    """Four hands of eight, the named cards first and the rest of the pack dealt out in order."""
    taken = mask(" ".join(named.values()))
    rest = [NAMES[card] for card in range(52) if PACK & ~taken & 1 << card]
    hands = {}
    for seat in "ENWS":
        some = named.get(seat, "").split()
        hands[seat] = " ".join([*some, *(rest.pop(0) for _ in range(8 - len(some)))])
    return hands_of(**hands)


def does(table: Table, seat: str, seed: int = 29) -> str:
    """What the sensible player does at a seat, in words."""
    return ask(table.match, SENSIBLE, table.match.seating.seat(seat), Random(seed)).text()


def asked_first(rules: str = "bangladesh", bids: str = "", **setup: object) -> Table:
    """A table where the first four cards are dealt and some bids are made.

    `setup` are hands by seat (a few cards are enough) and options; no deal is void for its cards.
    """
    named = {key: str(value) for key, value in setup.items() if key in "ENWS"}
    options: dict[str, Any] = {key: value for key, value in setup.items() if key not in "ENWS"}
    table = Table(rules, **{"void_no_points": False, **options})
    table.four(filled(**named))
    table.do(bids)
    return table
