"""Why a port cannot be opened or read, in words for the person at the table."""

from __future__ import annotations

import errno
import grp
import os
import termios

_REASONS = {
    errno.ENOENT: "no such file: unplugged, or the path is wrong",
    errno.ENXIO: "no such device: unplugged?",
    errno.ENODEV: "no such device: unplugged?",
    errno.EIO: "input/output error: unplugged?",
    errno.EBUSY: "busy: another program holds it",
    errno.EAGAIN: "busy: another program holds it",
    errno.ENOTTY: "not a serial port",
    errno.EISDIR: "a directory, not a serial port",
    errno.ECONNREFUSED: "connection refused: nothing listens there",
    errno.ECONNRESET: "connection reset by the other end",
    errno.EHOSTUNREACH: "no route to that host",
    errno.ENETUNREACH: "no route to that network",
}


def reason_of(url: str, error: BaseException) -> str:
    """Return one sentence for what pyserial or the system raised about the port `url`.

    The same state of the port gives the same sentence. Without a number from the system it is
    what the error says of itself.
    """
    number = _errno_of(error)
    if number in (errno.EACCES, errno.EPERM):
        return f"permission denied: is this user in the group {_group_of(url)}?"
    if number in _REASONS:
        return _REASONS[number]
    return str(error) if isinstance(error, OSError | ValueError) else repr(error)


def _errno_of(error: BaseException | None) -> int:
    """Find the system's number in an error or in those it was raised from; 0 if there is none.

    pyserial puts many errors into words and drops the number, but not the error's context.
    """
    while error is not None:
        if isinstance(error, OSError) and (error.errno or 0) > 0:  # below 0: name look-up
            return error.errno or 0
        if isinstance(error, termios.error) and error.args and isinstance(error.args[0], int):
            return error.args[0]
        error = error.__cause__ or error.__context__
    return 0


def _group_of(path: str) -> str:
    try:
        return grp.getgrgid(os.stat(path).st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"  # who owns serial ports on Raspberry Pi OS and Debian
