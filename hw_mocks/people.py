"""Pretend players, who only move cards: from the words of an action to movements of a hand.

A person lays one tag after the other on its reader, lets it rest and lifts it. Now and then it
makes a mistake as people do; each kind can be asked for by name.

Not pretended: any knowledge of the game. A person plays what it is told, knows no rules, does not
look at lights and does not try again when refused. A card tapped by mistake is tapped all the
same: if the game allows it, it is played.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum

from hw_mocks.deck import FOB
from hw_mocks.hand import HUMAN, Antenna, Hand, Move, Pace

CARD_VERBS = frozenset({"draw", "hide", "mark", "play", "take", "throw", "turn"})
"""Verbs said by cards alone: the table knows which of them is meant."""
CALLS_BEFORE_CARDS = frozenset({"change", "drop"})
"""Calls that a card may follow."""
CALLS_WITH_COMMENT = frozenset({"void"})
"""Calls after which words may follow that nobody taps."""

_SURELY_READ_S = 0.3
"""Rest in which a repeating reader says a tag several times."""


class Mistake(Enum):
    """What people do wrong."""

    WRONG_CARD = "another card of the hand first"
    FLICKER = "lifted too early and laid again before it was gone"
    LEFT_LYING = "left lying until the person's next action"
    TAPPED_TWICE = "tapped twice"
    NEIGHBOUR = "on the neighbour's reader first"
    UNKNOWN_TAG = "a tag that is in no deck first"
    TWO_AT_ONCE = "together with another card of the hand first"


HARMLESS = (Mistake.FLICKER, Mistake.UNKNOWN_TAG, Mistake.TWO_AT_ONCE)
"""Kinds that never give the table another card or call than was meant, nor one more.

