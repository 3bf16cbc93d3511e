"""One thread that hears all ports in the order in which they spoke."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable

_BYTES = select.EPOLLIN
_HUNG_UP = select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR


class Ear:
    """Calls back for each descriptor that has something to read, the first one first.

    Cards on different readers must count in the order in which they were laid. With a blocked
    thread for each reader, the order in which these threads get the interpreter's lock would
    decide: while the rest of the program computes, that is chance, and each waits 5 ms or more.
    The kernel's list of ready descriptors has them in the order in which they became ready. So
    one thread takes them from there, and being late costs time but not the order.

    The thread begins with the first descriptor and ends with `close`; nothing to hear costs
    nothing. Callbacks must not raise, block, or call `close`.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()  # held while a callback runs: see `forget`
        self._heard: dict[int, Callable[[bool], None]] = {}
        self._epoll: select.epoll | None = None
        self._ending: int = -1
        self._thread = threading.Thread(target=self._run, name="ear", daemon=True)

    def listen(self, descriptor: int, heard: Callable[[bool], None]) -> None:
        """Call `heard` from the ear's thread whenever something new has come.

        Each time everything there is must be read, or as much as a read that returns less than
        it was asked for: nothing is said again. The argument tells that the other end has hung
        up, which comes with the last bytes: then all must be read up to the end.
        """
        with self._lock:
            epoll = self._begun()
            self._heard[descriptor] = heard
            # Edge-triggered: a level-triggered descriptor stays in the ready list after it was
            # reported, and so ahead of others that speak before it speaks again.
            epoll.register(descriptor, _BYTES | _HUNG_UP | select.EPOLLET)

    def forget(self, descriptor: int) -> None:
        """Stop listening. When this returns, its callback has ended and is never called again."""
        with self._lock:
            if self._heard.pop(descriptor, None) and self._epoll:
                self._epoll.unregister(descriptor)

    def close(self) -> None:
        """End the thread. May be called twice, and without anything having been heard."""
        with self._lock:
            epoll, self._epoll = self._epoll, None
        if epoll is None:
            return
        os.eventfd_write(self._ending, 1)
        self._thread.join()
        os.close(self._ending)
        epoll.close()

    def _begun(self) -> select.epoll:
        if self._epoll is None:
            self._epoll = select.epoll()
            self._ending = os.eventfd(0)
            self._epoll.register(self._ending, select.EPOLLIN)
            self._thread.start()
        return self._epoll

    def _run(self) -> None:
        epoll, ending = self._epoll, self._ending
        while epoll is not None:
            for descriptor, event in epoll.poll():
                if descriptor == ending:
                    return
                with self._lock:
                    heard = self._heard.get(descriptor)
                    if heard:
                        heard(bool(event & _HUNG_UP))
