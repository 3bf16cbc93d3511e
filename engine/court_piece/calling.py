"""Asking for a trump after the first five cards: who is asked, in what time, and who is next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, NamedTuple

from engine.actions import Action, Verb
from engine.cards import Card
from engine.court_piece.thirteen import T, ThirteenDeal
from engine.outcome import QUIET, Outcome
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.seating import Ring, Seating


class Asked(Enum):
    """How a seat is asked for the trump."""

    MAY_PASS = "may pass the choice on"
    MUST_NAME = "was passed the choice and has to name"
    ALONE = "is the only one to be asked"
    BLIND = "gives one of its first five cards, unlooked-at"


class CallStep(NamedTuple):
    """One step of the call: the seat asked, how, and its seconds (None = no clock runs)."""

    seat: int
    asked: Asked
    seconds: int | None = None


class CallingDeal(ThirteenDeal[T]):
    """A deal in which seats are asked for the trump one after another.

    `steps` are the steps of the call still to come, the one going on first.
    """

    __slots__ = ("steps",)

    def __init__(
        self, rules: T, seating: Seating, ring: Ring, dealer: int, fresh_used: tuple[bool, ...]
    ) -> None:
        super().__init__(rules, seating, ring, dealer, fresh_used)
        self.steps: tuple[CallStep, ...] = ()

    def naming_verb(self) -> Verb:
        """The verb that settles the trump in the step going on."""
        raise NotImplementedError

    def naming_actions(self, seat: int) -> list[Action]:
        """All that a seat may settle the trump with in the step going on."""
        return self.naming(seat, self.naming_verb(), self.first_five[seat])

    def three_steps(self) -> tuple[CallStep, ...]:
        """The caller, then its partner, then a card of the dealer's."""
        caller, _, partner, dealer = self.order
        seconds = self.rules.seconds_as_caller(self.seating.names[caller])
        return (
            CallStep(caller, Asked.MAY_PASS, seconds),
            CallStep(partner, Asked.MUST_NAME, self.rules.call_seconds or None),
            CallStep(dealer, Asked.BLIND),
        )

    def open_call(self, phase: Phase, steps: tuple[CallStep, ...]) -> Outcome:
        """Begin to ask."""
        self.phase = phase
        self.steps = steps
        self.turn = steps[0].seat
        return QUIET

    def close_call(self) -> None:
        """The trump is settled: deal on."""
        self.steps = ()
        self.next_stage()

    def clock(self) -> int | None:
        """The seconds of the step going on."""
        return self.steps[0].seconds if self.steps else None

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that could use a verb at this point, whatever their cards."""
        if not self.steps:
            return super().open_to(verb)
        step = self.steps[0]
        may_hear = {
            self.naming_verb(): True,
            Verb.PASS: step.asked in (Asked.MAY_PASS, Asked.MUST_NAME),
            Verb.TIMEOUT: step.seconds is not None,
        }
        return (step.seat,) if may_hear.get(verb) else ()

    def legal(self, seat: int) -> list[Action]:
        """Everything a seat may do now."""
        if not self.steps:
            return super().legal(seat)
        step = self.steps[0]
        if seat != step.seat:
            return []
        actions = self.naming_actions(seat)
        if step.asked is Asked.MAY_PASS:
            actions.append(Action(seat, Verb.PASS))
        if step.seconds is not None:
            actions.append(Action(seat, Verb.TIMEOUT))
        return actions

    def check_first_five(self, seat: int, card: Card) -> None:
        """Refuse a card that is not one of a seat's first five."""
        self.check_in_pack((card,))
        if not self.first_five[seat] >> card & 1:
            raise Ruling(Code.NOT_IN_HAND, card=card)

    def _ask_next(self) -> Outcome:
        return self.open_call(self.phase, self.steps[1:])

    def _pass(self, action: Action) -> Outcome:
        if self.steps[0].asked is Asked.MUST_NAME:
            raise Ruling(Code.MUST_NAME)
        return self._ask_next()

    def _timeout(self, action: Action) -> Outcome:
        return self._ask_next()

    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {
        **ThirteenDeal.HANDLERS,
        Verb.PASS: _pass,
        Verb.TIMEOUT: _timeout,
    }
