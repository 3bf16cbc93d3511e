"""What every reader protocol is to the rest: bytes in, tags out, no port and no clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from firmware_bridge.tags import TagSeen


@dataclass(frozen=True, slots=True)
class Ask:
    """What a protocol wants of its line now.

    `send` is written to the reader. Then the line is read for at most `wait_s` seconds, or until
    something comes when it is None: a reader that speaks by itself must not cost a timer.
    """

    send: bytes = b""
    wait_s: float | None = None


LISTEN = Ask()


class Decoder(Protocol):
    """One reader's protocol, used from one thread.

    Any bytes whatever give tags or a counted fault and never an exception; the memory it holds is
    bounded; how the bytes are split over calls makes no difference.
    """

    @property
    def faults(self) -> Mapping[str, int]:
        """How often each named fault has happened. All names are there from the start, at 0."""

    def feed(self, data: bytes) -> list[TagSeen]:
        """Take the next bytes of the line and return the tags that they complete, in order."""

    def ask(self, at: float) -> Ask:
        """Say what the line is to do next; called when it is open and after every read.

        `at` is the time in seconds. A reader that has been silent for too long is reported by
        raising a HardwareFault: the line is then closed and opened again.
        """

    def reset(self) -> None:
        """Begin anew on a freshly opened line: what was half read is dropped, counts stay."""
