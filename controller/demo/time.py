"""How time passes at a pretend table: at once, or as it does.

Either way the people and the readers move when their moment comes, and the table takes what the
readers say before anybody decides anything new.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol, Self

from controller.compose import Pretend, Running, Waits
from controller.table import Table


class Passing(Protocol):
    """Lets time pass at a pretend table. Used in a `with` block, when its readers have begun."""

    waits: Waits | None
    """How the table's readers wait."""

    def clock(self) -> float:
        """The present moment, in seconds."""

    def attend(self, running: Running) -> None:
        """Say whose readers are to be waited for."""

    def pass_to(self, at: float, table: Table) -> None:
        """Let time pass up to a moment while the table listens."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...


class AtOnce:
    """Nobody waits: the clock jumps to the next moment at which something happens.

    Every frame is heard by the table before the clock moves on, so that what happens does not
    depend on how fast the machine is.
    """

    def __init__(self, parts: Pretend) -> None:
        self._lockstep = parts.lockstep()
        self.waits: Waits | None = self._lockstep
        self.clock: Callable[[], float] = self._lockstep.clock

    def attend(self, running: Running) -> None:
        """Let time stand still while one of these readers is at work."""
        self._lockstep.attend(running.ports)

    def pass_to(self, at: float, table: Table) -> None:
        """Jump from moment to moment up to `at`."""

        def hear() -> None:
            while not table.events.empty():
                table.handle(table.events.get())

        self._lockstep.pass_to(at, hear)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class AsItDoes:
    """Time passes as it does, so that people can watch."""

    def __init__(self, parts: Pretend) -> None:
        self._real = parts.real_time()
        self.waits: Waits | None = None
        self.clock: Callable[[], float] = time.monotonic

    def attend(self, running: Running) -> None:
        """Nothing: nobody is waited for."""

    def pass_to(self, at: float, table: Table) -> None:
        """Let the table listen until the moment has come."""
        while (left := at - self.clock()) > 0:
            table.step(left)

    def __enter__(self) -> Self:
        self._real.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._real.stop()
