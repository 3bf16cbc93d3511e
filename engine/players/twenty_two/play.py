"""Which cards to lead, or to lay on those that were led."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import cast

from engine.actions import Action, Verb
from engine.cards import Card, Mask, cards_in
from engine.players.twenty_two.odds import stands
from engine.players.twenty_two.prospects import Prospects
from engine.players.twenty_two.sight import look
from engine.twenty_two.rules import TwentyTwoRules
from engine.twenty_two.sets import HEIGHT, low_to_high, meets
from engine.view import View


def choose_cards(seen: View, rules: TwentyTwoRules) -> Action:
    """The cards after which the rest of the hand is likely to cost least."""
    sight = look(seen, rules)
    prospects = Prospects(sight)
    hand = low_to_high(cards_in(cast(Mask, seen.hand)))
    best = _best(seen)

    def cost(cards: tuple[Card, ...]) -> float:
        rest = [HEIGHT[card] for card in hand if card not in cards]
        if not rest:
            return 0.0
        if best and not meets(cards, best):
            return prospects.cost(rest, leads=0.0)
        laid = [HEIGHT[card] for card in cards]
        return prospects.cost(rest, leads=stands(sight, laid, sight.after))

    options = list(_follows(hand, best) if best else _leads(hand))
    return Action(cast(int, seen.viewer), Verb.PLAY, min(options, key=cost))


def _best(seen: View) -> tuple[Card, ...]:
    """The best cards of the trick so far, low to high; none when leading."""
    trick = seen.trick
    return low_to_high(
        [card for seat, card in zip(trick.seats, trick.cards, strict=True) if seat == seen.winning]
    )


def _leads(hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """From each rank one card up to all, so that one card stays; high ranks first."""
    for _, alike in groupby(reversed(hand), key=HEIGHT.__getitem__):
        cards = low_to_high(alike)
        for size in range(len(cards), 0, -1):
            if size < len(hand) or size == 1:
                yield cards[:size]


def _follows(hand: Sequence[Card], best: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Neighbours that meet the best cards, high ones first; the tightest fit; the lowest cards."""
    size = len(best)
    for start in range(len(hand) - size, -1, -1):
        cards = tuple(hand[start : start + size])
        if meets(cards, best):
            yield cards
    tight = _tightest(hand, best)
    if tight:
        yield tight
    yield tuple(hand[:size])


def _tightest(hand: Sequence[Card], best: Sequence[Card]) -> tuple[Card, ...]:
    """The lowest cards that meet the best ones; none when they cannot be met."""
    fit: list[Card] = []
    rest = iter(hand)
    for other in best:
        card = next((card for card in rest if HEIGHT[card] >= HEIGHT[other]), None)
        if card is None:
            return ()
        fit.append(card)
    return tuple(fit)
