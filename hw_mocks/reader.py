"""A plain RFID reader without a port: hands lay and lift tags, bytes come out with their times.

While tags lie on the antenna it is read at once and then every `repeat_s`; what is read goes out as
one frame; a frame once begun is finished even if the tag is gone. Two tags at once read as the OR
of both numbers, as cheap 125 kHz modules are seen to do.

Not pretended: the moments a real antenna needs to power up a tag (a tag is read in the instant it
is laid, however short it lies); tags that jam each other so that nothing is read. A reader that
says a tag once says again whatever it reads anew when the tags on it change; real ones differ
there.
"""

from __future__ import annotations

import math
import random

from hw_mocks.frames import FRAMES, Protocol, tag_number
from hw_mocks.line_faults import QUIET, Noise
from hw_mocks.module import ReaderModule


class ReaderModel(ReaderModule):
    """A plain reader, and what it says by itself.

    `protocol` is a name in `FRAMES`. `repeat_s` (seconds; `math.inf`: says a tag once) replaces
    that protocol's own pace. For the other options see `ReaderModule`.

    Raises ValueError for an unknown protocol, a pace faster than the line, or noise without rng.
    """

    def __init__(
        self,
        protocol: str,
        repeat_s: float | None = None,
        *,
        bytewise: bool = False,
        noise: Noise = QUIET,
        rng: random.Random | None = None,
    ) -> None:
        if protocol not in FRAMES:
            raise ValueError(f"protocol {protocol!r}: expected one of {', '.join(FRAMES)}")
        self.protocol: Protocol = FRAMES[protocol]
        super().__init__(self.protocol.baud, bytewise=bytewise, noise=noise, rng=rng)
        self.repeat_s = self.protocol.repeat_s if repeat_s is None else repeat_s
        frame_s = self._seconds(len(self.protocol.frame("0000000000")))
        if not self.repeat_s >= frame_s:
            raise ValueError(f"repeat_s {repeat_s}: a frame alone takes {frame_s:.4f} s")
        self._cycle: float | None = None  # when the antenna is read next

    @property
    def reading(self) -> str | None:
        """The number the antenna reads now: of several tags the OR; of none None."""
        if not self._lying:
            return None
        number = 0
        for tag in self._lying:
            number |= int(tag, 16)
        return f"{number:010X}"

    def ghost(self, number: str, at: float) -> None:
        """Say a number nobody laid, with a valid checksum."""
        self._pass_to(at)
        self._say(self.protocol.frame(number), at)

    def hear(self, raw: bytes, at: float) -> None:
        """Hear without listening: it takes no orders."""

    def _number(self, tag: str) -> str:
        return tag_number(tag).hex().upper()

    def _pass_to(self, at: float) -> None:
        super()._pass_to(at)
        while self._cycle is not None and self._cycle < at:
            cycle = self._cycle
            self._cycle = cycle + self.repeat_s if self.repeat_s < math.inf else None
            reading = self.reading
            if reading is not None:
                self._read(reading, cycle)

    def _antenna_changed(self, at: float, *, first: bool) -> None:
        if not self._lying or not self._powered:
            self._cycle = None
        elif first or self.repeat_s == math.inf:
            self._cycle = at

    def _next_doing(self) -> float | None:
        return self._cycle

    def _read(self, number: str, at: float) -> None:
        self._say(self.protocol.frame(number), at)
        ghost = self._noise.haunted(self._rng)
        if ghost is not None:
            self._say(self.protocol.frame(ghost), at)
