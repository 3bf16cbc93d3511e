"""Reading the text files people write, with every trouble said in the same way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine import Fault, UnreadableError


def read_text(path: Path) -> str:
    """The text of a UTF-8 file. Raises `UnreadableError` when there is none to be had."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"bytes that are not UTF-8 at place {error.start}"
        raise UnreadableError(str(path), [Fault("", found, "a UTF-8 text file")]) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(str(path), [Fault("", reason, "a readable file")]) from error


def rules_beside(folder: Path) -> Callable[[str], str]:
    """Reads rule-set files by their paths, relative to a folder."""
    return lambda name: (folder / name).read_text(encoding="utf-8-sig")
