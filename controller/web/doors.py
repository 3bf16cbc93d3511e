"""Who may direct: the PIN, the throttle on guessing it, and the sessions of those who knew it."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

FREE_TRIES: Final = 3
"""Wrong PINs before one has to wait."""
FIRST_WAIT_S: Final = 2.0
LONGEST_WAIT_S: Final = 600.0
FORGOTTEN_S: Final = 3600.0
"""After so long without a wrong PIN all is forgotten."""
IDLE_S: Final = 4 * 3600.0
"""A session that does nothing for so long ends."""
LONGEST_S: Final = 16 * 3600.0
MOST_SESSIONS: Final = 16
LONGEST_PIN: Final = 200


@dataclass(slots=True)
class Session:
    """Somebody who knew the PIN: since when, last at, and the token its page sends along."""

    began: float
    last: float
    token: str


@dataclass(frozen=True, slots=True)
class Entered:
    """What came of a try: the cookie of a new session, or how many seconds to wait; None = wrong.

    While one has to wait not even the right PIN is looked at.
    """

    cookie: str | None = None
    wait_s: float = 0.0


class Doors:
    """Lets those in who know the PIN. `check` says whether it is one, and may take its time.

    The throttle is on the server, not on an address: these are easily changed. Those who are in
    stay in whatever others try. Only hashes of the cookies are kept.
    """

    def __init__(
        self, check: Callable[[str], bool], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._check = check
        self._clock = clock
        self._wrong = 0
        self._shut_until = 0.0
        self._last_wrong = -FORGOTTEN_S
        self._sessions: dict[str, Session] = {}
        # One guess at a time: many at once would get past the throttle, and take the processor.
        self._turn = asyncio.Lock()

    async def enter(self, pin: str) -> Entered:
        """Try a PIN."""
        async with self._turn:
            now = self._clock()
            if now < self._shut_until:
                return Entered(wait_s=self._shut_until - now)
            right = await asyncio.to_thread(self._check, pin[:LONGEST_PIN])
            now = self._clock()
            if right:
                self._wrong = 0
                return Entered(self._admit(now))
            self._count_wrong(now)
            return Entered(wait_s=max(0.0, self._shut_until - now))

    def _count_wrong(self, now: float) -> None:
        if now - self._last_wrong > FORGOTTEN_S:
            self._wrong = 0
        self._wrong += 1
        self._last_wrong = now
        over = self._wrong - FREE_TRIES
        if over >= 0:
            self._shut_until = now + min(FIRST_WAIT_S * 2.0 ** min(over, 30), LONGEST_WAIT_S)

    def _admit(self, now: float) -> str:
        self._tidy(now)
        while len(self._sessions) >= MOST_SESSIONS:
            oldest = min(self._sessions, key=lambda its: self._sessions[its].last)
            del self._sessions[oldest]
        cookie = secrets.token_urlsafe(32)
        self._sessions[_hash(cookie)] = Session(now, now, secrets.token_urlsafe(32))
        return cookie

    def session(self, cookie: str | None) -> Session | None:
        """The session of a cookie, kept alive by this; None for no such one."""
        now = self._clock()
        self._tidy(now)
        # Looked up by its hash: what a comparison may tell of that by its time is of no use.
        found = self._sessions.get(_hash(cookie)) if cookie else None
        if found is not None:
            found.last = now
        return found

    def leave(self, cookie: str | None) -> None:
        """End a session."""
        if cookie:
            self._sessions.pop(_hash(cookie), None)

    def _tidy(self, now: float) -> None:
        self._sessions = {
            key: its
            for key, its in self._sessions.items()
            if now - its.last < IDLE_S and now - its.began < LONGEST_S
        }


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def _hash(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "replace")).hexdigest()
