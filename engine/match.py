"""A match: deals in a row, the scores, and everything accepted so far.

>>> from engine.games import find_game
>>> match = Match(find_game("twenty-nine"))
>>> match.phase, match.wants()
(<Phase.DEAL: 'deal'>, {0: 4, 1: 4, 2: 4, 3: 4})
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.actions import DIRECTOR_VERBS, Action, Verb
from engine.deal import Deal, Saved
from engine.draw import DrawForDeal
from engine.errors import Fault, UnreadableError
from engine.game import Game, Standing
from engine.options import RuleSet
from engine.outcome import QUIET, DealResult, Outcome
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.seating import DIRECTOR, Seating

SCANNED: Final = "scanned"
UNSEEN: Final = "unseen"
HANDS: Final = (SCANNED, UNSEEN)
"""How much a table sees of the hands."""


class _Entry(NamedTuple):
    """An accepted action and the state it was accepted in."""

    action: Action
    deal: Deal[Any]
    saved: Saved
    standing: Standing
    dealt: int
    winner: tuple[int, ...] | None


class Match:
    """One match of a game under one set of rules, refereed action by action.

    Call `apply` with each action; a refused one raises `Ruling` and changes nothing. `deals` are
    the results of the finished deals, `winner` the teams that won (None while the match is open),
    `deal` the deal going on (the last one, once the match is over).

    With `hands` "scanned" every card is read as it is dealt; with "unseen" nobody reads the hands,
    the table learns of them as they are played, and an `Outcome` may tell of a `revoke`.
    """

    __slots__ = ("_log", "deal", "deals", "game", "hands", "rules", "seating", "standing", "winner")

    def __init__(
        self,
        game: Game,
        rules: RuleSet | None = None,
        seating: Seating | None = None,
        dealer: int | None = None,
        hands: str = SCANNED,
    ) -> None:
        if hands not in HANDS:
            raise UnreadableError("", [Fault("hands", repr(hands), " or ".join(HANDS))])
        self.game = game
        self.hands = hands
        self.rules = game.rules.preset() if rules is None else rules
        self.seating = game.seating(None) if seating is None else seating
        self.standing: Standing = game.opening(self.rules, self.seating)
        self.deals: list[DealResult] = []
        self.winner: tuple[int, ...] | None = None
        self._log: list[_Entry] = []
        self.deal = self._first_deal(dealer)

    # Where the match stands.

    @property
    def phase(self) -> Phase:
        """Where the deal going on stands; `over` once the match has ended."""
        return self.deal.phase if self.winner is None else Phase.OVER

    @property
    def scores(self) -> tuple[int, ...]:
        """What the score dice show, by team."""
        return self.game.scores(self.standing)

    def actors(self) -> tuple[int, ...]:
        """The seats that are to act now, in the order of seats; nobody once the match is over."""
        return self.deal.actors() if self.winner is None else ()

    def legal(self) -> dict[int, list[Action]]:
        """Every action each seat may take now; seats with none are left out.

        Where a seat wants cards any card not yet dealt may come, and nothing is listed: see
        `wants`. A `throw` is listed once, without cards, its `number` the most that may be thrown;
        with unseen hands so is every verb with which any card may be meant.
        """
        if self.winner is not None:
            return {}
        listed = ((seat, self.deal.legal(seat)) for seat in range(len(self.seating.names)))
        return {seat: actions for seat, actions in listed if actions}

    def wants(self) -> dict[int, int]:
        """How many cards each seat still gets now, dealt or in exchange for others."""
        if self.winner is not None:
            return {}
        return {seat: count for seat, count in enumerate(self.deal.wanted) if count}

    def actions(self) -> list[Action]:
        """Every accepted action that stands, in order."""
        return [entry.action for entry in self._log]

    def actions_of_deal(self) -> list[Action]:
        """Every accepted action that stands of the deal going on, in order."""
        found = []
        # From the end: a long match has many deals before this one.
        for entry in reversed(self._log):
            if entry.deal is not self.deal:
                break
            found.append(entry.action)
        return found[::-1]

    # What happens in it.

    def apply(self, action: Action) -> Outcome:
        """Referee one action. Raises `Ruling` when it is refused, and then nothing has changed."""
        if (action.seat == DIRECTOR) != (action.verb in DIRECTOR_VERBS):
            found = f"{action.verb} of {self.seating.name(action.seat)}"
            raise Ruling(Code.BAD_LINE, found=found, expected="undo, void and end of the director")
        if action.seat == DIRECTOR:
            return self._direct(action)
        if self.winner is not None:
            raise Ruling(Code.MATCH_OVER)
        entry = self._entry(action)
        outcome = self.deal.do(action)
        self._log.append(entry)
        if outcome.drawn is not None:
            dealer = self.game.first_dealer(self.rules, self.seating, outcome.drawn)
            self.deal = self._new_deal(dealer)
        return outcome if outcome.deal is None else self._close_deal(outcome)

    def _direct(self, action: Action) -> Outcome:
        if action.verb is Verb.UNDO:
            return self._undo()
        if self.winner is not None:
            raise Ruling(Code.MATCH_OVER)
        entry = self._entry(action)
        if action.verb is Verb.END:
            self._log.append(entry)
            self.winner = self.game.leaders(self.standing)
            return Outcome(match=self.winner)
        if self.phase is Phase.DRAW:
            raise Ruling(Code.NOT_NOW, verb=action.verb, phase=self.phase)
        self._log.append(entry)
        return self._close_deal(self.deal.void("void:director"))

    def _undo(self) -> Outcome:
        if not self._log:
            raise Ruling(Code.NOT_NOW, verb=Verb.UNDO, phase=self.phase)
        entry = self._log.pop()
        self.deal = entry.deal
        self.deal.restore(entry.saved)
        self.standing = entry.standing
        self.winner = entry.winner
        del self.deals[entry.dealt :]
        return QUIET

    def _entry(self, action: Action) -> _Entry:
        deal = self.deal
        return _Entry(action, deal, deal.save(), self.standing, len(self.deals), self.winner)

    def _close_deal(self, outcome: Outcome) -> Outcome:
        settled = self.game.settle(self.deal, outcome.deal, self.standing)
        self.standing = settled.standing
        self.deals.append(settled.result)
        self.winner = settled.winner
        if settled.winner is None:
            self.deal = self._new_deal(settled.dealer)
        return outcome._replace(deal=settled.result, match=settled.winner)

    def _first_deal(self, dealer: int | None) -> Deal[Any]:
        if dealer is None and self.game.has_draw:
            return DrawForDeal(self.rules, self.seating)
        return self._new_deal(0 if dealer is None else dealer)

    def _new_deal(self, dealer: int) -> Deal[Any]:
        unseen = self.hands == UNSEEN
        return self.game.deal(self.rules, self.seating, self.standing, dealer, unseen=unseen)

    def successor(self) -> Match:
        """The next match of the sitting: same game, rules and seats, the deal passed on.

        A match ended by agreement before its open deal began leaves that deal to its dealer.
        """
        dealer = self.game.next_dealer(self.rules, self.seating, self.deal.dealer)
        begun = any(action.seat != DIRECTOR for action in self.actions_of_deal())
        if dealer is not None and not begun:
            dealer = self.deal.dealer
        return Match(self.game, self.rules, self.seating, dealer, self.hands)
