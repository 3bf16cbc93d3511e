"""A pretend reader that speaks only when asked: what PN532 and R200 have in common.

It hears what the program writes, carries out one command after the other, each in its time, and
says what comes of it. Faults can be switched on and off at any moment.

Not pretended: commands that arrive slowly (what the program writes is there at once); what a real
module does beyond the commands that its own page names.
"""

from __future__ import annotations

import heapq
import random
import re
from abc import abstractmethod
from collections.abc import Callable
from itertools import count
from typing import Literal

from hw_mocks.line_faults import QUIET, Noise
from hw_mocks.module import ReaderModule

Cure = Literal["wake", "power"]


class PolledModule(ReaderModule):
    """A module at 115200 8N1 that is asked.

    Switches, which may be set at any moment:

    - `silent`: it hears, but says nothing;
    - `twice`: whatever it says, it says twice.

    `wedge` makes it deaf and mute until a cure. For the options see `ReaderModule`.
    """

    listens = True

    def __init__(
        self,
        *,
        bytewise: bool = False,
        noise: Noise = QUIET,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(115200, bytewise=bytewise, noise=noise, rng=rng)
        self.silent = False
        self.twice = False
        self.orders: list[bytes] = []
        """The commands it has understood, without their frames."""
        self._wedged: Cure | None = None
        self._heard = b""
        self._doing: list[tuple[float, int, Callable[[float], None]]] = []
        self._order = count()
        self._ghosts: list[str] = []

    # -- mischief ------------------------------------------------------------------------------

    def wedge(self, until: Cure, at: float) -> None:
        """Hang from `at` on, until it is woken as after power-up (`wake`) or its power is cut."""
        self._pass_to(at)
        self._wedged = until
        self._forget()

    def ghost(self, number: str, at: float) -> None:
        """Read a number nobody laid, once, when it is asked the next time."""
        number = self._number(number)
        self._pass_to(at)
        self._ghosts.append(number)

    def power(self, on: bool, at: float) -> None:
        """Cut the power, or give it back: then it has forgotten everything."""
        super().power(on, at)
        self._wedged = None
        self._forget()

    # -- what a kind gives ---------------------------------------------------------------------

    @abstractmethod
    def _obey(self, heard: bytes, at: float) -> bytes:
        """Carry out the commands in what was heard; return what may be the begin of another."""

    def _is_waking(self, raw: bytes) -> bool:
        """Whether these bytes wake it as after power-up."""
        return False

    # -- hearing and doing ---------------------------------------------------------------------

    def hear(self, raw: bytes, at: float) -> None:
        """Take what the program has written."""
        self._pass_to(at)
        if not self._powered or not raw:
            return
        if self._wedged == "wake" and self._is_waking(raw):
            self._wedged = None
        if self._wedged is None:
            self._heard = self._obey(self._heard + raw, at)

    def _later(self, at: float, do: Callable[[float], None]) -> None:
        """Do something at that moment, unless something makes it forget."""
        heapq.heappush(self._doing, (at, next(self._order), do))

    def _forget(self) -> None:
        """Forget what was heard and what was to be done."""
        self._heard = b""
        self._doing.clear()

    def _pass_to(self, at: float) -> None:
        super()._pass_to(at)
        while self._doing and self._doing[0][0] < at:
            moment, _, do = heapq.heappop(self._doing)
            do(moment)

    def _antenna_changed(self, at: float, *, first: bool) -> None:
        """Nothing: what lies there is read when it is asked for."""

    def _next_doing(self) -> float | None:
        return self._doing[0][0] if self._doing else None

    def _felt(self) -> list[str]:
        """The tags that are read now, ghosts first; these are gone then."""
        ghosts, self._ghosts = self._ghosts, []
        return [*ghosts, *self._lying]

    def _say(self, frame: bytes, at: float) -> None:
        if self.silent:
            return
        for _ in range(2 if self.twice else 1):
            super()._say(frame, at)


def hex_number(tag: str, sizes: frozenset[int], what: str) -> str:
    """Return `tag` in upper case; raises ValueError unless it is hex and of one of these sizes."""
    if not re.fullmatch(r"(?:[0-9A-Fa-f]{2})+", tag) or len(tag) // 2 not in sizes:
        raise ValueError(f"tag {tag!r}: expected {what} in hex")
    return tag.upper()
