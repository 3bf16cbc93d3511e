"""What every pretend reader module has: an antenna, a power supply and a serial line.

Hands lay and lift tags; what the module says goes out a byte after the other at its baud rate, and
comes back from `advance` with its times. When and what it says is the affair of each kind.

Not pretended: the distance at which a tag is felt; a module's own clock drifting.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import deque

from hw_mocks.frames import BITS_PER_BYTE
from hw_mocks.line_faults import QUIET, Noise, Spoil


class ReaderModule(ABC):
    """An antenna with tags on it, and a line.

    `baud` is the speed of the line, 8N1. `bytewise` gives every byte by itself, at the time its
    stop bit is out; otherwise a frame comes in one piece when its last byte is out. `noise` spoils
    frames by chance, drawn from `rng`; it raises ValueError when there is none.

    Hands move in the order of time: a moment before `now` is refused with ValueError.
    """

    listens = False
    """Whether what the program writes matters to this kind."""

    def __init__(
        self,
        baud: int,
        *,
        bytewise: bool = False,
        noise: Noise = QUIET,
        rng: random.Random | None = None,
    ) -> None:
        if noise and rng is None:
            raise ValueError("noise needs a random.Random to draw from")
        self.baud = baud
        self.now = 0.0
        """The latest moment this reader has heard of; it knows none before 0."""
        self._bytewise = bytewise
        self._noise = noise
        self._rng = rng if rng is not None else random.Random(0)
        self._powered = True
        self._lying: list[str] = []
        self._line: deque[tuple[float, bytes]] = deque()  # said, not yet told
        self._line_free = 0.0
        self._spoils: deque[Spoil] = deque()

    # -- what a kind gives ---------------------------------------------------------------------

    @abstractmethod
    def _number(self, tag: str) -> str:
        """Return the tag in upper case, or raise ValueError: no tag for this kind of reader."""

    @abstractmethod
    def _pass_to(self, at: float) -> None:
        """Do what was due before `at`, then call this one.

        Not what is due at `at` itself: hands that move in that very instant come first, whoever
        asks first.
        """
        if not at >= self.now:
            raise ValueError(f"moment {at} is before {self.now}, which has passed")
        self.now = at

    @abstractmethod
    def _antenna_changed(self, at: float, *, first: bool) -> None:
        """Tags have come or gone; `first`: one where none was, or the power has changed."""

    @abstractmethod
    def _next_doing(self) -> float | None:
        """Return a moment before which this kind does nothing of itself."""

    @abstractmethod
    def hear(self, raw: bytes, at: float) -> None:
        """Take what the program has written."""

    # -- hands ---------------------------------------------------------------------------------

    def lay(self, tag: str, at: float) -> None:
        """Lay `tag` on the antenna. Raises ValueError if it lies there, or is none to this kind."""
        tag = self._number(tag)
        if tag in self._lying:
            raise ValueError(f"tag {tag} laid at {at}: it lies on this reader already")
        self._pass_to(at)
        self._lying.append(tag)
        self._antenna_changed(at, first=len(self._lying) == 1)

    def lift(self, at: float, tag: str | None = None) -> None:
        """Lift `tag`, or everything. Raises ValueError if it does not lie there."""
        tag = tag if tag is None else self._number(tag)
        if not self._lying or (tag is not None and tag not in self._lying):
            raise ValueError(f"lifted at {at}: {tag or 'no tag'} lies on this reader")
        self._pass_to(at)
        if tag is None:
            self._lying.clear()
        else:
            self._lying.remove(tag)
        self._antenna_changed(at, first=False)

    @property
    def lying(self) -> tuple[str, ...]:
        """The tags on the antenna, in the order in which they were laid."""
        return tuple(self._lying)

    # -- mischief ------------------------------------------------------------------------------

    @abstractmethod
    def ghost(self, number: str, at: float) -> None:
        """Read a number nobody laid, with all checksums right."""

    def rubbish(self, raw: bytes, at: float) -> None:
        """Put any bytes on the line, such as what is left of a frame when a port is opened."""
        self._pass_to(at)
        self._send(raw, at)

    def spoil_next(self, *spoils: Spoil) -> None:
        """Spoil the next frames, one spoil each, whatever the noise does to the others."""
        self._spoils.extend(spoils)

    def power(self, on: bool, at: float) -> None:
        """Cut the reader's power, or give it back; with a tag on it, it reads that tag anew.

        What was not on the line yet is lost. Raises ValueError if it is so already.
        """
        if on == self._powered:
            raise ValueError(f"power at {at}: it is {'on' if on else 'off'} already")
        self._pass_to(at)
        self._powered = on
        self._line_free = at
        while self._line and self._line[-1][0] > at:
            self._line.pop()
        self._antenna_changed(at, first=True)

    # -- time ----------------------------------------------------------------------------------

    def advance(self, at: float) -> list[tuple[float, bytes]]:
        """Return what is due up to `at` and was not told before: (moment of its last byte, bytes).

        In the order of time. How often it is called changes nothing in what is said. `at` may
        lie before `now` when hands have been moved ahead of it.
        """
        if at > self.now:
            self._pass_to(at)
        due = []
        while self._line and self._line[0][0] <= at:
            due.append(self._line.popleft())
        return due

    def next_due(self) -> float | None:
        """Return a moment before which nothing is due; None: nothing until something changes."""
        if self._line:
            return self._line[0][0]
        doing = self._next_doing()
        return None if doing is None else max(doing, self._line_free) + self._seconds(1)

    # -- the line ------------------------------------------------------------------------------

    def _seconds(self, count: int) -> float:
        return count * BITS_PER_BYTE / self.baud

    def _say(self, frame: bytes, at: float) -> None:
        """Put one frame on the line, as well as spoils and noise let it."""
        if self._spoils:
            frame = self._spoils.popleft()(frame)
        else:
            frame = self._noise.spoiled(frame, self._rng)
        self._send(frame, at)

    def _send(self, raw: bytes, at: float) -> None:
        if not raw or not self._powered:
            return
        start = max(at, self._line_free)
        self._line_free = start + self._seconds(len(raw))
        if self._bytewise:
            for index in range(len(raw)):
                moment = start + self._seconds(index + 1)
                self._line.append((moment, raw[index : index + 1]))
        else:
            self._line.append((self._line_free, raw))
