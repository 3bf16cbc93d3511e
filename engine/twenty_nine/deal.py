"""The play of a deal of Twenty-Nine: tricks, showing the trump, the pair, the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from engine.actions import Action, Verb
from engine.breaches import Breach, Claim, Claims
from engine.cards import SUIT_MASKS, SUIT_OF, Mask, Suit, mask_of
from engine.outcome import QUIET, Outcome, TrickDone
from engine.phases import Phase
from engine.rulings import Code, Ruling
from engine.trick import Trick
from engine.trump import Trump, strengths
from engine.twenty_nine import pair
from engine.twenty_nine.calls import TwentyNineCalls
from engine.twenty_nine.scoring import RANK_ORDER, card_points, decided
from engine.twenty_nine.state import HALF_HAND

TRICKS: Final = 8
_BETWEEN_TRICKS: Final = ("on-winning", "on-trump-win")


class TwentyNineDeal(TwentyNineCalls):
    """One deal of Twenty-Nine, from the first four cards to the scoring."""

    __slots__ = ()

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that could use a verb at this point, whatever their cards."""
        if self.phase is not Phase.PLAY:
            return super().open_to(verb)
        if verb is Verb.PLAY or (verb is Verb.SHOW and self._trump_hidden()):
            return (self.turn,)
        if verb is Verb.PAIR and self._pair_in_game():
            return self._pair_seats()
        return ()

    def _pair_in_game(self) -> bool:
        trump = self.trump
        if self.shown_in is None or self.pair_by is not None or trump is None:
            return False
        return trump.suit is not None and self.rules.pair != "off"

    def _pair_seats(self) -> tuple[int, ...]:
        between = self.rules.pair in _BETWEEN_TRICKS and not self.in_trick
        return (self.turn, self._partner(self.turn)) if between else (self.turn,)

    def _follows(self, seat: int) -> int:
        after = self.ring.after[seat]
        sits_out = self.alone is not None and after == self._partner(self.alone)
        return self.ring.after[after] if sits_out else after

    def legal(self, seat: int) -> Sequence[Action]:
        """Everything a seat may do now."""
        if self.phase is not Phase.PLAY:
            return super().legal(seat)
        actions: list[Action] = []
        if seat == self.turn:
            actions = self.plays(seat)
            if self._trump_hidden() and self._show_refusal(seat) is None:
                actions.append(Action(seat, Verb.SHOW))
        if self._pair_in_game() and seat in self._pair_seats() and not self._pair_refusal(seat):
            actions.append(Action(seat, Verb.PAIR))
        return actions

    def has_to_show(self, seat: int) -> bool:
        """With `ask = "must"`, while the trump is hidden."""
        return self.rules.ask == "must" and self._trump_hidden()

    def trump_due(self, seat: int) -> Mask:
        """The trumps that the seat which had the trump shown must choose from."""
        suit = None if self.trump is None else self.trump.suit
        return SUIT_MASKS[suit] if suit is not None and self._owes_trump(seat) else 0

    def _owes_trump(self, seat: int) -> bool:
        """Whether a seat has had the trump shown in this trick, and has to play one if it can."""
        asked = self.asker == seat and self.shown_in == self.tricks_done + 1
        if not asked or self.trump is None or self.trump.suit is None:
            return False
        return self.rules.asker_must_trump

    # Tricks.

    def _play(self, action: Action) -> Outcome:
        seat, card = action.seat, action.cards[0]
        self.check_play(seat, card)
        last_seventh = card == self.face_down(seat)
        self.add_to_trick(action)
        shown = self._show_trump() if last_seventh else None
        if self.in_trick < (4 if self.alone is None else 3):
            self.turn = self._follows(seat)
            return QUIET if shown is None else Outcome(shown=shown)
        return self._end_trick(shown)

    def _show_refusal(self, seat: int) -> str | None:
        """Why the seat on turn may not have the trump shown; None when it may."""
        if not self.in_trick:
            return "leading"
        if self.can_follow(seat):
            return "can-follow"
        return "rules" if self.rules.ask == "after-trick" else None

    def _show(self, action: Action) -> Outcome:
        why = self._show_refusal(action.seat)
        if why is not None:
            raise Ruling(Code.NO_SHOW, why=why)
        self.vouch(action)
        self.asker = action.seat
        return Outcome(shown=self._show_trump())

    def _show_trump(self) -> Trump | None:
        if self.seventh is not None and self.caller is not None:
            if self.seventh not in self.laid:
                self.hands[self.caller] |= 1 << self.seventh
            self.seventh = None
        self.shown_in = self.tricks_done + 1
        self.tricks_before = tuple(self.tricks)
        return self.trump

    def _end_trick(self, shown: Trump | None) -> Outcome:
        trick, led = self.trick, self.led
        if self._turns_up_by_itself(trick, led):
            shown = self._show_trump()
        winner = trick.winner(strengths(RANK_ORDER, led, self._counting()))
        team = self.seating.team_of[winner]
        points = card_points(mask_of(trick.cards))
        self.close_trick()
        self.tricks[team] += 1
        self.points[team] += points
        if self.tricks_done == TRICKS:
            self.points[team] += self.rules.last_trick_bonus
        self.turn = winner
        done = TrickDone(self.tricks_done, winner, points)
        code = self._deal_over(winner)
        if code is None:
            return Outcome(trick=done, shown=shown)
        return self._end(code)._replace(trick=done, shown=shown)

    def _turns_up_by_itself(self, trick: Trick, led: Suit) -> bool:
        if self.rules.ask != "after-trick" or not self._trump_hidden():
            return False
        return any(SUIT_OF[card] != led for card in trick.cards)

    def _deal_over(self, winner: int) -> str | None:
        """The result code once the deal has ended with this trick, else None."""
        if self.alone is not None:
            return self._alone_over(winner)
        if self.tricks_done == TRICKS:
            return self._bid_result()
        if self.rules.stop_when_decided and self.shown_in is not None and self._is_decided():
            return self._bid_result()
        return None

    def _alone_over(self, winner: int) -> str | None:
        in_all = HALF_HAND if self.alone_call is Verb.TENNY else TRICKS
        if winner != self.alone:
            return f"{self.alone_call}-failed"
        return f"{self.alone_call}-made" if self.tricks_done == in_all else None

    def _bid_result(self) -> str:
        if self.shown_in is None:
            return "void:unshown"
        return "made" if self._got() >= (self.target or 0) else "failed"

    def _is_decided(self) -> bool:
        rules, bid, target = self.rules, self.bid or 0, self.target or 0
        possible = self._pair_still_possible()
        targets = pair.possible_targets(rules, bid, target) if possible else (target, target)
        ours, theirs = self.points
        got = theirs if self.seating.team_of[self.caller or 0] else ours
        return decided(rules, bid, targets, got, rules.points_on_table - ours - theirs)

    def _pair_still_possible(self) -> bool:
        if not self._pair_in_game() or self.trump is None or self.trump.suit is None:
            return False
        queen, king = pair.ROYALS[self.trump.suit]
        return queen not in self.laid and king not in self.laid

    # The pair.

    def _pair_cards(self) -> Mask:
        suit = self.trump.suit if self.trump is not None else None
        return 0 if suit is None else pair.PAIRS[suit]

    def _pair_refusal(self, seat: int) -> Code | None:
        if not self.may_hold_all(seat, self._pair_cards()):
            return Code.NO_PAIR
        return None if self._pair_timely(seat) else Code.PAIR_TOO_EARLY

    def _pair_timely(self, seat: int) -> bool:
        after_showing = self.shown_in is not None and self.tricks_done >= self.shown_in
        match self.rules.pair:
            case "own-turn":
                return after_showing
            case "side-won":
                return self.won_since(self.seating.team_of[seat])
            case "on-winning":
                return after_showing and not self.in_trick
            case _:
                return after_showing and not self.in_trick and self.won_by_trump()

    def claims(self, action: Action) -> Claims:
        """A pair says that king and queen of trump are in no other hand."""
        if action.verb is not Verb.PAIR:
            return super().claims(action)
        breach = Breach(Code.NO_PAIR.value, action.seat, self.tricks_done + 1)
        return (Claim(breach, self._pair_cards(), of_others=True),)

    def _pair(self, action: Action) -> Outcome:
        refusal = self._pair_refusal(action.seat)
        if refusal is not None:
            raise Ruling(refusal, pair=self.rules.pair)
        self.vouch(action)
        self.pair_by = action.seat
        bid, target = self.bid or 0, self.target or 0
        own = self.seating.team_of[action.seat] == self.seating.team_of[self.caller or 0]
        self.target = (
            pair.target_after_own_pair(self.rules, bid, target)
            if own
            else pair.target_after_other_pair(self.rules, target)
        )
        return QUIET

    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {
        **TwentyNineCalls.CALLS,
        Verb.PLAY: _play,
        Verb.SHOW: _show,
        Verb.PAIR: _pair,
    }
