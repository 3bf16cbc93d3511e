"""Fails when something leaves threads or open files behind."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator


def open_files() -> set[str]:
    """Return what each open descriptor points at, by number; without the one that looks."""
    found = set()
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):
            found.add(f"{number} -> {os.readlink(f'/proc/self/fd/{number}')}")
    return found


@contextlib.contextmanager
def no_leaks() -> Iterator[None]:
    """Assert that the block ends with the threads and open files with which it began."""
    threads, files = set(threading.enumerate()), open_files()
    yield
    new_threads = set(threading.enumerate()) - threads
    assert not new_threads, f"threads left running: {new_threads}"
    new_files = open_files() - files
    assert not new_files, f"files left open: {new_files}"