Two at once are harmless on plain readers only: others see both.
"""


class Person:
    """A player at `seat` with a reader, and tags by meaning (`"Jh"`, `"bid 17"`).

    `mistakes` is the chance (0 to 1) that an action goes wrong, in one of `kinds` that is
    possible then. `neighbour` is the next reader, for cards put there by mistake. `gone_s`
    (seconds, 0.2 at least) is how long a tag must be away to be tapped again. `fob` is a tag that
    is not in `tags`. All chance comes from `rng`: the same seed gives the same plans.

    Raises ValueError for values out of range, or a fob that means something.
    """

    def __init__(
        self,
        seat: str,
        reader: Antenna,
        tags: Mapping[str, str],
        rng: random.Random,
        mistakes: float = 0.0,
        *,
        kinds: Collection[Mistake] = tuple(Mistake),
        neighbour: Antenna | None = None,
        gone_s: float = 0.4,
        fob: str = FOB,
    ) -> None:
        if not 0 <= mistakes <= 1:
            raise ValueError(f"mistakes {mistakes}: expected a chance from 0 to 1")
        if fob in tags.values():
            raise ValueError(f"fob {fob} is a tag of the deck")
        self.seat = seat
        self._mistakes = mistakes
        self._reader = reader
        self._tags = tags
        self._rng = rng
        self._kinds = [kind for kind in Mistake if kind in kinds]  # in a fixed order
        self._neighbour = neighbour
        self._fob = fob
        self._hand = Hand(rng, gone_s)
        self._slips: dict[Mistake, Callable[[str, Sequence[str]], None]] = {
            Mistake.WRONG_CARD: self._wrong_card,
            Mistake.FLICKER: lambda tag, _: self._hand.flicker(tag, reader),
            Mistake.LEFT_LYING: lambda tag, _: self._hand.leave(tag, reader),
            Mistake.TAPPED_TWICE: self._tapped_twice,
            Mistake.NEIGHBOUR: self._neighbour_first,
            Mistake.UNKNOWN_TAG: self._unknown_tag,
            Mistake.TWO_AT_ONCE: self._two_at_once,
        }

    def __repr__(self) -> str:
        return f"Person({self.seat!r})"

    def taps(self, words: Sequence[str]) -> list[str]:
        """Return the tags to tap, in order, for an action's words, such as `["play", "Jh"]`.

        Raises ValueError if there is nothing to tap, or no tag for a word.
        """
        phrase = " ".join(words)
        meanings = self._meanings(list(words), phrase)
        if not meanings:
            raise ValueError(f"{self.seat}: {phrase!r}: nothing to tap")
        for meaning in meanings:
            if meaning not in self._tags:
                raise ValueError(f"{self.seat}: {phrase!r}: no tag means {meaning!r}")
        return [self._tags[meaning] for meaning in meanings]

    def _meanings(self, words: list[str], phrase: str) -> list[str]:
        verb = words[0] if words else ""
        if verb in CARD_VERBS:
            return words[1:]
        if verb in CALLS_WITH_COMMENT:
            return [verb]
        if verb in CALLS_BEFORE_CARDS and phrase not in self._tags:
            return words
        return [phrase] if phrase else []

    def plan(
        self,
        words: Sequence[str],
        at: float,
        *,
        hand: Sequence[str] = (),
        pace: Pace = HUMAN,
        mistake: Mistake | None = None,
    ) -> list[Move]:
        """Return the movements for an action, from `at` on, or as soon as the hand is free.

        `hand` are the cards (meanings) that the person may grab by mistake. `mistake` asks for
        one; left out, chance decides. A card left lying before is lifted first.

        Raises ValueError if there is nothing to tap, no tag for a word, or if the mistake asked
        for is impossible: no other card in hand, no neighbour.
        """
        steps = self.taps(words)
        others = [tag for card in hand if (tag := self._tags[card]) not in steps]
        if mistake is None:
            mistake = self._chance(others)
        elif not self._possible(mistake, others):
            raise ValueError(f"{self.seat}: {mistake.name} needs another card or a neighbour")
        # What is left lying must be the last: it would lie under the next card.
        last = mistake is Mistake.LEFT_LYING
        slip = len(steps) - 1 if last else self._rng.randrange(len(steps))
        self._hand.begin(at, pace)
        for index, tag in enumerate(steps):
            if mistake is not None and index == slip:
                self._slips[mistake](tag, others)
            else:
                self._hand.tap(tag, self._reader)
        return self._hand.end()

    def tidy(self, at: float) -> list[Move]:
        """Return the movement that lifts a card left lying; none if none lies."""
        self._hand.begin(at, HUMAN)
        return self._hand.end()

    # -- mistakes ------------------------------------------------------------------------------

    def _chance(self, others: Sequence[str]) -> Mistake | None:
        if self._rng.random() >= self._mistakes:
            return None
        possible = [kind for kind in self._kinds if self._possible(kind, others)]
        return self._rng.choice(possible) if possible else None

    def _possible(self, mistake: Mistake, others: Sequence[str]) -> bool:
        if mistake in (Mistake.WRONG_CARD, Mistake.TWO_AT_ONCE):
            return bool(others)
        return mistake is not Mistake.NEIGHBOUR or self._neighbour is not None

    def _wrong_card(self, tag: str, others: Sequence[str]) -> None:
        self._hand.tap(self._rng.choice(others), self._reader)
        self._hand.tap(tag, self._reader)

    def _tapped_twice(self, tag: str, others: Sequence[str]) -> None:
        self._hand.tap(tag, self._reader)
        self._hand.tap(tag, self._reader)

    def _neighbour_first(self, tag: str, others: Sequence[str]) -> None:
        if self._neighbour is not None:
            self._hand.tap(tag, self._neighbour)
        self._hand.tap(tag, self._reader)

    def _unknown_tag(self, tag: str, others: Sequence[str]) -> None:
        self._hand.tap(self._fob, self._reader, _SURELY_READ_S)
        self._hand.tap(tag, self._reader)

    def _two_at_once(self, tag: str, others: Sequence[str]) -> None:
        both = [tag, self._rng.choice(others)]
        self._hand.tap_together(both, self._reader, _SURELY_READ_S)
        self._hand.tap(tag, self._reader)
