"""A match: deals in a row, the scores, and everything accepted so far.

>>> from engine.games import find_game
>>> match = Match(find_game("twenty-nine"))
>>> match.phase, match.wants()
(<Phase.DEAL: 'deal'>, {0: 4, 1: 4, 2: 4, 3: 4})
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.actions import DIRECTOR_VERBS, Action, Verb
from engine.deal import NOBODY, Deal
from engine.errors import Fault, UnreadableError
from engine.game import Game, Standing
from engine.outcome import QUIET, DealResult, Outcome
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.seating import DIRECTOR, Seating

if TYPE_CHECKING:
    from engine.options import RuleSet

SCANNED: Final = "scanned"
UNSEEN: Final = "unseen"
HANDS: Final = (SCANNED, UNSEEN)
"""How much a table sees of the hands."""


class _Closed(NamedTuple):
    """Where a deal or the match ended: after how many actions, and what stood before the last."""

    actions: int
    deal: Deal[Any]
    standing: Standing
    dealt: int


class Match:
    """One match of a game under one set of rules, refereed action by action.

    Call `apply` with each action; a refused one raises `Ruling` and changes nothing. `deals` are
    the results of the finished deals, `winner` the teams that won (None while the match is open),
    `deal` the deal going on (the last one, once the match is over).

    With `hands` "scanned" every card is read as it is dealt; with "unseen" nobody reads the hands,
    the table learns of them as they are played, and an `Outcome` may tell of a `revoke`.
    """

    __slots__ = (
        "_actions",
        "_closed",
        "_deal",
        "_dealer",
        "deals",
        "game",
        "hands",
        "rules",
        "seating",
        "standing",
        "winner",
    )

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
        self._actions: list[Action] = []
        self._closed: list[_Closed] = []
        self._dealer = NOBODY
        self._deal: Deal[Any] | None = self._first_deal(dealer)

    # Where the match stands.

    @property
    def deal(self) -> Deal[Any]:
        """The deal going on; the last one, once the match is over."""
        deal = self._deal
        if deal is None:  # made only now: who simulates one deal does without the next
            deal = self._deal = self._new_deal(self._dealer)
        return deal

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
        return {seat: list(actions) for seat, actions in listed if actions}

    def choices(self) -> Sequence[Action]:
        """Every action of the one seat whose turn it is; empty where several are to act, or none.

        Quicker than `legal`, which also lists what other seats may do out of turn.
        """
        return (self._deal or self.deal).choices() if self.winner is None else ()

    def wants(self) -> dict[int, int]:
        """How many cards each seat still gets now, dealt or in exchange for others."""
        if self.winner is not None:
            return {}
        return {seat: count for seat, count in enumerate(self.deal.wanted) if count}

    def actions(self) -> list[Action]:
        """Every accepted action that stands, in order."""
        return self._actions[:]

    def actions_of_deal(self) -> list[Action]:
        """Every accepted action that stands of the deal going on, in order."""
        for closed in reversed(self._closed):
            if closed.deal is not self._deal:  # a match that is over has closed its last
                return self._actions[closed.actions :]
        return self._actions[:]

    def copy(self) -> Match:
        """A match that stands where this one stands and goes its own way from here."""
        twin: Match = object.__new__(Match)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.deals = self.deals[:]
        twin._actions = self._actions[:]
        # The last deal of a match that is over is a closed one, too.
        copies = {id(closed.deal): closed.deal.copy() for closed in self._closed}
        twin._closed = [closed._replace(deal=copies[id(closed.deal)]) for closed in self._closed]
        if self._deal is not None:
            twin._deal = copies.get(id(self._deal)) or self._deal.copy()
        return twin

    # What happens in it.

    def apply(self, action: Action) -> Outcome:
        """Referee one action. Raises `Ruling` when it is refused, and then nothing has changed."""
        if action.played is None:
            self._check_speaker(action)
            if action.seat == DIRECTOR:
                return self._direct(action)
        if self.winner is not None:
            raise Ruling(Code.MATCH_OVER)
        outcome = (self._deal or self.deal).apply(action)
        self._actions.append(action)
        return outcome if outcome is QUIET else self._go_on(outcome)

    def _go_on(self, outcome: Outcome) -> Outcome:
        """After an action that brought something about: go on to the next deal, if this one ended.

        Gives what came of it, as the match has it.
        """
        if outcome.drawn is not None:
            self._note_end()
            self._begin(self.game.first_dealer(self.rules, self.seating, outcome.drawn))
        return outcome if outcome.deal is None else self._close_deal(outcome)

    def _check_speaker(self, action: Action) -> None:
        if (action.seat == DIRECTOR) != (action.verb in DIRECTOR_VERBS):
            found = f"{action.verb} of {self.seating.name(action.seat)}"
            raise Ruling(Code.BAD_LINE, found=found, expected="undo, void and end of the director")

    def _direct(self, action: Action) -> Outcome:
        if action.verb is Verb.UNDO:
            return self._undo()
        if self.winner is not None:
            raise Ruling(Code.MATCH_OVER)
        if action.verb is Verb.END:
            self.deal.break_off(None)
            self._actions.append(action)
            self._note_end()
            self.winner = self.game.leaders(self.standing)
            return Outcome(match=self.winner)
        if self.phase is Phase.DRAW:
            raise Ruling(Code.NOT_NOW, verb=action.verb, phase=self.phase)
        outcome = self.deal.break_off("void:director")
        self._actions.append(action)
        return self._close_deal(outcome)

    def _undo(self) -> Outcome:
        if not self._actions:
            raise Ruling(Code.NOT_NOW, verb=Verb.UNDO, phase=self.phase)
        self._actions.pop()
        if self._closed and self._closed[-1].actions > len(self._actions):
            closed = self._closed.pop()
            self._deal = closed.deal
            self.standing = closed.standing
            self.winner = None
            del self.deals[closed.dealt :]
        self.deal.undo()
        return QUIET

    def _note_end(self) -> None:
        """The last action has ended the deal going on, or the match."""
        closed = _Closed(len(self._actions), self.deal, self.standing, len(self.deals))
        self._closed.append(closed)

    def _close_deal(self, outcome: Outcome) -> Outcome:
        self._note_end()
        settled = self.game.settle(self.deal, outcome.deal, self.standing)
        self.standing = settled.standing
        self.deals.append(settled.result)
        self.winner = settled.winner
        if settled.winner is None:
            self._begin(settled.dealer)
        if settled.winner is None and settled.result is outcome.deal:
            return outcome
        return outcome._replace(deal=settled.result, match=settled.winner)

    def _begin(self, dealer: int) -> None:
        """The next deal is that of this dealer."""
        self._dealer, self._deal = dealer, None

    def _first_deal(self, dealer: int | None) -> Deal[Any]:
        if dealer is None and self.game.has_draw:
            from engine.draw import DrawForDeal

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
