"""How far a simulation is, on one line of a terminal; nothing where there is none."""

from __future__ import annotations

import shutil
from typing import Final, TextIO

BAR: Final = 24
_ERASE: Final = "\r\x1b[K"


class Progress:
    """A line that is written over as work is done; `total` and `done` are matches.

    `now` is the time in seconds of a clock that only goes forward, `done` what an earlier run did:
    it takes no part in the rate.
    """

    def __init__(self, stream: TextIO | None, total: int, done: int, now: float) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._total = total
        self._before = done
        self._began = now

    def show(self, done: int, now: float) -> None:
        """Write how far it is."""
        if self._stream is not None:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(_ERASE + self.line(done, now)[:width])
            self._stream.flush()

    def line(self, done: int, now: float) -> str:
        """What there is to say: a bar, counts, the rate, and the time that is left."""
        full = BAR * done // self._total
        bar = "=" * full + "." * (BAR - full)
        text = f"[{bar}] {done:,} of {self._total:,} matches"
        new, seconds = done - self._before, now - self._began
        if new <= 0 or seconds <= 0:
            return text
        rate = new / seconds
        left = (self._total - done) / rate
        return f"{text}, {rate:,.1f} a second" + (f", {_clock(left)} left" if left else "")

    def close(self, done: int, now: float) -> None:
        """Leave the line as it stands at the end."""
        if self._stream is not None:
            self.show(done, now)
            self._stream.write("\n")
            self._stream.flush()


def _clock(seconds: float) -> str:
    """Minutes and seconds, hours before them where there are any.

    >>> _clock(59.6), _clock(3725)
    ('1:00', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
