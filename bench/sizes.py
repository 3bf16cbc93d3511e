"""How much is measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """How long the bench takes its time.

    `rounds` by turns of `slice_s` seconds each, `taps` whose lights are timed in each setting,
    `starts` of each program, `idle_s` seconds of watching an idle table, `actions` in the long
    journal.
    """

    rounds: int = 9
    slice_s: float = 0.1
    taps: int = 1000
    starts: int = 9
    idle_s: float = 5.0
    actions: int = 10_000


USUAL = Size()
TINY = Size(rounds=1, slice_s=0.01, taps=6, starts=1, idle_s=0.3, actions=200)
"""Only to see that everything runs."""
