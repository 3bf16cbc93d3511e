"""When a reader that has to be asked is asked, asked again, woken, and given up.

Shared by the polled kinds. Nothing here reads a clock: the port passes the time to `ask`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic

from firmware_bridge.binary_frames import BinaryFrames, Body
from firmware_bridge.decoding import Ask
from firmware_bridge.errors import ReaderSilent
from firmware_bridge.tags import TagSeen

HALF_S = 0.03
"""Half a frame that has stood for so long will not be finished any more."""

_WAKE_AFTER = 2  # polls in a row that were not heard
_ROUNDING_S = 1e-6


@dataclass(frozen=True, slots=True)
class Course:
    """What a polled reader is sent, and how long it is waited for; times in seconds.

    A lying card is seen every `period_s`. All tries together must be over before a card counts as
    gone (0.4 s), so that a reader which was mute for a while has either seen it again by then or
    is lost, and a lost reader is no lifted card.
    """

    poll: bytes
    wake: bytes
    """Sent at the opening and after silence until it is answered; empty: needs no waking."""
    period_s: float
    """From one poll to the next."""
    heard_s: float
    """In this time a reader has said that it has heard."""
    answer_s: float
    """In this time a poll that was heard is answered; then it is asked anew."""
    tries: int
    """So many times in a row without being heard, and the reader is lost."""
    quiet_s: float = 0.0
    """A reader that says much in answer to one poll has finished when it says nothing so long."""


class Polling:
    """Whose turn it is, and until when. `heard` and `answered` tell what the reader has said."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self.reset()

    def reset(self) -> None:
        """Begin anew, with a reader of which nothing is known."""
        self.waking = bool(self._course.wake)
        """Whether it is to be woken, or is being woken, before it can be polled."""
        self._sent_at = -math.inf
        self._heard = self._answered = True  # of nothing: so the first ask sends
        self._refused = False
        self._unheard = 0

    def heard(self) -> None:
        """The reader has heard what was sent last, or has spoken at all."""
        self._heard = True
        if not self.waking and not self._refused:
            self._unheard = 0

    def woken(self) -> None:
        """The reader has answered the waking."""
        self._heard = True
        if self.waking:
            self.waking = False
            self._sent_at = -math.inf
            self._answered = True

    def answered(self) -> None:
        """The reader has answered a poll."""
        self._refused = False
        self.heard()
        if not self.waking:
            self._answered = True

    def refused(self) -> None:
        """The reader says that it cannot do what was sent: it is woken before the next poll."""
        self._heard = self._refused = True
        self.waking = bool(self._course.wake)

    def ask(self, at: float, told_at: float) -> Ask:
        """Say what to send now, or how long to wait; `told_at` is when the last frame came.

        Raises ReaderSilent after the last try.
        """
        left = self._due(told_at) - at
        if left > _ROUNDING_S:
            return Ask(wait_s=left)
        if not self._answered and (self.waking or not self._heard):
            self._missed()
        self._sent_at = at
        self._heard = self._answered = False
        send = self._course.wake if self.waking else self._course.poll
        return Ask(send, self._course.heard_s)

    def _due(self, told_at: float) -> float:
        if self._answered:
            return max(self._sent_at + self._course.period_s, told_at + self._course.quiet_s)
        if self._heard and not self.waking:
            return self._sent_at + self._course.answer_s
        return self._sent_at + self._course.heard_s

    def _missed(self) -> None:
        self._unheard += 1
        if self._unheard >= self._course.tries:
            raise ReaderSilent(f"silent: no answer to {self._unheard} calls in a row")
        if self._unheard >= _WAKE_AFTER:
            self.waking = bool(self._course.wake)


class PolledReader(ABC, Generic[Body]):
    """A decoder (see `firmware_bridge.decoding`) for a reader that speaks only when asked.

    A kind gives its frames, its course, and what each frame means.
    """

    def __init__(self, frames: BinaryFrames[Body], course: Course) -> None:
        self._frames = frames
        self._polling = Polling(course)
        self._late: list[TagSeen] = []
        self._fed = self._told = False  # since the last ask: any byte, any whole frame
        self._fed_at = self._told_at = -math.inf

    @property
    def faults(self) -> Mapping[str, int]:
        """How often each named fault has happened."""
        return self._frames.faults

    def feed(self, data: bytes) -> list[TagSeen]:
        """Take the next bytes of the line, return the tags of the frames that they complete."""
        self._fed = self._fed or bool(data)
        late, self._late = self._late, []
        return late + self._take_all(self._frames.feed(data))

    def ask(self, at: float) -> Ask:
        """Say what to send or how long to wait; raises ReaderSilent when nothing answers."""
        if self._fed:
            self._fed_at = at
        if at - self._fed_at >= HALF_S:
            # Tags behind a half frame are told with the next bytes, which are soon asked for.
            self._late += self._take_all(self._frames.give_up())
        if self._told:
            self._told_at = at
        self._fed = self._told = False
        return self._polling.ask(at, self._told_at)

    def reset(self) -> None:
        """Begin anew on a freshly opened line."""
        self._frames.clear()
        self._polling.reset()
        self._late.clear()
        self._fed = self._told = False
        self._fed_at = self._told_at = -math.inf

    def _take_all(self, bodies: list[Body]) -> list[TagSeen]:
        self._told = self._told or bool(bodies)
        return [TagSeen(number.hex().upper()) for body in bodies for number in self._take(body)]

    def _fault(self, name: str) -> None:
        self._frames.faults[name] += 1

    @abstractmethod
    def _take(self, body: Body) -> Iterable[bytes]:
        """Take one frame, tell `_polling` what it means, return the numbers of the tags in it."""
