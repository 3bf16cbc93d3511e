"""Twenty-Two with unseen hands: exchanging is neither seen nor tracked."""

from __future__ import annotations

from collections.abc import Mapping

from engine.outcome import QUIET, Outcome
from engine.twenty_two.deal import TwentyTwoDeal
from engine.twenty_two.rules import TwentyTwoRules
from engine.unseen import Unseen


class UnseenTwentyTwoDeal(Unseen[TwentyTwoRules], TwentyTwoDeal):
    """One hand of Twenty-Two with unseen hands."""

    __slots__ = ()

    def dealt(self, seat: int) -> int:
        """As many cards as the pack allows, for those still in."""
        return self.cards_each if seat in self.order else 0

    def stage_done(self) -> Outcome:
        """Play begins at once."""
        self._ask(())
        return QUIET

    def facts(self, viewer: int | None) -> Mapping[str, object]:
        """`stock` and `thrown` are None: nobody knows."""
        return {**super().facts(viewer), "stock": None, "thrown": None}
