"""Workers on this machine: processes, which end with the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import TypeVar

T = TypeVar("T")
PATIENT = 10
"""The niceness of a worker that does not wait for idle times."""


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Processes:
    """A crew of so many processes; see `controller.simulate.crew.Crew`.

    They run in idle times only, or, `eager`, are just nice to the other programs of the machine.
    """

    def __init__(self, workers: int, *, eager: bool = False) -> None:
        self._workers = workers
        self._eager = eager
        # One call waits, so that no worker has to: more could not be called back any more.
        self.ahead = workers + 1
        self._others = set(multiprocessing.active_children())
        self._pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        # Spawned, not forked: a fork copies locks that threads of ours may hold.
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, spawn, _settle_in, (self._eager,))

    def submit(self, function: Callable[..., T], /, *args: object) -> Future[T]:
        """Send a call, for which a process may be started."""
        with _without_interrupts():
            return self._pool.submit(function, *args)

    def lost(self, error: BaseException) -> bool:
        """Whether a process has died."""
        return isinstance(error, BrokenProcessPool)

    def renew(self) -> None:
        """Start anew: one process that dies takes the others along."""
        self._pool.shutdown()
        self._pool = self._start()

    def close(self, *, at_once: bool) -> None:
        """End the processes."""
        if at_once:
            for child in set(multiprocessing.active_children()) - self._others:
                child.kill()
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C meanwhile: a process started now does not hear it before it is ready."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle_in(eager: bool) -> None:
    """In a new process: leave Ctrl-C, which all processes hear, to the one that started us.

    That one may also be killed; nothing would then end a worker that waits for work.
    """
    _be_patient(eager=eager)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _be_patient(*, eager: bool) -> None:
    """Whatever else the machine does comes first, such as a table.

    Linux lets a program that is only nice finish its slice of time, some milliseconds, before
    another one that wakes; a program for idle times gives way at once (sched(7), SCHED_IDLE), but
    may have to wait for as long as others compute.
    """
    if not eager and hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # a system may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            return
    os.nice(PATIENT)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
