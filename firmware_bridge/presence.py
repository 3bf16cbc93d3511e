"""From tags seen to taps: when a card has been laid on one reader.

Readers repeat a lying tag, drop it for a moment, and make up numbers that no card has. None of
the plain ones says when a tag is gone. So a tag counts as laid when it is seen after it was away
from that reader for a while. Where a reader does say that a tag is gone, it is away from then on,
and lies until then however long nothing is heard of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

PAIR_S = 0.5
"""An unknown tag is believed when it is read twice within this many seconds."""

_MOST_LYING = 64
"""More tags than any reader sees at once."""

_ROUNDING_S = 1e-6  # so that exactly `gone_s` counts as away however the floats were rounded


@dataclass(frozen=True, slots=True)
class Tap:
    """A tag of the deck was laid on the reader."""

    tag: str


@dataclass(frozen=True, slots=True)
class UnknownTag:
    """A tag that is not in the deck lies on the reader, and it is no passing ghost."""

    tag: str


@dataclass(frozen=True, slots=True)
class _Sight:
    at: float
    settled: bool  # there is nothing more to say of this tag until it has been away


class Presence:
    """The presence logic of one reader. It has no clock: every time is passed in, in seconds.

    `gone_s` is how long a tag must be away before it may be tapped again; `known` says whether a
    tag is in the deck; `says_once` is for a reader that names a tag once and never repeats it;
    `says_gone` for one that says, too, when a tag is gone: see `gone`.
    Raises ValueError when `gone_s` is not above 0.

    Times must come from one clock and in order. As long as `opened` was never called, the reader
    counts as having been open for ever.
    """

    def __init__(
        self,
        gone_s: float,
        known: Callable[[str], bool],
        says_once: bool = False,
        says_gone: bool = False,
    ) -> None:
        if not gone_s > 0:
            raise ValueError(f"gone_s: found {gone_s}, expected seconds above 0")
        self._gone_s = gone_s
        self._known = known
        self._says_once = says_once
        self._says_gone = says_gone
        self._opened_at = -math.inf
        self._lost = False
        self._sights: dict[str, _Sight] = {}  # the longest unseen first
        self._lying: dict[str, None] = {}  # only where the reader says when they are gone

    def opened(self, at: float) -> None:
        """The reader's port was opened: what is read from now for `gone_s` lay there already."""
        self._opened_at = at
        self._lost = False
        self._lying.clear()  # it says anew what lies there

    def resumed(self, at: float) -> None:
        """The reader is heard again and has been there all the time: it now tells what happened."""
        self._lost = False

    def lost(self, at: float) -> None:
        """The reader was lost. Nothing it may still say counts until it is there again.

        A lost reader is not a lifted card: the time until it is opened is no time away.
        """
        self._lost = True

    def gone(self, tag: str, at: float) -> None:
        """The reader says that a tag is gone: from `at` on it is away.

        Laid again within `gone_s` it was a flicker, as with readers that do not say it.
        """
        self._lying.pop(tag, None)
        self._sights.pop(tag, None)
        self._sights[tag] = _Sight(at, settled=True)  # what lay there has been told, or was no news
        self._forget(at)

    def seen(self, tag: str, at: float) -> Tap | UnknownTag | None:
        """Take a tag that was read at `at` and return what is new about it, if anything is."""
        if tag in self._lying:
            return None
        last = self._sights.pop(tag, None)
        open_long = not self._lost and self._passed(self._opened_at, at)
        came = open_long and (last is None or self._passed(last.at, at))
        settled = not came and (not open_long or (last is not None and last.settled))
        news: Tap | UnknownTag | None = None
        if self._known(tag):
            news = Tap(tag) if came else None
        elif not settled and (self._says_once or self._again(last, at)):
            news = UnknownTag(tag)
        self._sights[tag] = _Sight(at, settled or news is not None)
        if self._says_gone:
            self._lie(tag)
        self._forget(at)
        return news

    def _lie(self, tag: str) -> None:
        self._lying[tag] = None
        if len(self._lying) > _MOST_LYING:
            del self._lying[next(iter(self._lying))]

    def _passed(self, since: float, at: float) -> bool:
        return at - since >= self._gone_s - _ROUNDING_S

    def _again(self, last: _Sight | None, at: float) -> bool:
        return last is not None and at - last.at <= PAIR_S + _ROUNDING_S

    def _forget(self, at: float) -> None:
        """Drop tags away for so long that their last sight no longer matters."""
        horizon = at - max(self._gone_s, PAIR_S) - 2 * _ROUNDING_S
        while True:
            oldest = next(iter(self._sights))  # never empty: the tag just seen is the newest
            if self._sights[oldest].at >= horizon:
                return
            del self._sights[oldest]
