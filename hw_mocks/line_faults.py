"""What goes wrong on the line: frames cut, damaged, beheaded or lost, and ghost numbers.

A `Spoil` makes of a whole frame what arrives of it. `Noise` picks spoils by chance.

Not pretended: bytes doubled, or two lines picking up each other; several bits wrong in one frame
(apply `flip` twice); electrical causes of any kind.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, fields

Spoil = Callable[[bytes], bytes]
"""Takes a whole frame, gives the bytes that arrive of it, in order; perhaps none."""

GHOSTS = ("0000000000", "BC7DDFFDDF")
"""Numbers that RDM6300 modules have been seen to say, with valid checksum, with no tag near."""


def cut(keep: int) -> Spoil:
    """Return a spoil that lets only the first `keep` bytes through.

    Raises ValueError for a negative number.
    """
    if keep < 0:
        raise ValueError(f"cut after {keep} bytes: expected 0 or more")
    return lambda frame: frame[:keep]


def behead(drop: int) -> Spoil:
    """Return a spoil that loses the first `drop` bytes, as when a port is opened mid-frame.

    Raises ValueError for a negative number.
    """
    if drop < 0:
        raise ValueError(f"behead by {drop} bytes: expected 0 or more")
    return lambda frame: frame[drop:]


def flip(bit: int) -> Spoil:
    """Return a spoil that turns one bit over; bit 0 is the lowest of the first byte.

    One flipped bit is not always a damaged number: bit 5 of a hex letter makes it lower case.
    The spoil raises ValueError for a frame that has no such bit.
    """

    def spoil(frame: bytes) -> bytes:
        if not 0 <= bit < 8 * len(frame):
            raise ValueError(f"bit {bit}: expected 0 to {8 * len(frame) - 1} in this frame")
        damaged = bytearray(frame)
        damaged[bit // 8] ^= 1 << bit % 8
        return bytes(damaged)

    return spoil


def lose(frame: bytes) -> bytes:
    """Be the spoil that lets nothing of `frame` through."""
    return frame[:0]


@dataclass(frozen=True, slots=True)
class Noise:
    """Chances, 0 to 1, of each fault for each frame said; cut, flip and lose exclude one another.

    Raises ValueError for a chance out of range, or when cut, flip and lose add up to more than 1.
    """

    cut: float = 0.0
    """Only the beginning arrives, at least one byte."""
    flip: float = 0.0
    """One bit arrives wrong."""
    lose: float = 0.0
    """Nothing arrives."""
    ghost: float = 0.0
    """A ghost number is said right after the frame."""

    def __post_init__(self) -> None:
        for field in fields(self):
            chance = getattr(self, field.name)
            if not 0 <= chance <= 1:
                raise ValueError(f"noise {field.name}={chance}: expected a chance from 0 to 1")
        if self.cut + self.flip + self.lose > 1:
            raise ValueError("noise: cut, flip and lose together are more than 1")

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))

    def spoiled(self, frame: bytes, rng: random.Random) -> bytes:
        """Return what arrives of `frame`, as `rng` has it."""
        luck = rng.random()
        if luck < self.cut:
            return cut(rng.randrange(1, len(frame)))(frame)
        if luck < self.cut + self.flip:
            return flip(rng.randrange(8 * len(frame)))(frame)
        if luck < self.cut + self.flip + self.lose:
            return lose(frame)
        return frame

    def haunted(self, rng: random.Random) -> str | None:
        """Return a ghost number to say now, or None, as `rng` has it."""
        return rng.choice(GHOSTS) if rng.random() < self.ghost else None


QUIET = Noise()
"""A line on which nothing goes wrong."""
