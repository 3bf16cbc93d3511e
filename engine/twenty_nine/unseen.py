"""Twenty-Nine with unseen hands: the caller names the seventh card itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from engine.actions import Action, Verb
from engine.breaches import Audit, Breach, in_order
from engine.cards import SUIT_OF, Mask
from engine.deal import NOBODY
from engine.outcome import QUIET, Outcome
from engine.phases import Phase
from engine.trump import Trump
from engine.twenty_nine.deal import TRICKS, TwentyNineDeal
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.state import HALF_HAND
from engine.twenty_nine.voids import Look
from engine.unseen import Unseen


class UnseenTwentyNineDeal(Unseen[TwentyNineRules], TwentyNineDeal):
    """One deal of Twenty-Nine with unseen hands."""

    __slots__ = ()

    def dealt(self, seat: int) -> int:
        """Four cards, eight in the second half."""
        return TRICKS if self.second_half else HALF_HAND

    def whole_hand(self, seat: int) -> Mask | None:
        """What was laid and what is known; None as long as a card is missing."""
        known = super().whole_hand(seat) or 0
        hand = known | self.book.laid[seat]
        return hand if hand.bit_count() == self.dealt(seat) else None

    def audit(self) -> Audit:
        """Also what the hands show that are known as a whole by now."""
        return in_order([*self.book.proved(), *map(_breach, self._true_looks())])

    def secret_audit(self) -> tuple[Breach, ...]:
        """What takes knowing a trump that was never shown, or a card that stands for it."""
        if self.shown_in is not None:
            return ()
        return tuple(_breach(look) for look in self._true_looks() if self._is_secret(look))

    def _true_looks(self) -> list[Look]:
        return [look for look in self.put_off if self.comes_true(look)]

    def _is_secret(self, look: Look) -> bool:
        return look.trump is not None or any(
            self.whole_hand(seat) != self.book.laid[seat] for seat in look.hands
        )

    # The seventh card.

    def all_dealt(self) -> Outcome:
        """The caller who said `seventh` has to lay that card."""
        if not self.seventh_called or self.seventh is not None:
            return super().all_dealt()
        self.phase = Phase.HIDE
        self.turn = NOBODY if self.caller is None else self.caller
        return QUIET

    def _said_now(self) -> tuple[Verb, ...]:
        return (Verb.HIDE,) if self.phase is Phase.HIDE else super()._said_now()

    def _hide(self, action: Action) -> Outcome:
        card = action.cards[0]
        self.check_in_pack(action.cards)
        self.seventh = card
        self.trump = Trump(SUIT_OF[card])
        return self.all_dealt()

    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {
        **TwentyNineDeal.HANDLERS,
        Verb.HIDE: _hide,
    }


def _breach(look: Look) -> Breach:
    return Breach(look.code, look.seat, 0)
