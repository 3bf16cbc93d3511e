"""The draw for the deal: each seat draws a card, and the highest settles who deals first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.actions import Action, Verb
from engine.cards import FULL_PACK, NAMES, Card, cards_in
from engine.deal import NOBODY, Deal
from engine.options import RuleSet
from engine.outcome import QUIET, Outcome
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.seating import Ring, Seating


class DrawForDeal(Deal[RuleSet]):
    """The stage before the first deal of a match; it has no dealer yet.

    `due` are the seats that have yet to draw in this round, `drawn` the cards of this round by
    seat, `shown` all cards that each seat has drawn, in order. The aces are highest in every game;
    seats that tie draw again, and all cards stay out until one is the highest.
    """

    __slots__ = ("drawn", "due", "shown")

    def __init__(self, rules: RuleSet, seating: Seating) -> None:
        seats = len(seating.names)
        super().__init__(rules, seating, Ring.of(seats, "clockwise"), NOBODY, FULL_PACK)
        self.phase = Phase.DRAW
        self.due: tuple[int, ...] = tuple(range(seats))
        self.drawn: tuple[tuple[int, Card], ...] = ()
        self.shown: tuple[tuple[Card, ...], ...] = ((),) * seats

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that have yet to draw."""
        return self.due if verb is Verb.DRAW else ()

    def actors(self) -> tuple[int, ...]:
        """The seats that have yet to draw."""
        return self.due

    def legal(self, seat: int) -> list[Action]:
        """Every card that is not yet drawn, for a seat that has yet to draw."""
        if seat not in self.due:
            return []
        return [Action(seat, Verb.DRAW, (card,)) for card in cards_in(self.pack & ~self.seen)]

    def facts(self, viewer: int | None) -> Mapping[str, object]:
        """`drawn`: by seat, the cards it has drawn, the last one last."""
        return {"drawn": tuple(tuple(NAMES[card] for card in cards) for cards in self.shown)}

    def _draw(self, action: Action) -> Outcome:
        seat, card = action.seat, action.cards[0]
        self.check_in_pack(action.cards)
        if self.seen >> card & 1:
            raise Ruling(Code.CARD_TWICE, card=card)
        self.seen |= 1 << card
        self.drawn = (*self.drawn, (seat, card))
        self.due = tuple(its for its in self.due if its != seat)
        self.shown = tuple(
            (*cards, card) if its == seat else cards for its, cards in enumerate(self.shown)
        )
        return QUIET if self.due else self._compare()

    def _compare(self) -> Outcome:
        highest = max(card % 13 for _, card in self.drawn)
        tied = sorted(seat for seat, card in self.drawn if card % 13 == highest)
        if len(tied) == 1:
            return Outcome(drawn=tied[0])
        self.due = tuple(tied)
        self.drawn = ()
        return QUIET

    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {Verb.DRAW: _draw}
