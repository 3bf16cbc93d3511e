"""One hand that lays and lifts tags: plans its movements, one after the other, with their moments.

Not pretended: two hands of one person; cards slid, waved or dropped.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Literal, Protocol

_MARGIN_S = 0.1


class Antenna(Protocol):
    """Where a hand can put a tag: a `PtyReader`, a `ReaderModel`."""

    def lay(self, tag: str, at: float) -> None:
        """Lay a tag."""

    def lift(self, at: float, tag: str | None = None) -> None:
        """Lift a tag, or all."""


@dataclass(frozen=True, slots=True)
class Move:
    """One movement of a hand at a moment (seconds)."""

    at: float
    do: Literal["lay", "lift"]
    tag: str
    reader: Antenna = field(repr=False)

    def make(self) -> None:
        """Make the movement."""
        if self.do == "lay":
            self.reader.lay(self.tag, self.at)
        else:
            self.reader.lift(self.at, self.tag)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a hand is: shortest and longest, in seconds."""

    rest: tuple[float, float]
    """How long a tag lies."""
    gap: tuple[float, float]
    """From lifting a tag to laying another. The same tag always waits until it counts as gone."""


HUMAN = Pace(rest=(0.25, 0.6), gap=(0.5, 1.2))
FAST = Pace(rest=(0.03, 0.03), gap=(0.03, 0.03))
"""As fast as every tap is still one and the order of taps is clear; for tests."""


class Hand:
    """A hand and what it remembers from one plan to the next.

    `gone_s` is how long a tag must be away to count as gone, at least 0.2 (else ValueError).
    """

    def __init__(self, rng: random.Random, gone_s: float) -> None:
        if gone_s < 0.2:
            raise ValueError(f"gone_s {gone_s}: expected at least 0.2, a flicker must fit in")
        self._rng = rng
        self._gone_s = gone_s
        self._pace = HUMAN
        self._at = 0.0
        self._moves: list[Move] = []
        self._lying: tuple[str, Antenna] | None = None
        self._lifted: dict[str, float] = {}

    def begin(self, at: float, pace: Pace) -> None:
        """Begin a plan at `at`, or when the plan before is through; lift what was left lying."""
        self._at = max(self._at, at)
        self._pace = pace
        self._moves = []
        if self._lying is not None:
            self._lift(*self._lying)
            self._lying = None
            self._wait(pace.gap)

    def end(self) -> list[Move]:
        """Return the movements planned since `begin`, in the order of time."""
        return self._moves

    def tap(self, tag: str, reader: Antenna, rest_s: float = 0.0) -> None:
        """Lay a tag, let it rest (`rest_s` at least), lift it, and reach for the next."""
        self.tap_together([tag], reader, rest_s)

    def tap_together(self, tags: list[str], reader: Antenna, rest_s: float = 0.0) -> None:
        """Tap several tags as if they were one: laid and lifted in the same instant."""
        for tag in tags:
            self._until_gone(tag)
        for tag in tags:
            self._lay(tag, reader)
        before = self._at
        self._wait(self._pace.rest)
        self._at = max(self._at, before + rest_s)
        for tag in tags:
            self._lift(tag, reader)
        self._wait(self._pace.gap)

    def flicker(self, tag: str, reader: Antenna) -> None:
        """Tap a tag, but lift it for a moment in between, too short to count as gone."""
        self._until_gone(tag)
        self._lay(tag, reader)
        self._wait((0.05, 0.1))
        self._lift(tag, reader)
        self._wait((0.05, self._gone_s / 2))
        self._lay(tag, reader)
        self._wait(self._pace.rest)
        self._lift(tag, reader)
        self._wait(self._pace.gap)

    def leave(self, tag: str, reader: Antenna) -> None:
        """Lay a tag and leave it; the next plan lifts it first."""
        self._until_gone(tag)
        self._lay(tag, reader)
        self._wait(self._pace.rest)
        self._lying = (tag, reader)

    def _lay(self, tag: str, reader: Antenna) -> None:
        self._moves.append(Move(self._at, "lay", tag, reader))

    def _lift(self, tag: str, reader: Antenna) -> None:
        self._moves.append(Move(self._at, "lift", tag, reader))
        self._lifted[tag] = self._at

    def _wait(self, between: tuple[float, float]) -> None:
        self._at += self._rng.uniform(*between)

    def _until_gone(self, tag: str) -> None:
        if tag in self._lifted:
            self._at = max(self._at, self._lifted[tag] + self._gone_s + _MARGIN_S)
