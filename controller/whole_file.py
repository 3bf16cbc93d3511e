"""Writing a file whole or not at all, whenever the power goes."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_NEW_MODE: Final = 0o666
"""Of a file that was not there; the umask takes from it as usual."""


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` into a file, in place of whatever is in it.

    Whoever looks, at any moment and after a power cut, finds the old file or the new one, never
    part of it. Mode and owner of an old file stay; a link is followed. Raises OSError, and then
    the old file is as it was.
    """
    try:
        _write(Path(os.path.realpath(path)), data)
    except OSError as error:
        # Of the file that is meant, not of the one that was to take its place.
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write(real: Path, data: bytes) -> None:
    new = real.with_name(f".{real.name}.{os.urandom(4).hex()}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _NEW_MODE)
    try:
        with open(descriptor, "wb") as file:
            _take_after(file.fileno(), real)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, real)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    _sync_folder(real.parent)


def _take_after(descriptor: int, old: Path) -> None:
    with suppress(FileNotFoundError):
        was = old.stat()
        with suppress(PermissionError):
            os.fchown(descriptor, was.st_uid, was.st_gid)
        os.fchmod(descriptor, was.st_mode & 0o7777)


def _sync_folder(folder: Path) -> None:
    """Bring the new name to disk too; a file system that cannot do that has done what it could."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
