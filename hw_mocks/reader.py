"""A plain RFID reader without a port: hands lay and lift tags, bytes come out with their times.

The model is an antenna, a reading cycle and a serial line. While tags lie on the antenna it is
read at once and then every `repeat_s`; what is read goes out as one frame, a byte after the
other at the reader's baud rate; a frame once begun is finished even if the tag is gone.
Two tags at once read as the OR of both numbers, as cheap 125 kHz modules are seen to do.

Not pretended: the distance at which a tag is felt, and the moments a real antenna needs to
power it up (a tag is read in the instant it is laid, however short it lies); tags that jam each
other so that nothing is read; the module's own clock drifting. A reader that says a tag once
says again whatever it reads anew when the tags on it change; real ones differ there.
"""

from __future__ import annotations

import math
import random
from collections import deque

from hw_mocks.frames import FRAMES, Protocol, tag_number
from hw_mocks.line_faults import QUIET, Noise, Spoil


class ReaderModel:
    """An antenna with tags on it, and what it says.

    `protocol` is a name in `FRAMES`. `repeat_s` (seconds; `math.inf`: says a tag once) replaces
    that protocol's own pace. `bytewise` gives every byte by itself, at the time its stop bit is
    out; otherwise a frame comes in one piece when its last byte is out. `noise` spoils frames by
    chance, drawn from `rng`.

    Hands move in the order of time: a moment before `now` is refused with ValueError.
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
        if noise and rng is None:
            raise ValueError("noise needs a random.Random to draw from")
        self.protocol: Protocol = FRAMES[protocol]
        self.repeat_s = self.protocol.repeat_s if repeat_s is None else repeat_s
        frame_s = self.protocol.seconds(len(self.protocol.frame("0000000000")))
        if not self.repeat_s >= frame_s:
            raise ValueError(f"repeat_s {repeat_s}: a frame alone takes {frame_s:.4f} s")
        self.now = 0.0
        """The latest moment this reader has heard of; it knows none before 0."""
        self._bytewise = bytewise
        self._noise = noise
        self._rng = rng if rng is not None else random.Random(0)
        self._powered = True
        self._lying: list[str] = []
        self._cycle: float | None = None  # when the antenna is read next
        self._line: deque[tuple[float, bytes]] = deque()  # said, not yet told
        self._line_free = 0.0
        self._spoils: deque[Spoil] = deque()

    # -- hands -------------------------------------------------------------------------------

    def lay(self, tag: str, at: float) -> None:
        """Lay `tag` (ten hex digits) on the antenna. Raises ValueError if it lies there already."""
        tag = tag_number(tag).hex().upper()
        if tag in self._lying:
            raise ValueError(f"tag {tag} laid at {at}: it lies on this reader already")
        self._pass_to(at)
        self._lying.append(tag)
        self._antenna_changed(at, first=len(self._lying) == 1)

    def lift(self, at: float, tag: str | None = None) -> None:
        """Lift `tag`, or everything. Raises ValueError if it does not lie there."""
        tag = tag if tag is None else tag_number(tag).hex().upper()
        if not self._lying or (tag is not None and tag not in self._lying):
            raise ValueError(f"lifted at {at}: {tag or 'no tag'} lies on this reader")
        self._pass_to(at)
        if tag is None:
            self._lying.clear()
        else:
            self._lying.remove(tag)
        self._antenna_changed(at, first=False)

    @property
    def lying(self) -> tuple[str, ...]:
        """The tags on the antenna, in the order in which they were laid."""
        return tuple(self._lying)

    @property
    def reading(self) -> str | None:
        """The number the antenna reads now: of several tags the OR; of none None."""
        if not self._lying:
            return None
        number = 0
        for tag in self._lying:
            number |= int(tag, 16)
        return f"{number:010X}"

    # -- mischief ----------------------------------------------------------------------------

    def ghost(self, number: str, at: float) -> None:
        """Say a number nobody laid, with a valid checksum."""
        self._pass_to(at)
        self._say(number, at)

    def rubbish(self, raw: bytes, at: float) -> None:
        """Put any bytes on the line, such as what is left of a frame when a port is opened."""
        self._pass_to(at)
        self._send(raw, at)

    def spoil_next(self, *spoils: Spoil) -> None:
        """Spoil the next frames, one spoil each, whatever the noise does to the others."""
        self._spoils.extend(spoils)

    def power(self, on: bool, at: float) -> None:
        """Cut the reader's power, or give it back; with a tag on it, it reads that tag anew.

        What was not on the line yet is lost. Raises ValueError if it is so already.
        """
        if on == self._powered:
            raise ValueError(f"power at {at}: it is {'on' if on else 'off'} already")
        self._pass_to(at)
        self._powered = on
        self._line_free = at
        while self._line and self._line[-1][0] > at:
            self._line.pop()
        self._antenna_changed(at, first=True)

    # -- time --------------------------------------------------------------------------------

    def advance(self, at: float) -> list[tuple[float, bytes]]:
        """Return what is due up to `at` and was not told before: (moment of its last byte, bytes).

        In the order of time. How often it is called changes nothing in what is said. `at` may
        lie before `now` when hands have been moved ahead of it.
        """
        if at > self.now:
            self._pass_to(at)
        due = []
        while self._line and self._line[0][0] <= at:
            due.append(self._line.popleft())
        return due

    def next_due(self) -> float | None:
        """Return a moment before which nothing is due; None: nothing until hands move."""
        if self._line:
            return self._line[0][0]
        if self._cycle is None:
            return None
        return max(self._cycle, self._line_free) + self.protocol.seconds(1)

    def _pass_to(self, at: float) -> None:
        """Read the antenna at every cycle before `at`.

        Not at `at` itself: hands that move in that very instant come first, whoever asks first.
        """
        if not at >= self.now:
            raise ValueError(f"moment {at} is before {self.now}, which has passed")
        self.now = at
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

    # -- the line ----------------------------------------------------------------------------

    def _read(self, number: str, at: float) -> None:
        self._say(number, at)
        ghost = self._noise.haunted(self._rng)
        if ghost is not None:
            self._say(ghost, at)

    def _say(self, number: str, at: float) -> None:
        frame = self.protocol.frame(number)
        if self._spoils:
            frame = self._spoils.popleft()(frame)
        else:
            frame = self._noise.spoiled(frame, self._rng)
        self._send(frame, at)

    def _send(self, raw: bytes, at: float) -> None:
        if not raw or not self._powered:
            return
        start = max(at, self._line_free)
        self._line_free = start + self.protocol.seconds(len(raw))
        if self._bytewise:
            for index in range(len(raw)):
                moment = start + self.protocol.seconds(index + 1)
                self._line.append((moment, raw[index : index + 1]))
        else:
            self._line.append((self._line_free, raw))
