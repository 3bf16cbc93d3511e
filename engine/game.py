"""What a game tells the match about itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from engine.actions import Verb
from engine.deal import Deal
from engine.outcome import DealResult
from engine.seating import Seating

if TYPE_CHECKING:
    from engine.options import RuleSet
    from engine.parsing import Shape

Standing = Any
"""What a game carries from deal to deal, an immutable value of the game's own: scores, streaks."""


class Settled(NamedTuple):
    """A deal's result put into the scores.

    `winner` are the teams that have won the match (None while it is open), `dealer` the seat that
    deals next.
    """

    standing: Standing
    result: DealResult
    dealer: int
    winner: tuple[int, ...] | None = None


class Game(ABC):
    """A game the table can referee. One instance each, found through `engine.games.GAMES`."""

    name: ClassVar[str]
    rules: ClassVar[type[RuleSet]]
    say: ClassVar[str]
    """The game in one sentence."""
    has_draw: ClassVar[bool] = False
    """Whether the first deal of a match begins with a draw for the deal."""
    grammar: ClassVar[Mapping[Verb, Shape]] = {}
    """Where its verbs take other arguments than elsewhere."""

    def seating(self, names: Sequence[str] | None) -> Seating:
        """The seats of a table, or the usual ones. Raises `UnreadableError` for unfit names."""
        return Seating.partners(names) if names is not None else Seating.partners()

    @abstractmethod
    def opening(self, rules: Any, seating: Seating) -> Standing:
        """The standing at the start of a match."""

    def first_dealer(self, rules: Any, seating: Seating, highest: int) -> int:
        """Who deals first when a seat has drawn the highest card."""
        return highest

    @abstractmethod
    def deal(
        self, rules: Any, seating: Seating, standing: Standing, dealer: int, *, unseen: bool
    ) -> Deal[Any]:
        """A new deal; with `unseen` one whose hands nobody reads."""

    @abstractmethod
    def settle(self, deal: Any, result: Any, standing: Standing) -> Settled:
        """Put the result of a finished deal into the scores."""

    @abstractmethod
    def scores(self, standing: Standing) -> tuple[int, ...]:
        """What the score dice show, by team."""

    def scores_json(self, standing: Standing, seating: Seating) -> dict[str, object]:
        """The scores as a record's last object has them."""
        return {"scores": seating.by_team(self.scores(standing))}

    def facts(self, standing: Standing) -> Mapping[str, object]:
        """What this game's standing adds to a view for everybody."""
        return {}

    @abstractmethod
    def leaders(self, standing: Standing) -> tuple[int, ...]:
        """The teams that win a match ended by agreement now."""

    @abstractmethod
    def next_dealer(self, rules: Any, seating: Seating, last_dealer: int) -> int | None:
        """Who deals first in the next match of a sitting; None = a draw settles it."""

    def needs(self, rules: Any) -> tuple[tuple[str, ...], ...]:
        """What has to be on tags or buttons to play by these rules.

        Each entry is a choice of meanings, as a deck file writes them, any one of which will do.
        """
        return ()

    def win_weight(self, rules: Any) -> int:
        """How many lost matches a won one makes up for in the tally of a sitting."""
        return 1
