"""One open serial port, whatever kind pyserial made of it, and readable faults.

pyserial opens many things (a device, `socket://`, `loop://`, `rfc2217://`) and each fails and is
interrupted in its own way. What is different about them ends here.
"""

from __future__ import annotations

import os
import queue
import sys
import termios
from contextlib import suppress

import serial

from firmware_bridge.errors import PortFault
from firmware_bridge.port_faults import reason_of

CHUNK = 4096
"""The most bytes that are taken at a time."""

TAKES_NOTHING = "takes no bytes: does its program hang?"

# pyserial's SerialException is an OSError; a pulled adapter also gives a plain OSError, and
# termios.error, which is none.
_TROUBLE = (OSError, ValueError, termios.error)

_UNENDABLE_READ_S = 0.5
_WRITE_S = 2.0  # what is sent here is a few dozen bytes


class SerialLine:
    """A port that is open from the start, exclusively where the system can do that.

    Raises PortFault when it cannot be opened: missing, busy, forbidden, not a serial port. What
    had been received before the opening is dropped. Use it as a context manager or `close` it:
    a dead port must be closed too, or its device comes back under another name.

    `descriptor` is what the system can say of when bytes have come: then `take` them. It is None
    for ports that only exist inside pyserial (loop://, rfc2217://) or have a read of their own
    (spy://): `wait` for their bytes.
    """

    def __init__(self, url: str, baudrate: int) -> None:
        self.url = url
        try:
            # flock: a second program that locks its ports, as any with pyserial's `exclusive`
            # does, finds this one busy, and so do we.
            self._port = serial.serial_for_url(url, baudrate=baudrate, exclusive=True)
        except Exception as error:  # its URL handlers raise anything, KeyError for a bad option
            raise PortFault(url, reason_of(url, error)) from error
        self.descriptor = _descriptor_of(self._port)
        if self.descriptor is not None:
            self._bound_writes()  # rfc2217:// cannot do that and refuses it for good
        self._cancel = getattr(self._port, "cancel_read", None)
        self._hurry()

    def __enter__(self) -> SerialLine:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def take(self, hung_up: bool = False) -> bytes:
        """Return what has come, at most CHUNK bytes, without waiting: b"" when nothing has.

        For ports with a descriptor. `hung_up` is whether the system says so of it. Raises
        PortFault when the port is gone: an error, or hung up and nothing is left to take.

        pyserial's own read would go through the interpreter's lock three times as often, and for
        each single byte of a socket. While the program computes, every time costs milliseconds.
        """
        if self.descriptor is None:
            raise ValueError(f"{self.url}: has no descriptor, so its bytes must be waited for")
        try:
            data = os.read(self.descriptor, CHUNK)
        except BlockingIOError:
            data = b""
        except OSError as error:
            raise self._vanished(error) from error
        # No bytes alone are no end: pyserial sets VMIN to 0, and then a quiet device reads as b"".
        if hung_up and not data:
            raise PortFault(self.url, "vanished: unplugged, or closed by the other end")
        return data

    def wait(self, wait_s: float | None = None) -> bytes:
        """Return what has come, waiting for at least one byte, at most `wait_s` seconds.

        For any port. Without `wait_s` it waits for ever. Returns b"" when the time is over, after
        `wake`, and every half second on ports whose read cannot be ended. Raises PortFault when
        the port is gone.
        """
        if not self._cancel:
            wait_s = min(_UNENDABLE_READ_S, _UNENDABLE_READ_S if wait_s is None else wait_s)
        try:
            if self._port.timeout != wait_s:  # setting it configures a device anew
                self._port.timeout = wait_s
            return bytes(self._port.read(max(1, self._port.in_waiting)))
        except _TROUBLE as error:
            raise self._vanished(error) from error

    def wake(self) -> None:
        """End the `wait` that is blocked now or, if none is, the next one.

        The one method for another thread than the port's own; not after `close`.
        """
        # A full loop:// has no blocked read, a dead port's next read fails by itself.
        with suppress(queue.Full, *_TROUBLE):
            if self._cancel:
                self._cancel()

    def write(self, data: bytes) -> None:
        """Send all of `data`; raises PortFault when the port is gone, or takes nothing any more."""
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise PortFault(self.url, TAKES_NOTHING) from error
        except _TROUBLE as error:
            raise self._vanished(error) from error

    def close(self) -> None:
        """Close the port, dead or alive, without complaint."""
        with suppress(*_TROUBLE):
            self._port.close()

    def _bound_writes(self) -> None:
        """See that a port which takes nothing any more is noticed when something is sent."""
        try:
            self._port.write_timeout = _WRITE_S
        except _TROUBLE as error:
            self.close()
            raise self._vanished(error) from error

    def _vanished(self, error: BaseException) -> PortFault:
        return PortFault(self.url, f"vanished: {reason_of(self.url, error)}")

    def _hurry(self) -> None:
        """Ask the driver not to hold bytes back.

        An FTDI adapter otherwise keeps a short frame for up to 16 ms: long enough for taps on
        two readers to arrive in the wrong order. Most other ports have no such switch.
        """
        hurry = getattr(self._port, "set_low_latency_mode", None)
        with suppress(NotImplementedError, *_TROUBLE):
            if hurry:
                hurry(True)


def _descriptor_of(port: serial.Serial) -> int | None:
    plain_device = isinstance(port, serial.Serial) and type(port).read is serial.Serial.read
    return port.fileno() if plain_device or _is_socket(port) else None


def _is_socket(port: serial.Serial) -> bool:
    # pyserial has loaded the module if it has opened one; most tables have none.
    sockets = sys.modules.get("serial.urlhandler.protocol_socket")
    return sockets is not None and isinstance(port, sockets.Serial)
