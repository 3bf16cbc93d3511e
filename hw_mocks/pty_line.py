"""A serial line that is a real pseudo-terminal: what pyserial opens is a path, as in /dev/serial.

The path is a symlink that stays the same, as names in /dev/serial/by-path do. Pulling the plug
removes it and hangs up whoever has the line open; plugging makes a new terminal behind it.

As on a real line: bytes are lost when nobody has the port open or when nobody reads and the
buffer is full, and nothing ever blocks; a port opened with another baud rate hears rubbish.

Not pretended: parity, stop bits and modem lines (a Linux pty has none); the gradual failures of a
plug pulled slowly; settings that a real driver forgets when the port is closed. Bytes pass at
once: their time on the line is the reader model's affair. Linux only.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import termios
import tty
from pathlib import Path
from types import TracebackType

_SPEED = 5  # index of the output speed in termios attributes, see termios.tcgetattr
_RUBBISH = 0xFC  # what a byte at another speed looks like does not matter; not ASCII does


class PtyLine:
    """The far end of a serial line; the near end is `path`, opened by the program under test.

    `path` must not exist yet; its directory must. `baud` is the speed of the far end.
    Plugged in from the start. Not for several threads at once.

    Raises ValueError for a speed that termios does not know, FileExistsError for a path in use.
    """

    def __init__(self, path: Path | str, baud: int = 9600) -> None:
        if not hasattr(termios, f"B{baud}"):
            raise ValueError(f"baud {baud}: expected one that termios knows")
        self.path = str(path)
        """What the program opens."""
        self.lost = 0
        """Bytes written that nobody will ever read."""
        self.garbled = 0
        """Bytes that arrived as rubbish because the program had set another speed."""
        self._speed: int = getattr(termios, f"B{baud}")
        self._master: int | None = None
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether the plug is in, and so `path` there."""
        return self._master is not None

    @property
    def descriptor(self) -> int | None:
        """The far end, for whoever waits until it can be read; None while unplugged."""
        return self._master

    @property
    def opened(self) -> bool:
        """Whether any program has the line open."""
        if self._master is None:
            return False
        poll = select.poll()
        poll.register(self._master, 0)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def plug(self) -> None:
        """Put the plug in: a new terminal behind `path`. Raises RuntimeError if it is in."""
        if self._master is not None:
            raise RuntimeError(f"{self.path} is plugged in already")
        master, slave = os.openpty()
        try:
            # These settings outlive the closing of this end, as long as the far end is open.
            tty.setraw(slave)
            settings = termios.tcgetattr(slave)
            settings[_SPEED - 1] = settings[_SPEED] = self._speed
            termios.tcsetattr(slave, termios.TCSANOW, settings)
            os.set_blocking(master, False)
            os.symlink(os.ttyname(slave), self.path)
        except BaseException:
            os.close(master)
            raise
        finally:
            os.close(slave)
        self._master = master

    def unplug(self) -> None:
        """Pull the plug: `path` goes, reads end, writes fail. Raises RuntimeError if it is out."""
        if self._master is None:
            raise RuntimeError(f"{self.path} is not plugged in")
        master, self._master = self._master, None
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)
        os.close(master)

    def write(self, raw: bytes) -> int:
        """Say `raw`; return how many of its bytes found someone listening."""
        if not self.opened:
            self.lost += len(raw)
            return 0
        return self.stale(raw)

    def stale(self, raw: bytes) -> int:
        """Leave `raw` in the adapter, open or not: whoever opens the port finds it there.

        pyserial clears the buffer while it opens, other programs do not. Returns how many bytes
        the buffer took.
        """
        taken = 0 if self._master is None else self._push(self._master, raw)
        self.lost += len(raw) - taken
        return taken

    def _push(self, master: int, raw: bytes) -> int:
        if termios.tcgetattr(master)[_SPEED] != self._speed:
            self.garbled += len(raw)
            raw = bytes([_RUBBISH]) * len(raw)
        try:
            return os.write(master, raw)
        except BlockingIOError:
            return 0

    def read(self) -> bytes:
        """Return what the program has written since; empty when nothing, or unplugged."""
        heard = bytearray()
        while self._master is not None:
            try:
                piece = os.read(self._master, 4096)
            except BlockingIOError:
                break
            except OSError as error:
                if error.errno != errno.EIO:  # EIO: nobody has the line open
                    raise
                break
            heard += piece
        return bytes(heard)

    def close(self) -> None:
        """Pull the plug for good; a second time does nothing."""
        if self.plugged:
            self.unplug()

    def __enter__(self) -> PtyLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
