"""Workers elsewhere: a Dask cluster, through the executor interface of its client."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from importlib import import_module
from typing import Any, Final, TypeVar

from engine import Fault, UnreadableError

T = TypeVar("T")
PATIENCE_S: Final = 10.0
"""A scheduler that does not answer for so long is not there."""
RETRIES: Final = 3
"""So often the cluster itself gives a call to another worker."""
AHEAD: Final = 2
"""Calls for each thread of the cluster: one under way and one that waits."""
FEWEST_AHEAD: Final = 8
"""At least so many, for workers that have yet to come."""

_TALKATIVE: Final = ("distributed", "distributed.client", "tornado.application")
"""Loggers that tell of every worker lost, and of work called off: all that is told here too."""


class Cluster:
    """A crew of the workers of a Dask cluster; see `controller.simulate.crew.Crew`.

    Each of them needs chhakka, of the same version. Raises `UnreadableError` when the package
    `distributed` is missing or no scheduler answers at the address.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        try:
            self._dask: Any = import_module("distributed")
        except ImportError as error:
            fault = Fault(
                "--cluster", f"no package distributed ({error})", "pip install 'chhakka[cluster]'"
            )
            raise UnreadableError("", [fault]) from error
        for name in _TALKATIVE:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            # Before there is a client: one that got no further than this ends with a traceback.
            self._dask.comm.get_address_host_port(address)
            self._connect()
        except (OSError, ValueError) as error:
            fault = Fault("--cluster", f"{address} ({error})", "a Dask scheduler that answers")
            raise UnreadableError("", [fault]) from error

    def _connect(self) -> None:
        self._client: Any = self._dask.Client(
            self._address, timeout=PATIENCE_S, set_as_default=False
        )
        self._executor: Any = self._client.get_executor(pure=False, retries=RETRIES)

    @property
    def ahead(self) -> int:
        """Enough for every worker there is, and for some that may come."""
        try:
            threads = int(sum(self._client.nthreads().values()))
        except OSError:
            # The scheduler is gone, which the calls under way will tell.
            threads = 0
        return max(FEWEST_AHEAD, AHEAD * threads)

    def submit(self, function: Callable[..., T], /, *args: object) -> Future[T]:
        """Send a call to the scheduler."""
        future: Future[T] = self._executor.submit(function, *args)
        return future

    def lost(self, error: BaseException) -> bool:
        """Whether the scheduler, or too many workers one after another, are gone."""
        of_dask = type(error).__module__.split(".")[0] in ("distributed", "tornado")
        return of_dask or isinstance(error, (CancelledError, OSError, TimeoutError))

    def renew(self) -> None:
        """Find the scheduler again."""
        self._client.close()
        self._connect()

    def close(self, *, at_once: bool) -> None:
        """Leave the cluster, which drops what it was still to do for us."""
        self._client.close()
