"""Two histories of a match that differ only in what lies face down.

Cards that were never played are dealt the other way round, or another marker is laid; everything
said and played is the same. What a viewer who holds none of them knows must then be the same too.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.actions import Action, Verb
from engine.cards import NAMES, Card
from engine.match import Match
from engine.outcome import Outcome
from engine.rulings import Ruling
from engine.twenty_nine import TwentyNineDeal
from engine.twenty_nine.markers import markers

Others = list[int | None]
"""Viewers, None for everybody."""
_LOOKED_INTO_HANDS = {"void:no-points", "void:seventh", "void:trumpless"}


def with_cards_swapped(
    rng: Random, actions: list[Action], deal: TwentyNineDeal
) -> tuple[list[Action], Others] | None:
    """The actions of a deal with two unplayed cards of different seats changed over.

    With them the viewers to whom that must make no difference. None when there are no two such.
    """
    taken = [(card, action.seat) for action in actions for card in _taken(action)]
    public = sum(deal.laid_open()) | deal.played
    if deal.seventh_called and deal.shown_in is not None:
        public |= 1 << [card for card, seat in taken if seat == deal.caller][6]
    held = {card: seat for card, seat in taken if not public >> card & 1}
    pairs = [(one, other) for one in held for other in held if held[one] < held[other]]
    if not pairs:
        return None
    one, other = rng.choice(pairs)
    new = {one: other, other: one}
    changed = [
        action.with_cards(tuple(new.get(card, card) for card in action.cards))
        if action.verb is Verb.TAKE
        else action
        for action in actions
    ]
    return changed, [None, *(seat for seat in range(4) if seat not in (held[one], held[other]))]


def _taken(action: Action) -> tuple[Card, ...]:
    return action.cards if action.verb is Verb.TAKE else ()


def with_another_marker(
    rng: Random, actions: list[Action], deal: TwentyNineDeal
) -> tuple[list[Action], Others] | None:
    """The actions of a deal with another marker laid; None when there is none, or it was shown."""
    laid = [action for action in actions if action.verb is Verb.MARK]
    if not laid or deal.shown_in is not None or deal.alone is not None:
        return None
    marker = rng.choice([card for card in markers(deal.rules) if card not in laid[0].cards])
    changed = [
        action.with_cards((marker,)) if action.verb is Verb.MARK else action for action in actions
    ]
    return changed, [None, *(seat for seat in range(4) if seat != laid[0].seat)]


def retold(
    match: Match, before: int, changed: Iterable[Action], rest: list[Action]
) -> Match | None:
    """A new match of the same rules in which these actions are told instead.

    `before` actions of the match come first, then the changed ones, then the rest. None when the
    changed cards make an action illegal or void the deal: then the histories differ in the open.
    Raises AssertionError when anything else that is public comes out differently.
    """
    old = match.actions()
    first = match.deals[0].as_json(match.seating)["dealer"] if match.deals else None
    dealer = match.deal.dealer if first is None else match.seating.seat(str(first))
    again = Match(match.game, match.rules, match.seating, dealer)
    true = Match(match.game, match.rules, match.seating, dealer)
    told = [*old[:before], *changed, *rest]
    for action, told_action in zip(old, told, strict=True):
        wanted = public(true, true.apply(action))
        try:
            found = public(again, again.apply(told_action))
        except Ruling:
            return None
        if found != wanted:
            codes = {deal.code for deal in (*again.deals[-1:], *true.deals[-1:])}
            if codes & _LOOKED_INTO_HANDS:
                return None
            raise AssertionError(f"{action.text()} betrays a hidden card: {wanted} and {found}")
    return again


def public(match: Match, outcome: Outcome) -> dict[str, object]:
    """What everybody learns from an accepted action."""
    deal = outcome.deal
    return outcome._asdict() | {
        "deal": None if deal is None else deal.as_json(match.seating, public=True)
    }


def answers(match: Match, seat: int) -> dict[str, str]:
    """What a seat is answered to each thing it may try with a card, or with none."""
    tries = [Action(seat, Verb.PLAY, (Card(card),)) for card in range(len(NAMES))]
    tries += [Action(seat, verb) for verb in (Verb.SHOW, Verb.PAIR, Verb.SINGLE, Verb.PASS)]
    return {action.text(): answer(match, action) for action in tries}


def answer(match: Match, action: Action) -> str:
    """The ruling on an action, or what everybody learns from it; the match stays as it is."""
    try:
        told = public(match, match.apply(action))
    except Ruling as ruling:
        return f"{ruling.code}"
    match.apply(Action(-1, Verb.UNDO))
    return "accepted" if told["deal"] is None else f"ends the deal: {told['deal']}"
