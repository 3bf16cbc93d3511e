"""What the people at a pretend table do next, and how their hands do it.

Pretend players choose; pretend people tap what was chosen on the readers of their seats.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.compose import Pretend, pace
from controller.table import Table
from engine import Action, Match
from engine.cards import names_of
from engine.players import deal_cards, find_player
from engine.players.table_talk import has_plan, must_be_said, next_seat
from engine.view import view

PLAYER: Final = "sensible"
SETTLE_S: Final = 0.6
"""After a port is opened, what is read for a moment lay there already."""
Wish = tuple[int, list[str]]
"""What somebody wants to tap: the seat, and the words of the action or call."""


class PretendPeople:
    """The people of the pretend `table`; `fast` is whether they move as fast as readers can follow.

    `taps` is how often they have laid a tag on a reader.
    """

    def __init__(self, parts: Pretend, table: Table, rng: random.Random, *, fast: bool) -> None:
        self.taps = 0
        self._parts = parts
        self._table = table
        self._rng = rng
        self._fast = fast
        self._protocols = {reader.protocol for reader in parts.config.readers}

    @property
    def _match(self) -> Match:
        return self._table.session.match

    def all_heard(self) -> bool:
        """Whether every reader is open: a tap counts a moment (`SETTLE_S`) later."""
        return len(self._table.hearing.open) == len(self._parts.config.readers)

    def call_deal(self) -> list[Wish]:
        """The dealer calls `deal`; before a draw there is no dealer yet, and anybody may call."""
        return [(max(0, self._match.deal.dealer), ["deal"])]

    def next_wishes(self, away: Collection[int] = ()) -> list[Wish]:
        """The cards that are to be dealt, or what a player does next; none of the seats `away`.

        Empty when it is for somebody away to act.
        """
        match = self._match
        if match.wants():
            takes = deal_cards(self._rng, match.deal.pack, match.deal.seen, match.wants())
            return [(take.seat, take.text().split()) for take in takes]
        action = self._choose(away)
        if action is None:
            return []
        meant = match.deal.tap()
        open_set = meant.collects and action.cards and len(action.cards) != meant.size
        close = [(action.seat, ["done"])] if open_set else []
        return [(action.seat, action.text().split()), *close]

    def _choose(self, away: Collection[int]) -> Action | None:
        match = self._match
        legal = {seat: its for seat, its in match.legal().items() if seat not in away}
        if not legal:
            return None
        player, actors = find_player(PLAYER), match.actors()
        planning = list(legal) if has_plan(player, match.game.name) else []
        if not set(actors) & set(legal) and any(seat in away for seat in actors):
            # It is for somebody away to act; others say only what is now or never.
            legal = {seat: its for seat, its in legal.items() if must_be_said(its)}
            if not legal or not planning:
                return None
        seat = next_seat(legal, actors, planning, self._rng)
        return player(view(match, seat), legal[seat], match.rules, self._rng)

    def carry_out(
        self,
        wishes: Sequence[Wish],
        begin: float,
        *,
        dealing: bool,
        on: Callable[[Any], Any] = lambda reader: reader,
    ) -> float:
        """Let the hands begin to move at a moment, in seconds; the moment of the last movement.

        `dealing` is whether they deal, which goes quicker and looks at no hand; `on` gives what is
        to be touched in place of a reader.
        """
        end = begin
        for seat, phrase in wishes:
            moves = self._parts.people[seat].plan(
                phrase,
                begin,
                hand=() if dealing else names_of(self._match.deal.hands[seat]),
                pace=pace(self._protocols, fast=self._fast, dealing=dealing),
            )
            self._parts.hands.plan([replace(move, reader=on(move.reader)) for move in moves])
            self.taps += sum(move.do == "lay" for move in moves)
            end = max(end, *(move.at for move in moves))
        return end
