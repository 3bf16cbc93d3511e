"""Those who do the work of a simulation: processes here, or machines elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

from firmware_bridge import HardwareFault

T = TypeVar("T")


class CrewFault(HardwareFault):
    """Those who do the work are lost, again and again."""


class Crew(Protocol):
    """Workers to whom calls can be sent."""

    @property
    def ahead(self) -> int:
        """How many calls it is good to have under way or waiting now; 1 or more."""
        ...

    def submit(self, function: Callable[..., T], /, *args: object) -> Future[T]:
        """Send a call. Raises what `lost` knows when there is nobody to send it to."""
        ...

    def lost(self, error: BaseException) -> bool:
        """Whether an error means that a worker is lost, and not that the work is at fault."""
        ...

    def renew(self) -> None:
        """Find new workers for those that are lost. Raises what `lost` knows, or `OSError`."""
        ...

    def close(self, *, at_once: bool) -> None:
        """Send the workers home; `at_once` without letting them end what they do."""
        ...
